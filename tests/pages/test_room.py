"""A class votes: the teacher's screen, with phones simulated by calls of the rooms."""

import csv
import gc
import io
import re

import pytest

from pages.panels.predict.question import counts
from pages.panels.room.vote import as_csv, ask_of, histogram
from pages.rooms.operations import Rooms
from pages.rooms.state import Ask, Outcome
from pages.state import classroom
from tests import golden
from tests.pages.app import App, seen
from tests.pages.test_predict import expected_questions, title, unigram_questions
from tests.rooms.store import LosableStore
from tests.wordpiece.trainings import trained
from wordpiece import Trainer, WordPieceTrainer
from wordpiece.message import paragraph
from wordpiece.recipes import RECIPES
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.grading import skipped
from wordpiece.teaching.quiz import KINDS, TypedQuestion, merge_question
from wordpiece.teaching.wording import plus


@pytest.fixture
def kept() -> LosableStore:
    return LosableStore()


@pytest.fixture
def store(kept: LosableStore, monkeypatch) -> Rooms:
    store = Rooms(kept)
    monkeypatch.setattr(classroom, "rooms", lambda: store)
    return store


ROOM = "room"
KEY = "room_key"


def opened(page: str = "predict", **query: str) -> tuple[App, str]:
    """A page that has opened a room, and the room's code."""
    app = App(page, **query)
    app.press(f"{page}_class")
    [code] = re.findall(r'class="invite-code">([^<]+)<', app.html)
    return app, code.replace(" ", "")


def phones(store: Rooms, code: str, n: int) -> list[str]:
    return [store.join(code) for _ in range(n)]


def votes_of(app: App) -> list[list[int]]:
    """The votes of each option, one for each round."""
    rows = re.findall(r'<tr class="(?:right|wrong)">(.*?)</tr>', app.html)
    return [[*map(int, re.findall(r"<b>(\d+)</b></td>", row))] for row in rows]


def test_a_class_votes_discusses_votes_and_sees_the_answer(store):
    run = expected_questions(kind="next")
    app, code = opened(ask="next")
    assert "Answer on your phone" in app.text and "predict_answers" not in app.html
    voters = phones(store, code, 3)
    app.press("room_next")  # the same key opens the question
    ask = ask_of(run[0])
    seen = store.see(code, voters[0])
    assert (seen["title"], seen["options"], seen["right"]) == (ask.title, ask.options, ())
    right = next(i for i, c in enumerate(run[0].candidates) if c.right)
    wrong = 1 - right if right < 2 else 0
    for voter in (*voters, voters[0]):  # one of them twice
        store.vote(code, voter, 1, 1, wrong)
    app.press("room_again")
    store.vote(code, voters[0], 1, 2, right)
    assert 'class="votes' not in app.html  # not before the reveal
    app.test.run()
    assert tuple(app.data_of(ROOM)["now"][name] for name in ("joined", "votes")) == (3, 1)
    app.press("room_next")
    assert store.see(code, voters[0])["right"] == tuple(sorted(ask.right))
    rows = re.findall(r'<tr class="(right|wrong)">', app.html)
    assert [state == "right" for state in rows] == [c.right for c in run[0].candidates]
    others = len(run[0].candidates) - 2
    assert votes_of(app)[wrong] == [3, 0] and votes_of(app)[right] == [0, 1]
    assert votes_of(app).count([0, 0]) == others
    assert "✓ right" in app.text and "0% → 100% right" in app.text
    assert "Vote 1 3 answers" in app.text and "Vote 2 1 answer" in app.text
    for candidate in run[0].candidates:  # both formulas
        row = candidate.row
        assert f"{row.pair_count} {row.left_count} × {row.right_count}" in app.text
    assert "Count" in app.text and "The answer." in app.text
    app.press("room_next")
    assert store.see(code, voters[0])["title"] == ask_of(run[1]).title
    assert store.see(code, voters[0])["number"] == 2
    assert 'class="options"' in app.html and 'class="votes' not in app.html


def test_every_kind_can_be_voted_on_and_the_run_is_a_table(store):
    run = expected_questions()
    assert {question.kind for question in run} == {*KINDS}
    heads = {"bpe": "Count WordPiece’s score", "next": "Score Count"}
    app, code = opened()
    (voter,) = phones(store, code, 1)
    app.press("room_next")
    for number, question in enumerate(run, 1):
        ask = ask_of(question)
        assert store.see(code, voter)["options"] == ask.options
        if number == 2:
            app.press("room_skip")
            continue
        store.vote(code, voter, number, 1, min(ask.right))
        app.press("room_next")
        assert len(re.findall('<tr class="right">', app.html)) == len(ask.right)
        assert heads.get(question.kind, "") in app.text
        app.press("room_next")
    assert "Votes so far" in app.text
    assert app.html.count('<th scope="row">') == len(run)
    assert app.text.count("100%") == len(run) - 1
    app.press("room_close")
    assert store.see(code, voter)["phase"] == "over"
    assert "Votes so far" in app.text  # the votes stay on screen
    app.press("room_back")
    assert {"predict_class", "predict_following"} & {*app.buttons}


def test_hands_without_phones_are_counted_as_they_are_reported(store):
    app, _ = opened(ask="next")
    app.press("room_next")
    turn = app.data_of(ROOM)["turn"]

    def report(counts: object, turn: str = turn) -> None:
        app._report(ROOM, {"hands": {"turn": turn, "counts": counts, "seq": 1}})
        assert not app.test.exception

    size = len(expected_questions(kind="next")[0].candidates)
    report([3, 1] + [0] * (size - 2))
    report([2, 1] + [0] * (size - 2))
    assert app.data_of(ROOM)["hands"] == [2, 1] + [0] * (size - 2)
    for wrong in ([1], [-1] * size, ["x"] * size, [10**9] * size, {"a": 1}, None, [True] * size):
        report(wrong)
    report([9] * size, turn=turn[:-1] + "0")  # a late report of the round before
    assert app.data_of(ROOM)["hands"][:2] == [2, 1] and app.data_of(ROOM)["now"]["votes"] == 0
    app.press("room_next")
    assert votes_of(app) == [[2], [1], *[[0]] * (size - 2)]


def test_a_lost_store_is_one_sentence_and_the_votes_stay(store, kept):
    app, code = opened(ask="next")
    app.press("room_next")
    voters = phones(store, code, 2)
    for option, voter in enumerate(voters):
        store.vote(code, voter, 1, 1, option)
    app.test.run()
    kept.lost = True
    app.press("room_again")
    assert "Rooms are not available at the moment." in app.text
    assert app.data_of(ROOM)["now"]["votes"] == 2
    kept.lost = False
    app.press("room_next")
    assert votes_of(app)[:2] == [[1], [1]] and "Rooms are not available" not in app.text
    kept.lost = True
    fresh = App("predict", ask="next")
    fresh.press("predict_class")
    assert "Rooms are not available" in fresh.messages[0] and "predict_class" in fresh.buttons


def test_a_page_that_is_loaded_again_finds_its_room_by_its_key(store):
    app, code = opened(ask="next")
    app.press("room_next")
    app.press("room_next")
    app.press("room_next")
    kept = app.data_of(KEY)
    assert kept["code"] == code and kept["key"] and kept["key"] not in str(app.query)
    (voter,) = phones(store, code, 1)
    store.vote(code, voter, 2, 1, 0)
    again = App("predict", ask="next", lang="fr")  # the class was asked in English
    assert again.data_of(KEY)["code"] == ""
    found = {"code": code, "key": kept["key"], "mine": True}
    again._report(KEY, {"found": {**found, "key": "x" * 22}})
    assert "predict_class" in again.buttons  # a wrong key does not open a room
    again._report(KEY, {"found": found})
    assert "Question 2" in title(again) and again.data_of(ROOM)["now"]["votes"] == 1
    again.press("room_next")
    assert store.see(code, voter)["phase"] == "revealed"
    again.press("room_next")
    assert store.see(code, voter)["number"] == 3


def test_another_tab_goes_on_with_the_room_or_moves_its_phones_to_a_new_one(store):
    first, code = opened("train", pace="reveal", step="0")
    (voter,) = phones(store, code, 1)
    first.press("room_next")
    room = {"code": code, "key": first.data_of(KEY)["key"], "mine": False}

    def another(page: str, **query: str) -> App:
        app = App(page, **query)
        app._report(KEY, {"found": room})
        return app

    plan, second = another("lessons", plan="45"), another("predict", ask="next")
    assert plan.data_of(ROOM)["results"] and plan.data_of(ROOM)["code"] == code
    assert f"code {code[:3]} {code[3:]}" in plan.text
    second.press("predict_class")  # which opens no other room
    label = second.test.button(key="room_next").label
    assert label == f"Continue with room {code[:3]} {code[3:]}, 1 phone"
    assert not second.data_of(ROOM)["asked"]  # the code, and no counters over it
    second.press("room_next")
    seen = store.see(code, voter)
    assert (seen["number"], seen["title"]) == (2, "Which pair merges next?")
    del first  # a session that ends does not close the room
    gc.collect()
    third = another("train", pace="reveal", step="2")
    third.press("train_class")
    third.press("room_new")
    seen = store.see(code, voter)
    [new] = re.findall(r'class="invite-code">([^<]+)<', third.html)
    assert (seen["phase"], seen["successor"]) == ("over", new.replace(" ", ""))
    # Tabs of the old room change to the new one; a room that was closed is forgotten.
    room = {**room, **{name: third.data_of(KEY)[name] for name in ("code", "key")}}
    for app in (plan, second):
        app._report(KEY, {"found": room})
    assert second.data_of(KEY)["code"] == plan.data_of(ROOM)["code"] == seen["successor"]
    third.press("room_close")
    for app in (plan, second):
        app._report(KEY, {"found": {"code": "", "key": "", "mine": False}})
        assert not app.data_of(KEY)["code"] and not app.data_of(ROOM)


@pytest.mark.parametrize("kind", ["likeliest", "cheapest"])
def test_a_class_votes_on_unigram_and_sees_what_decides(store, kind):
    question = unigram_questions(kind)[0]
    app, code = opened("predict", recipe="unigram", ask=kind)
    (voter,) = phones(store, code, 1)
    app.press("room_next")
    options = store.see(code, voter)["options"]
    assert options == tuple(" ".join(it.tokens) for it in question.candidates)
    assert "÷ 210 =" in app.text and "e-5" not in app.text
    store.vote(code, voter, 1, 1, [it.right for it in question.candidates].index(True))
    app.press("room_next")
    assert "✓ right" in app.text
    for it in question.candidates:
        shown = f"cost {it.value:.2f}" if kind == "cheapest" else f"{it.value:.3g}"
        assert shown.replace("e-0", "e-") in app.text


def test_the_class_finds_the_winner_that_train_hides(store):
    app, code = opened("train", pace="reveal", step="0")
    (voter,) = phones(store, code, 1)
    app.press("room_next")
    question = merge_question(trained(WordPieceTrainer, golden.TOY), 0)
    assert question
    ask = ask_of(question)
    seen = store.see(code, voter)
    assert (seen["title"], seen["options"]) == ("Which pair merges next?", ask.options)
    assert "tok next" not in app.html
    assert "count of the pair ÷ (" in app.text and "left part" in app.text  # as on the board
    app.test.toggle(key="predict_counts_all_False_True").set_value(False).run()
    assert "count of the pair" not in app.text
    store.vote(code, voter, 1, 1, min(ask.right))
    app.press("room_next")
    assert "✓ right" in app.text and "merges next" in app.text
    app.press("room_next")
    assert app.stepper["step"] == 1 and app.query["step"] == "1"
    assert "train_class" in app.buttons
    app.press("room_votes")
    assert "Votes so far" in app.text and "100%" in app.text
    app.press("room_back")
    app.go(2)
    app.press("train_class")
    assert store.see(code, voter)["number"] == 2
    app.press("room_skip")  # the merge is on screen, so phones do not wait for it
    assert app.query["step"] == "3" and store.see(code, voter)["phase"] == "revealed"


@pytest.mark.parametrize(("recipe", "step", "right", "figures", "said"), [
    ("unigram", 5, "bu", ["51.43", "5.68", "24.15"], "The removal of bu costs 5.68"),
    ("top-down-guide", 1, "kept", ["15 ≥ 12"], "hug is kept"),
    ("top-down-code", 1, "dropped", ["15 − 5 = 10 < 12"], "hug is dropped"),
])  # fmt: skip
def test_the_class_finds_the_step_of_another_kind_that_train_hides(
    store, recipe, step, right, figures, said
):
    app, code = opened("train", recipe=recipe, pace="reveal", step=str(step))
    (voter,) = phones(store, code, 1)
    app.press("room_next")
    asked = store.see(code, voter)
    assert re.sub("[“”]", "", asked["title"]) in app.text
    assert not [each for each in [said, *figures] if each in app.text]
    store.vote(code, voter, 1, 1, asked["options"].index(right))
    app.press("room_next")
    assert "100% right" in app.text and not [
        each for each in [said, *figures] if each not in app.text
    ]
    app.press("room_next")
    assert app.query["step"] == str(step + 1) and "train_class" in app.buttons


def test_the_class_sees_which_pairs_are_too_rare():
    rule = WORDPIECE.without_rarer(17)
    question = merge_question(trained(Trainer, golden.TOY, score=rule, marking="##"), 0)
    assert question
    said = "Pairs that occur fewer than 17 times get the score 0."
    assert seen(str(counts(question))).startswith(said)


def test_the_class_sees_the_count_in_the_language_that_chooses(store):
    """The pair that occurs most often in all languages together is not the one that merges."""
    words = {"hug": 3, "pug": 2, "lala": 4}
    training = RECIPES["parity-bpe"].trainer(words, languages=[(3, 2, 0), (0, 0, 4)])
    training.run()
    question = next(
        found
        for step in range(training.steps_made)
        if (found := merge_question(training.timeline(), step))
        and any(c.row.pair_count > found.merge.pair_count for c in found.candidates)
    )
    right = question.right.row
    shown = seen(str(histogram(question, [(0,) * len(question.candidates)])))
    in_language = f"count {int(right.score)} in the language that chooses the merge"
    assert shown.startswith("Answer Score Count") and f"✓ right {in_language}" in shown
    for candidate in question.candidates:
        assert f"{int(candidate.row.score)}" in seen(str(counts(question)))
    assert f"{plus(right.pair)}: {in_language}." in paragraph(skipped(question).reason)
    app = App("train", pace="reveal", step="3", recipe="parity-bpe", corpus="languages")
    app.press("train_class")
    app.press("room_next")
    assert "6 of 359 words shown; counted: all words of the language choosing the merge" in app.text


@pytest.mark.parametrize(("query", "reason"), [
    ({"step": "1"}, "all pairs share the best score"),
    ({"step": "8"}, "only one pair is left"),
    ({"step": "9"}, "no step follows"),
    ({"step": "9", "phase": "shown"}, "no step follows"),
    ({"step": "3", "phase": "shown"}, "the next step is already on screen"),
    ({"step": "0", "forced": "1.2"}, "is not chosen by the rule"),
    ({"step": "7", "recipe": "unigram"}, "only one piece can still be removed"),
    ({"step": "42", "recipe": "top-down-guide"}, "no step follows"),
    ({"step": "0", "size": "12"}, "no step follows"),  # a training without merges
])  # fmt: skip
def test_train_says_why_there_is_nothing_to_vote_on(query, reason):
    app = App("train", pace="reveal", **query)
    app.press("train_class")
    assert [reason in said for said in app.messages] == [True]


def test_a_lesson_returns_to_its_chart_after_the_room_is_closed(store):
    app = App("lessons", lesson="token-cost", part="1")
    assert "Move the slider" in app.text
    app.press("lessons_token-cost_1_sketch")
    app.press("lesson_class")
    [code] = re.findall(r'class="invite-code">([^<]+)<', app.html)
    (voter,) = phones(store, code.replace(" ", ""), 1)
    app.press("room_next")
    assert "Move the slider" not in app.text
    store.vote(code.replace(" ", ""), voter, 1, 1, 98888888)
    app.press("room_next")
    assert "1 answer" in app.text
    app.press("room_close")
    assert "Votes so far" in app.text
    app.press("room_back")
    assert "Move the slider" in app.text


def test_phones_get_plain_text():
    for question in (
        *expected_questions(),
        *expected_questions(words={"<b>\t": 3, "a<b>": 4, "\u202e<b>": 2}, kind="split"),
        *unigram_questions("mixed"),
    ):
        ask = ask_of(question)
        assert all(text.isprintable() and text for text in (ask.title, *ask.options))
        assert len({*ask.options}) == len(ask.options)
        assert not isinstance(question, TypedQuestion) or len(ask.right) == 1


def test_a_run_as_csv_holds_no_formula():
    ask = Ask("=1+1", ("=SUM(A1)", "@x"), frozenset({1}))
    drawn = Ask("Draw", (), frozenset(), ("tokens", "113", "merges made", "0", "9"))
    run = [Outcome(1, ask, ((1, 3), (0, 0))), Outcome(2, drawn, ((0, 7, 7), ()))]
    rows = [*csv.DictReader(io.StringIO(as_csv(run).decode()))]
    line = rows.pop()  # a drawn line is neither an option nor right
    assert [*line.values()] == ["2", "Draw", "", "", "false", "3", "0", "", ""]
    assert [row["title"] for row in rows] == ["'=1+1"] * 2
    assert [row["option"] for row in rows] == ["'=SUM(A1)", "'@x"]
    votes = [(row["right"], row["votes_1"], row["votes_2"]) for row in rows]
    assert votes == [("false", "1", "0"), ("true", "3", "0")]
    assert rows[0]["right_share_1"] == "0.75" and rows[0]["right_share_2"] == ""
