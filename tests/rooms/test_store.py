"""What happens to a room when a process dies, and when the store does."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from pages.rooms import redis as in_store
from pages.rooms import rules
from pages.rooms.operations import MemoryStore, Rooms
from pages.rooms.redis import PREFIX, RedisStore
from pages.rooms.rules import NoRoom, Unavailable
from pages.rooms.state import RoomState
from tests.rooms.store import Store
from tests.rooms.test_bounds import put

ROOT = Path(__file__).parents[2]


@pytest.fixture
def its_rooms(store: Store) -> Rooms:
    store.client.flushall()
    return Rooms(RedisStore(store.address))


@contextmanager
def serving(store: Store, code: str, voters: list[str]) -> Iterator[subprocess.Popen[str]]:
    """Another process that serves the room, where these voters vote; it is killed in the end.

    It is killed after a minute in any case, so that no test waits for its output without an end.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.rooms.serving_room", code, ",".join(voters)],
        cwd=ROOT,
        env={**os.environ, "ROOMS": store.address},
        stdout=subprocess.PIPE,
        text=True,
    )
    end = threading.Timer(60, process.kill)
    end.start()
    with process:
        try:
            yield process
        finally:
            end.cancel()
            process.kill()


def lines(process: subprocess.Popen[str], count: int) -> list[str]:
    assert process.stdout
    return [process.stdout.readline() for _ in range(count)]


def rest(process: subprocess.Popen[str]) -> list[str]:
    """The output before the process was killed."""
    assert process.stdout
    return process.stdout.readlines()


def says(process: subprocess.Popen[str], sentence: str) -> bool:
    """Whether a line of the output, from now on, has a sentence."""
    assert process.stdout
    return any(sentence in line for line in process.stdout)


def test_a_process_is_killed_in_mid_vote_and_no_confirmed_vote_is_lost(
    store: Store, its_rooms: Rooms
) -> None:
    code, key = its_rooms.open()
    put(its_rooms, code, key)
    voters = [its_rooms.join(code) for _ in range(20)]
    with serving(store, code, voters[:10]) as one, serving(store, code, voters[10:]) as other:
        said = lines(one, 35) + lines(other, 35)
        one.kill()
        said += rest(one)
        said += lines(other, 40)  # continues by itself
        other.kill()
        said += rest(other)
    confirmed = {}
    for line in said:
        if len(words := line.split()) == 2:  # the last may be cut off
            voter, option = words
            assert voter != "!"
            confirmed[voter] = int(option)
    assert {*confirmed} == {*voters}
    counted = {voter: its_rooms.see(code, voter)["mine"] for voter in voters}
    # A vote on its way when its process was killed may count without having been confirmed.
    assert sum(counted[voter] != confirmed[voter] for voter in voters[:10]) <= 1
    assert sum(counted[voter] != confirmed[voter] for voter in voters[10:]) <= 1
    ones = sum(option == 1 for option in counted.values())
    assert its_rooms.steer(code, key, RoomState.reveal).tallies == ((20 - ones, ones),)


def test_the_store_is_killed_in_mid_vote(store: Store, its_rooms: Rooms) -> None:
    """Each call gets a sentence. When it is back, so are rooms, in processes that ran on."""
    code, key = its_rooms.open()
    put(its_rooms, code, key)
    voter = its_rooms.join(code)
    with serving(store, code, [voter]) as process:
        assert lines(process, 5)[-1].startswith(voter)
        store.kill()
        calls: tuple[tuple[Any, ...], ...] = (
            *(("open",), ("status", code, key), ("see", code, voter)),
            *(("steer", code, key, RoomState.reveal), ("vote", code, voter, 1, 1, 0)),
        )
        for name, *rest in calls:
            with pytest.raises(Unavailable, match="Rooms are not available"):
                getattr(its_rooms, name)(*rest)
        assert says(process, "Rooms are not available")
        store.start()
        assert says(process, "No room has this code")
    with pytest.raises(NoRoom):
        its_rooms.status(code, key)
    code, key = its_rooms.open()
    put(its_rooms, code, key)
    voter = its_rooms.join(code)
    with serving(store, code, [voter]) as process:
        assert lines(process, 1) == [f"{voter} 0\n"]


def test_a_store_that_does_not_answer_keeps_no_call_waiting(
    store: Store, its_rooms: Rooms, monkeypatch
) -> None:
    code, _ = its_rooms.open()
    monkeypatch.setattr(in_store, "TIMEOUT_SECONDS", 0.5)
    monkeypatch.setattr(in_store, "REST_SECONDS", 3600)
    halted = RedisStore(store.address)
    store.halt(True)
    try:
        with pytest.raises(Unavailable):
            halted.change(code, lambda state: state)
    finally:
        store.halt(False)
    with monkeypatch.context() as patch:
        patch.setattr(halted, "_client", None)  # which is not called
        with pytest.raises(Unavailable):
            halted.change(code, lambda state: state)

    def answers() -> bool:
        halted._rests_until = 0.0  # the rest is over
        with suppress(Unavailable):
            return halted.change(code, lambda state: state).version == 1
        return False

    assert any(answers() for _ in range(60))


def test_every_key_of_the_store_expires(store: Store, its_rooms: Rooms) -> None:
    code, key = its_rooms.open()
    put(its_rooms, code, key)
    put(its_rooms, code, key)
    its_rooms.vote(code, its_rooms.join(code), 2, 1, 0)
    name = (PREFIX + code).encode()
    assert store.client.keys("*") == [name]
    assert rules.IDLE_SECONDS - 60 < store.client.ttl(name) <= rules.IDLE_SECONDS
    kept: Any = store.client.get(name)
    assert key.encode() not in kept
    its_rooms.store.drop(code)
    assert not store.client.keys("*")


def test_the_variable_chooses_where_rooms_live(store: Store, monkeypatch) -> None:
    from pages.rooms import rooms

    named = store.address.replace("redis:", "valkey:")
    for address, kind in (
        ("", MemoryStore),
        (store.address, RedisStore),
        (f" {named} ", RedisStore),
    ):
        monkeypatch.setenv("ROOMS", address)
        rooms.cache_clear()
        assert type(rooms().store) is kind and rooms() is rooms()
    rooms().open()
    rooms.cache_clear()
