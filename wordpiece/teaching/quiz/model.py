"""The questions of a quiz, as records that `wordpiece.teaching.grading` can grade."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from wordpiece.marking import Marking
from wordpiece.records import MatchTrace, MergeStep, Pair, PairScore, ReplayTrace
from wordpiece.scoring import Score, TieBreak

QuestionKind = Literal["next", "split", "bpe", "change", "replay"]
"""The kinds of questions; see the top of `wordpiece.teaching.quiz`."""

PairKind = Literal["next", "bpe", "change"]
"""Those of them that are answered by choosing a pair."""

KINDS: tuple[QuestionKind, ...] = ("next", "split", "bpe", "change", "replay")
"""All kinds, in the order in which a mixed quiz asks them."""

Role = Literal["best", "tied", "frequent", "exclusive", "rare", "near", "other", "moves", "keeps"]
"""Why a pair is among the candidates; see `Candidate`."""

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
"""Words of the corpus that new words are made from, and new words to choose from."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The counts that a pair's score is made of.

    >>> from wordpiece.scoring import WORDPIECE
    >>> PairCounts(5, 20, 5).score(WORDPIECE)
    0.05
    """

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


@dataclass(frozen=True, slots=True)
class Candidate:
    """One pair to choose from.

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.teaching.quiz import questions
    >>> question = questions(wordpiece, bpe, kind="next")[0]
    >>> for candidate in question.candidates:
    ...     candidate.row.pair, candidate.role, candidate.right
    (('b', '##u'), 'rare', False)
    (('##u', '##g'), 'frequent', False)
    (('##g', '##s'), 'best', True)
    (('##u', '##n'), 'near', False)

    Attributes:
        row: the pair's row in the score table at the question's step.
        role: "best" is the winner and "tied" shares its score. Of the others, "frequent" has
            the highest count, "exclusive" would win by WordPiece's score but not by count,
            "rare" the lowest count, "near" a good score. To "change" belong "moves", "keeps".
        right: whether it is a right answer.
        after: for "change" the counts once the merge is made.
    """

    row: PairScore
    role: Role
    right: bool
    after: PairCounts | None = None


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """A question answered by choosing a pair.

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.teaching.quiz import questions
    >>> question = questions(wordpiece, bpe, kind="next")[0]
    >>> question.step, question.merge.pair, question.right.row.pair
    (0, ('##g', '##s'), ('##g', '##s'))

    Attributes:
        kind: "next", "bpe" or "change".
        step: the merges made so far.
        candidates: two to four different pairs, at least one right, at least one wrong. In a
            "change" exactly one is right.
        merge: the merge that comes next; for "change" the one that is supposed.
        score, tie_break: the training's.
    """

    kind: PairKind
    step: int
    candidates: tuple[Candidate, ...]
    merge: MergeStep
    score: Score
    tie_break: TieBreak

    @property
    def right(self) -> Candidate:
        """The right candidate; among tied ones that which the tie-break takes."""
        return next(c for c in self.candidates if c.right and c.role != "tied")

    def candidate(self, pair: Pair) -> Candidate:
        """Return the candidate with this pair.

        Raises:
            ValueError: it is not one of the candidates.
        """
        for candidate in self.candidates:
            if candidate.row.pair == pair:
                return candidate
        raise ValueError(f"{pair!r} is not one of the candidates.")


@dataclass(frozen=True, slots=True)
class SplitQuestion:
    """How is a word tokenized with the vocabulary after a step?

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.teaching.quiz import questions
    >>> question = questions(wordpiece, bpe, kind="split")[0]
    >>> question.word, question.step, question.tokens
    ('pugs', 1, ('p', '##u', '##gs'))

    Attributes:
        step: the merges made so far.
        word: no whitespace in it, nothing unprintable, at most LONGEST characters.
        trace: how longest match takes it apart.
        replayed: the tokens that replaying the merges would give.
        choices: tokens to put the answer together from, in id order and the unknown token
            last: all that fit into the word, and others.
        vocabulary: how many entries the vocabulary has, special tokens left out.
        marking: how tokens are written.
    """

    step: int
    word: str
    trace: MatchTrace
    replayed: tuple[str, ...]
    choices: tuple[str, ...]
    vocabulary: int
    marking: Marking
    kind: Literal["split"] = "split"

    @property
    def tokens(self) -> tuple[str, ...]:
        """The right answer."""
        return tuple(piece.token for piece in self.trace.pieces)


@dataclass(frozen=True, slots=True)
class ReplayQuestion:
    """What are the tokens of a word if the first merges of BPE are replayed on it?

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.teaching.quiz import questions
    >>> question = questions(wordpiece, bpe, kind="replay")[0]
    >>> question.word, question.step, question.tokens
    ('hugsug', 1, ('h', 'ug', 's', 'ug'))

    Attributes:
        step: the merges made so far.
        word: as in `SplitQuestion`.
        merges: merges to replay, each with its number, in the order learned: all that could apply,
            and others.
        trace: how they apply.
        matched: the tokens that longest match would take from the same vocabulary.
        choices: as in `SplitQuestion`.
        marking: how tokens are written.
    """

    step: int
    word: str
    merges: tuple[tuple[int, Pair], ...]
    trace: ReplayTrace
    matched: tuple[str, ...]
    choices: tuple[str, ...]
    marking: Marking
    kind: Literal["replay"] = "replay"

    @property
    def tokens(self) -> tuple[str, ...]:
        """The right answer."""
        return tuple(piece.token for piece in self.trace.pieces)


TypedQuestion = SplitQuestion | ReplayQuestion
"""Questions answered by typing tokens."""

Question = PairQuestion | TypedQuestion
"""A question of a quiz."""


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
