"""Immutable records that the engine returns; threads and users may share them.

This module imports nothing of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

Pair = tuple[str, str]
"""Two neighbouring symbols of a word: left, right."""


class StopReason(str, Enum):
    """Why a trainer has stopped. The value is a phrase that fits after "stopped: ".

    ``VOCAB_SIZE``, ``MAX_MERGES`` and ``MIN_PAIR_COUNT`` are limits of the caller; ``NO_GAIN``
    comes from the score (`Score.is_worth_merging`). ``FEW_PIECES``, also a limit of the caller, and
    ``CHARACTERS`` end a Unigram training, ``ROUNDS`` a top-down training.
    """

    VOCAB_SIZE = "vocabulary size reached"
    MAX_MERGES = "number of merges reached"
    NO_PAIRS = "no pairs left"
    MIN_PAIR_COUNT = "the best pair is too rare"
    NO_GAIN = "no merge is worth making"
    FEW_PIECES = "few enough pieces are left"
    CHARACTERS = "only single characters are left"
    ROUNDS = "number of rounds reached"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One merge, with the counts and the score from *before* it.

    Counts are occurrences in the corpus: each word counts as often as its frequency.

    >>> step = WordPieceTrainer(toy).step()
    >>> step.pair, step.token
    (('##g', '##s'), '##gs')
    >>> step.pair_count, step.left_count, step.right_count, step.score
    (5, 20, 5, 0.05)

    Attributes:
        index: the number of the merge, counted from 1.
        pair: the two symbols that were merged.
        token: the symbol that the pair became.
        is_new_token: False if the vocabulary already had that token.
        pair_count: occurrences of the pair.
        left_count: occurrences of the left symbol (with the blog's code: of pairs that hold it).
        right_count: the same for the right symbol.
        score: pair_count / (left_count * right_count) for WordPiece, pair_count for BPE; see
            `wordpiece.scoring` for other scores.
        tied: all pairs with the best score, in the order in which they were first seen.
        forced: True if the caller chose the pair instead of the score.
        best_pair: the pair that score and tie-break chose; differs from ``pair`` only if forced.
        replaced_count: how often the pair was replaced. Less than ``pair_count`` where
            occurrences overlap: ``aaa`` holds (a, a) twice and becomes ``aa a``.
        language: the position of the language that has the most tokens, so that ``score`` is the
            count in it; None if the score is not by language.
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
    language: int | None = None


@dataclass(frozen=True, slots=True)
class PairScore:
    """One row of the score table at some step.

    >>> for row in timeline.scores(0).rows(0, 3):
    ...     row.rank, row.pair, row.pair_count, round(row.score, 4), row.count_rank, row.tied
    (1, ('##g', '##s'), 5, 0.05, 5, False)
    (2, ('h', '##u'), 15, 0.0278, 4, True)
    (3, ('##u', '##g'), 20, 0.0278, 1, True)

    Attributes:
        pair: the two symbols.
        pair_count, left_count, right_count: as in `MergeStep`.
        score: the score of the three counts.
        rank: 1 for the pair that is merged next; ties are ordered by the tie-break.
        count_rank: 1 for the most frequent pair; equal counts share a rank.
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
    """The sizes of vocabulary and corpus after some number of merges.

    >>> bpe_timeline.growth(2)
    Growth(step=2, vocabulary=9, in_use=6, corpus_tokens=77)

    Attributes:
        step: the number of merges.
        vocabulary: entries of the vocabulary, special tokens included; never falls.
        in_use: distinct symbols that still occur in a word; may fall.
        corpus_tokens: symbols in the corpus, weighted by word frequency; always falls.
    """

    step: int
    vocabulary: int
    in_use: int
    corpus_tokens: int


@dataclass(frozen=True, slots=True)
class WordState:
    """One word after some step.

    >>> word = bpe_timeline.word(1, 0)  # after step 1, the first word
    >>> word.word, word.before, word.symbols, word.made
    ('hug', ('h', 'u', 'g'), ('h', 'ug'), (1,))

    Attributes:
        word: the word that was trained on.
        frequency: its frequency in the corpus.
        symbols: its symbols after the step.
        before: its symbols before the step; equal to ``symbols`` if the step did not change it.
        made: positions in ``symbols`` of the symbols that the step made.
        merging: positions in ``symbols`` of the left symbols of the pairs that the next step
            merges.
    """

    word: str
    frequency: int
    symbols: tuple[str, ...]
    before: tuple[str, ...]
    made: tuple[int, ...]
    merging: tuple[int, ...]

    @property
    def changed(self) -> bool:
        """Whether the step merged a pair in this word."""
        return bool(self.made)


@dataclass(frozen=True, slots=True)
class PairInWord:
    """The positions of a pair and of its symbols in one word, and the counts from this word.

    Attributes:
        lefts, rights: positions of the left symbol in the word, and of the right one.
        together: positions of left symbols that the right symbol follows.
        pair_count, left_count, right_count: the word's share of the counts of a `PairScore`,
            weighted by its frequency.
    """

    lefts: tuple[int, ...]
    rights: tuple[int, ...]
    together: tuple[int, ...]
    pair_count: int
    left_count: int
    right_count: int


@dataclass(frozen=True, slots=True)
class Decision:
    """One step of a top-down training: a substring is kept or dropped.

    >>> decision = top_down.step(2)
    >>> decision.token, decision.counted, decision.count, decision.kept, decision.lowered
    ('hug', 15, 10, False, ('hu',))

    Attributes:
        index: the number of the decision, counted from 1.
        round: its round, counted from 1.
        token: the substring as a token, with ``##`` inside a word; two or more characters.
        counted: its count at the beginning of the round.
        count: its count as it stands: ``counted`` without the counts taken by longer substrings.
        threshold: the substring is kept if ``count`` is at least this.
        kept: whether it is kept.
        lowered: its prefixes of two or more characters, the longest first, if they lose ``count``;
            empty if the substring takes nothing from them.
        ends_round: whether it is the last of its round, after which the words are split again.
    """

    index: int
    round: int
    token: str
    counted: int
    count: int
    threshold: int
    kept: bool
    lowered: tuple[str, ...]
    ends_round: bool


class Piece(NamedTuple):
    """A token of one word.

    Attributes:
        token: the token as it is in the vocabulary, or the unknown token.
        start, end: the range of characters of the word, without ``end``. An end-of-word suffix is
            not part of the word: the range of a piece that is only the suffix is empty.
        unknown: True if the unknown token replaces these characters.
    """

    token: str
    start: int
    end: int
    unknown: bool


@dataclass(frozen=True, slots=True)
class Probe:
    """One look-up in the vocabulary.

    Attributes:
        start, end: the range of characters of the word, without ``end``.
        candidate: the string that was looked up, with the continuation prefix if ``start`` > 0.
        found: whether the vocabulary has it.
    """

    start: int
    end: int
    candidate: str
    found: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """One merge, applied wherever its pair occurs in a word.

    Attributes:
        rank: the position of the merge in the order of learning, counted from 0.
        pair: the two symbols that are merged.
        token: the symbol that the pair becomes.
        before, after: the symbols of the word, unknown ones replaced by the unknown token.
    """

    rank: int
    pair: Pair
    token: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchTrace:
    """The steps by which longest match encodes a word.

    >>> trace = WordPieceEncoder(["[UNK]", "b", "##u", "##g"]).trace("bum")
    >>> [probe.candidate for probe in trace.probes]
    ['bum', 'bu', 'b', '##um', '##u', '##m']
    >>> trace.unknown, trace.stuck_at, trace.missing, trace.pieces[0].token
    ('no-match', 2, '##m', '[UNK]')

    Attributes:
        word: the word.
        probes: the look-ups in the vocabulary, in order.
        pieces: the result.
        unknown: why the word, or the rest of it, is unknown: "no-match", "too-long", or "".
        stuck_at: for "no-match" the position without a match, otherwise None.
        missing: for "no-match" the shortest candidate at that position, such as ``##m``;
            with it in the vocabulary matching would have continued. Otherwise "".
    """

    word: str
    probes: tuple[Probe, ...]
    pieces: tuple[Piece, ...]
    unknown: str
    stuck_at: int | None
    missing: str


@dataclass(frozen=True, slots=True)
class ReplayTrace:
    """The steps by which replaying merges encodes a word.

    >>> trace = BPEEncoder([("u", "g"), ("h", "ug")]).trace("hugs")
    >>> trace.start, [(replay.rank, replay.token) for replay in trace.replays]
    (('h', 'u', 'g', '[UNK]'), [(0, 'ug'), (1, 'hug')])

    Attributes:
        word: the word.
        start: its symbols before the first merge, unknown ones replaced by the unknown token.
        replays: the merges that were applied, in order.
        pieces: the result.
        unknown: the unknown ones of these symbols, each once.
    """

    word: str
    start: tuple[str, ...]
    replays: tuple[Replay, ...]
    pieces: tuple[Piece, ...]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CutTrace:
    """The steps by which `LongestTokenFirst` encodes a word.

    Attributes:
        word: the word.
        cuts: the entries that were cut out of the word, in order. A stretch without any entry is
            a probe that was not found; its candidate is the stretch.
        pieces: the result, in the order of the word.
    """

    word: str
    cuts: tuple[Probe, ...]
    pieces: tuple[Piece, ...]


class EncodedToken(NamedTuple):
    """A token of a text. A named tuple, which is quicker to create than a dataclass.

    >>> WordPieceEncoder(["[UNK]", "hug", "##s"]).encode("hugs")[1]
    EncodedToken(token='##s', id=2, word=0, start=3, end=4, unknown=False)

    Attributes:
        token: the token as it is in the vocabulary, or the unknown token.
        id: its id; None if the vocabulary does not have it.
        word: the number of its word in the text, counted from 0.
        start, end: the range of characters of the given text, or of the normalized text if the
            caller asks for that, without ``end``. Byte-level tokens of the same character all
            have its range.
        unknown: True if the unknown token replaces these characters.
    """

    token: str
    id: int | None
    word: int
    start: int
    end: int
    unknown: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """A kind of difference between a text and the text decoded from its tokens.

    Attributes:
        kind: "case", "accents", "invisible", "form", "spaces lost", "spaces added",
            "spaces changed", "unknown", "partly unknown" or "other"; see
            `wordpiece.encoding.losses.losses`.
        original: the first place of this kind in the text.
        decoded_as: the decoded text at that place.
        count: the number of places of this kind.
    """

    kind: str
    original: str
    decoded_as: str
    count: int
