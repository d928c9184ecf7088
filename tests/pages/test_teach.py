"""Train as a teacher uses it: choosing a pair, slow motion, the hidden winner, the big screen."""

import re

from pages.panels.actions import Force, Go, Look, Undo
from pages.panels.shared.chips import COUNTED, LEFT, RIGHT
from tests.pages.app import App, seen
from tests.pages.test_rows import card, lit

# Choosing.


def test_looking_at_a_pair_shows_its_formula_and_can_be_ended():
    app = App()
    app.pick(Look(3))  # the third row: ##u + ##g
    assert app.query["look"] == "3"
    assert (
        "20 / (36 × 20) = 1/36" in app.text and "changes in the scores of other pairs" in app.text
    )
    assert "Merge this instead" in app.text
    app.pick(Look(3))
    assert "look" not in app.query and "Merge this instead" not in app.text
    app.pick(Look(3))
    app.pick(Look(0))
    assert "look" not in app.query and "Merge this instead" not in app.text
    app.pick(Look(1))  # it wins anyway
    assert "Merge this instead" not in app.text and "Close" in app.text


def test_a_forced_merge_is_marked_names_the_winner_and_can_be_undone():
    app = App(step="2")
    app.pick(Look(2))
    app.pick(Force(2, 2))
    assert app.stepper["step"] == 3
    assert "chosen by hand" in card(app) and "another pair had rank 1: hu + ##gs" in card(app)
    assert app.query["forced"]
    app.go(5)
    assert "Merges chosen by hand: 3" in card(app)
    app.pick(Go(3))
    app.pick(Undo(3))
    assert (app.stepper["step"], "forced" in app.query) == (2, False)
    app.go(3)
    assert "hu + ##gs → hugs" in card(app)


def test_a_late_click_forces_nothing():
    app = App(step="2")
    app.pick(Look(2))
    app.go(3)
    app.report_pick(Force(2, 2))
    assert "forced" not in app.query and app.stepper["step"] == 3


# Slow motion.


def adds(app: App) -> list[str]:
    """The contributions of words, in their order."""
    return [*map(seen, re.findall(r'<span class="adds">(.*?)</span><span class="n">', app.html))]


def test_slow_motion_counts_scores_chooses_and_merges():
    app = App()
    app.press("pace_slow")
    assert app.stepper["phases"] == ["", "count", "score", "choose"]
    app.go(0, "count")
    assert "10 hug + 5 pug + 5 hugs = 20" in card(app)  # ##u ##g
    assert "Count every symbol, too: the score" in card(app)
    blog = App(recipe="blog-code", corpus="blog", pace="slow", step="0", phase="count")
    assert "Count every symbol, too: each occurrence counts once for each of its" in card(blog)
    assert app.score_rows()[0] == ["", "##u ##g", "20", "36 × 20", ""]
    assert "1/36" not in app.text and "1/20" not in app.text
    assert lit(app, COUNTED) == ["##u", "##g"] * 3 and adds(app) == ["+10", "+5", "+5"]
    assert "3 of 5 with the pair" in app.text
    assert not re.search('merges next|tok next|class="win', app.html)
    app.go(0, "score")
    assert not re.search('merges next|tok next|class="win', app.html)
    assert "20 count of the pair 36 × 20" in card(app) and "1/36" in card(app)
    assert [row[0] for row in app.score_rows()] == [""] * 6  # no ranks yet
    assert lit(app, LEFT) == ["##u"] * 5 and lit(app, RIGHT) == ["##g"] * 3
    amounts = re.findall(r"(\S+) \+(\d+)", " ".join(adds(app)))
    assert sum(int(n) for part, n in amounts if part == "##u") == 36
    assert sum(int(n) for part, n in amounts if part == "##g") == 20
    assert not lit(app, COUNTED)
    app.go(0, "choose")
    assert "##g + ##s" in card(app) and "1/20" in card(app)
    assert lit(app, "next") == ["##g", "##s"] and adds(app) == ["+5"]
    assert app.query["phase"] == "choose" and app.query["pace"] == "slow"
    app.go(1)
    assert "##g + ##s → ##gs" in card(app)
    assert lit(app, "new") == ["##gs"] and adds(app) == []
    app.go(1, "count")
    assert not lit(app, "new")  # only the counted pair is lit
    app.press("pace_slow")
    assert app.stepper["phases"] == [""] and app.score_rows()


def test_bpe_scores_by_the_same_places_that_it_counts():
    app = App(recipe="hugging-face", pace="slow", phase="score")
    assert lit(app, COUNTED) == ["##u", "##g"] * 3 and not lit(app, LEFT)
    app.go(0, "count")
    assert "Count every pair" in card(app) and "Count every symbol" not in card(app)
    # The parts of the pair are listed, too, if they are not among the most frequent symbols.
    course = App(recipe="course-bpe", corpus="course", step="7", pace="slow", phase="score")
    assert course.html.count('<span class="count">') == 25 and "25 of 36" in course.text


def test_a_link_restores_the_phase():
    app = App(step="2", pace="slow", phase="choose")
    assert "hu + ##gs" in card(app)
    assert App(step="9", pace="slow", phase="choose").stepper["phase"] == ""
    assert App(step="2", pace="nonsense", phase="<b>").stepper["phase"] == ""


# The hidden winner.


def test_the_winner_stays_hidden_until_asked_for():
    app = App(step="2")
    app.press("pace_reveal")
    assert "Which pair merges next?" in card(app)
    for secret in ("1/15", "hu + ##gs", "In print"):
        assert secret not in app.text
    assert 'title="merges next"' not in app.html and "tok next" not in app.html
    counts = [int(row[1]) for row in app.score_rows()]
    assert counts == sorted(counts, reverse=True)
    app.go(2, "shown")
    assert "hu + ##gs" in card(app) and "1/15" in card(app)
    app.go(3)
    assert "Which pair merges next?" in card(app) and "1/15" not in app.text
    app.go(9)
    assert "no pair" in card(app).lower()


def test_the_question_says_if_the_hidden_merge_was_chosen():
    app = App(pace="reveal", step="1", forced="2.3")
    assert "The next merge is not chosen by the rule" in card(app)


# The big screen.


def test_presenter_mode_shows_words_and_pairs_or_one_panel_and_keeps_its_place():
    app = App(present="1", step="0")
    assert app.query["present"] == "1"
    assert "step 0 of 9" in app.text and "Toy words" in app.text
    assert len(app.words()) == 5 and len(app.score_rows()) == 6  # all there are
    app.go(3)
    assert "step 3 of 9" in app.text
    app.press("panel_scores")
    assert app.score_rows() and not app.words()
    assert app.query["panel"] == "scores"
    app.press("present")
    assert app.words() and app.score_rows()
    assert "present" not in app.query
