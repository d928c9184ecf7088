"""A run of Predict's questions, with the answers so far."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from pages.panels.train.kind import QuestionSet
from pages.state.session import owner
from pages.trainings import training_cache
from pages.trainings.job import Training, fingerprint
from wordpiece.teaching.grading import Verdict, grade, skipped
from wordpiece.teaching.quiz import Question, QuestionKind, TypedQuestion
from wordpiece.training.steps import Steps

Kind = QuestionKind | Literal["mixed"]

Answer = str | tuple[str, ...]
"""The tokens of a candidate, or typed tokens with spaces between them."""

LENGTH = 10
"""The number of questions in a run."""

SKIPPED = ""
"""The answer to a question that was skipped."""


@dataclass
class Run:
    """One session's run of questions. The first answer to a question counts.

    Attributes:
        of: what the run depends on; when it changes, another run begins.
        questions: the questions, up to LENGTH.
        answers: the answers so far, each with its verdict.
        at: the index of the question on screen; the number of questions once the result is shown.
        typed: tokens typed or clicked for the question on screen.
        version: the number of changes of ``typed`` other than by typing.
    """

    of: Hashable = None
    questions: tuple[Question, ...] = ()
    answers: list[tuple[Answer, Verdict]] = field(default_factory=list)
    at: int = 0
    typed: str = ""
    version: int = 0

    def start_or_resume(
        self, quiz: QuestionSet, trainings: tuple[Training, ...], digest: str, kind: Kind, seed: int
    ) -> None:
        """Continue the run, or begin another one if anything it depends on has changed.

        Args:
            quiz: makes the questions.
            trainings: those that the questions are about.
            digest: that of the corpus.
            kind: the kind of questions; one that the trainings do not have is "mixed".
            seed: the number of the set of questions.
        """
        steps = tuple(len(training.steps) for training in trainings)
        of = (trainings[0].settings, digest, steps, kind, seed)
        if of != self.of:
            self.of = of
            self.questions = training_cache.memoize(
                _make, trainings, owner(), quiz.make, kind, seed
            )
            self.again()

    def again(self) -> None:
        """Callback: restart with the same questions."""
        self.answers, self.at = [], 0
        self.type("")

    def answer(self, at: int, answer: Answer) -> None:
        """Callback: answer the question at index ``at``, unless it is answered.

        Tokens of no candidate are ignored: the screen has changed since the click.
        """
        if not at == len(self.answers) < len(self.questions):
            return
        question = self.questions[at]
        if not isinstance(question, TypedQuestion) and answer not in [
            candidate.tokens for candidate in question.candidates
        ]:
            return
        self.answers.append((answer, grade(question, answer)))

    def reveal(self, at: int) -> None:
        """Callback: show the answer to the question at index ``at``, which counts as skipped."""
        if at == len(self.answers) < len(self.questions):
            self.answers.append((SKIPPED, skipped(self.questions[at])))

    def skip(self, at: int) -> None:
        """Callback: skip the question at index ``at``, and show the next one."""
        if at == self.at:
            self.reveal(at)
            self.next()

    def resume(self, at: int) -> None:
        """Continue at the question at index ``at``; unanswered ones before it count as skipped."""
        while len(self.answers) < at:
            self.reveal(len(self.answers))
        self.at = at

    def next(self) -> None:
        """Callback: show the next question."""
        self.at = len(self.answers)
        self.type("")

    @property
    def saved(self) -> str:
        """The answers for `restore`, if there are any."""
        given = [answer for answer, _ in self.answers]
        return json.dumps([self._name, self.answered, given]) if given else ""

    def restore(self, saved: str) -> None:
        """Callback: repeat the answers that the tab had before a reload.

        Args:
            saved: an earlier `saved`; any other text, or that of another run, has no effect.
        """
        with suppress(ValueError, TypeError, RecursionError):
            name, answered, given = json.loads(saved)
            if name != self._name or self.answers:
                return
            for at, answer in enumerate(given):
                if answer == SKIPPED:
                    self.reveal(at)
                else:
                    self.answer(at, answer if isinstance(answer, str) else tuple(map(str, answer)))
            self.at = max(0, len(self.answers) - bool(answered))

    @property
    def _name(self) -> str:
        return fingerprint(repr(self.of).encode())

    def type(self, text: str) -> None:
        """Replace the typed tokens."""
        self.typed, self.version = text, self.version + 1

    @property
    def answered(self) -> bool:
        """Whether the question on screen is answered."""
        return self.at < len(self.answers)

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts on the answers so far."""
        return [verdict for _, verdict in self.answers]


def _make(
    timelines: tuple[Steps, ...], make: Callable[..., tuple[Question, ...]], kind: Kind, seed: int
) -> tuple[Question, ...]:
    return make(*timelines, kind=kind, seed=seed, count=LENGTH)
