"""Merge replay: the merges of the training again, on the characters of a word."""

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

FEW = 100
"""Symbols. A word of so many is encoded in the way that is quickest for short ones."""

Place = tuple[str, int, int]
"""A symbol, and from which starting symbol to which it reaches."""


def _checked(merges: Iterable[Pair]) -> tuple[Pair, ...]:
    if isinstance(merges, str | bytes | PathLike):
        raise ArgumentError(
            message(
                "Merges are a list of pairs, not {value}; Tokenizer.from_files reads files.",
                value=short_repr(merges),
            )
        )
    pairs = tuple(merges)
    # Merges are many, and nearly always pairs of texts.
    if (
        {*map(type, pairs)} == {tuple}
        and {*map(len, pairs)} == {2}
        and {*map(type, chain.from_iterable(pairs))} == {str}
    ):
        return pairs
    return tuple(check_pair(pair, f"Merge {rank}") for rank, pair in enumerate(pairs, 1))


class BPEEncoder(Encoder):
    """BPE: the learned merges again, on the characters of the word.

    As long as any pair of neighbours is a known merge, the one learned first (the lowest rank)
    is made, at its leftmost place. Characters outside the alphabet become the unknown token one
    by one, and take part in no merge.

    >>> encoder = BPEEncoder([("u", "g"), ("u", "n"), ("h", "ug")], alphabet="bghnpsu")
    >>> encoder.encode_word("thug"), encoder.encode_word("unhug")
    (['[UNK]', 'hug'], ['un', 'hug'])
    >>> [(replay.rank, replay.after) for replay in encoder.trace("hug").replays]
    [(0, ('h', 'ug')), (2, ('hug',))]

    **Is that the same as going through the merges once, in order?** Yes, if no merge makes a
    symbol that an earlier merge, or it itself, has as a part: then making a merge only ever brings
    together pairs that were learned later. Every list that training produces is like that, with
    one exception: words that contain the marker (``##``, or ``</w>`` written out), where one
    string is two different symbols. For any other list the two can differ: (ab, c), (a, b)
    turns ``abc`` into ``abc`` by lowest rank, but into ``ab c`` in order.

    Args:
        merges: pairs in the order they were learned. A pair that comes again keeps its first rank.
        alphabet: the known starting symbols, marked as the merges have them; more do no harm.
            None stands for the single characters that occur in the merges.
        vocabulary: entries in id order, or entry to id; only ids are taken from it. None stands
            for the alphabet by code point, then what the merges make.
        unk_token: the token for an unknown character; None makes it an error.
        marking: how words become symbols, a `Marking` or its name.
        attach_suffix: the end-of-word suffix is not a symbol of its own at the start but part
            of the last character's, ``l o w</w>``, as in the `tokenizers` library.
        keep_unknown: a character outside the alphabet stays a token, without an id, as in
            subword-nmt.

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
        # From the back, so that the first rank of a pair is the one that stays.
        self._ranks = {pair: rank for rank, pair in reversed([*enumerate(self.merges)])}

        if alphabet is None:
            alphabet = filter(self._is_single, (part for pair in self.merges for part in pair))
        self._alphabet = known = frozenset(alphabet)
        if marking.suffix and not attach_suffix:
            self._alphabet = known = known | {marking.suffix}
        if vocabulary is None:
            vocabulary = [*dict.fromkeys([*sorted(known), *self._tokens])]
        # The words that carry Ġ are those that GPT-2's pre-tokenizer makes.
        cut = "gpt2" if marking == LEADING_SPACE else "bert"
        super().__init__(ids_of(vocabulary), unk_token, cut)

    @classmethod
    def byte_level(cls, merges: Iterable[Pair], *, vocabulary: Entries | None = None) -> BPEEncoder:
        """Make GPT-2's encoder: the alphabet is the 256 bytes, so nothing is unknown.

        >>> encoder = BPEEncoder.byte_level([("Ġ", "h"), ("u", "g")])
        >>> [(t.token, t.start, t.end) for t in encoder.encode("a hugé")]
        [('a', 0, 1), ('Ġh', 1, 3), ('ug', 3, 5), ('Ã', 5, 6), ('©', 5, 6)]

        `encode_word` wants words as `gpt2_byte_level` spells them.
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
        """Make the encoder of a training after a step, with the marking it was trained with.

        The merges of a WordPiece training can be replayed too; the tokens then are not always
        those of longest match, which is how WordPiece encodes.

        Raises:
            IndexError: there is no such step.
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
        """Return whether all starting symbols of a word are known.

        >>> BPEEncoder([("u", "g")], alphabet="bghnpsu").can_spell("mug")
        False
        """
        try:
            return all(symbol and symbol in self._alphabet for symbol in self._start(word))
        except UnknownSymbolError:
            return False

    def _is_single(self, symbol: str) -> bool:
        symbol = symbol.removeprefix(self.marking.prefix) or symbol
        if self.attach_suffix:
            symbol = symbol.removesuffix(self.marking.suffix) or symbol
        return len(symbol) == 1

    def _start(self, word: str) -> list[str]:
        """Return the starting symbols of a word; the empty string stands for an unknown one."""
        symbols = [*self.marking.split(word)] if word else []
        if symbols and self.marking.suffix and self.attach_suffix:
            suffix = symbols.pop()
            symbols[-1] += suffix
        known = self._alphabet
        if self.keep_unknown:
            return symbols
        if self.unk_token is None:
            for symbol in symbols:
                if symbol not in known:
                    raise UnknownSymbolError(word, symbol)
        return [symbol if symbol in known else "" for symbol in symbols]

    def _piece(self, symbol: str, start: int, end: int, word: str) -> Piece:
        # Symbols are counted; only a suffix on its own is no character.
        start, end = min(start, len(word)), min(end, len(word))
        unknown = not symbol or (self.keep_unknown and symbol not in self.ids)
        return Piece(symbol or self.unk_token or "", start, end, unknown)

    def _encode(self, word: str) -> Iterator[Piece]:
        symbols = self._start(word)
        merge = self._merge_few if len(symbols) <= FEW else self._merge_many
        for symbol, start, end in merge(symbols):
            yield self._piece(symbol, start, end, word)

    def _merge_few(self, symbols: list[str]) -> Iterator[Place]:
        """Look at the ranks of all pairs for each merge: n * n steps, but small ones."""
        rank_of, tokens, never = self._ranks.get, self._tokens, len(self._tokens)
        ends = list(range(1, len(symbols) + 1))
        ranks = [rank_of(pair, never) for pair in pairwise(symbols)]
        while ranks and (rank := min(ranks)) < never:
            left = ranks.index(rank)
            symbols[left : left + 2] = [tokens[rank]]
            del ranks[left], ends[left]
            if left:
                ranks[left - 1] = rank_of((symbols[left - 1], symbols[left]), never)
            if left < len(ranks):
                ranks[left] = rank_of((symbols[left], symbols[left + 1]), never)
        return zip(symbols, [0, *ends], ends, strict=False)

    def _merge_many(self, symbols: list[str]) -> Iterator[Place]:
        """Keep the pairs in a heap, which takes n log n steps."""
        # Symbols are a linked list: `after[i]` and `before[i]` are the neighbours' indices. A
        # symbol that was merged into its left neighbour becomes "", which is in no merge; so does
        # an unknown one. The heap holds (rank, index of the left symbol) of every pair that is a
        # merge, and some that no longer are.
        ranks, tokens, length = self._ranks, self._tokens, len(symbols)
        after, before = list(range(1, length + 1)), list(range(-1, length - 1))
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
        at = 0
        while at < length:
            yield symbols[at], at, after[at]
            at = after[at]

    def trace(self, word: str) -> ReplayTrace:
        """List every merge that applies, in order, with the symbols before and after.

        A merge that applies in several places is listed once, as long as no other comes between.
        Each step looks at all symbols anew, which is slow for words of thousands of characters.

        Raises:
            UnknownSymbolError: a character is unknown, and there is no unknown token.
        """
        symbols = self._start(word)
        starts = list(range(len(symbols)))

        def shown() -> tuple[str, ...]:
            return tuple(symbol or self.unk_token or "" for symbol in symbols)

        start = shown()
        replays: list[Replay] = []
        while candidates := [
            (self._ranks[pair], i)
            for i, pair in enumerate(pairwise(symbols))
            if pair in self._ranks
        ]:
            rank, at = min(candidates)
            symbols[at : at + 2] = [self._tokens[rank]]
            del starts[at + 1]
            before = replays[-1].after if replays else start
            if replays and replays[-1].rank == rank:
                before = replays.pop().before
            replays.append(Replay(rank, self.merges[rank], self._tokens[rank], before, shown()))
        ends = [*starts[1:], len(word) + 1]
        pieces = (
            self._piece(symbol, start, end, word)
            for symbol, start, end in zip(symbols, starts, ends, strict=False)
        )
        return ReplayTrace(word, start, tuple(replays), tuple(pieces))
