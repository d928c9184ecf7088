"""Train as a teacher uses it: choosing a pair, slow motion, the hidden winner, the big screen."""

import re

import pytest

from tests import golden
from tests.pages.app import App, seen
from wordpiece import WordPieceTrainer


def card(app: App) -> str:
    """The card's text."""
    return seen(re.search(r'<section class="card"[^>]*>(.*?)</section>', app.html, re.S)[1])


# Choosing.


def test_looking_at_a_pair_shows_its_words_formula_and_consequences():
    app = App()
    assert "Merge this instead" not in app.text
    app.pick("3")  # the third row: ##u + ##g
    assert app.query["look"] == "3"
    assert "20 / (36 × 20) = 1/36" in app.text
    assert "hug" in app.text and "would" in app.text
    app.pick("3")
    assert "look" not in app.query
    app.pick("3")
    app.pick("close")
    assert "Merge this instead" not in app.text


def test_the_pair_that_wins_anyway_cannot_be_forced():
    app = App()
    app.pick("1")
    assert "Merge this instead" not in app.text
    assert "Close" in app.text


def test_a_forced_merge_is_marked_says_what_would_have_won_and_can_be_undone():
    app = App(step="2")
    app.pick("2")
    app.pick("force at 2:2")
    assert app.stepper["step"] == 3
    assert "chosen by you" in card(app)
    trainer = WordPieceTrainer(golden.TOY)
    best = [trainer.step() for _ in range(3)][-1]
    assert f"{best.pair[0]} + {best.pair[1]} would have won" in card(app)
    assert app.query["forced"]
    app.go(5)
    assert "Your own merges: 3" in card(app)
    app.pick("go:3")
    app.pick("undo:3")
    assert (app.stepper["step"], "forced" in app.query) == (2, False)
    app.go(3)
    assert "hu + ##gs → hugs" in card(app)


def test_the_course_s_printed_path_can_be_followed():
    app = App(step="2")
    assert "In print, the Hugging Face course merges hu + ##g next, for 1/15" in app.text
    assert "10 / (15 × 15) = 2/45" in app.text
    button = re.search(r'data-pick="(force at 2:\d+)"', app.html)[1]
    app.pick(button)
    assert "hu + ##g → hug" in card(app)
    assert "hu + ##gs would have won" in card(app)
    # The walkthrough's ten tokens, in the order of its vocabulary but for the alphabet.
    learned = re.search(r"<dt>learned.*?</dd>", app.html)[0]
    tokens = re.findall(r'<bdi dir="ltr">(.*?)</bdi>', learned)
    assert tokens == ["##gs", "hu", "hug"]
    app.go(2)
    assert "Follow the print" not in app.text  # it is followed


def test_a_stale_click_forces_nothing():
    app = App(step="2")
    app.pick("2")
    before = app.query
    # The button of step 2 arrives when the screen is at step 3 already.
    app.go(3)
    app._report("merge_by_merge_picks", {"pick": {"value": "force at 2:2", "seq": 99}})
    assert "forced" not in app.query and before["step"] == "2"


@pytest.mark.parametrize("value", ["force:1", "x:1", "force at 0:999999", "undo:7", "go:-1", "999"])
def test_nonsense_from_the_browser_does_no_harm(value):
    app = App()
    app._report("merge_by_merge_picks", {"pick": {"value": value, "seq": 1}})
    assert not app.test.exception
    assert app.words() == App().words()


# Slow motion.


def test_slow_motion_counts_scores_chooses_and_merges():
    app = App()
    app.test.button(key="pace_slow").click().run()
    assert app.stepper["phases"] == ["", "count", "score", "choose"]
    app.go(0, "count")
    assert "10 hug + 5 pug + 5 hugs = 20" in card(app)  # ##u ##g
    assert app.score_rows()[0] == [
        "",
        "##u ##g",
        "20",
        "36 × 20",
        "",
        "",
        "1st",
    ]
    assert "1/36" not in app.text and "1/20" not in app.text
    app.go(0, "score")
    assert "1/36" in card(app)  # 20 / (36 × 20)
    assert "merges next" not in app.html
    assert [row[0] for row in app.score_rows()] == [""] * 6  # no ranks yet
    app.go(0, "choose")
    assert "##g + ##s" in card(app) and "1/20" in card(app)
    assert app.query["phase"] == "choose" and app.query["pace"] == "slow"
    app.go(1)
    assert "##g + ##s → ##gs" in card(app)
    assert "Vocabulary" in app.text
    app.test.button(key="pace_slow").click().run()
    assert app.stepper["phases"] == [""]
    assert app.score_rows()


def test_a_link_restores_the_phase():
    app = App(step="2", pace="slow", phase="choose")
    assert "hu + ##gs" in card(app)
    assert App(step="9", pace="slow", phase="choose").stepper["phase"] == ""
    assert App(step="2", pace="merge", phase="choose").stepper["phase"] == ""
    assert App(step="2", pace="nonsense", phase="<b>").stepper["phase"] == ""


# The hidden winner.


def test_the_winner_stays_hidden_until_asked_for():
    app = App(step="2")
    app.test.button(key="pace_reveal").click().run()
    assert "Which pair merges next?" in card(app)
    for told in ("1/15", "hu + ##gs", "In print"):
        assert told not in app.text
    assert 'title="merges next"' not in app.html
    assert "tok next" not in app.html  # no outline
    counts = [int(row[1]) for row in app.score_rows()]
    assert counts == sorted(counts, reverse=True)
    app.go(2, "shown")
    assert "hu + ##gs" in card(app) and "1/15" in card(app)
    app.go(3)
    assert "Which pair merges next?" in card(app) and "1/15" not in app.text
    app.go(9)
    assert "no pairs left" in card(app).lower() or "no pair" in card(app).lower()


# The big screen.


def test_presenter_mode_shows_words_and_pairs_or_one_panel_and_keeps_its_place():
    app = App(present="1", step="0")
    assert app.query["present"] == "1"
    assert "step 0 of 9" in app.text and "Toy words" in app.text
    assert len(app.words()) == 5 and len(app.score_rows()) == 6  # all there are
    app.go(3)
    assert "step 3 of 9" in app.text
    app.test.button(key="panel_scores").click().run()
    assert app.score_rows() and not app.words()
    assert app.query["panel"] == "scores"
    app.test.button(key="present").click().run()
    assert app.words() and app.score_rows()
    assert "present" not in app.query


def test_long_words_stand_by_themselves_in_presenter_mode():
    """Whether they fit beside the pairs depends on no step, so that no panel comes and goes."""
    app = App(present="1", corpus="turkish", step="0")
    assert app.words() and not app.score_rows()
    app.go(25)
    assert app.words() and not app.score_rows()


def test_the_key_card_lists_the_keys():
    app = App()
    app.test.button(key="key_card").click().run()
    for key in ("Home", "Space", "S", "H", "P", "N", "B", "1 – 4"):
        assert f"<kbd>{key}</kbd>" in app.html
