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
        """Return whether somebody may do it now, and count it if so."""
        return self._take(who, 1)

    def is_spent(self, who: Hashable = None) -> bool:
        """Return whether somebody may not do it now; nothing is counted."""
        return not self._take(who, 0)

    def _take(self, who: Hashable, count: int) -> bool:
        with self._lock:
            now = self._clock()
            left, then = self._left.get(who, (self._at_once, now))
            left = min(self._at_once, left + max(0, now - then) * self._per_second)
            if left < 1:
                return False
            if count:
                self._left[who] = (left - count, now)
                self._left.move_to_end(who)
                if len(self._left) > self._most:
                    self._left.popitem(last=False)
            return True


class Guesses:
    """Limits wrong codes, per process and per address.

    Ask `is_blocked` before a code is tried, and tell it of each that was wrong. A phone that has
    joined goes on: nothing but joining asks here.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._all = Limit(at_once=WRONG_PER_MINUTE, per_minute=WRONG_PER_MINUTE, clock=clock)
        self._each = Limit(
            at_once=WRONG_PER_ADDRESS, per_minute=WRONG_PER_ADDRESS, most=10_000, clock=clock
        )

    def is_blocked(self, address: str) -> bool:
        """Return whether no code may be tried now from an address, right or wrong."""
        return self._all.is_spent() or self._each.is_spent(address)

    def was_wrong(self, address: str) -> None:
        """Count a code that no room has."""
        self._all.allows()
        self._each.allows(address)


WRONG_PER_MINUTE = 300
"""The most wrong codes a minute that a process looks up."""

WRONG_PER_ADDRESS = 60
"""The most of them from one address: a school sits behind one, and all of it mistypes."""

VOTES_AT_ONCE, VOTES_PER_SECOND = 10, 2
"""How fast one voter may vote: somebody who changes their mind all the time is not held up."""


def votes_limit(clock: Callable[[], float] = time.monotonic) -> Limit:
    """Return a limit of the votes of each voter; ask ``allows(voter)``."""
    return Limit(at_once=VOTES_AT_ONCE, per_minute=60 * VOTES_PER_SECOND, clock=clock)
