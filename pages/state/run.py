"""A run of Predict's questions, with the answers so far."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

from pages.state.session import owner
from pages.trainings import training_cache
from pages.trainings.job import Training
from wordpiece import Timeline
from wordpiece.records import Pair
from wordpiece.teaching.grading import Verdict, grade, skipped
from wordpiece.teaching.quiz import PairQuestion, Question, QuestionKind, questions

Kind = QuestionKind | Literal["mixed"]

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
    answers: list[tuple[Pair | str, Verdict]] = field(default_factory=list)
    at: int = 0
    typed: str = ""
    version: int = 0

    def start_or_resume(
        self, training: Training, bpe: Training, digest: str, kind: Kind, seed: int
    ) -> None:
        """Continue the run, or begin another one if anything it depends on has changed."""
        steps = len(training.timeline), len(bpe.timeline)
        of = (training.settings, digest, steps, kind, seed)
        if of != self.of:
            self.of = of
            self.questions = training_cache.memoize(_make, (training, bpe), owner(), kind, seed)
            self.again()

    def again(self) -> None:
        """Callback: restart with the same questions."""
        self.answers, self.at = [], 0
        self.type("")

    def answer(self, at: int, answer: Pair | str) -> None:
        """Callback: answer the question at index ``at``, unless it is answered.

        A pair that is not among its options is ignored: the screen has changed since the click.
        """
        if not at == len(self.answers) < len(self.questions):
            return
        question = self.questions[at]
        pairs = (
            [c.row.pair for c in question.candidates] if isinstance(question, PairQuestion) else []
        )
        if pairs and answer not in pairs:
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


def _make(timelines: tuple[Timeline, Timeline], kind: Kind, seed: int) -> tuple[Question, ...]:
    return questions(*timelines, kind=kind, seed=seed, count=LENGTH)
