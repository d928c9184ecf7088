"""A run of Predict's questions, with the answers so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from weakref import ref

from pages.state.session import owner
from pages.trainings.job import Training
from pages.trainings.training_cache import memoize
from wordpiece import Timeline
from wordpiece.records import Pair
from wordpiece.teaching.grading import Verdict, grade, skipped
from wordpiece.teaching.quiz import (
    PairQuestion,
    Question,
    questions,
    words_to_show,
)

LENGTH = 10
"""The number of questions in a run."""

WORDS = 6
"""The most words shown with a question."""


SKIPPED = ""
"""The answer to a question that was skipped."""


@dataclass
class Run:
    """One session's run of questions. The first answer to a question counts.

    Attributes:
        asked: the choices that the run depends on; when they change, another run begins.
        timelines: weak references to the trainings of the questions, WordPiece's and BPE's. They
            are kept in `pages.trainings.training_cache`, which may pack and unpack them meanwhile.
        corpus: a digest of their words and counts, which stays the same when they are unpacked.
        questions: the questions, up to LENGTH.
        answers: the answers so far, each with its verdict.
        at: the index of the question on screen; the number of questions once the result is shown.
        typed: tokens typed or clicked for the question on screen.
        version: the number of changes of ``typed`` other than by typing.
    """

    asked: Any = None
    timelines: tuple[ref[Timeline], ...] = ()
    corpus: bytes = b""
    questions: tuple[Question, ...] = ()
    answers: list[tuple[Pair | str, Verdict]] = field(default_factory=list)
    at: int = 0
    typed: str = ""
    version: int = 0

    def start_or_resume(
        self, asked: Any, training: Training, bpe: Training, kind: Any, seed: int
    ) -> None:
        """Continue the run, or begin another one if anything it depends on has changed."""
        timeline, bpe_timeline = training.timeline, bpe.timeline
        asked = (asked, kind, seed, len(timeline), len(bpe_timeline))
        is_same = bool(self.timelines) and self.timelines[0]() is timeline
        corpus = self.corpus if is_same else _digest(timeline)
        self.timelines = ref(timeline), ref(bpe_timeline)
        if (asked, corpus) == (self.asked, self.corpus):
            return
        self.asked, self.corpus = asked, corpus
        self.questions = memoize(_make_questions, (training, bpe), owner(), kind, seed)
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

    def timeline(self, question: Question) -> Timeline:
        """Return the training of a question."""
        timeline = self.timelines[question.kind in ("bpe", "replay")]()
        assert timeline is not None  # the caller draws the training, so it still exists
        return timeline

    def words(self, question: PairQuestion) -> tuple[int, ...]:
        """Return the positions of the words to show with a question."""
        return words_to_show(self.timeline(question), question, WORDS)


def _make_questions(
    timelines: tuple[Timeline, Timeline], kind: Any, seed: int
) -> tuple[Question, ...]:
    return questions(*timelines, kind=kind, seed=seed, count=LENGTH)


def _digest(timeline: Timeline) -> bytes:
    """SHA-256 of a training's words and counts."""
    words = "\0".join(timeline.words).encode("utf-8", "surrogatepass")
    return sha256(words + b"\0\0" + timeline.frequencies.tobytes()).digest()
