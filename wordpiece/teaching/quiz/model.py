"""The questions of a quiz, as records that `wordpiece.teaching.grading` can grade."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeVar

from wordpiece.marking import Marking
from wordpiece.message import Message
from wordpiece.records import Decision, MatchTrace, MergeStep, Pair, PairScore, ReplayTrace
from wordpiece.scoring import Score, TieOrder
from wordpiece.topdown.textbook import Reading
from wordpiece.topdown.timeline import TopDownTimeline

MergeKind = Literal["next", "split", "bpe", "change", "replay"]
"""The kinds of questions about a training by merges; see the top of `wordpiece.teaching.quiz`."""

UnigramKind = Literal["likeliest", "cheapest"]
"""The kinds of questions about a training of Unigram."""

QuestionKind = MergeKind | UnigramKind
"""The kinds of questions about any training."""

PairKind = Literal["next", "bpe", "change"]
"""The kinds that are answered by choosing a pair."""

KINDS: tuple[MergeKind, ...] = ("next", "split", "bpe", "change", "replay")
"""The kinds of `MergeKind`, in the order in which a mixed quiz asks them."""

UNIGRAM_KINDS: tuple[UnigramKind, ...] = ("likeliest", "cheapest")
"""Those of `UnigramKind`, in the same order."""

Role = Literal["best", "tied", "frequent", "exclusive", "rare", "other", "moves", "keeps"]
"""Why a pair is among the candidates; see `Candidate`."""

PieceRole = Literal["best", "tied", "longest", "rare", "other"]
"""Why a split or a piece is among the candidates; see `PieceCandidate`."""

CANDIDATES = 4
"""Pairs to choose from."""

UNK = "[UNK]"
"""The unknown token."""

TRIES = 60
"""Steps tried for one kind of question; a score table takes milliseconds."""

LONGEST = 12
"""Characters of a word to tokenize."""

MERGES = 12
"""Merges to replay that are listed."""

POOL = 40
"""How many words of the corpus new words are made from, and how many of these are tried."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The counts that make a pair's score."""

    pair_count: int
    left_count: int
    right_count: int

    @classmethod
    def of(cls, row: PairScore | MergeStep) -> PairCounts:
        """Return the counts in a record."""
        return cls(row.pair_count, row.left_count, row.right_count)

    def score(self, score: Score) -> float:
        """Return the score of these counts by a rule."""
        return score.value(self.pair_count, self.left_count, self.right_count)

    @property
    def product(self) -> int:
        """The product of the counts of both parts."""
        return self.left_count * self.right_count


@dataclass(frozen=True, slots=True)
class Candidate:
    """One pair to choose from.

    Attributes:
        row: the pair's row in the score table at the question's step.
        role: "best" is the winner and "tied" shares its score. Of the others, "frequent" has
            the highest count, "exclusive" would win by WordPiece's score but not by count, and
            "rare" has the lowest count. "moves" and "keeps" are the roles of a "change", in which
            a score moves or stays.
        right: whether it is a right answer.
        is_second: whether only the best score is higher.
        after: for "change" the counts after the merge.
    """

    row: PairScore
    role: Role
    right: bool
    after: PairCounts | None = None
    is_second: bool = False

    @property
    def tokens(self) -> Pair:
        """The pair, as an answer."""
        return self.row.pair


@dataclass(frozen=True, slots=True)
class PieceCandidate:
    """One split of a word, or one piece to remove.

    Attributes:
        tokens: the pieces of the split, or the one piece.
        value: the probability of the split, or the cost of the removal, the same if tied.
        role: "best" is the first of those that are right, and "tied" another. Of the others,
            "longest" is the split by longest match, and "rare" the piece with the lowest count.
        factors: the probabilities of the pieces of the split; empty for a removal.
        why: why the removal costs so much; None for a split.
    """

    tokens: tuple[str, ...]
    value: float
    role: PieceRole
    factors: tuple[float, ...] = ()
    why: Message | None = None

    @property
    def right(self) -> bool:
        """Whether it is a right answer."""
        return self.role in ("best", "tied")


_Candidate = TypeVar("_Candidate", Candidate, PieceCandidate)


class _Choice(Generic[_Candidate]):
    """A question answered by choosing one of its ``candidates``."""

    __slots__ = ()
    candidates: tuple[_Candidate, ...]

    @property
    def right(self) -> _Candidate:
        """The right candidate; of several the winner of the tie-break."""
        return next(c for c in self.candidates if c.right and c.role != "tied")

    def candidate(self, tokens: tuple[str, ...]) -> _Candidate:
        """Return the candidate with these tokens.

        Raises:
            ValueError: it is not one of the candidates.
        """
        for candidate in self.candidates:
            if candidate.tokens == tokens:
                return candidate
        raise ValueError(f"{tokens!r} is not one of the candidates.")


@dataclass(frozen=True, slots=True)
class PairQuestion(_Choice[Candidate]):
    """A question answered by choosing a pair.

    Attributes:
        kind: "next", "bpe" or "change".
        step: the number of merges made so far.
        candidates: two to four different pairs, at least one right, at least one wrong. In a
            "change" exactly one is right.
        merge: the next merge; for "change" the supposed one.
        score, tie_order: the rules of the training.
    """

    kind: PairKind
    step: int
    candidates: tuple[Candidate, ...]
    merge: MergeStep
    score: Score
    tie_order: TieOrder

    @property
    def algorithm(self) -> Literal["wordpiece", "bpe"]:
        """Whose training the question is about."""
        return "bpe" if self.kind == "bpe" else "wordpiece"


@dataclass(frozen=True, slots=True)
class UnigramQuestion(_Choice[PieceCandidate]):
    """Which split of a word is most probable, or which piece costs least to remove?

    Attributes:
        kind: "likeliest" or "cheapest".
        step: the number of removals made so far.
        candidates: two to four, at least one right, at least one wrong.
        counts: the pieces of the candidates with their counts.
        total: the sum of the counts of all pieces, so that probability = count / total.
        word: the word to split; empty for a removal.
    """

    algorithm: ClassVar = "unigram"

    kind: UnigramKind
    step: int
    candidates: tuple[PieceCandidate, ...]
    counts: tuple[tuple[str, float], ...]
    total: float
    word: str = ""


@dataclass(frozen=True, slots=True)
class DecisionQuestion:
    """Is the next substring of a top-down training kept or dropped?

    Attributes:
        step: the number of decisions made so far.
        decision: the next decision.
        longer: the decisions made in the same round on substrings that begin with this one.
        reading: which of these lower its count; see `wordpiece.topdown.textbook`.
    """

    kind: ClassVar = "kept"
    algorithm: ClassVar = ""

    step: int
    decision: Decision
    longer: tuple[Decision, ...]
    reading: Reading

    @classmethod
    def at(cls, timeline: TopDownTimeline, step: int) -> DecisionQuestion:
        """Return the question about the decision after a step."""
        longer = timeline.longer(step + 1)
        return cls(step, timeline.step(step + 1), longer, timeline.reading)


@dataclass(frozen=True, slots=True, kw_only=True)
class _WordQuestion:
    """A question about the tokens of a word.

    Attributes:
        step: the number of merges made so far.
        word: the word, of printable characters except whitespace, at most LONGEST.
        trace: how the word is encoded.
        choices: tokens to put the answer together from, in id order and the unknown token
            last: all that fit in the word, and others.
        marking: how tokens are written.
    """

    step: int
    word: str
    trace: MatchTrace | ReplayTrace
    choices: tuple[str, ...]
    marking: Marking

    @property
    def tokens(self) -> tuple[str, ...]:
        """The right answer."""
        return tuple(piece.token for piece in self.trace.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitQuestion(_WordQuestion):
    """How is a word tokenized with the vocabulary after a step?

    Attributes:
        trace: how longest match encodes the word.
        replayed: the tokens that replaying the merges would give.
        vocabulary: the number of entries without special tokens.
    """

    algorithm: ClassVar = "wordpiece"

    trace: MatchTrace
    replayed: tuple[str, ...]
    vocabulary: int
    kind: Literal["split"] = "split"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayQuestion(_WordQuestion):
    """What are the tokens of a word if the first merges of BPE are replayed on it?

    Attributes:
        trace: how the merges apply.
        merges: merges to replay, each with its number, in the order learned: all that could apply,
            and others.
        matched: the tokens that longest match would take from the same vocabulary.
    """

    algorithm: ClassVar = "bpe"

    trace: ReplayTrace
    merges: tuple[tuple[int, Pair], ...]
    matched: tuple[str, ...]
    kind: Literal["replay"] = "replay"


TypedQuestion = SplitQuestion | ReplayQuestion
"""Questions answered by typing tokens."""

ChoiceQuestion = PairQuestion | UnigramQuestion
"""Questions answered by choosing a candidate."""

Question = ChoiceQuestion | TypedQuestion
"""A question of a quiz."""

StepQuestion = ChoiceQuestion | DecisionQuestion
"""A question on the next step of a training."""


_Q = TypeVar("_Q", PairQuestion, UnigramQuestion)


def complete_first(made: Iterable[_Q | None]) -> Iterator[_Q]:
    """Yield the questions with all `CANDIDATES`, then those with fewer; None is left out."""
    shorter: list[_Q] = []
    for question in made:
        if question and len(question.candidates) < CANDIDATES:
            shorter.append(question)
        elif question:
            yield question
    yield from shorter


def spread(n: int, rng: random.Random) -> Iterator[int]:
    """Yield the numbers below ``n`` once each, in an order in which the first few lie far apart.

    Steps of the golden ratio around a circle: any stretch of them covers it evenly.
    """
    at, seen = rng.random(), set[int]()
    while len(seen) < n:
        at = (at + 0.6180339887498949) % 1
        number = int(at * n)
        if number not in seen:
            seen.add(number)
            yield number
