"""Scripts take turns, and a slow one delays each of the others only for `TURN_SECONDS`."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.trainings import turns
from pages.trainings.turns import pause, turn
from tests.pages.waits import PATIENCE


@pytest.fixture(autouse=True)
def _long_turns(monkeypatch):
    """Scripts wait as long as a test does; tests of timeouts set `TURN_SECONDS` themselves."""
    monkeypatch.setattr(turns, "TURN_SECONDS", PATIENCE)


def test_scripts_run_one_after_the_other():
    inside: list[int] = []

    def script(number: int) -> None:
        with turn(), turn():
            inside.append(number)
            assert inside == [number]
            inside.pop()

    with ThreadPoolExecutor(12) as pool:
        assert [*pool.map(script, range(100), timeout=PATIENCE)]
    assert not turns._lock.locked()


def test_a_failed_script_and_a_pause_out_of_turn_end_well():
    with pytest.raises(ValueError, match="on the way"), turn():
        raise ValueError("on the way")
    with pause():
        assert not turns._lock.locked()
    assert not turns._lock.locked()


def test_a_script_that_waits_lets_others_go_on():
    paused, clicked = threading.Event(), threading.Event()

    def waits() -> None:
        with turn():
            with pause(), pause():
                paused.set()
                assert clicked.wait(PATIENCE), "no other script had a turn"
            assert turns._lock.locked()  # the script has its turn again

    def clicks() -> None:
        assert paused.wait(PATIENCE), "the first script did not pause"
        with turn():
            clicked.set()

    with ThreadPoolExecutor(2) as pool:
        for each in [pool.submit(waits), pool.submit(clicks)]:
            each.result(2 * PATIENCE)
    assert not turns._lock.locked()


def test_a_slow_script_delays_no_other_for_long(monkeypatch):
    monkeypatch.setattr(turns, "TURN_SECONDS", 0.01)
    begun, end = threading.Event(), threading.Event()

    def slow() -> None:
        with turn():
            begun.set()
            assert end.wait(PATIENCE), "no other script had a turn"

    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(slow)
        assert begun.wait(PATIENCE), "the slow script did not begin"
        with turn(), pause():
            assert turns._lock.locked()
        end.set()
        held.result(PATIENCE)
    assert not turns._lock.locked()
