"""Frozen records that the engine hands out. This module imports nothing of the engine.

Everything a page or a notebook learns about a training arrives as one of these;
none of them can be changed, so they may be shared between threads and users.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

Pair = tuple[str, str]
"""Two neighbouring symbols of a word, left then right."""


class StopReason(str, Enum):
    """Why a trainer has stopped. The value is a phrase that fits after "stopped: ".

    The first two are limits that the caller set, as is the least count of ``MIN_PAIR_COUNT``;
    ``NO_GAIN`` is the score's own (`Score.is_worth_merging`).
    """

    VOCAB_SIZE = "vocabulary size reached"
    MAX_MERGES = "number of merges reached"
    NO_PAIRS = "no pairs left"
    MIN_PAIR_COUNT = "the best pair is too rare"
    NO_GAIN = "no merge is worth making"

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
        left_count: how often the left symbol stood anywhere (the blog's code: in how many pairs).
        right_count: how often the right symbol stood anywhere (likewise).
        score: pair_count / (left_count * right_count) for WordPiece, pair_count for BPE; see
            `wordpiece.scoring` for the others.
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
        pair_count, left_count, right_count: as in `MergeStep`, weighted by word frequency.
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


@dataclass(frozen=True, slots=True)
class PairInWord:
    """Where a pair and its parts stand in one word, and what the word adds to their counts.

    Attributes:
        lefts, rights: positions in the word's symbols at which the left symbol stands anywhere,
            and the right one.
        together: those of left symbols with the right one behind them.
        pair_count, left_count, right_count: what the word, with its frequency, adds to the counts
            of a `PairScore`.
    """

    lefts: tuple[int, ...]
    rights: tuple[int, ...]
    together: tuple[int, ...]
    pair_count: int
    left_count: int
    right_count: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A token of one word.

    Attributes:
        token: the token as the vocabulary writes it, or the unknown token.
        start, end: the characters of the word it covers, ``end`` not included. An end-of-word
            suffix is no character of the word: a piece that is only the suffix is empty.
        unknown: True if the token stands for something that is not in the vocabulary.
    """

    token: str
    start: int
    end: int
    unknown: bool


@dataclass(frozen=True, slots=True)
class Probe:
    """One look into the vocabulary.

    Attributes:
        start, end: the characters of the word that were looked up, ``end`` not included.
        candidate: the string looked up, with the continuation prefix after position 0.
        found: whether the vocabulary has it.
    """

    start: int
    end: int
    candidate: str
    found: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """One merge applied to a word, wherever the pair stood.

    Attributes:
        rank: the merge's place in the order of learning; 0 was learned first.
        pair: the two symbols merged.
        token: the symbol they make.
        before, after: the symbols of the word. Unknown ones are shown as the unknown token.
    """

    rank: int
    pair: Pair
    token: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchTrace:
    """How longest match took a word apart.

    Attributes:
        word: the word.
        probes: every look into the vocabulary, in order.
        pieces: the result.
        unknown: why the word, or the rest of it, is unknown: "no-match", "too-long", or "".
        stuck_at: for "no-match" the position at which nothing matched, else None.
        missing: for "no-match" the shortest candidate at that position, such as ``##m``;
            with it in the vocabulary matching would have gone on. Else "".
    """

    word: str
    probes: tuple[Probe, ...]
    pieces: tuple[Piece, ...]
    unknown: str
    stuck_at: int | None
    missing: str


@dataclass(frozen=True, slots=True)
class ReplayTrace:
    """How replaying merges put a word together.

    Attributes:
        word: the word.
        start: its starting symbols. Unknown ones are shown as the unknown token.
        replays: the merges that applied, in order.
        pieces: the result.
    """

    word: str
    start: tuple[str, ...]
    replays: tuple[Replay, ...]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class CutTrace:
    """How a table sorted by length took a word apart.

    Attributes:
        word: the word.
        cuts: what was cut out, in that order. A stretch in which no entry occurs is a probe
            that was not found, its candidate being the stretch.
        pieces: the result, in the order of the word.
    """

    word: str
    cuts: tuple[Probe, ...]
    pieces: tuple[Piece, ...]


class EncodedToken(NamedTuple):
    """A token of a text. A named tuple, as a text has very many and they are quicker to make.

    Attributes:
        token: the token as the vocabulary writes it, or the unknown token.
        id: its number in the vocabulary; None if it is not there.
        word: the number of its word in the text, from 0.
        start, end: the characters of the text as it was given that it covers, ``end`` not
            included; of the normalized text if that was asked for. Byte-level tokens that share a
            character all cover it.
        unknown: True if the token stands for something that is not in the vocabulary.
    """

    token: str
    id: int | None
    word: int
    start: int
    end: int
    unknown: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """One way in which decoded text differs from what was encoded, with its first example.

    Attributes:
        kind: "case", "accents", "invisible", "form", "spaces lost", "spaces added",
            "spaces changed", "unknown" or "other"; see `wordpiece.encoding.losses.losses`.
        original: the first such place in the original text.
        decoded_as: what became of it.
        count: how many places there are.
    """

    kind: str
    original: str
    decoded_as: str
    count: int
