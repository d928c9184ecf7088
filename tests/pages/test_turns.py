"""Scripts take turns, and a slow one delays the others only for `TURN_SECONDS`."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.trainings import turns
from pages.trainings.turns import Turns, pause, turn
from tests.pages.waits import PATIENCE, until


@pytest.fixture(autouse=True)
def all_turns(monkeypatch) -> Turns:
    """Turns that end only with their scripts; tests of timeouts set `TURN_SECONDS` themselves."""
    monkeypatch.setattr(turns, "TURN_SECONDS", PATIENCE)
    monkeypatch.setattr(turns, "_turns", Turns())
    return turns._turns


def waiting(all_turns: Turns) -> int:
    """The number of threads that wait for a turn."""
    return len(all_turns._pages) + len(all_turns._parts) + (all_turns._called is not None)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        # A click on a part does not wait for a class that has opened a page before it.
        (
            ["page 1", "page 2", "page 3", "page 4", "part 1", "part 2"],
            ["page 1", "part 1", "page 2", "part 2", "page 3", "page 4"],
        ),
        ([f"page {n}" for n in range(12)], [f"page {n}" for n in range(12)]),
    ],
)
def test_parts_of_a_page_and_whole_pages_alternate_each_in_order(all_turns, names, expected):
    order: list[str] = []
    inside: list[str] = []

    def script(name: str) -> None:
        with turn(part=name.startswith("part")):
            inside.append(name)
            assert inside == [name]
            order.append(inside.pop())

    with ThreadPoolExecutor(len(names)) as pool:
        with turn():
            scripts = []
            for name in names:
                scripts.append(pool.submit(script, name))
                until(lambda: waiting(all_turns) == len(scripts), f"{name} to wait")
        for each in scripts:
            each.result(PATIENCE)
    assert order == expected and not all_turns.held


def test_a_turn_within_a_turn_a_failed_script_and_a_pause_out_of_turn_end_well(all_turns):
    with turn(), turn():
        assert all_turns.held
    assert not all_turns.held
    with pytest.raises(ValueError, match="on the way"), turn():
        raise ValueError("on the way")
    assert not all_turns.held
    with pause():
        assert not all_turns.held
    assert not all_turns.held


def test_a_script_that_waits_lets_others_go_on(all_turns):
    paused, clicked = threading.Event(), threading.Event()

    def waits() -> None:
        with turn():
            with pause(), pause():
                paused.set()
                assert clicked.wait(PATIENCE), "no other script had a turn"
            assert all_turns.held  # the script has its turn again

    def clicks() -> None:
        assert paused.wait(PATIENCE), "the first script did not pause"
        with turn():
            clicked.set()

    with ThreadPoolExecutor(2) as pool:
        for each in [pool.submit(waits), pool.submit(clicks)]:
            each.result(2 * PATIENCE)
    assert not all_turns.held


def test_a_slow_script_delays_no_other_and_the_rest_still_take_turns(all_turns, monkeypatch):
    begun, end = threading.Event(), threading.Event()
    inside = most = 0

    def slow() -> None:
        with turn():
            begun.set()
            assert end.wait(PATIENCE), "no other script had a turn"

    def script() -> None:
        nonlocal inside, most
        with turn():
            inside += 1
            most = max(most, inside)
            time.sleep(0.001)
            inside -= 1

    with ThreadPoolExecutor(9) as pool:
        monkeypatch.setattr(turns, "TURN_SECONDS", 0)
        held = pool.submit(slow)
        assert begun.wait(PATIENCE), "the slow script did not begin"
        monkeypatch.setattr(turns, "TURN_SECONDS", PATIENCE)
        for each in [pool.submit(script) for _ in range(32)]:
            each.result(PATIENCE)
        assert most == 1
        with turn():
            end.set()
            held.result(PATIENCE)
            assert all_turns.held  # the slow script gave back a turn that was over already
    assert not all_turns.held
