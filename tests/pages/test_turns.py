"""Scripts take turns, and nobody waits for long."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.trainings import turns
from pages.trainings.turns import pause, turn


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Only where patience is the subject does a turn begin before the other's end."""
    monkeypatch.setattr(turns, "PATIENCE", 30)


class Script:
    """A script, and how many ran at a time."""

    inside = most = 0

    def __call__(self) -> None:
        with turn():
            self.inside += 1
            self.most = max(self.most, self.inside)
            time.sleep(0.001)
            self.inside -= 1


def test_one_at_a_time():
    script = Script()
    with ThreadPoolExecutor(8) as pool:
        for each in [pool.submit(script) for _ in range(64)]:
            each.result(60)
    assert (script.inside, script.most) == (0, 1)


def waiting() -> int:
    """How many wait for a turn."""
    all_turns = turns._turns
    return len(all_turns._pages) + len(all_turns._parts) + (all_turns._called is not None)


def test_parts_of_a_page_and_whole_pages_take_turns():
    """A click on a part need not wait for a class that has opened a page before it."""
    order: list[str] = []

    def script(name: str, part: bool) -> None:
        with turn(part=part):
            order.append(name)

    threads = []
    with turn():
        for name in ("page 1", "page 2", "page 3", "page 4", "part 1", "part 2"):
            threads.append(threading.Thread(target=script, args=(name, name.startswith("part"))))
            threads[-1].start()
            until = time.monotonic() + 30
            while waiting() < len(threads) and time.monotonic() < until:
                time.sleep(0.001)
    for thread in threads:
        thread.join(60)
    assert order == ["page 1", "part 1", "page 2", "part 2", "page 3", "page 4"]


def test_in_the_order_in_which_they_came():
    order, threads = [], []

    def script(number):
        with turn():
            order.append(number)

    with turn():
        for number in range(20):
            threads.append(threading.Thread(target=script, args=(number,)))
            threads[-1].start()
            until = time.monotonic() + 30
            while waiting() <= number and time.monotonic() < until:
                time.sleep(0.001)
    for thread in threads:
        thread.join(30)
    assert order == list(range(20))


def test_a_fragment_inside_a_page_is_in_its_turn():
    with turn(), turn():
        assert turns._turns.held
    assert not turns._turns.held


def test_a_script_that_fails_gives_its_turn_back():
    with pytest.raises(ValueError, match="on the way"), turn():
        raise ValueError("on the way")
    assert not turns._turns.held


def test_a_script_that_waits_lets_others_go_on():
    waiting, done = threading.Event(), threading.Event()

    def waits():
        with turn():
            with pause(), pause():
                waiting.set()
                assert done.wait(30)
            assert turns._turns.held  # and then it has its turn again

    def clicks():
        assert waiting.wait(30)
        with turn():
            done.set()

    with ThreadPoolExecutor(2) as pool:
        for each in [pool.submit(waits), pool.submit(clicks)]:
            each.result(60)
    assert not turns._turns.held


def test_pausing_out_of_turn_changes_nothing():
    with pause():
        assert not turns._turns.held
    assert not turns._turns.held


def test_nobody_waits_for_a_slow_one(monkeypatch):
    begun, end = threading.Event(), threading.Event()

    def slow():
        with turn():
            begun.set()
            assert end.wait(30)

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(turns, "PATIENCE", 0.01)
        held = pool.submit(slow)
        assert begun.wait(30)
        monkeypatch.setattr(turns, "PATIENCE", 60)
        with turn():  # beside it
            end.set()
            held.result(30)
            assert turns._turns.held  # the slow one gave back a turn that was over already
    assert not turns._turns.held


def test_after_a_slow_one_the_rest_still_take_turns(monkeypatch):
    end, script = threading.Event(), Script()

    def slow():
        with turn():
            assert end.wait(30)

    with ThreadPoolExecutor(9) as pool:
        monkeypatch.setattr(turns, "PATIENCE", 0.05)
        held = pool.submit(slow)
        until = time.monotonic() + 30
        while turns._turns._held is None and time.monotonic() < until:
            time.sleep(0.001)
        monkeypatch.setattr(turns, "PATIENCE", 30)
        for each in [pool.submit(script) for _ in range(64)]:
            each.result(60)
        assert script.most == 1
        end.set()
        held.result(30)
