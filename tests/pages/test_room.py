"""The class is asked: what the teacher sees and does, with phones that are played by `rooms`."""

import csv
import gc
import io
import json
import re

import pytest

from pages.panels.room.ask import ask_of
from pages.panels.room.outcomes import as_csv
from pages.rooms.memory import MemoryRooms
from pages.rooms.room import Ask, Outcome
from pages.rooms.rules import refusal
from pages.state import classroom
from tests import golden
from tests.pages.app import App
from tests.pages.test_predict import asked, go_on, keys, title
from wordpiece import WordPieceTrainer
from wordpiece.teaching.quiz import KINDS, TypedQuestion, merge_question, token_options


class Store(MemoryRooms):
    """Rooms in a store that can be lost."""

    lost = False

    def __getattribute__(self, name):
        found = super().__getattribute__(name)
        steps = ("open", "ask", "again", "reveal", "hand", "end", "close", "status", "run")
        if name in steps and self.lost:
            raise refusal("store")
        return found


@pytest.fixture
def store(monkeypatch) -> Store:
    store = Store()
    monkeypatch.setattr(classroom, "rooms", lambda: store)
    return store


def press(app: App, key: str) -> None:
    app.test.button(key=key).click().run()
    assert not app.test.exception


def code_on(app: App) -> str:
    return re.search(r'class="invite-code">([^<]+)<', app.html)[1].replace(" ", "")


def told(app: App, name: str = "merge_by_merge.room") -> dict:
    """What a component of the room was told."""
    found = [c.proto.json for c in app.test.get("bidi_component") if c.proto.component_name == name]
    return json.loads(found[0]) if found else {}


def phones(store, code: str, n: int) -> list[str]:
    return [store.join(code) for _ in range(n)]


def test_a_class_votes_discusses_votes_and_sees_the_answer(store):
    run = asked(kind="next")
    app = App("predict", ask="next")
    press(app, "predict_class")
    code = code_on(app)
    assert "Answer on your phone" in app.text and "predict_answers" not in app.html
    voters = phones(store, code, 3)
    press(app, "room_next")  # the same key goes on to the question
    ask = ask_of(run[0])
    seen = store.see(code, voters[0])
    assert (seen.title, seen.options, seen.right) == (ask.title, ask.options, ())
    right = next(i for i, c in enumerate(run[0].candidates) if c.right)
    wrong = 1 - right if right < 2 else 0
    for voter in voters:
        store.vote(code, voter, 1, 1, wrong)
    press(app, "room_again")
    store.vote(code, voters[0], 1, 2, right)
    assert 'class="votes' not in app.html  # not before the reveal
    app.test.run()
    assert (told(app)["joined"], told(app)["answered"]) == (3, 1)
    press(app, "room_next")
    assert store.see(code, voters[0]).right == tuple(sorted(ask.right))
    rows = re.findall(r'<tr class="(right|wrong)">(.*?)</tr>', app.html)
    assert [state == "right" for state, _ in rows] == [c.right for c in run[0].candidates]
    votes = [re.findall(r"<b>(\d+)</b></td>", row) for _, row in rows]
    assert votes[wrong] == ["3", "0"] and votes[right] == ["0", "1"]
    assert (
        "✓ right" in app.text and "Vote 1 3 answers" in app.text and "Vote 2 1 answer" in app.text
    )
    for candidate in run[0].candidates:  # both formulas
        row = candidate.row
        assert f"{row.pair_count} {row.left_count} × {row.right_count}" in app.text
    assert "BPE’s count" in app.text and "The answer." in app.text
    press(app, "room_next")
    assert store.see(code, voters[0]).title == ask_of(run[1]).title
    assert store.see(code, voters[0]).number == 2
    assert 'class="options"' in app.html and 'class="votes' not in app.html


def test_every_kind_can_be_voted_on_and_the_run_is_a_table(store):
    run = asked()
    assert {question.kind for question in run} == {*KINDS}
    app = App("predict")
    press(app, "predict_class")
    (voter,) = phones(store, code := code_on(app), 1)
    press(app, "room_next")
    for number, question in enumerate(run, 1):
        ask = ask_of(question)
        assert store.see(code, voter).options == ask.options
        if number == 2:
            press(app, "room_skip")
            continue
        store.vote(code, voter, number, 1, min(ask.right))
        press(app, "room_next")
        assert len(re.findall('<tr class="right">', app.html)) == len(ask.right)
        press(app, "room_next")
    assert "What the class answered" in app.text
    assert app.html.count('<th scope="row">') == len(run)
    assert app.text.count("100%") == len(run) - 1
    press(app, "room_close")
    assert store.see(code, voter).phase == "over"
    assert "What the class answered" in app.text  # what was voted stays
    press(app, "room_back")
    assert "predict_class" in keys(app) or "predict_following" in keys(app)


def test_hands_without_phones_are_counted_as_they_are_reported(store):
    app = App("predict", ask="next")
    press(app, "predict_class")
    press(app, "room_next")
    turn = told(app)["turn"]

    def report(counts, turn=turn):
        app._report("merge_by_merge.room", {"hands": {"turn": turn, "counts": counts, "seq": 1}})
        assert not app.test.exception

    size = len(asked(kind="next")[0].candidates)
    report([3, 1] + [0] * (size - 2))
    report([2, 1] + [0] * (size - 2))
    assert told(app)["answered"] == 3 and told(app)["hands"][:2] == [2, 1]
    for wrong in ([1], [-1] * size, ["x"] * size, [10**9] * size, {"a": 1}, None, [True] * size):
        report(wrong)
    report([9] * size, turn=turn - 1)  # a report of the round before comes late
    assert told(app)["answered"] == 3
    press(app, "room_next")
    votes = re.findall(r"<b>(\d+)</b></td>", app.html)
    assert votes == ["2", "1", *["0"] * (size - 2)]


def test_a_lost_store_is_one_sentence_and_the_votes_stay(store):
    app = App("predict", ask="next")
    press(app, "predict_class")
    code = code_on(app)
    press(app, "room_next")
    for option, voter in enumerate(phones(store, code, 2)):
        store.vote(code, voter, 1, 1, option)
    app.test.run()
    store.lost = True
    press(app, "room_again")
    assert "Rooms cannot be reached at the moment; the lesson goes on without them." in app.text
    assert told(app)["key"] == ""  # no stream to ask for
    size = len(told(app)["hands"])
    report = {"turn": told(app)["turn"], "counts": [0] * (size - 1) + [7], "seq": 1}
    app._report("merge_by_merge.room", {"hands": report})
    press(app, "room_next")
    votes = [int(n) for n in re.findall(r"<b>(\d+)</b></td>", app.html)]
    assert votes[0] == votes[2] == 1 and votes[-1] == 7
    store.lost = False
    press(app, "room_next")  # and the phones are asked again once it is back
    assert store.version(code) and told(app)["code"] == code and told(app)["key"]
    store.lost = True
    fresh = App("predict", ask="next")
    press(fresh, "predict_class")
    assert "Rooms cannot be reached" in fresh.text
    press(fresh, "room_next")
    assert 'class="options"' in fresh.html


def test_a_page_that_is_loaded_anew_finds_its_room_again(store):
    app = App("predict", ask="next")
    press(app, "predict_class")
    code = code_on(app)
    press(app, "room_next")
    press(app, "room_next")
    press(app, "room_next")
    kept = told(app, "merge_by_merge_room_key")
    assert kept["code"] == code and kept["key"] and kept["key"] not in str(app.query)
    (voter,) = phones(store, code, 1)
    store.vote(code, voter, 2, 1, 0)
    anew = App("predict", ask="next")
    assert told(anew, "merge_by_merge_room_key")["code"] == ""
    found = {"code": code, "key": kept["key"]}
    anew._report("merge_by_merge_room_key", {"found": {**found, "key": "x" * 22}})
    assert "predict_class" in keys(anew)  # who does not know the key steers nothing
    anew._report("merge_by_merge_room_key", {"found": found})
    assert title(anew) == title(app) and told(anew)["answered"] == 1
    press(anew, "room_next")
    assert store.see(code, voter).phase == "revealed"
    press(anew, "room_next")
    assert store.see(code, voter).number == 3


def test_a_session_that_ends_closes_its_room_unless_another_took_it_over(store):
    first, second = classroom.RoomHolder(), classroom.RoomHolder()
    code, key = store.open()
    first.hold(code, key)
    second.hold(code, key)
    del first
    gc.collect()
    assert store.version(code)
    del second  # as the session's state goes when it ends
    gc.collect()
    with pytest.raises(Exception, match="No room"):
        store.version(code)


def test_the_class_finds_the_winner_that_train_hides(store):
    app = App("train", pace="reveal", step="0")
    press(app, "train_class")
    code = code_on(app)
    (voter,) = phones(store, code, 1)
    press(app, "room_next")
    question = merge_question(_toy(), 0)
    ask = ask_of(question)
    seen = store.see(code, voter)
    assert (seen.title, seen.options) == ("Which pair merges next?", ask.options)
    assert "tok next" not in app.html
    store.vote(code, voter, 1, 1, min(ask.right))
    press(app, "room_next")
    assert "✓ right" in app.text and "merges next" in app.text
    press(app, "room_next")
    assert app.stepper["step"] == 1 and app.query["step"] == "1"
    assert "train_class" in keys(app)
    press(app, "room_votes")
    assert "What the class answered" in app.text and "100%" in app.text
    press(app, "room_back")
    app.go(2)
    press(app, "train_class")
    assert store.see(code, voter).number == 2


def _toy():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run()
    return trainer.timeline()


def test_show_the_answer_and_skip_without_a_room():
    app = App("predict", ask="next")
    press(app, "predict_pass")
    assert "Question 2 of" in app.text and "0 right" in app.text and "skipped" in app.text
    press(app, "predict_skip")
    assert "The answer." in app.text
    go_on(app)
    assert "Question 3 of" in app.text
    app = App("predict", ask="split")
    press(app, "predict_pass")
    assert "Question 2 of" in app.text


def test_phones_get_plain_text():
    for question in (*asked(), *asked(words={"<b>\t": 3, "a<b>": 4, "\u202e<b>": 2}, kind="split")):
        ask = ask_of(question)
        assert all(text.isprintable() and text for text in (ask.title, *ask.options))
        assert len({*ask.options}) == len(ask.options)
        if isinstance(question, TypedQuestion):
            assert len(ask.right) == 1 and len(ask.options) == len(token_options(question))


def test_a_run_as_csv_runs_nothing():
    ask = Ask("=1+1", ("=SUM(A1)", "@x"), frozenset({1}))
    rows = [*csv.DictReader(io.StringIO(as_csv([Outcome(1, ask, ((1, 3), (0, 0)))]).decode()))]
    assert [row["title"] for row in rows] == ["'=1+1"] * 2
    assert [row["option"] for row in rows] == ["'=SUM(A1)", "'@x"]
    assert [(row["right"], row["votes_1"], row["votes_2"]) for row in rows] == [
        ("false", "1", "0"),
        ("true", "3", "0"),
    ]
    assert rows[0]["right_share_1"] == "0.75" and rows[0]["right_share_2"] == ""
