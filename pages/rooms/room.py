"""The interface of rooms, in which a class answers the teacher's questions on its phones.

`Rooms` has the operations, the other classes are their results, and every refusal is a `RoomError`
with one sentence for the user. `pages/rooms/memory.py` and `pages/rooms/redis.py` implement rooms;
both follow the rules of `pages/rooms/rules.py`.

A teacher opens a room and gets its code, which the class sees, and its key, which is secret. A
question is asked once, or twice before it is revealed: vote, discuss, vote. Other people see the
votes of a phone only as counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from wordpiece.message import Message

Phase = Literal["waiting", "open", "revealed", "over"]
"""Before the first question; votes count; the answer is shown; the room has ended."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of a room, in plain text and the room's language.

    Attributes:
        title: the whole question.
        options: 2 to 6 answers.
        right: indexes of the right options: every tied winner. Phones do not get them before the
            reveal.
    """

    title: str
    options: tuple[str, ...]
    right: frozenset[int]


@dataclass(frozen=True, slots=True)
class Status:
    """The teacher's view of a room.

    Attributes:
        code: the room's code, without the space that `pages.rooms.codes.in_groups` adds.
        version: increases with every change of the phones' view, not with a vote.
        number: the number of the question, from 1; 0 before the first.
        round: 1, or 2 after the question was asked again; 0 before the first question.
        phase: see `Phase`.
        ask: the question; None before the first.
        joined: the number of connected phones.
        answered: the number of votes in this round, including hands. Votes of phones that
            disconnected still count, so it may exceed ``joined``.
        tallies: for each round so far, votes per option, including hands; () before the first
            question.
    """

    code: str
    version: int
    number: int
    round: int
    phase: Phase
    ask: Ask | None
    joined: int
    answered: int
    tallies: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A phone's view of a room.

    Attributes:
        version: see `Status`.
        number: the number of the question, from 1; 0 before the first.
        round: 1 or 2; 0 before the first question.
        phase: see `Phase`.
        title: the question; "" before the first.
        options: its answers; () before the first.
        mine: this phone's vote in this round, as an index of the options.
        right: indexes of the right options, in order; () before the reveal.
    """

    version: int
    number: int
    round: int
    phase: Phase
    title: str
    options: tuple[str, ...]
    mine: int | None
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question of the run that was revealed or replaced by another, with its votes.

    Attributes:
        number: its number, from 1.
        ask: the question.
        tallies: for each of its rounds, votes per option, including hands.
    """

    number: int
    ask: Ask
    tallies: tuple[tuple[int, ...], ...]


class RoomError(Exception):
    """A request that a room rejects.

    Attributes:
        message: one sentence for the user.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class NoRoom(RoomError):
    """Raised when there is no room with this code, or not any more."""


class NotYours(RoomError):
    """Raised when the key is not that of the room."""


class Full(RoomError):
    """Raised when the limit of rooms, or of phones in a room, is reached."""


class Refused(RoomError):
    """Raised for a vote or an operation that the room's phase forbids, or that is too fast."""


class Stranger(Refused):
    """Raised when the room does not know this voter, who may join again."""


class Unavailable(RoomError):
    """Raised when the store of the rooms does not answer."""


class Rooms(Protocol):
    """All rooms of the server. Calls may come from any thread; each may raise a `RoomError`.

    Codes may be as typed: in lowercase, with spaces or hyphens.
    """

    def open(self) -> tuple[str, str]:
        """Open a room; return its code, and the key that its other operations need."""

    def ask(self, code: str, key: str, ask: Ask) -> Status:
        """Ask the next question, and open it for votes. An open question ends without a reveal.

        Raises:
            ValueError: the question does not have 2 to 6 options, or a right one.
        """

    def again(self, code: str, key: str) -> Status:
        """Ask the open question a second time, and keep the votes so far as the first round."""

    def reveal(self, code: str, key: str) -> Status:
        """Show the answer, which ends the votes on this question. A second call has no effect."""

    def hand(self, code: str, key: str, option: int, by: int) -> Status:
        """Add to the teacher's count of hands for an option in this round; the least count is 0."""

    def end(self, code: str, key: str) -> Status:
        """End the run, and notify phones; the teacher can still read it. Idempotent."""

    def close(self, code: str, key: str) -> None:
        """Drop the room with all its data."""

    def status(self, code: str, key: str) -> Status:
        """Return the teacher's view."""

    def run(self, code: str, key: str) -> tuple[Outcome, ...]:
        """Return the questions that were revealed or replaced by another, in order."""

    def join(self, code: str) -> str:
        """Add a phone; return its voter id, 128 random bits that are valid only in this room."""

    def see(self, code: str, voter: str) -> Seen:
        """Return a phone's view, and mark it as connected for `rules.HERE_SECONDS`."""

    def leave(self, code: str, voter: str) -> None:
        """Mark a phone as disconnected. Its vote still counts, and it may reconnect."""

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> Seen:
        """Count a vote. Until the reveal it may be changed: the last one counts.

        Args:
            code: the room's code.
            voter: the voter id from `join`.
            number: the number of the question that the phone shows.
            round: the round that the phone shows.
            option: an index of the options.

            Raises:
                Refused: the question or round is not the current one, the option does not exist, or
                    votes are closed.
        """

    def version(self, code: str) -> int:
        """Return the version of the phones' view; cheap enough for polling."""
