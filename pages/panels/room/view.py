"""What the panels of a room depend on."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

from wordpiece.teaching.quiz import Question

LETTERS = ascii_uppercase
"""What the options are called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomView:
    """A question that a class votes on.

    Attributes:
        question: the question.
        tallies: for each round so far, votes per option.
        revealed: whether the answer is shown.
    """

    question: Question
    tallies: tuple[tuple[int, ...], ...] = ()
    revealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteView:
    """What a class needs to join a room.

    Attributes:
        code: of the room, as it is shown.
        origin: the address at which the teacher's browser has the app; empty if it is not known.
    """

    code: str
    origin: str
