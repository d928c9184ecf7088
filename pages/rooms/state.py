"""A room as plain data, and the events that change it. Both stores use it; neither has rules.

Theory of operation
===================

A room is a class that votes. Two machines make up its state:

1. The teacher's machine has four phases. Its events are `RoomState.ask`, `again`, `reveal`, `count`
   and `end`; each needs the room's key. `TRANSITIONS` has the next phase for each event, and an
   event that a phase does not list is refused. An event that leads from "revealed" or "over" to the
   same phase has no effect. A vote is in the table as well, because it counts only in the phase
   "open".
2. Each phone has two facts, which only its own events change: when it was last connected (`join`,
   `see`), and its vote in this round (`vote`). In a full room a phone that joins takes the place of
   one that left and has no vote.

They meet in two places. Every event "ask" or "again" moves the votes of the round into `past` or
`before`, where they are counts, and starts with none. A vote names the question and the round that
the phone shows, so a late one is refused instead of counting for another question.

An event is a method that returns the next state or raises a `RoomError`; the old state does not
change. So a store may apply an event again after another process was faster. Time is a fact as
well: the store writes its clock into `now` when it loads a room.

Limits of this design: A room in the memory of a process is lost when the process ends; only Redis
keeps rooms beyond that. Phones poll, so a phone shows the teacher's action up to three seconds
later, and for `rules.HERE_SECONDS` a phone that left still counts as connected. A vote that
arrives after the reveal or in the next round is refused and lost, even if it was sent in time. A
voter is an id in a browser, so a person with two browsers has two votes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pages.rooms import rules
from pages.rooms.rules import (
    CLOSED,
    FULL,
    NEXT_ROUND,
    NO_OPTION,
    OVER,
    TOO_LONG,
    RoomError,
    Stranger,
)

Phase = Literal["waiting", "open", "revealed", "over"]
"""Before the first question; votes count; the answer is shown; the room has ended."""

TRANSITIONS: Mapping[Phase, Mapping[str, Phase]] = {
    "waiting": {"ask": "open", "end": "over"},
    "open": {
        "ask": "open",
        "again": "open",
        "count": "open",
        "vote": "open",
        "reveal": "revealed",
        "end": "over",
    },
    "revealed": {"ask": "open", "reveal": "revealed", "end": "over"},
    "over": {"end": "over"},
}
"""The next phase, for each phase and event."""

ROUNDS = 2
"""The most rounds of a question: before its discussion, and after it."""

DRAWN = 8
"""The digits of a drawn line: the heights, from 0 to 9, of its handles after the start."""

Tally = tuple[int, ...]
"""Votes per option, including hands; of a question without options, all votes in order."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of a room, in plain text and the room's language.

    Attributes:
        title: the whole question.
        options: 2 to 6 answers; () if the class draws a line.
        right: indexes of the right options: every tied winner. Phones do not get them before the
            reveal. Empty for a line.
        steps: the number of steps of an exercise, of which each phone reports how many it has done;
            0 for a question that is answered.
        axes: of a line's field: the title and the highest value of the vertical axis, and the
            title, the first and the last place of the horizontal one. () if there are options.
    """

    title: str
    options: tuple[str, ...]
    right: frozenset[int]
    axes: tuple[str, ...] = ()
    steps: int = 0

    @property
    def votes(self) -> int:
        """The number of possible votes: options, lines as `DRAWN` digits, or steps done."""
        if self.steps:
            return self.steps + 1
        return 10**DRAWN if self.axes else len(self.options)

    def check(self) -> None:
        """Check the question before it is asked.

        Raises:
            ValueError: the question has not 2 to 6 options with a right one, and neither the axes
                of a line nor steps; or it has several of these.
            RoomError: the question is too long.
        """
        is_free = not self.options and not self.right
        is_line = is_free and len(self.axes) == 5 and not self.steps
        is_exercise = is_free and not self.axes and 0 < self.steps <= rules.MAX_STEPS
        is_choice = not self.axes and not self.steps and 2 <= len(self.options) <= 6
        is_choice = is_choice and bool(self.right) and self.right <= {*range(len(self.options))}
        if not is_line and not is_exercise and not is_choice:
            raise ValueError("A question has 2 to 6 options, and one of them at least is right.")
        if len(self.title) + sum(map(len, (*self.options, *self.axes))) > rules.MAX_TEXT:
            raise RoomError(TOO_LONG)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question of the run with its votes: its number from 1, and the tally of each round."""

    number: int
    ask: Ask
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class RoomState:
    """A room at one moment.

    Attributes:
        key: the hash of the teacher's key.
        version: increases with every change of the phones' view, not with a vote.
        phase: see `Phase`.
        question: the last question; None before the first.
        before: the tallies of its earlier rounds.
        hands: for each of its options, the raised hands that the teacher counted in this round.
        past: the earlier questions.
        successor: the code of the room that the class moved to; "" if it did not.
        votes: the vote of each voter in this round: an index of the options, a line's digits, or a
            number of steps.
        seen: when each voter was last connected, by the store's clock.
        used: when a phone last joined or voted, or the teacher did something.
        now: when this state was loaded.
    """

    key: str
    version: int = 1
    phase: Phase = "waiting"
    question: Ask | None = None
    before: tuple[Tally, ...] = ()
    hands: Tally = ()
    past: tuple[Outcome, ...] = ()
    successor: str = ""
    votes: Mapping[str, int] = field(default_factory=dict)
    seen: Mapping[str, float] = field(default_factory=dict)
    used: float = 0.0
    now: float = 0.0

    @property
    def number(self) -> int:
        """The number of the question, from 1; 0 before the first."""
        return len(self.past) + bool(self.question)

    @property
    def round(self) -> int:
        """The round of the question, 1 or 2; 0 before the first question."""
        return len(self.before) + 1 if self.question else 0

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tally of each round of the question so far; () before the first question."""
        if not self.question:
            return ()
        if not self.question.options:
            return (*self.before, tuple(sorted(self.votes.values())))
        counts = [*self.hands]
        for option in self.votes.values():
            counts[option] += 1
        return (*self.before, tuple(counts))

    @property
    def answered(self) -> int:
        """The number of votes in this round. Those of phones that left count as well."""
        return len(self.votes) + sum(self.hands)

    @property
    def joined(self) -> int:
        """The number of connected phones."""
        return sum(map(self._is_here, self.seen.values()))

    @property
    def counts(self) -> dict[str, Any]:
        """The counts for the teacher's screens: how many phones are connected, and how many have
        voted; and of these votes and the hands, how many are right (None without a right
        option)."""
        tally, right = (self.tallies or ((),))[-1], self.question.right if self.question else ()
        return {
            "joined": self.joined,
            "votes": len(self.votes),
            "answered": self.answered,
            "right": sum(tally[i] for i in right) if right else None,
        }

    def outcomes(self, with_open: bool = False) -> tuple[Outcome, ...]:
        """Return the questions that were revealed or replaced, and on request the open one."""
        if self.question is None or (self.phase == "open" and not with_open):
            return self.past
        return (*self.past, Outcome(self.number, self.question, self.tallies))

    def view(self, voter: str) -> dict[str, Any]:
        """Return a phone's view: attributes of the room and its question, this phone's vote in
        this round (None without one) and, once the answer is shown, indexes of the right options.
        """
        question = self.question or Ask("", (), frozenset())
        return {
            "version": self.version,
            "number": self.number,
            "round": self.round,
            "phase": self.phase,
            "title": question.title,
            "options": question.options,
            "axes": question.axes,
            "mine": self.votes.get(voter),
            "right": tuple(sorted(question.right)) if self.phase == "revealed" else (),
            "successor": self.successor,
        }

    # Events of the teacher

    def ask(self, ask: Ask) -> RoomState:
        """Ask the next question. An open question ends without a reveal."""
        ask.check()
        if self.number >= rules.MAX_QUESTIONS:
            raise RoomError(OVER)
        past = self.outcomes(with_open=True)
        return self._next("ask", question=ask, past=past, before=(), **_empty(ask))

    def again(self) -> RoomState:
        """Ask the open question a second time, and keep the votes so far as the first round.

        A second call has no effect.
        """
        if self.phase == "open" and self.round == ROUNDS:
            return self
        return self._next("again", before=self.tallies, **_empty(self.question))

    def reveal(self) -> RoomState:
        """Show the answer, which ends the votes on this question. A second call has no effect."""
        return self._next("reveal")

    def count(self, hands: object) -> RoomState:
        """Replace the hands counted in this round; a browser may send any value."""
        after = self._next("count", version=self.version)
        if (
            not isinstance(hands, list | tuple)
            or len(hands) != len(self.hands)
            or not all(type(each) is int and 0 <= each <= rules.MAX_HANDS for each in hands)
        ):
            raise RoomError(NO_OPTION)
        return replace(after, hands=tuple(hands))

    def end(self, successor: str = "") -> RoomState:
        """End the run; phones move to the room with the code ``successor``, if there is one.

        A second call has no effect.
        """
        return self._next("end", successor=successor)

    # Events of a phone

    def join(self, voter: str) -> RoomState:
        """Add a phone. In a full room it replaces one that left first and has no vote."""
        seen = dict(self.seen)
        if len(seen) >= rules.MAX_VOTERS:
            absent = [
                each for each in seen if not self._is_here(seen[each]) and each not in self.votes
            ]
            if not absent:
                raise RoomError(FULL, 503)
            del seen[min(absent, key=seen.__getitem__)]
        return replace(self, seen={**seen, voter: self.now}, used=self.now)

    def see(self, voter: str) -> RoomState:
        """Mark a phone as connected for `rules.HERE_SECONDS`."""
        if voter not in self.seen:
            raise Stranger()
        if self.seen[voter] > self.now - rules.HERE_SECONDS / 4:
            return self  # a store need not write at each poll
        return replace(self, seen={**self.seen, voter: self.now})

    def vote(self, voter: str, number: int, round: int, option: int) -> RoomState:
        """Count a vote. Until the reveal it may be changed: the last one counts.

        Args:
            voter: the voter id.
            number: the number of the question that the phone shows.
            round: the round that the phone shows.
            option: an index of the options, a line's digits, or a number of steps.

        Raises:
            RoomError: the question or round is not the current one, the option does not exist, or
                votes are closed.
        """
        after = self.see(voter)._next("vote", version=self.version)
        if not all(type(value) is int for value in (number, round, option)):
            raise RoomError(NO_OPTION)
        if number != self.number:
            raise RoomError(CLOSED)
        if round != self.round:
            raise RoomError(NEXT_ROUND)
        if self.question is None or not 0 <= option < self.question.votes:
            raise RoomError(NO_OPTION)
        return replace(after, votes={**self.votes, voter: option})

    def _next(self, event: str, **changes: Any) -> RoomState:
        """Return the state after an event, by the table of transitions."""
        phase = TRANSITIONS[self.phase].get(event)
        if phase is None:
            raise RoomError(OVER if event != "vote" and self.phase == "over" else CLOSED)
        if phase == self.phase != "open":
            return self
        fields = {"phase": phase, "version": self.version + 1, "used": self.now, **changes}
        return replace(self, **fields)

    def _is_here(self, seen: float) -> bool:
        return seen > self.now - rules.HERE_SECONDS


Event = Callable[[RoomState], RoomState]
"""An event of a room: returns the next state, or raises a `RoomError`."""


def _empty(ask: Ask | None) -> dict[str, Any]:
    """Return the fields of a round without votes."""
    return {"votes": {}, "hands": (0,) * len(ask.options if ask else ())}
