"""Merge replay: encode a word by making the merges of the training on its characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import chain, pairwise
from os import PathLike

from wordpiece.arguments import check_pair, short_repr
from wordpiece.encoding.encoders.base import Encoder, Entries, ids_of
from wordpiece.errors import ArgumentError, UnknownSymbolError
from wordpiece.marking import LEADING_SPACE, NONE, Marking, marking_of
from wordpiece.message import message
from wordpiece.records import Pair, Piece, Replay, ReplayTrace
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE
from wordpiece.training.timeline import Timeline


def _checked(merges: Iterable[Pair]) -> tuple[Pair, ...]:
    if isinstance(merges, str | bytes | PathLike):
        raise ArgumentError(
            message(
                "The merges must be a list of pairs, not {value}; to read files, use "
                "Tokenizer.from_files.",
                value=short_repr(merges),
            )
        )
    pairs = tuple(merges)
    # A list may be long and is nearly always valid, so check all pairs at once first.
    if (
        {*map(type, pairs)} == {tuple}
        and {*map(len, pairs)} == {2}
        and {*map(type, chain.from_iterable(pairs))} == {str}
    ):
        return pairs
    return tuple(check_pair(pair, f"Merge {rank}") for rank, pair in enumerate(pairs, 1))


class BPEEncoder(Encoder):
    """BPE: the learned merges are made on the characters of the word.

    As long as any pair of neighbours is a known merge, the encoder makes the one learned first
    (of the lowest rank), at its leftmost place. Each character outside the alphabet becomes an
    unknown token, and takes part in no merge.

    >>> encoder = BPEEncoder([("u", "g"), ("u", "n"), ("h", "ug")], alphabet="bghnpsu")
    >>> encoder.encode_word("thug"), encoder.encode_word("unhug")
    (['[UNK]', 'hug'], ['un', 'hug'])
    >>> [(replay.rank, replay.after) for replay in encoder.trace("hug").replays]
    [(0, ('h', 'ug')), (2, ('hug',))]

    **Is that the same as going through the merges once, in order?** Yes, if no merge makes a
    symbol that is a part of the merge itself or of an earlier one: then each merge only creates
    pairs that were learned later. Training produces such lists, with one exception: words that
    contain the marker (``##``, or ``</w>`` written out), where one string is two different
    symbols. For other lists the results can differ: (ab, c), (a, b) turns ``abc`` into ``abc``
    by lowest rank, but into ``ab c`` in order.

    Args:
        merges: pairs in the order they were learned. A pair that is repeated keeps its first rank.
        alphabet: the known symbols before merges, marked as in the merges; it may have more symbols
            than the merges use. None means the single characters that occur in the merges.
        vocabulary: entries in id order, or entry to id; only used for ids. None means the
            alphabet by code point, then the tokens that the merges make.
        unk_token: the token for an unknown character; None makes unknown characters an error.
        marking: how words become symbols, a `Marking` or its name.
        attach_suffix: whether the end-of-word suffix is part of the last character's symbol from
            the start, ``l o w</w>``, as in the `tokenizers` library, instead of a separate symbol.
        keep_unknown: whether a character outside the alphabet stays a token, without an id, as
            in subword-nmt.

    Attributes:
        ranks: pair to its first place in the list of merges, counted from 0.

    Raises:
        ValueError: a merge has an empty part, or the marking is unknown.
    """

    def __init__(
        self,
        merges: Iterable[Pair],
        *,
        alphabet: Iterable[str] | None = None,
        vocabulary: Entries | None = None,
        unk_token: str | None = "[UNK]",
        marking: Marking | str | None = NONE,
        attach_suffix: bool = False,
        keep_unknown: bool = False,
    ):
        self.marking = marking = marking_of(marking)
        self.attach_suffix = attach_suffix
        self.keep_unknown = keep_unknown
        self.merges = _checked(merges)
        for rank, pair in enumerate(self.merges):
            if "" in pair:
                raise ValueError(f"Merge {rank + 1:,} has an empty part: {pair!r}.")
        self._tokens = [marking.join(*pair) for pair in self.merges]
        # Reversed, so that a repeated pair keeps its first rank.
        self.ranks = {pair: rank for rank, pair in reversed([*enumerate(self.merges)])}

        if alphabet is None:
            alphabet = filter(self._is_single, (part for pair in self.merges for part in pair))
        self._alphabet = known = frozenset(alphabet)
        if marking.suffix and not attach_suffix:
            self._alphabet = known = known | {marking.suffix}
        if vocabulary is None:
            vocabulary = [*dict.fromkeys([*sorted(known), *self._tokens])]
        # Words marked with Ġ are those of GPT-2's pre-tokenizer.
        cut = "gpt2" if marking == LEADING_SPACE else "bert"
        super().__init__(ids_of(vocabulary), unk_token, cut)

    @classmethod
    def byte_level(cls, merges: Iterable[Pair], *, vocabulary: Entries | None = None) -> BPEEncoder:
        """Return GPT-2's encoder: the alphabet is the 256 bytes, so no character is unknown.

        >>> encoder = BPEEncoder.byte_level([("Ġ", "h"), ("u", "g")])
        >>> [(t.token, t.start, t.end) for t in encoder.encode("a hugé")]
        [('a', 0, 1), ('Ġh', 1, 3), ('ug', 3, 5), ('Ã', 5, 6), ('©', 5, 6)]

        `encode_word` takes words as `gpt2_byte_level` spells them.
        """
        return cls(
            merges,
            alphabet=CHAR_TO_BYTE,
            vocabulary=vocabulary,
            unk_token=None,
            marking=LEADING_SPACE,
        )

    @classmethod
    def from_timeline(
        cls, timeline: Timeline, step: int, *, unk_token: str | None = "[UNK]"
    ) -> BPEEncoder:
        """Return the encoder of a training after a step, with the marking of the training.

        The merges of a WordPiece training can be replayed too. The tokens may then differ from
        those of longest match, which is how WordPiece encodes.

        Raises:
            IndexError: the step does not exist.
        """
        return cls(
            (timeline.pair(k) for k in range(1, step + 1)),
            alphabet=timeline.vocabulary(0),
            vocabulary=timeline.vocabulary(step),
            unk_token=unk_token,
            marking=timeline.marking,
        )

    def with_merges(self, merges: Iterable[Pair]) -> BPEEncoder:
        """Return an encoder with other merges and everything else the same.

        Raises:
            ValueError: a merge has an empty part.
        """
        return BPEEncoder(
            merges,
            alphabet=self._alphabet,
            vocabulary=self.ids,
            unk_token=self.unk_token,
            marking=self.marking,
            attach_suffix=self.attach_suffix,
            keep_unknown=self.keep_unknown,
        )

    def can_spell(self, word: str) -> bool:
        """Return whether the alphabet has all symbols of a word."""
        try:
            return all(symbol and symbol in self._alphabet for symbol in self._start(word))
        except UnknownSymbolError:
            return False

    def _is_single(self, symbol: str) -> bool:
        symbol = symbol.removeprefix(self.marking.prefix) or symbol
        if self.attach_suffix:
            symbol = symbol.removesuffix(self.marking.suffix) or symbol
        return len(symbol) == 1

    def _symbols(self, word: str) -> list[str]:
        """Return the symbols of a word before merges, whether they are known or not."""
        symbols = [*self.marking.split(word)] if word else []
        if symbols and self.marking.suffix and self.attach_suffix:
            suffix = symbols.pop()
            symbols[-1] += suffix
        return symbols

    def _start(self, word: str) -> list[str]:
        """Return the symbols of a word before merges, with "" for each unknown one."""
        symbols, known = self._symbols(word), self._alphabet
        if self.keep_unknown:
            return symbols
        if self.unk_token is None:
            for symbol in symbols:
                if symbol not in known:
                    raise UnknownSymbolError(word, symbol)
        return [symbol if symbol in known else "" for symbol in symbols]

    def _encode(self, word: str) -> Iterator[Piece]:
        symbols = self._start(word)
        after = [*range(1, len(symbols) + 1)]
        for _ in self._merge(symbols, after):
            pass
        return self._pieces(word, symbols, after)

    def _merge(self, symbols: list[str], after: list[int]) -> Iterator[int]:
        """Make the merges of a word one by one, and yield the rank of each.

        Args:
            symbols: the symbols before merges, replaced in place. A symbol that was merged into
                its left neighbour becomes "", which is in no merge, just as an unknown one.
            after: the index of the symbol that follows each symbol, also changed in place.
        """
        # The heap holds (rank, index of the left symbol) of each pair that is a merge, and of some
        # pairs that no longer exist.
        ranks, tokens, length = self.ranks, self._tokens, len(symbols)
        before = [*range(-1, length - 1)]
        heap = [(ranks[pair], i) for i, pair in enumerate(pairwise(symbols)) if pair in ranks]
        heapify(heap)
        while heap:
            rank, left = heappop(heap)
            right = after[left]
            if right == length or ranks.get((symbols[left], symbols[right])) != rank:
                continue
            symbols[left], symbols[right] = tokens[rank], ""
            beyond = after[left] = after[right]
            if beyond < length:
                before[beyond] = left
                if (new := ranks.get((symbols[left], symbols[beyond]))) is not None:
                    heappush(heap, (new, left))
            if left and (new := ranks.get((symbols[before[left]], symbols[left]))) is not None:
                heappush(heap, (new, before[left]))
            yield rank

    def _pieces(self, word: str, symbols: list[str], after: list[int]) -> Iterator[Piece]:
        """Yield the pieces of a word from the lists that `_merge` has changed."""
        for start, end in _spans(after):
            symbol = symbols[start]
            # A suffix that is a symbol by itself covers no character.
            first, last = min(start, len(word)), min(end, len(word))
            unknown = not symbol or (self.keep_unknown and symbol not in self.ids)
            yield Piece(symbol or self.unk_token or "", first, last, unknown)

    def trace(self, word: str) -> ReplayTrace:
        """List every merge that applies, in order, with the symbols before and after.

        A merge that applies in several places is listed once, as long as no other comes between.
        The time grows with the square of the word's length, as the trace itself does.

        Raises:
            UnknownSymbolError: a character is unknown, and `unk_token` is None.
        """
        whole, symbols = self._symbols(word), self._start(word)
        after = [*range(1, len(symbols) + 1)]

        def tokens() -> tuple[str, ...]:
            return tuple(symbols[start] or self.unk_token or "" for start, _ in _spans(after))

        start = state = tokens()
        replays: list[Replay] = []
        for rank in self._merge(symbols, after):
            before = replays.pop().before if replays and replays[-1].rank == rank else state
            state = tokens()
            replays.append(Replay(rank, self.merges[rank], self._tokens[rank], before, state))
        pieces = tuple(self._pieces(word, symbols, after))
        starting = zip(pieces, _spans(after), strict=True)
        unknown = [symbols[at] or whole[at] for piece, (at, _) in starting if piece.unknown]
        return ReplayTrace(word, start, tuple(replays), pieces, tuple(dict.fromkeys(unknown)))


def _spans(after: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each symbol; see `BPEEncoder._merge`."""
    start = 0
    while start < len(after):
        yield start, after[start]
        start = after[start]
