"""What a room is: a class that answers the teacher's questions on its phones.

The records here are all that a room tells, `Rooms` is all that can be done with one, and every
refusal is a `RoomError` with one sentence for whoever asked. Where the rooms live is in
`pages/rooms/memory.py` and `pages/rooms/redis.py`; the rules that both keep, in
`pages/rooms/rules.py`.

A teacher opens a room and gets its code, which the class sees, and its key, which nobody else has.
A question is asked once or, before it is revealed, twice: vote, discuss, vote. What a phone says
reaches others as a count only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from wordpiece.message import Message

Phase = Literal["waiting", "open", "revealed", "over"]
"""Before the first question; votes count; the answer is shown; the room has ended."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as a room asks it, in plain text and the room's language.

    Attributes:
        title: the whole question.
        options: 2 to 6 answers.
        right: indexes of the right options, every tied winner; told to no phone before the reveal.
    """

    title: str
    options: tuple[str, ...]
    right: frozenset[int]


@dataclass(frozen=True, slots=True)
class Status:
    """What the teacher sees.

    Attributes:
        code: of the room, without the space it is shown with (`pages.rooms.codes.grouped`).
        version: grows with every change that a phone's screen shows, and not with a vote.
        number: of the question, from 1; 0 before the first.
        round: 1, or 2 after the question was asked again; 0 before the first question.
        phase: see `Phase`.
        ask: the question; None before the first.
        joined: phones that are here.
        answered: votes in this round, hands included. A phone that voted and was put away is
            still counted here, so there may be more answers than phones.
        tallies: for each round so far, votes per option, hands included; () before the first
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
    """What a phone sees.

    Attributes:
        version: see `Status`.
        number: of the question, from 1; 0 before the first.
        round: 1 or 2; 0 before the first question.
        phase: see `Phase`.
        title: the question; "" before the first.
        options: its answers; () before the first.
        mine: this phone's vote in this round, as an index of the options.
        right: indexes of the right options, in order; () unless they were revealed.
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
    """A question of the run that was revealed or left behind, with its votes.

    Attributes:
        number: of the question, from 1.
        ask: the question.
        tallies: for each of its rounds, votes per option, hands included.
    """

    number: int
    ask: Ask
    tallies: tuple[tuple[int, ...], ...]


class RoomError(Exception):
    """Something a room does not do.

    Attributes:
        message: one sentence for whoever asked for it.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class NoRoom(RoomError):
    """The room is gone, or never was."""


class NotYours(RoomError):
    """The key is not that of the room."""


class Full(RoomError):
    """There are as many rooms, or phones in a room, as there may be."""


class Refused(RoomError):
    """A vote or a step that does not count as things stand, or comes too fast."""


class Stranger(Refused):
    """The room does not know this voter; it may join anew."""


class Unavailable(RoomError):
    """The store that holds the rooms does not answer."""


class Rooms(Protocol):
    """All rooms of the server. Calls may come from any thread; each may raise a `RoomError`.

    Codes may be given as they were typed: in small letters, with spaces or hyphens.
    """

    def open(self) -> tuple[str, str]:
        """Open a room; return its code, and the key without which nobody can steer it."""

    def ask(self, code: str, key: str, ask: Ask) -> Status:
        """Ask the next question; votes count. One that is open is left behind.

        Raises:
            ValueError: it has no 2 to 6 options, or none of them is right.
        """

    def again(self, code: str, key: str) -> Status:
        """Ask the open question a second time; the votes so far stay as the first round's."""

    def reveal(self, code: str, key: str) -> Status:
        """Show the answer; from now on no vote of this question changes. Twice does nothing."""

    def hand(self, code: str, key: str, option: int, by: int) -> Status:
        """Add to the hands that the teacher counted for an option in this round; never below 0."""

    def end(self, code: str, key: str) -> Status:
        """End the run, which phones are told; the teacher can still read it. Twice does nothing."""

    def close(self, code: str, key: str) -> None:
        """Drop the room and all that was in it."""

    def status(self, code: str, key: str) -> Status:
        """Return what the teacher sees."""

    def run(self, code: str, key: str) -> tuple[Outcome, ...]:
        """Return the questions that were revealed or left behind, in order."""

    def join(self, code: str) -> str:
        """Let a phone in; return its voter, 128 random bits that are valid in this room only."""

    def see(self, code: str, voter: str) -> Seen:
        """Return what a phone sees, and note that it is here (for `rules.HERE_SECONDS`)."""

    def leave(self, code: str, voter: str) -> None:
        """Note that a phone is not here; its vote counts on, and it may come back."""

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> Seen:
        """Count a vote. Until the reveal it may be changed: the last one counts.

        Args:
            code: of the room.
            voter: from `join`.
            number: of the question that the phone shows.
            round: that the phone shows.
            option: an index of the options.

        Raises:
            Refused: it is for another question or round, for no option, or not a time to vote.
        """

    def version(self, code: str) -> int:
        """Return the version of what phones see; cheap, to be asked again and again."""
