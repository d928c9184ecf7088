"""Frozen records that the engine hands out. This module imports nothing of the engine.

Everything a page or a notebook learns about a training arrives as one of these;
none of them can be changed, so they may be shared between threads and users.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Pair = tuple[str, str]
"""Two neighbouring symbols of a word, left then right."""


class StopReason(str, Enum):
    """Why a trainer has stopped. The value is a phrase that fits after "stopped: "."""

    VOCAB_SIZE = "vocabulary size reached"
    MAX_MERGES = "number of merges reached"
    NO_PAIRS = "no pairs left"
    MIN_PAIR_COUNT = "the best pair is too rare"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One merge, with the numbers that decided it, as they stood *before* it.

    Counts are occurrences in the corpus: each word counts as often as its frequency.

    Attributes:
        index: 1 for the first merge.
        pair: the two symbols merged.
        token: the symbol they make.
        is_new_token: False if the vocabulary already had that string.
        pair_count: how often the pair stood side by side.
        left_count: how often the left symbol stood anywhere.
        right_count: how often the right symbol stood anywhere.
        score: pair_count / (left_count * right_count) for WordPiece, pair_count for BPE.
        tied: every pair that shares the best score, in first-seen order.
        forced: True if the caller chose the pair instead of the score.
        best_pair: the pair that score and tie-break chose; differs from ``pair`` only if forced.
        replaced_count: how often the pair was replaced. Less than ``pair_count`` where
            occurrences overlap: ``aaa`` holds (a, a) twice and becomes ``aa a``.
    """

    index: int
    pair: Pair
    token: str
    is_new_token: bool
    pair_count: int
    left_count: int
    right_count: int
    score: float
    tied: tuple[Pair, ...]
    forced: bool
    best_pair: Pair
    replaced_count: int


@dataclass(frozen=True, slots=True)
class PairScore:
    """One row of the score table at some step.

    Attributes:
        pair: the two symbols.
        pair_count, left_count, right_count: occurrences, weighted by word frequency.
        score: what the training's rule makes of the three counts.
        rank: 1 for the pair that merges next; ties are ordered by the tie-break.
        count_rank: 1 for the most frequent pair; equal counts share the same rank.
        tied: True if another pair has exactly the same score.
    """

    pair: Pair
    pair_count: int
    left_count: int
    right_count: int
    score: float
    rank: int
    count_rank: int
    tied: bool


@dataclass(frozen=True, slots=True)
class Growth:
    """The sizes that a training is drawn with, after some number of merges.

    Attributes:
        step: merges made so far; 0 is the start.
        vocabulary: entries in the vocabulary, special tokens included. Never falls.
        in_use: different symbols that still stand in some word. May fall.
        corpus_tokens: symbols in the whole corpus, weighted by word frequency. Always falls.
    """

    step: int
    vocabulary: int
    in_use: int
    corpus_tokens: int


@dataclass(frozen=True, slots=True)
class WordState:
    """One word after some step.

    Attributes:
        word: the word as training saw it.
        frequency: how often it occurs.
        symbols: its split after the step.
        before: its split before the step; the same as ``symbols`` if the step left it alone.
        made: positions in ``symbols`` of the symbols that this step made.
        merging: positions in ``symbols`` of left parts that the next step will merge with
            their right neighbour.
    """

    word: str
    frequency: int
    symbols: tuple[str, ...]
    before: tuple[str, ...]
    made: tuple[int, ...]
    merging: tuple[int, ...]

    @property
    def changed(self) -> bool:
        """Whether the step merged anything in this word."""
        return bool(self.made)
