"""By hand: a learner removes the pieces of Unigram, as a user does."""

import pytest

from pages.panels.actions import Joint, Piece, Symbol
from tests.pages.app import App
from tests.pages.test_by_hand import KEY, fields, score, title, type_counts
from tests.pages.test_story import open_story, story_text
from tests.wordpiece.test_by_hand_unigram import Plain, best_splits, cuts_of, plainly
from wordpiece.teaching.by_hand import read_code, word_table


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("RESULT_KEY", KEY)


def plain(table: int, *path: str) -> Plain:
    return plainly(word_table(table, "unigram"), path)


def numbers_of(state: Plain, piece: str) -> list[float]:
    return [state.uses(piece), round(state.cost(piece), 1)]


def test_the_worked_example_shows_each_removal_of_the_textbook():
    app, state = App("by_hand", rule="unigram"), plain(1)
    while not score(app):
        piece = state.right[0]
        assert title(app) == "Worked example"
        for each in state.left:
            said = f"{each} {state.counts[each]} cost {state.cost(each):.2f}"
            assert said in app.text.replace(" , removed next", "")
        assert f"= {state.cost(piece):.2f}" in app.text
        app.press("by_hand_turn")
        state = plain(1, *state.path, piece)
    assert not state.left


def test_a_piece_has_its_story_in_the_worked_example():
    app = App("by_hand", rule="unigram")
    open_story(app, "h")
    assert "After 0 removals, this piece has the count" in story_text(app) and not app.messages


def test_a_level_with_one_missing_number():
    app, state = App("by_hand", level="fill", rule="unigram", table="4"), plain(4)
    asked = set()
    while not score(app):
        piece = state.right[0]
        [field] = fields(app)
        asked.add(field.label)
        type_counts(app, [numbers_of(state, piece)[field.label.startswith("cost")]])
        state = plain(4, *state.path, piece)
    assert score(app).startswith(f"{len(state.path)} of {len(state.path)} ")
    assert asked == {"count in the splits", "cost, to one decimal place"}


def test_a_wrong_piece_is_marked_with_both_costs_and_the_learner_continues_from_either():
    for own in (True, False):
        app, state = App("by_hand", level="choose", rule="unigram", table="2"), plain(2)
        right, wrong = state.right[0], next(p for p in state.left if p not in state.right)
        app.pick(Piece(wrong))
        type_counts(app, numbers_of(state, wrong))
        assert title(app) == "Continue from which answer?"
        assert "chosen by hand" in app.html and "removed next" not in app.html
        assert f"Removing {wrong} costs {state.cost(wrong):.2f}." in app.text
        assert f"Removing {right} costs 0.00." in app.text
        app.press("by_hand_own" if own else "by_hand_right")
        state = plain(2, wrong if own else right)
        assert title(app) == "Which piece costs least to remove?"
        drawn = [row.split(": ")[1].split(" ×")[0] for row in app.words() if " ×" in row]
        assert [" ".join(row.split()) for row in drawn] == [" ".join(s) for s in state.splits]
        assert f"probability = count / {sum(state.counts.values())}" in app.text


def test_everything_by_hand_with_a_wrong_split_gives_a_code_for_the_teacher():
    app, state = App("by_hand", level="alone", rule="unigram", table="3"), plain(3)
    mistakes = 0
    while not score(app):
        piece = state.right[-1]
        app.pick(Piece(piece))
        type_counts(app, numbers_of(state, piece))
        left = {each: p for each, p in state.p.items() if each != piece}
        if state.holders(piece):
            assert title(app) == f"Split each word below in the most probable way without {piece}"
            if not mistakes:  # no word is cut
                app.press("by_hand_join")
                assert f"The token {state.holders(piece)[0]} is not in the vocabulary." in app.text
                mistakes = 1
            for at, word in enumerate(state.words):
                cuts = cuts_of(min(best_splits(word, left))) if word in state.holders(piece) else ()
                for place in cuts:
                    app.pick(Joint(at, place))
            app.press("by_hand_join")
        state = plain(3, *state.path, piece)
    steps = len(state.path)
    assert score(app) == f"{steps - 1} of {steps} steps right at the first try"
    assert "a wrong split" in app.text
    result = read_code(app.test.code[0].value, KEY.encode())
    assert (result.right, result.task.rule, result.task.level) == (steps - 1, "unigram", "alone")


def test_a_click_on_a_piece_that_cannot_be_removed_does_nothing():
    for rule, actions in {
        "unigram": (Piece("h"), Piece("<b>"), Symbol(0, 0), Joint(0, 0)),
        "wordpiece": (Piece("hu"), Piece("<b>")),
    }.items():
        app = App("by_hand", level="choose", rule=rule, table="2")
        for action in actions:
            app.report_pick(action)
            assert 'aria-pressed="true"' not in app.html.split("words hand")[1]
        type_counts(app, [1, 2, 3] if rule == "wordpiece" else [1, 2.0])
        assert "Choose a p" in app.text and "<b>" not in app.text
