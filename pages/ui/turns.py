"""Scripts take turns.

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
    """A lock that those who wait for it get in the order in which they came."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[threading.Event] = deque()
        """Each is set once nobody is before it."""
        self._held: object | None = None
        self._until = 0.0

    @property
    def held(self) -> bool:
        """Whether it is somebody's turn."""
        return self._held is not None and time.monotonic() < self._until

    def take(self) -> object:
        """Wait for a turn; returns what to give back."""
        mine = object()
        with self._changed:
            if not self._waiting and not self.held:
                return self._begin(mine)
            first = threading.Event()
            self._waiting.append(first)
            if self._waiting[0] is first:
                first.set()
        first.wait()
        with self._changed:
            while self.held:
                self._changed.wait(self._until - time.monotonic())
            self._waiting.popleft()
            if self._waiting:
                self._waiting[0].set()
            return self._begin(mine)

    def _begin(self, mine: object) -> object:
        self._held, self._until = mine, time.monotonic() + PATIENCE
        return mine

    def give_back(self, turn: object) -> None:
        """End a turn, unless it was over already."""
        with self._changed:
            if self._held is turn:
                self._held = None
                self._changed.notify()


_turns = Turns()
_mine = threading.local()
"""``turn``: this thread's; None while it pauses, and not there while it runs no script."""


@contextmanager
def turn() -> Iterator[None]:
    """Wait for this thread's turn, and let the next have its own afterwards.

    A fragment within a page does not wait once more.
    """
    if hasattr(_mine, "turn"):
        yield
        return
    _mine.turn = _turns.take()
    try:
        yield
    finally:
        _turns.give_back(_mine.turn)
        del _mine.turn


@contextmanager
def pause() -> Iterator[None]:
    """Let others have their turns while this thread waits for something else."""
    if getattr(_mine, "turn", None) is None:
        yield
        return
    _turns.give_back(_mine.turn)
    _mine.turn = None
    try:
        yield
    finally:
        _mine.turn = _turns.take()
