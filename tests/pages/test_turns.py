"""Scripts take turns, and nobody waits for long."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.ui import turns
from pages.ui.turns import pause, turn


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Only where patience is the subject does a turn begin before the other's end."""
    monkeypatch.setattr(turns, "PATIENCE", 30)


def test_one_at_a_time():
    inside, most = 0, 0

    def script(_):
        nonlocal inside, most
        with turn():
            inside += 1
            most = max(most, inside)
            time.sleep(0.001)
            inside -= 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(script, range(64)))
    assert (inside, most) == (0, 1)


def test_a_fragment_inside_a_page_is_in_its_turn():
    with turn(), turn():
        assert not turns._turn.acquire(blocking=False)
    assert turns._turn.acquire(blocking=False)
    turns._turn.release()


def test_a_script_that_fails_gives_its_turn_back():
    with pytest.raises(ValueError, match="on the way"), turn():
        raise ValueError("on the way")
    assert turns._turn.acquire(blocking=False)
    turns._turn.release()


def test_a_script_that_waits_lets_others_go_on():
    waiting, done = threading.Event(), threading.Event()

    def waits():
        with turn():
            with pause():
                waiting.set()
                assert done.wait(30)
            assert not turns._turn.acquire(blocking=False)  # and then it has its turn again

    def clicks():
        assert waiting.wait(30)
        with turn():
            done.set()

    with ThreadPoolExecutor(2) as pool:
        for each in [pool.submit(waits), pool.submit(clicks)]:
            each.result(60)


def test_pausing_out_of_turn_changes_nothing():
    with pause():
        assert not turns._turn.locked()
    assert not turns._turn.locked()


def test_nobody_waits_for_a_slow_one(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    begun, end = threading.Event(), threading.Event()

    def slow():
        with turn():
            begun.set()
            assert end.wait(30)

    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(slow)
        assert begun.wait(30)
        with turn():  # beside it
            assert turns._turn.locked()
            monkeypatch.setattr(turns, "PATIENCE", 30)
            start = time.monotonic()
            with turn(), pause():  # a fragment of that page does not wait again
                assert time.monotonic() - start < 10
        assert turns._turn.locked()  # what was not ours is not given back
        end.set()
        held.result(60)
    assert not turns._turn.locked()
