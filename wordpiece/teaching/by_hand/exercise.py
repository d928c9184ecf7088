"""The exercise as a state machine: `advance` returns the state after an event.

A `Work` never changes. Its training is that of the merges made so far, which are the learner's
own: of several tied pairs the one chosen, and a wrong pair if the learner continues from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

from wordpiece.message import Message
from wordpiece.records import Pair
from wordpiece.teaching.by_hand.grading import (
    NO_COUNT,
    NO_PAIR,
    PAIR_IS_RIGHT,
    of_joins,
    of_pair,
    shown,
)
from wordpiece.teaching.by_hand.slips import Slip
from wordpiece.teaching.by_hand.tables import Rule, follow, word_table
from wordpiece.teaching.grading import Verdict
from wordpiece.training.timeline import Timeline

Level = Literal["worked", "fill", "choose", "alone"]
"""What the learner does; see the top of `wordpiece.teaching.by_hand`."""

LEVELS: tuple[Level, ...] = ("worked", "fill", "choose", "alone")
"""All levels, the easiest first."""

Count = Literal["pair", "left", "right"]
"""A count of a score: of the pair, of its left part, of its right part."""

COUNTS: Mapping[Rule, tuple[Count, ...]] = {
    "wordpiece": ("pair", "left", "right"),
    "bpe": ("pair",),
}
"""The counts of each algorithm's score."""

WELL = Fraction(2, 3)
"""An exercise went well if this share of its steps was right at the first try."""

Place = tuple[int, int]
"""A place where two symbols meet: the position of the word, and that of the left symbol in it."""


@dataclass(frozen=True, slots=True)
class Task:
    """An exercise: everything that decides what it asks.

    Attributes:
        seed: makes the table.
        rule: the algorithm.
        level: what the learner does.
        focus: mistakes to practise; see `word_table`.
    """

    seed: int = 1
    rule: Rule = "wordpiece"
    level: Level = "worked"
    focus: frozenset[Slip] = frozenset()

    @property
    def chooses(self) -> bool:
        """Whether the learner chooses the pairs."""
        return self.level in ("choose", "alone")

    @property
    def table(self) -> tuple[tuple[str, int], ...]:
        """The words with their counts."""
        return word_table(self.seed, self.rule, self.focus)

    @property
    def model(self) -> Timeline:
        """The model solution: of tied pairs the one seen first merges."""
        return _followed(self.table, self.rule, (), to_the_end=True)

    @property
    def next_level(self) -> Level | None:
        """The level after this one; None after the last."""
        return dict(pairwise(LEVELS)).get(self.level)


_followed = lru_cache(maxsize=1024)(follow)


class Phase(str, Enum):
    """The phases of an exercise, each with the action of the learner that it needs next."""

    READ = "read"
    """The learner reads a merge."""
    ANSWER = "answer"
    """The learner answers: a pair, counts, or both."""
    FORK = "fork"
    """A wrong pair was chosen: the learner continues from it, or from a right one."""
    JOIN = "join"
    """The learner joins the pair in every word."""
    DONE = "done"
    """No pairs are left."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The grade of one step.

    Attributes:
        slip: the first mistake; None if the step was right at the first try.
        best: the pair that was right, the one seen first of several.
        chosen: the learner's pair, if the learner chose one; not the same as ``best`` in a tie.
    """

    slip: Slip | None
    best: Pair
    chosen: Pair | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """An exercise as far as the learner has come.

    Attributes:
        task: the exercise.
        path: the merges made so far.
        phase: what it waits for.
        chosen: the pair that the learner chose in this step, if any.
        marks: the grades of the steps; the last may be that of the current step.
        verdict: on the last answer.
        missing: what the answer after it lacks, which was not graded.
    """

    task: Task
    path: tuple[Pair, ...] = ()
    phase: Phase = Phase.ANSWER
    chosen: Pair | None = None
    marks: tuple[Mark, ...] = ()
    verdict: Verdict | None = None
    missing: Message | None = None

    @classmethod
    def begin(cls, task: Task) -> Work:
        """Return the work before the first step."""
        return cls(task, phase=_first_phase(task.level))

    @property
    def timeline(self) -> Timeline:
        """The training of the merges made so far."""
        return _followed(self.task.table, self.task.rule, self.path)

    @property
    def step(self) -> int:
        """The number of merges made."""
        return len(self.path)

    @property
    def best(self) -> Pair:
        """The pair that is right in this step, the one seen first of several."""
        return self.timeline.scores(self.step).tied[0]

    @property
    def pair(self) -> Pair | None:
        """The pair of this step: given, or chosen by the learner; None until it is chosen."""
        return self.chosen if self.task.chooses else self.best

    @property
    def ahead(self) -> Timeline:
        """The training with the merge of `pair`, or if none is chosen of `best`."""
        path = (*self.path, self.pair or self.best)
        return _followed(self.task.table, self.task.rule, path)

    @property
    def asks_pair(self) -> bool:
        """Whether the learner chooses the pair of this step, and has not chosen a right one."""
        return self.task.chooses and not self.chosen

    @property
    def asked(self) -> tuple[Count, ...]:
        """The counts that the learner types in this step."""
        every = COUNTS[self.task.rule]
        if self.task.level == "fill":
            return (random.Random(f"{self.task.seed}/{self.step}").choice(every),)
        return every if self.task.chooses else ()

    @property
    def places(self) -> frozenset[Place]:
        """Where the chosen pair occurs."""
        timeline, step = self.timeline, self.step
        assert self.chosen
        return frozenset(
            (word, left)
            for word, _ in timeline.counted_in(step, self.chosen)
            for left in timeline.pair_in_word(step, word, self.chosen).together
        )

    @property
    def slips(self) -> tuple[Slip | None, ...]:
        """The first mistake of each step that is done, None for a step without one."""
        return tuple(mark.slip for mark in self.marks[: self.step])

    @property
    def went_well(self) -> bool:
        """Whether enough steps were right at the first try to offer the next level."""
        return self.slips.count(None) >= WELL * len(self.slips)


# Events.


@dataclass(frozen=True, slots=True)
class Turn:
    """The learner has read a merge."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The learner answers.

    Attributes:
        pair: the pair chosen; None if none is, or none is asked for.
        counts: the counts typed, in the order of `Work.asked`; None for an empty field.
    """

    pair: Pair | None
    counts: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Continue:
    """After a wrong pair the learner continues from it (``own``), or from the right one."""

    own: bool


@dataclass(frozen=True, slots=True)
class Join:
    """The learner joins symbols at some places."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class Show:
    """The learner asks for the answer."""


Event = Turn | Answer | Continue | Join | Show
"""What a learner does."""


def advance(work: Work, event: Event) -> Work:
    """Return the work after an event; unchanged if the event does not fit its phase.

    >>> work = advance(Work.begin(Task(level="worked")), Turn())
    >>> work.step, work.phase.value
    (1, 'read')
    """
    transition = TRANSITIONS.get((work.phase, type(event)))
    return transition(replace(work, missing=None), event) if transition else work


def _turned(work: Work, _: Turn) -> Work:
    return _merged(work)


def _answered(work: Work, answer: Answer) -> Work:
    """Grade an answer. If it lacks a part, the work only says so."""
    timeline, step, pair = work.timeline, work.step, work.pair
    if work.asks_pair:
        if answer.pair is None or timeline.scores(step).find(answer.pair) is None:
            return replace(work, missing=NO_PAIR)
        pair = answer.pair
    if len(answer.counts) != len(work.asked) or None in answer.counts:
        return replace(work, missing=NO_COUNT)
    assert pair
    counted: dict[str, int] = {
        name: n for name, n in zip(work.asked, answer.counts, strict=True) if n is not None
    }
    slip, verdict = of_pair(timeline, step, pair, counted)
    is_right = pair in timeline.scores(step).tied
    chosen = pair if work.task.chooses else None
    if chosen and slip and is_right:
        verdict = replace(verdict, reason=(PAIR_IS_RIGHT, *verdict.reason))
    work = replace(work, chosen=chosen, verdict=verdict)
    if slip:
        work = _marked(work, slip)
    if not is_right:
        return replace(work, phase=Phase.FORK)
    return work if slip else _agreed(work)


def _agreed(work: Work) -> Work:
    """Continue after the pair of this step is found: join it, or merge it at once."""
    if work.task.level == "alone":
        return replace(work, phase=Phase.JOIN)
    return _merged(work)


def _went_on(work: Work, event: Continue) -> Work:
    return _agreed(replace(work, chosen=work.chosen if event.own else work.best, verdict=None))


def _joined(work: Work, event: Join) -> Work:
    assert work.chosen
    slip, verdict = of_joins(work.chosen, event.places, work.places)
    work = replace(work, verdict=verdict)
    return _marked(work, slip) if slip else _merged(work)


def _revealed(work: Work, _: Show) -> Work:
    """Show the answer, and continue from it."""
    pair = work.pair or work.best
    marked = _marked(work, Slip.SHOWN)
    return _merged(replace(marked, chosen=pair, verdict=shown(work.timeline, work.step, pair)))


def _marked(work: Work, slip: Slip | None) -> Work:
    """Grade the current step, unless it has a grade already: the first mistake counts."""
    if len(work.marks) > work.step:
        return work
    return replace(work, marks=(*work.marks, Mark(slip, work.best, work.chosen)))


def _merged(work: Work) -> Work:
    """Merge the pair of the current step, and go to the next. Without a mistake, it was right."""
    work = _marked(work, None)
    path = (*work.path, work.pair or work.best)
    done = replace(work, path=path, chosen=None)
    ended = not len(done.timeline.scores(len(path)))
    return replace(done, phase=Phase.DONE if ended else _first_phase(work.task.level))


def _first_phase(level: Level) -> Phase:
    return Phase.READ if level == "worked" else Phase.ANSWER


TRANSITIONS: Mapping[tuple[Phase, type[Any]], Callable[[Work, Any], Work]] = {
    (Phase.READ, Turn): _turned,
    (Phase.ANSWER, Answer): _answered,
    (Phase.ANSWER, Show): _revealed,
    (Phase.FORK, Continue): _went_on,
    (Phase.JOIN, Join): _joined,
    (Phase.JOIN, Show): _revealed,
}
"""What each event does in each phase; all others do nothing."""
