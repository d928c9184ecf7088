"""Rows keep their place; slow motion lights up what it counts; a guess at the hidden winner."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from pages.panels.shared import chips
from pages.panels.shared.chips import COUNTED, LEFT, RIGHT, Lit
from tests import golden
from tests.pages.app import App, seen
from tests.strategies import word_frequencies
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.recipes import RECIPES

COURSE = 30
"""Words of the course corpus: five pages."""


def keys(app: App) -> list[str]:
    return re.findall(r'<li data-key="(w[0-9]+)"', app.html)


def lit(app: App, state: str) -> list[str]:
    """The tokens in words that have a look."""
    listed = re.search(r'<ul class="words">(.*?)</ul>', app.html)
    assert listed
    found = re.findall(rf'<span class="tok[^"]* ?{state}[ "][^>]*><bdi[^>]*>(.*?)</bdi>', listed[1])
    return [*map(seen, found)]


def card(app: App) -> str:
    found = re.search(r'<section class="card".*?</section>', app.html)
    assert found
    return re.sub(r" ([.,])", r"\1", seen(found[0]))


# Rows.


def test_a_list_that_fits_on_a_page_keeps_its_rows_at_every_step():
    app = App()
    for step in range(10):
        app.go(step)
        assert keys(app) == ["w0", "w1", "w2", "w3", "w4"]
        assert "Changed first" not in app.text
    app = App("compare")
    for step in (0, 1, 5):
        app.go(step)
        assert keys(app) == ["w0", "w1", "w2", "w3", "w4"]
        assert "Different first" not in app.text


def test_on_a_longer_list_changed_words_come_first_and_then_those_that_merge_next():
    app = App(corpus="course", step="2")
    changed, upcoming, *rest = app.words()
    assert changed.startswith("Hopefully:") and "was ##f ##u" in changed
    assert upcoming.startswith("Face:") and lit(app, "next") == ["F", "##a"]
    assert [word.split(":")[0] for word in rest] == ["This", "is", "the", "Hugging"]
    app.test.button(key="pace_reveal").click().run()
    assert [w.split(":")[0] for w in app.words()] == [
        "Hopefully", "This", "is", "the", "Hugging", "Face",
    ]  # fmt: skip


def test_the_switch_leaves_all_in_their_places_and_a_button_turns_to_what_changed():
    app = App(corpus="course", step="2")
    app.pick("changed first")
    assert app.query["changed"] == "kept"
    assert keys(app) == [f"w{i}" for i in range(6)]
    assert "1 of 30 changed" in app.text and "To page 3" in app.text
    app.pick("train_words page:3")
    assert keys(app) == [f"w{i}" for i in range(12, 18)]
    assert "was ##f ##u" in app.words()[3] and "To page" not in app.text
    app.go(3)  # the page stays where it is, and so do its rows
    assert keys(app) == [f"w{i}" for i in range(12, 18)] and "To page 1" in app.text
    assert keys(App(**app.query)) == [f"w{i}" for i in range(6)]
    app.pick("changed first")
    assert "changed" not in app.query and "was F ##a" in app.words()[0]


def test_compare_has_the_same_switch():
    app = App("compare", corpus="course", step="4")
    assert app.html.count('class="differs"') >= 2
    judged = re.findall(r"([≠=]) split", app.text)
    assert judged == sorted(judged, key="≠=".index)
    app.pick("changed first")
    assert app.query["differing"] == "kept" and keys(app) == [f"w{i}" for i in range(8)]
    app.go(9)
    assert keys(app) == [f"w{i}" for i in range(8)]


# Slow motion.


@given(word_frequencies)
def test_what_words_add_makes_the_counts_of_the_score_table(words):
    made = [WordPieceTrainer(words), BPETrainer(words), RECIPES["blog-code"].trainer(words)]
    for trainer in made:
        trainer.run(2)
        timeline = trainer.timeline()
        for step in range(len(timeline) + 1):
            for row in timeline.scores(step).rows(0, 6):
                found = [timeline.pair_in_word(step, i, row.pair) for i in range(len(words))]
                assert sum(each.pair_count for each in found) == row.pair_count
                assert sum(each.left_count for each in found) == row.left_count
                assert sum(each.right_count for each in found) == row.right_count
                for i, each in enumerate(found):
                    split = timeline.word(step, i).symbols
                    assert all(split[at] == row.pair[0] for at in each.lefts)
                    assert all(split[at] == row.pair[1] for at in each.rights)
                    assert all(split[at : at + 2] == row.pair for at in each.together)


def adds(app: App) -> list[str]:
    """What the words are said to add, in their order."""
    return [*map(seen, re.findall(r'<span class="adds">(.*?)</span><span class="n">', app.html))]


def test_each_phase_lights_up_what_it_speaks_of_in_the_words():
    app = App(pace="slow", phase="count")
    assert "10 hug + 5 pug + 5 hugs = 20" in card(app)
    assert lit(app, COUNTED) == ["##u", "##g"] * 3 and adds(app) == ["+10", "+5", "+5"]
    assert "3 of 5 have the pair" in app.text
    app.go(0, "score")
    assert "20 times together 36 × 20" in card(app)
    assert lit(app, LEFT) == ["##u"] * 5 and lit(app, RIGHT) == ["##g"] * 3
    totals = {"##u": 0, "##g": 0}
    for said in adds(app):
        for part, n in re.findall(r"(\S+) \+(\d+)", said):
            totals[part] += int(n)
    assert totals == {"##u": 36, "##g": 20}
    assert not lit(app, COUNTED)
    app.go(0, "choose")
    assert lit(app, "next") == ["##g", "##s"] and adds(app) == ["+5"]
    app.go(1)
    assert lit(app, "new") == ["##gs"] and adds(app) == []
    app.go(1, "count")
    assert not lit(app, "new")  # one thing is lit


def test_bpe_scores_by_the_same_places_that_it_counts():
    app = App(recipe="hugging-face", pace="slow", phase="score")
    assert lit(app, COUNTED) == ["##u", "##g"] * 3 and not lit(app, LEFT)


def panels(app: App) -> list[str]:
    return re.findall(r'<h2 class="panel">(\w+)', app.html)


@pytest.mark.parametrize("presenting", [{}, {"present": "1"}])
def test_panels_stay_where_they_are_through_all_phases(presenting):
    app = App(pace="slow", step="1", **presenting)
    places = [panels(app)]
    columns = [len(row) for row in app.score_rows()]
    for phase in ("count", "score", "choose"):
        app.go(1, phase)
        places.append(panels(app))
        assert [len(row) for row in app.score_rows()] == columns
    app.go(2)
    places.append(panels(app))
    titles = {"Pairs": "Scores"}  # one panel, whose title says what it has
    assert len({tuple(titles.get(name, name) for name in each) for each in places}) == 1
    assert {"Words", "Scores"} <= {titles.get(name, name) for name in places[0]}


def test_nothing_tells_the_winner_before_it_is_chosen():
    app = App(pace="slow", corpus="course", step="2")
    for phase in ("", "count", "score"):
        app.go(2, phase)
        assert "merges next" not in app.html and "tok next" not in app.html
        assert all(row[0] == "" for row in app.score_rows())  # no ranks
        assert 'class="win' not in app.html


def test_a_symbol_that_is_both_parts_is_lit_as_both():
    timeline = WordPieceTrainer({"aaaa": 3}).timeline()
    (row,) = [row for row in timeline.scores(0).rows() if row.pair == ("##a", "##a")]
    found = [timeline.pair_in_word(0, 0, row.pair)]
    drawn = chips.words(
        [timeline.word(0, 0)],
        merged=None,
        outline=False,
        lit=Lit(row.pair, parts=True),
        found=found,
    )
    assert drawn.count("tok left right") == 3 and found[0].pair_count == 6
    assert drawn.count("+9") == 1  # one symbol, counted once


# A guess at the hidden winner.


def guessing(step: str = "2") -> App:
    return App(pace="reveal", step=step)


def test_a_pair_can_be_guessed_and_the_winner_tells_whether_it_is_right():
    app = guessing()
    rows = [row[0] for row in app.score_rows()]
    right = rows.index("hu ##gs") + 1
    app.pick(f"guess at 2:{right}")
    assert "Your guess: hu + ##gs." in card(app)
    assert app.score_rows()[right - 1][0] == "hu ##gs yours"
    assert "1/15" not in app.text  # still hidden
    assert not {"guess", "look"} & app.query.keys()  # nobody else's
    app.go(2, "shown")
    assert "Your guess, hu + ##gs, is right." in card(app)
    assert app.score_rows()[0][1] == "hu ##gs ✓ yours"
    app.go(3)
    assert "guess" not in card(app)


def test_a_wrong_guess_gets_its_rank_and_can_be_changed_before():
    app = guessing()
    rows = [row[0] for row in app.score_rows()]
    app.pick(f"guess at 2:{rows.index('hu ##gs') + 1}")
    app.pick("guess at 2:1")
    assert f"Your guess: {rows[0].replace(' ', ' + ')}." in card(app)
    app.pick("guess at 2:1")
    assert "Your guess" not in card(app)
    app.pick("guess at 2:1")
    app.go(2, "shown")
    assert re.search(r"Your guess, p \+ ##u, has rank \d\.", card(app))
    assert any("✗ yours" in " ".join(row) for row in app.score_rows())
    app.report_pick("guess at 2:2")  # too late
    assert "p + ##u, has rank" in card(app)


def test_a_guess_that_ties_with_the_winner_is_right():
    app = guessing("1")
    assert golden.TOY_WORDPIECE[1][-1] == 6  # pairs share the best score
    place = [row[0] for row in app.score_rows()].index("##u ##g") + 1
    app.pick(f"guess at 1:{place}")
    app.go(1, "shown")
    assert "Your guess, ##u + ##g, ties with it: right." in card(app)


@pytest.mark.parametrize("said", ["guess at 2:999", "guess at 7:1", "guess at 0:0"])
def test_a_guess_at_what_is_not_there_is_none(said):
    app = guessing()
    app.report_pick(said)
    assert not app.test.exception and "Your guess" not in app.text
    app.go(2, "shown")
    assert not app.test.exception and "Your guess" not in app.text


# Show the answer.


@pytest.mark.parametrize("kind", ["next", "bpe", "split", "change", "replay"])
def test_a_question_can_be_skipped_and_shows_its_answer(kind):
    app = App("predict", ask=kind, corpus="course")
    app.test.button(key="predict_skip").click().run()
    assert not app.test.exception
    assert "The answer." in app.text and "Question 1: skipped" in app.text
    assert "0 right" in app.text and "your answer" not in app.text
    if kind in ("split", "replay"):
        assert "Longest match gives" in app.text or "Merge replay gives" in app.text
    app.test.button(key="predict_next").click().run()
    assert "Question 2 of" in app.text


def test_skipped_questions_are_not_right_in_the_result():
    app = App("predict", ask="split")
    while not [each for each in app.test.button if each.key == "predict_again"]:
        app.test.button(key="predict_skip").click().run()
        app.test.button(key="predict_next").click().run()
    assert "0 of 10 right" in app.text and "✗" not in app.text
    assert len(re.findall("merges? skipped right:", app.text)) == 10


# The first visit.


def test_the_orientation_is_on_the_card_of_every_merge_but_not_before_a_class():
    app = App()
    for step in (0, 1, 3):
        app.go(step)
        (line,) = re.findall(r'<span class="welcome".*?</span>', app.html)
        assert f'data-step="{step}"' in line and 'href="lessons?lesson=subwords"' in line
        assert seen(line.replace('class="welcome"', "")).count(". ") <= 2
    assert 'class="welcome"' not in App(present="1").html
    assert 'class="welcome"' not in App(pace="slow").html


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "## marks a symbol that continues a word: hug is h ##u ##g."),
        (
            {"recipe": "end-of-word-bpe", "corpus": "low"},
            "</w> is a symbol of its own that ends every word: low is l o w </w>.",
        ),
        (
            {"recipe": "byte-level-bpe", "corpus": "course"},
            "Ġ stands for the space before a word. Every other character stands for one byte.",
        ),
        ({"recipe": "bpe"}, ""),
    ],
)
def test_the_start_says_what_marks_mean_and_the_glossary_has_them_first(query, said):
    app = App(**query)
    assert said in card(app)
    assert not said or said not in App(step="1", **query).text
    if not said:
        assert " marks a " not in card(app) and "stands for" not in card(app)
    app.test.button(key="glossary").click().run()
    terms = re.findall(r"<dt>(.*?)</dt>", app.test.get("html")[-1].proto.body)
    wanted = {"##": "continuation prefix", "</w>": "end-of-word", "Ġ": "leading-space"}
    assert seen(terms[0]).startswith(wanted.get(said.split(" ")[0], "base vocabulary"))
