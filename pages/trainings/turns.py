"""Run the scripts of all visitors one after the other.

Python runs one thread at a time, whatever the number of cores. If ten simultaneous clicks ran in
slices, all would finish at the end; run one after the other, most finish earlier.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

TURN_SECONDS = 0.1
"""Seconds after which the next turn begins even if the script still runs."""


class Turns:
    """A FIFO lock with two queues of waiting threads, which are served alternately.

    One queue is for runs of whole pages, the other for runs of a part of a page, like most clicks.
    So a click does not have to wait until a whole class has opened its pages.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._pages: deque[threading.Event] = deque()
        self._parts: deque[threading.Event] = deque()
        self._called: threading.Event | None = None
        """The thread whose turn is next. It has left its queue and waits for this turn to end."""
        self._part_was_called = False
        self._held: object | None = None
        self._until = 0.0

    @property
    def held(self) -> bool:
        """Whether a thread holds the lock, and its turn is not over."""
        return self._held is not None and time.monotonic() < self._until

    def take(self, *, part: bool = False) -> object:
        """Wait for the lock, for a page or a ``part`` of one; return the turn to `give_back`."""
        mine = object()
        with self._changed:
            if self._called is None and not self.held:
                return self._begin(mine)
            called = threading.Event()
            (self._parts if part else self._pages).append(called)
            if self._called is None:
                self._call_next()
        called.wait()
        with self._changed:
            while self.held:
                self._changed.wait(self._until - time.monotonic())
            self._call_next()
            return self._begin(mine)

    def _call_next(self) -> None:
        is_parts_turn = bool(self._parts) and not (self._part_was_called and self._pages)
        queue = self._parts if is_parts_turn else self._pages
        self._part_was_called = is_parts_turn
        self._called = queue.popleft() if queue else None
        if self._called:
            self._called.set()

    def _begin(self, mine: object) -> object:
        self._held, self._until = mine, time.monotonic() + TURN_SECONDS
        return mine

    def give_back(self, turn: object) -> None:
        """Release the lock, unless the turn is over already."""
        with self._changed:
            if self._held is turn:
                self._held = None
                self._changed.notify()


_turns = Turns()
_mine = threading.local()
"""The attribute ``turn`` is this thread's turn: None in a `pause`, missing outside of `turn`."""


@contextmanager
def turn(*, part: bool = False) -> Iterator[None]:
    """Wait for this thread's turn, and run the block in it. A nested call does not wait again.

    Args:
        part: whether only a part of a page runs.
    """
    if hasattr(_mine, "turn"):
        yield
        return
    _mine.turn = _turns.take(part=part)
    try:
        yield
    finally:
        _turns.give_back(_mine.turn)
        del _mine.turn


@contextmanager
def pause() -> Iterator[None]:
    """Give up this thread's turn during the block, which waits for something."""
    if getattr(_mine, "turn", None) is None:
        yield
        return
    _turns.give_back(_mine.turn)
    _mine.turn = None
    try:
        yield
    finally:
        _mine.turn = _turns.take()
