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

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5}, max_merges=1)
    >>> made = trainer.run()
    >>> trainer.stop_reason is StopReason.MAX_MERGES, f"stopped: {trainer.stop_reason}"
    (True, 'stopped: number of merges reached')
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

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> step = WordPieceTrainer(toy).step()
    >>> step.pair, step.token
    (('##g', '##s'), '##gs')
    >>> step.pair_count, step.left_count, step.right_count, step.score
    (5, 20, 5, 0.05)

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

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> for row in WordPieceTrainer(toy).timeline().scores(0).rows(0, 3):
    ...     row.rank, row.pair, row.pair_count, round(row.score, 4), row.count_rank, row.tied
    (1, ('##g', '##s'), 5, 0.05, 5, False)
    (2, ('h', '##u'), 15, 0.0278, 4, True)
    (3, ('##u', '##g'), 20, 0.0278, 1, True)

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

    >>> from wordpiece import BPETrainer
    >>> trainer = BPETrainer({"hug": 10, "pug": 5}, max_merges=2)
    >>> for step in (0, trainer.run()):
    ...     trainer.timeline().growth(step)
    Growth(step=0, vocabulary=4, in_use=4, corpus_tokens=45)
    Growth(step=2, vocabulary=6, in_use=3, corpus_tokens=20)

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

    >>> from wordpiece import BPETrainer
    >>> trainer = BPETrainer({"hug": 10, "pug": 5}, max_merges=2)
    >>> made = trainer.run()
    >>> word = trainer.timeline().word(1, 0)  # after step 1, the first word
    >>> word.word, word.before, word.symbols
    ('hug', ('h', 'u', 'g'), ('h', 'ug'))
    >>> word.made, word.merging  # made: ug; the next step merges h with what follows
    ((1,), (0,))

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

    >>> from wordpiece import BPETrainer
    >>> timeline = BPETrainer({"banana": 10}).timeline()
    >>> place = timeline.pair_in_word(0, 0, ("a", "n"))
    >>> place.lefts, place.rights, place.together, place.pair_count
    ((1, 3, 5), (2, 4), (1, 3), 20)

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


class Piece(NamedTuple):
    """A token of one word. A named tuple, as `EncodedToken` is.

    >>> from wordpiece import WordPieceEncoder
    >>> for piece in WordPieceEncoder(["[UNK]", "hug", "##s"]).pieces("hugs"):
    ...     piece
    Piece(token='hug', start=0, end=3, unknown=False)
    Piece(token='##s', start=3, end=4, unknown=False)

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

    >>> from wordpiece import WordPieceEncoder
    >>> for probe in WordPieceEncoder(["[UNK]", "hug", "##s"]).trace("hugs").probes:
    ...     probe
    Probe(start=0, end=4, candidate='hugs', found=False)
    Probe(start=0, end=3, candidate='hug', found=True)
    Probe(start=3, end=4, candidate='##s', found=True)

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

    >>> from wordpiece import BPEEncoder
    >>> for replay in BPEEncoder([("u", "g"), ("h", "ug")]).trace("hugs").replays:
    ...     replay.rank, replay.before, replay.after
    (0, ('h', 'u', 'g', '[UNK]'), ('h', 'ug', '[UNK]'))
    (1, ('h', 'ug', '[UNK]'), ('hug', '[UNK]'))

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

    >>> from wordpiece import WordPieceEncoder
    >>> trace = WordPieceEncoder(["[UNK]", "b", "##u", "##g"]).trace("bum")
    >>> [probe.candidate for probe in trace.probes]
    ['bum', 'bu', 'b', '##um', '##u', '##m']
    >>> trace.unknown, trace.stuck_at, trace.missing, trace.pieces[0].token
    ('no-match', 2, '##m', '[UNK]')

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

    >>> from wordpiece import BPEEncoder
    >>> trace = BPEEncoder([("u", "g"), ("h", "ug")]).trace("hugs")
    >>> trace.start, [replay.token for replay in trace.replays]
    (('h', 'u', 'g', '[UNK]'), ['ug', 'hug'])
    >>> [piece.token for piece in trace.pieces]
    ['hug', '[UNK]']

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

    >>> from wordpiece import LongestTokenFirst
    >>> trace = LongestTokenFirst(["est</w>", "high"]).trace("highest</w>")
    >>> [cut.candidate for cut in trace.cuts], [piece.token for piece in trace.pieces]
    (['est</w>', 'high'], ['high', 'est</w>'])

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

    >>> from wordpiece import WordPieceEncoder
    >>> for token in WordPieceEncoder(["[UNK]", "hug", "##s", "a"]).encode("a hugs"):
    ...     token.token, token.id, token.word, (token.start, token.end)
    ('a', 3, 0, (0, 1))
    ('hug', 1, 1, (2, 5))
    ('##s', 2, 1, (5, 6))

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

    >>> from wordpiece import WordPieceEncoder, losses
    >>> tokens = WordPieceEncoder(["hug", "##s"]).encode("hugs", offsets="normalized")
    >>> for loss in losses("HUGS", "hugs", tokens, "hugs"):
    ...     loss
    Loss(kind='case', original='H', decoded_as='h', count=4)

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
