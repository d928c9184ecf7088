"""The views of a room's panels."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

from wordpiece.teaching.quiz import Question

LETTERS = ascii_uppercase
"""The labels of options."""


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
    """The view of an invitation to a room.

    Attributes:
        code: the room's code in two groups.
        origin: the address of the app in the teacher's browser; empty if it is not known.
    """

    code: str
    origin: str
