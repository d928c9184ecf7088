"""Run scripts one after the other.

Python runs one thread at a time, whatever the number of cores. Ten clicks in the same moment would
each get a slice in turn and all be finished last; one after the other, most are finished early.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 0.1
"""Seconds after which a turn is over even if its script is not: so nobody waits for a slow one."""


class Turns:
    """A FIFO lock with two lines of waiting threads.

    They stand in two lines, which take turns as well: one for whole pages, one for parts of a
    page, as most clicks are. So a click need not wait until a whole class has opened its files.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._pages: deque[threading.Event] = deque()
        self._parts: deque[threading.Event] = deque()
        self._called: threading.Event | None = None
        """Whose turn is next; it has left its line and waits for the end of this one."""
        self._part_was_called = False
        self._held: object | None = None
        self._until = 0.0

    @property
    def held(self) -> bool:
        """Whether a thread holds the lock, and its turn is not over."""
        return self._held is not None and time.monotonic() < self._until

    def take(self, *, part: bool = False) -> object:
        """Wait for the lock, for a page or a ``part`` of one, and return what to give back."""
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
        line = self._parts if is_parts_turn else self._pages
        self._part_was_called = is_parts_turn
        self._called = line.popleft() if line else None
        if self._called:
            self._called.set()

    def _begin(self, mine: object) -> object:
        self._held, self._until = mine, time.monotonic() + PATIENCE
        return mine

    def give_back(self, turn: object) -> None:
        """Release the lock, unless the turn was over already."""
        with self._changed:
            if self._held is turn:
                self._held = None
                self._changed.notify()


_turns = Turns()
_mine = threading.local()
"""``turn``: this thread's; None while it pauses, and not there while it runs no script."""


@contextmanager
def turn(*, part: bool = False) -> Iterator[None]:
    """Run the block in this thread's turn.

    Args:
        part: only a part of a page runs. One within a whole page does not wait once more.
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
    """Give up this thread's turn during the block, in which it waits for something else."""
    if getattr(_mine, "turn", None) is None:
        yield
        return
    _turns.give_back(_mine.turn)
    _mine.turn = None
    try:
        yield
    finally:
        _mine.turn = _turns.take()
