"""Rooms are bounded in number, size and time, and no phone that is in is locked out."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from pages.rooms import codes, rules
from pages.rooms.operations import MemoryStore, Rooms
from pages.rooms.rules import (
    WRONG_PER_ADDRESS,
    WRONG_PER_MINUTE,
    Limit,
    NoRoom,
    RoomError,
    Stranger,
)
from pages.rooms.state import Ask, RoomState
from pages.rooms.web.phones import Phones
from tests.rooms.conftest import Clock

ASK = Ask("Which pair wins?", ("u ##g", "##u ##g"), frozenset({1}))


def put(rooms: Rooms, code: str, key: str, ask: Ask = ASK) -> None:
    rooms.steer(code, key, lambda state: state.ask(ask))


def test_a_room_is_dropped_after_two_idle_hours(its_rooms: Rooms, clock: Clock) -> None:
    code, key = its_rooms.open()
    voter = its_rooms.join(code)
    clock.wait(rules.IDLE_SECONDS - 1)
    put(its_rooms, code, key)
    clock.wait(rules.IDLE_SECONDS - 1)
    its_rooms.vote(code, voter, 1, 1, 0)
    clock.wait(rules.IDLE_SECONDS - 1)
    # A page that was left open does not keep it.
    assert its_rooms.see(code, voter)["mine"] == 0 and its_rooms.status(code, key).answered == 1
    clock.wait(1)
    calls = (
        ("join",),
        ("see", voter),
        ("status", key),
        ("status", "A" * 22),
    )
    for name, *rest in calls:
        with pytest.raises(NoRoom):
            getattr(its_rooms, name)(code, *rest)


def test_phones_that_are_here_are_counted(its_rooms: Rooms, clock: Clock) -> None:
    code, key = its_rooms.open()
    put(its_rooms, code, key)
    first, second = its_rooms.join(code), its_rooms.join(code)
    its_rooms.vote(code, first, 1, 1, 0)
    clock.wait(rules.HERE_SECONDS - 1)
    its_rooms.see(code, second)
    clock.wait(1)
    status = its_rooms.status(code, key)
    assert status.joined == 1 and status.answered == 1  # its vote counts on
    assert its_rooms.see(code, first)["mine"] == 0  # a reload, or a phone taken up again
    assert its_rooms.status(code, key).joined == 2


def test_more_phones_than_a_room_holds(its_rooms: Rooms, clock: Clock, monkeypatch) -> None:
    monkeypatch.setattr(rules, "MAX_VOTERS", 3)
    code, key = its_rooms.open()
    put(its_rooms, code, key)
    voted, here, gone = (its_rooms.join(code) for _ in range(3))
    its_rooms.vote(code, voted, 1, 1, 1)
    with pytest.raises(RoomError, match="This room is full"):
        its_rooms.join(code)
    clock.wait(rules.HERE_SECONDS)
    its_rooms.see(code, here)
    another = its_rooms.join(code)  # in place of the one that is neither here nor has voted
    with pytest.raises(Stranger):
        its_rooms.see(code, gone)
    with pytest.raises(RoomError, match="This room is full"):
        its_rooms.join(code)
    assert its_rooms.see(code, voted)["mine"] == 1 and its_rooms.see(code, another)["mine"] is None
    assert its_rooms.status(code, key).tallies == ((0, 1),)


def test_more_rooms_than_there_may_be(its_rooms: Rooms, clock: Clock, monkeypatch) -> None:
    """An empty room is closed for the next one, the least recently used first."""
    monkeypatch.setattr(rules, "MAX_ROOMS", 3)
    opened = []
    for _ in range(3):
        opened.append(its_rooms.open())
        clock.wait(1)
    with pytest.raises(RoomError, match="Too many rooms"):
        its_rooms.open()
    clock.wait(rules.UNUSED_SECONDS)
    its_rooms.join(opened[0][0])
    its_rooms.open()
    assert its_rooms.status(*opened[0]) and its_rooms.status(*opened[2])
    with pytest.raises(NoRoom):
        its_rooms.status(*opened[1])
    its_rooms.store.drop(opened[2][0])
    its_rooms.open()
    with pytest.raises(RoomError, match="Too many rooms"):
        its_rooms.open()


def test_an_open_page_keeps_its_room_when_rooms_are_short(
    its_rooms: Rooms, clock: Clock, monkeypatch
) -> None:
    monkeypatch.setattr(rules, "MAX_ROOMS", 1)
    code, _ = its_rooms.open()
    voter = its_rooms.join(code)
    for _ in range(int(rules.UNUSED_SECONDS / 30) + 1):
        clock.wait(30)
        its_rooms.see(code, voter)
    with pytest.raises(RoomError, match="Too many rooms"):
        its_rooms.open()


def test_a_late_vote_learns_what_is_over(its_rooms: Rooms) -> None:
    code, key = its_rooms.open()
    voter = its_rooms.join(code)
    put(its_rooms, code, key)
    its_rooms.steer(code, key, RoomState.again)
    with pytest.raises(RoomError, match="This round is over, and the next one is open"):
        its_rooms.vote(code, voter, 1, 1, 0)
    put(its_rooms, code, key)
    with pytest.raises(RoomError, match="This question is not open any more"):
        its_rooms.vote(code, voter, 1, 2, 0)


def test_a_run_and_its_questions_are_bounded(its_rooms: Rooms) -> None:
    code, key = its_rooms.open()
    for _ in range(rules.MAX_QUESTIONS):
        put(its_rooms, code, key)
    with pytest.raises(RoomError, match="no more questions"):
        put(its_rooms, code, key)
    assert its_rooms.status(code, key).phase == "open"
    assert len(its_rooms.status(code, key).outcomes()) == rules.MAX_QUESTIONS - 1
    long = Ask("x" * (rules.MAX_TEXT - 1), ("a", "b"), frozenset({0}))
    with pytest.raises(RoomError, match="too long for phones"):
        put(its_rooms, code, key, long)


@pytest.mark.parametrize(
    ("options", "right"), [(("a",), {0}), (("a",) * 7, {0}), (("a", "b"), set()), (("a", "b"), {2})]
)
def test_a_question_without_options_or_answer_is_a_fault(its_rooms: Rooms, options, right) -> None:
    code, key = its_rooms.open()
    with pytest.raises(ValueError, match="option"):
        put(its_rooms, code, key, Ask("?", options, frozenset(right)))
    with pytest.raises(ValueError, match="option"):  # or with options and a line
        put(its_rooms, code, key, Ask("?", ASK.options, ASK.right, ("tokens", "9", "", "0", "8")))
    with pytest.raises(ValueError, match="option"):  # or with options and steps
        put(its_rooms, code, key, Ask("?", ASK.options, ASK.right, steps=9))
    with pytest.raises(ValueError, match="option"):
        put(its_rooms, code, key, Ask("?", (), frozenset(), steps=rules.MAX_STEPS + 1))
    assert its_rooms.status(code, key).phase == "waiting"


def test_each_confirmed_vote_counts_in_its_round(its_rooms: Rooms) -> None:
    """The question is asked again while the class votes."""
    code, key = its_rooms.open()
    put(its_rooms, code, key)
    voters = [its_rooms.join(code) for _ in range(12)]
    began = Event()

    def vote(voter: str) -> int | None:
        """Vote until the round is over; return the last vote that was confirmed."""
        for turn in itertools.count():
            try:
                its_rooms.vote(code, voter, 1, 1, turn % 2)
            except RoomError:
                return (turn - 1) % 2 if turn else None
            if turn == 5:
                began.set()
        raise AssertionError

    with ThreadPoolExecutor(12) as threads:
        last = threads.map(vote, voters)
        assert began.wait(60)
        first = its_rooms.steer(code, key, RoomState.again).tallies[0]
        counted = [*last]
    assert first == (counted.count(0), counted.count(1))
    assert its_rooms.status(code, key).tallies == (first, (0, 0))


def test_rooms_are_not_opened_by_the_hundred(clock: Clock) -> None:
    opening = Limit(rules.OPENED_AT_ONCE, rules.OPENED_PER_MINUTE, clock=clock)
    rooms = Rooms(MemoryStore(clock), opening)
    for _ in range(rules.OPENED_AT_ONCE):
        rooms.open()
    with pytest.raises(RoomError, match="Try again"):
        rooms.open()
    clock.wait(60)
    for _ in range(rules.OPENED_PER_MINUTE):
        rooms.open()
    with pytest.raises(RoomError, match="Too many rooms"):
        rooms.open()


def test_wrong_codes_are_limited_by_address_and_by_process(clock: Clock) -> None:
    phones = Phones(Rooms(MemoryStore(clock)), lambda name: "")
    phones.wrong._clock = phones.wrong_of._clock = clock

    def guess(address: str) -> int:
        with pytest.raises(RoomError) as refused:
            phones.guess(address, lambda: phones.rooms.join("CCCCCC"))
        return refused.value.status

    assert {guess("192.0.2.1") for _ in range(WRONG_PER_ADDRESS)} == {404}
    assert guess("192.0.2.1") == 429
    clock.wait(0.5)
    assert [guess("192.0.2.1"), guess("192.0.2.1")] == [404, 429]
    for number in range(WRONG_PER_MINUTE):
        guess(f"198.51.100.{number}")
    assert guess("192.0.2.2") == 429
    clock.wait(60)
    assert guess("192.0.2.2") == 404


def test_a_limit_remembers_a_bounded_number(clock: Clock) -> None:
    limit = Limit(at_once=1, per_minute=1, most=10, clock=clock)
    assert all(limit.allows(number) for number in range(100))
    assert len(limit._left) == 10 and not limit.allows(99)


def test_of_a_key_only_a_hash_is_kept() -> None:
    key = codes.new_secret()
    kept = codes.hash_key(key)
    assert codes.fits(key, kept) and key not in kept and len(kept) == 64
    assert not codes.fits(kept, kept) and not codes.fits("", codes.hash_key(""))
