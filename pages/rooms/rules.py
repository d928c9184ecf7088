"""The limits of rooms, and the refusals with their sentences."""

from __future__ import annotations

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


class RoomError(Exception):
    """A request that is refused.

    Attributes:
        message: one sentence for the user.
        status: the HTTP status for a phone.
    """

    status = 409

    def __init__(self, message: Message, status: int | None = None) -> None:
        super().__init__(str(message))
        self.message = message
        self.status = status or self.status


class NoRoom(RoomError):
    """Raised when no room has this code, or the key is not that of the room."""

    status = 404


class Full(RoomError):
    """Raised when the limit of rooms, or of phones in a room, is reached."""

    status = 503


class Refused(RoomError):
    """Raised for a vote or an operation that the room's phase forbids, or that is too fast."""


class Stranger(Refused):
    """Raised when the room does not know this voter, who may join again."""

    status = 403


class Unavailable(RoomError):
    """Raised when the store of the rooms does not answer."""

    status = 503


REFUSALS: dict[str, tuple[type[RoomError], Message]] = {
    "gone": (
        NoRoom,
        message("No room has this code. It may be mistyped, or the room is no longer open."),
    ),
    "rooms": (
        Full,
        message("Too many rooms are open, or were opened just now. Try again in a few minutes."),
    ),
    "voters": (
        Full,
        message(
            "This room is full: it can have {voters} phones. Answer together with a neighbour.",
            voters=MAX_VOTERS,
        ),
    ),
    "stranger": (Stranger, message("This phone is not in the room. Enter the code again.")),
    "closed": (Refused, message("This question is not open any more.")),
    # In English only, since no page of the app sends such a request.
    "option": (Refused, Message("That is not one of the options.")),
    "over": (
        Refused,
        message("This room takes no more questions. Open another room to continue."),
    ),
    "text": (
        Refused,
        message(
            "This question is too long for phones: its whole text may have at most {most} "
            "characters.",
            most=MAX_TEXT,
        ),
    ),
    "store": (
        Unavailable,
        message("Rooms are not available at the moment. Everything else works without them."),
    ),
}


def refusal(name: str) -> RoomError:
    """Return the refusal with a name, for the caller to raise."""
    kind, said = REFUSALS[name]
    return kind(said)
