"""The limits of rooms, and the refusals with their sentences."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from wordpiece.message import Message, message

MAX_ROOMS = 200
MAX_VOTERS = 500
"""The most phones in a room."""

MAX_QUESTIONS = 100
"""The most questions in a run."""

MAX_TEXT = 1_000
"""The most characters of a question with all its options."""

MAX_STEPS = 99
"""The most steps of an exercise."""

MAX_HANDS = 999
"""The most hands counted for one option in one round."""

IDLE_SECONDS = 2 * 60 * 60
"""Seconds without a phone that joins, a vote or an operation after which a room is dropped."""

UNUSED_SECONDS = 15 * 60
"""When the limit of rooms is reached, seconds without use after which a room without phones may be
replaced by another."""

HERE_SECONDS = 20
"""Seconds for which a phone counts as connected. An open page reports every 2."""

OPENED_AT_ONCE, OPENED_PER_MINUTE = 20, 10
"""The most rooms that a process opens: at once, and then per minute."""

WRONG_PER_MINUTE = 300
"""The most wrong codes a minute that a process looks up."""

WRONG_PER_ADDRESS = 120
"""The most wrong codes a minute from one address, which may be that of a whole school."""

JOINS_AT_ONCE, JOINS_PER_MINUTE = 200, 60
"""The most phones that join from one address, which may be that of a whole school."""

REQUESTS_AT_ONCE, REQUESTS_PER_SECOND = 20, 4
"""The most votes and views of one phone, which asks for its view every 2 s in each of its tabs."""


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

    def allows(self, who: Hashable = None, *, count: bool = True) -> bool:
        """Return whether ``who`` may do one more now; if so, count it unless ``count`` is false."""
        with self._lock:
            now = self._clock()
            left, then = self._left.get(who, (self._at_once, now))
            left = min(self._at_once, left + max(0, now - then) * self._per_second)
            if left >= 1 and count:
                self._left[who] = (left - 1, now)
                self._left.move_to_end(who)
                if len(self._left) > self._most:
                    self._left.popitem(last=False)
            return left >= 1


class RoomError(Exception):
    """A request that is refused.

    Attributes:
        message: one sentence for the user.
        status: the HTTP status for a phone.
    """

    def __init__(self, message: Message, status: int = 409) -> None:
        super().__init__(str(message))
        self.message = message
        self.status = status


class NoRoom(RoomError):
    """Raised when no room has this code, or the key is not that of the room."""

    def __init__(self) -> None:
        super().__init__(NO_ROOM, 404)


class Stranger(RoomError):
    """Raised when the room does not know this voter, who may join again."""

    def __init__(self) -> None:
        super().__init__(STRANGER, 403)


class Unavailable(RoomError):
    """Raised when the store of the rooms does not answer."""

    def __init__(self) -> None:
        super().__init__(UNAVAILABLE, 503)


NO_ROOM = message("No room has this code. The code may be mistyped, or its room is no longer open.")
STRANGER = message("This phone is not in the room. Enter the code again.")
UNAVAILABLE = message("Rooms are not available at the moment. The rest of the app works.")
TOO_MANY_ROOMS = message(
    "Too many rooms are open, or were opened just now. Try again in a few minutes."
)
FULL = message(
    "This room is full: it can have {voters} phones. Answer together with a neighbour.",
    voters=MAX_VOTERS,
)
CLOSED = message("This question is not open any more.")
NEXT_ROUND = message("This round is over, and the next one is open. Vote again.")
OVER = message("This room takes no more questions. Open another room to continue.")
TOO_LONG = message(
    "This question is too long for phones: with its answers it may have at most {most} characters.",
    most=MAX_TEXT,
)
# In English only, since no page of the app sends such a request.
NO_OPTION = Message("That is not one of the options.")
