"""Rate limits: for opened rooms, wrong codes, and phones."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class Limit:
    """A rate limit, for all callers together or for each.

    It is a token bucket of size ``at_once`` that is refilled with ``per_minute``. It remembers only
    the last ``most`` callers.

    >>> limit = Limit(at_once=2, per_minute=6, clock=iter([0, 0, 1, 10]).__next__)
    >>> [limit.allows() for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(
        self,
        at_once: float,
        per_minute: float,
        most: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once = at_once
        self._per_second = per_minute / 60
        self._most = most
        self._clock = clock
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def allows(self, who: Hashable = None) -> bool:
        """Return whether ``who`` may do one more now; if so, count it."""
        with self._lock:
            now = self._clock()
            left, then = self._left.get(who, (self._at_once, now))
            left = min(self._at_once, left + max(0, now - then) * self._per_second)
            if left < 1:
                return False
            self._left[who] = (left - 1, now)
            self._left.move_to_end(who)
            if len(self._left) > self._most:
                self._left.popitem(last=False)
            return True

    def give_back(self, who: Hashable = None) -> None:
        """Undo one call of ``allows`` that returned True."""
        with self._lock:
            if who in self._left:
                left, then = self._left[who]
                self._left[who] = (min(self._at_once, left + 1), then)


class Guesses:
    """Limits of wrong codes, per process and per address.

    `take` counts a code before it is looked up, and `give_back` uncounts it if it is right. So
    codes that arrive at the same moment cannot exceed the limit. Other requests of a phone count
    only if their code is wrong, so a phone that has joined is never limited.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._all = Limit(at_once=WRONG_PER_MINUTE, per_minute=WRONG_PER_MINUTE, clock=clock)
        self._each = Limit(
            at_once=WRONG_PER_ADDRESS, per_minute=WRONG_PER_ADDRESS, most=10_000, clock=clock
        )

    def take(self, address: str) -> bool:
        """Count a code from an address; return False if too many codes were wrong already."""
        if not self._each.allows(address):
            return False
        if self._all.allows():
            return True
        self._each.give_back(address)
        return False

    def give_back(self, address: str) -> None:
        """Uncount a code from an address, because the code is right."""
        self._each.give_back(address)
        self._all.give_back()


WRONG_PER_MINUTE = 300
"""The most wrong codes a minute that a process looks up."""

WRONG_PER_ADDRESS = 60
"""The most wrong codes a minute from one address, which may be that of a whole school."""

JOINS_AT_ONCE, JOINS_PER_MINUTE = 200, 60
"""The most phones that join from one address, which may be that of a whole school."""

REQUESTS_AT_ONCE, REQUESTS_PER_SECOND = 20, 4
"""The most votes and views of one phone, which asks for its view every 2 s in each of its tabs."""
