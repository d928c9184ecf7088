"""The exercise as a state machine: `advance` returns the state after an event.

A `Work` never changes. Its training is that of the choices made so far, which are the learner's
own: of several tied ones the one chosen, and a wrong one if the learner continues from it.
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

from wordpiece.message import Message, message
from wordpiece.teaching.by_hand.slips import Slip
from wordpiece.teaching.by_hand.tables import Rule, follow, word_table
from wordpiece.teaching.by_hand.training import CHOICE_IS_RIGHT, Choice, Number, Place, Training
from wordpiece.teaching.grading import Verdict
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.timeline import UnigramTimeline

Level = Literal["worked", "fill", "choose", "alone"]
"""What the learner does; see the top of `wordpiece.teaching.by_hand`."""

LEVELS: tuple[Level, ...] = ("worked", "fill", "choose", "alone")
"""All levels, the easiest first."""

WELL = Fraction(2, 3)
"""An exercise went well if this share of its steps was right at the first try."""

NO_NUMBER = message("A number is missing.")
"""What an answer with an empty field lacks."""


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
        """Whether the learner chooses the pairs or pieces."""
        return self.level in ("choose", "alone")

    @property
    def table(self) -> tuple[tuple[str, int], ...]:
        """The words with their counts."""
        return word_table(self.seed, self.rule, self.focus)

    @property
    def model(self) -> Training:
        """The model solution: of tied choices always the first."""
        return _followed(self.table, self.rule, (), to_the_end=True)

    @property
    def next_level(self) -> Level | None:
        """The level after this one; None after the last."""
        return dict(pairwise(LEVELS)).get(self.level)


_followed = lru_cache(maxsize=1024)(follow)


class Phase(str, Enum):
    """The phases of an exercise, each with the action of the learner that it needs next."""

    READ = "read"
    """The learner reads a step."""
    ANSWER = "answer"
    """The learner answers: a choice, numbers, or both."""
    FORK = "fork"
    """The choice was wrong: the learner continues from it, or from a right one."""
    JOIN = "join"
    """The learner joins the pair in every word, or splits the words that have the piece."""
    DONE = "done"
    """There is nothing left to choose."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The grade of one step.

    Attributes:
        slip: the first mistake; None if the step was right at the first try.
        best: the choice that was right, the first of several.
        chosen: the learner's choice, if there was one; not the same as ``best`` in a tie.
    """

    slip: Slip | None
    best: Choice
    chosen: Choice | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """An exercise as far as the learner has come.

    Attributes:
        task: the exercise.
        path: the choices made so far.
        phase: what it waits for.
        chosen: what the learner chose in this step, if anything.
        marks: the grades of the steps; the last may be that of the current step.
        verdict: on the last answer.
        missing: what the answer after it lacks, which was not graded.
    """

    task: Task
    path: tuple[Choice, ...] = ()
    phase: Phase = Phase.ANSWER
    chosen: Choice | None = None
    marks: tuple[Mark, ...] = ()
    verdict: Verdict | None = None
    missing: Message | None = None

    @classmethod
    def begin(cls, task: Task) -> Work:
        """Return the work before the first step."""
        return cls(task, phase=_first_phase(task.level))

    @property
    def training(self) -> Training:
        """The training of the choices made so far."""
        return _followed(self.task.table, self.task.rule, self.path)

    @property
    def timeline(self) -> Timeline | UnigramTimeline:
        """The steps of that training."""
        return self.training.timeline

    @property
    def step(self) -> int:
        """The number of choices made."""
        return len(self.path)

    @property
    def best(self) -> Choice:
        """The choice that is right in this step, the first of several."""
        return self.training.right(self.step)[0]

    @property
    def choice(self) -> Choice | None:
        """The choice of this step: given, or the learner's; None until the learner has chosen."""
        return self.chosen if self.task.chooses else self.best

    @property
    def ahead(self) -> Training:
        """The training with `choice`, or before the learner has chosen with `best`."""
        path = (*self.path, self.choice or self.best)
        return _followed(self.task.table, self.task.rule, path)

    @property
    def asks_choice(self) -> bool:
        """Whether the learner chooses in this step, and has not chosen right."""
        return self.task.chooses and not self.chosen

    @property
    def asked(self) -> tuple[Number, ...]:
        """The numbers that the learner types in this step."""
        every = self.training.asks
        if self.task.level == "fill":
            return (random.Random(f"{self.task.seed}/{self.step}").choice(every),)
        return every if self.task.chooses else ()

    @property
    def parts(self) -> dict[int, tuple[str, ...]]:
        """The words that the learner changes after a choice, with the parts of each."""
        return self.training.parts(self.step, self.choice or self.best)

    @property
    def slips(self) -> tuple[Slip | None, ...]:
        """The first mistake of each step that is done, None for a step without one."""
        return tuple(mark.slip for mark in self.marks[: self.step])

    @property
    def went_well(self) -> bool:
        """Whether enough steps were right at the first try to offer the next level."""
        return self.slips.count(None) >= WELL * len(self.slips)


@dataclass(frozen=True, slots=True)
class Turn:
    """The learner has read a step."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The learner answers.

    Attributes:
        choice: what is chosen; None if nothing is, or no choice is asked for.
        numbers: the numbers typed, in the order of `Work.asked`; None for an empty field.
    """

    choice: Choice | None
    numbers: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Continue:
    """After a wrong choice the learner continues from it (``own``), or from the right one."""

    own: bool


@dataclass(frozen=True, slots=True)
class Join:
    """The learner joins symbols, or cuts words, at some places."""

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


def _answered(work: Work, answer: Answer) -> Work:
    """Grade an answer. If it lacks a part, the work only says so."""
    training, step, choice = work.training, work.step, work.choice
    if work.asks_choice:
        if answer.choice is None or not training.has(step, answer.choice):
            return replace(work, missing=training.needed)
        choice = answer.choice
    if len(answer.numbers) != len(work.asked) or None in answer.numbers:
        return replace(work, missing=NO_NUMBER)
    assert choice
    typed = {name: n for name, n in zip(work.asked, answer.numbers, strict=True) if n is not None}
    slip, verdict = training.grade(step, choice, typed)
    is_right = choice in training.right(step)
    chosen = choice if work.task.chooses else None
    if chosen and slip and is_right:
        verdict = replace(verdict, reason=(CHOICE_IS_RIGHT, *verdict.reason))
    work = replace(work, chosen=chosen, verdict=verdict)
    if slip:
        work = _marked(work, slip)
    if not is_right:
        return replace(work, phase=Phase.FORK)
    return work if slip else _agreed(work)


def _agreed(work: Work) -> Work:
    """Continue after the choice of this step: change the words, or go to the next step."""
    if work.task.level == "alone" and work.parts:
        return replace(work, phase=Phase.JOIN)
    return _done(work)


def _went_on(work: Work, event: Continue) -> Work:
    return _agreed(replace(work, chosen=work.chosen if event.own else work.best, verdict=None))


def _joined(work: Work, event: Join) -> Work:
    assert work.chosen
    slip, verdict = work.training.grade_places(work.step, work.chosen, event.places)
    work = replace(work, verdict=verdict)
    return _marked(work, slip) if slip else _done(work)


def _revealed(work: Work, _: Show) -> Work:
    """Show the answer, and continue from it."""
    choice = work.choice or work.best
    marked = _marked(work, Slip.SHOWN)
    return _done(replace(marked, chosen=choice, verdict=work.training.shown(work.step, choice)))


def _marked(work: Work, slip: Slip | None) -> Work:
    """Grade the current step, unless it has a grade already: the first mistake counts."""
    if len(work.marks) > work.step:
        return work
    return replace(work, marks=(*work.marks, Mark(slip, work.best, work.chosen)))


def _done(work: Work) -> Work:
    """Make the choice of the current step, and go to the next. Without a mistake, it was right."""
    work = _marked(work, None)
    path = (*work.path, work.choice or work.best)
    done = replace(work, path=path, chosen=None)
    ended = not done.training.right(len(path))
    return replace(done, phase=Phase.DONE if ended else _first_phase(work.task.level))


def _first_phase(level: Level) -> Phase:
    return Phase.READ if level == "worked" else Phase.ANSWER


TRANSITIONS: Mapping[tuple[Phase, type[Any]], Callable[[Work, Any], Work]] = {
    (Phase.READ, Turn): lambda work, _: _done(work),
    (Phase.ANSWER, Answer): _answered,
    (Phase.ANSWER, Show): _revealed,
    (Phase.FORK, Continue): _went_on,
    (Phase.JOIN, Join): _joined,
    (Phase.JOIN, Show): _revealed,
}
"""What each event does in each phase; all others do nothing."""
