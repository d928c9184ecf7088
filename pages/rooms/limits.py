"""Limits of how often something may be done: rooms opened, wrong codes typed, votes sent."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class Limit:
    """How often something may be done, by everybody or by each who does it.

    It is a bucket that holds ``at_once`` and is filled again with ``per_minute``. Of those who do
    it, the last ``most`` are remembered, so it is bounded itself.

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
        """Return whether ``who`` may do it now, and count it if so."""
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
    """Limits wrong codes, per process and per address.

    `take` counts a code before it is looked up, and `give_back` takes the right ones out again. So
    codes that arrive at the same moment cannot pass the limit. Another request of a phone
    is counted only if its code is wrong: a phone that has joined is never limited.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._all = Limit(at_once=WRONG_PER_MINUTE, per_minute=WRONG_PER_MINUTE, clock=clock)
        self._each = Limit(
            at_once=WRONG_PER_ADDRESS, per_minute=WRONG_PER_ADDRESS, most=10_000, clock=clock
        )

    def take(self, address: str) -> bool:
        """Count a code from an address; return False if too many were wrong to try another."""
        if not self._each.allows(address):
            return False
        if self._all.allows():
            return True
        self._each.give_back(address)
        return False

    def give_back(self, address: str) -> None:
        """Count a code no longer, as a room has it."""
        self._each.give_back(address)
        self._all.give_back()


WRONG_PER_MINUTE = 300
"""The most wrong codes a minute that a process looks up."""

WRONG_PER_ADDRESS = 60
"""The most of them from one address: a school sits behind one, and all of it mistypes."""

VOTES_AT_ONCE, VOTES_PER_SECOND = 10, 2
"""How fast one voter may vote: somebody who changes their mind all the time is not held up."""


def votes_limit(clock: Callable[[], float] = time.monotonic) -> Limit:
    """Return a limit of the votes of each voter; ask ``allows(voter)``."""
    return Limit(at_once=VOTES_AT_ONCE, per_minute=60 * VOTES_PER_SECOND, clock=clock)
