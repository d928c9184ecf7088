"""Encoders: from a word, or a text, to tokens.

====================  ======================  ================================================
encoder               hugs, mug               how
====================  ======================  ================================================
`WordPieceEncoder`    hug ##s, [UNK]          the longest match first; knows only a vocabulary
`BPEEncoder`          hug s, [UNK] ug         the merges again, in the order they were learned
`Segmenter`           hug s, [UNK]            longest match that keeps what it has found
`LongestTokenFirst`   hug s, [UNK] ug         cuts the longest entry out, wherever it stands
====================  ======================  ================================================

Each has the same five methods: `encode_word` gives strings, `pieces` also where they stand,
`trace` every step on the way; `encode` and `tokenize` take a whole text. The first two answer
from the fast way, `trace` walks the plain one, and the tests hold the two together.

Words recur, so the pieces of each word are kept. That saves more time than any data structure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise

from wordpiece.errors import UnknownSymbolError
from wordpiece.marking import LEADING_SPACE, NONE, Marking, marking_of
from wordpiece.records import (
    CutTrace,
    EncodedToken,
    MatchTrace,
    Pair,
    Piece,
    Probe,
    Replay,
    ReplayTrace,
)
from wordpiece.text.normalizers import Normalizer
from wordpiece.text.pre_tokenizers import (
    CHAR_TO_BYTE,
    PRE_TOKENIZERS,
    PreTokenizer,
    Word,
    split_words,
    text_to_bytes,
)
from wordpiece.training.timeline import Timeline

Entries = Sequence[str] | Mapping[str, int]
"""A vocabulary: its tokens in id order, or token to id."""

CACHED_WORDS = 100_000
"""Words in the cache of an encoder; when it is full, it is cleared."""

CACHED_LENGTH = 100
"""Characters. Longer words are not cached: they are rare, and rarely recur."""


def unchanged(text: str) -> str:
    """The normalizer that does nothing."""
    return text


def ids_of(vocabulary: Entries) -> dict[str, int]:
    """Token to id; of a token listed twice, the first.

    >>> ids_of(["[UNK]", "hug", "##s"])
    {'[UNK]': 0, 'hug': 1, '##s': 2}
    """
    if isinstance(vocabulary, Mapping):
        return dict(vocabulary)
    ids: dict[str, int] = {}
    for number, token in enumerate(vocabulary):
        ids.setdefault(token, number)
    return ids


class Encoder(ABC):
    """The base class of all encoders: texts, ids and the cache.

    Attributes:
        ids: token to id.
        unk_token: what stands for the unknown, or None.
        pre_tokenizer: the name of the one used on a text unless another is asked for.
    """

    def __init__(self, ids: Mapping[str, int], unk_token: str | None, pre_tokenizer: str = "bert"):
        self.ids = ids
        self.unk_token = unk_token
        self.pre_tokenizer = pre_tokenizer
        # Two threads may both compute a word, with the same result, so no lock is needed.
        self._cache: dict[str, tuple[Piece, ...]] = {}

    @abstractmethod
    def _encode(self, word: str) -> Iterable[Piece]:
        """Compute the pieces of a word that is not empty, in order."""

    def pieces(self, word: str) -> tuple[Piece, ...]:
        """Return the tokens of a word with the characters they cover; none for the empty word."""
        pieces = self._cache.get(word)
        if pieces is None:
            pieces = tuple(self._encode(word)) if word else ()
            if len(word) <= CACHED_LENGTH:
                if len(self._cache) >= CACHED_WORDS:
                    self._cache.clear()
                self._cache[word] = pieces
        return pieces

    def forget(self) -> None:
        """Clear the cache of encoded words."""
        self._cache.clear()

    def encode_word(self, word: str) -> list[str]:
        """Return the tokens of a word."""
        return [piece.token for piece in self.pieces(word)]

    def encode(
        self,
        text: str,
        normalizer: Normalizer = unchanged,
        pre_tokenizer: PreTokenizer | str | None = None,
    ) -> list[EncodedToken]:
        """Return the tokens of a text, with ids and with offsets into the *normalized* text.

        Args:
            text: any text.
            normalizer: applied first; see `wordpiece.text.normalizers`.
            pre_tokenizer: a function, or a name in `PRE_TOKENIZERS`. None is the encoder's own.

        Raises:
            ValueError: there is no pre-tokenizer of that name.
        """
        text = normalizer(text)
        id_of, pieces_of, kept = self.ids.get, self.pieces, self._cache.get
        encoded: list[EncodedToken] = []
        add = encoded.append
        for number, word in enumerate(self._cut(pre_tokenizer)(text)):
            spelled, at = word.text, word.start
            pieces = kept(spelled) or pieces_of(spelled)
            if len(spelled) == word.end - at:
                for p in pieces:
                    name = p.token
                    add(
                        EncodedToken(name, id_of(name), number, at + p.start, at + p.end, p.unknown)
                    )
            else:
                spans = _spans(word, text[at : word.end], pieces)
                for p, (start, end) in zip(pieces, spans, strict=True):
                    add(EncodedToken(p.token, id_of(p.token), number, start, end, p.unknown))
        return encoded

    def tokenize(
        self,
        text: str,
        normalizer: Normalizer = unchanged,
        pre_tokenizer: PreTokenizer | str | None = None,
    ) -> list[str]:
        """Return the tokens of `encode` as plain strings, several times faster."""
        if pre_tokenizer is None:
            pre_tokenizer = self.pre_tokenizer
        text = normalizer(text)
        if isinstance(pre_tokenizer, str):
            words = split_words(text, pre_tokenizer)
        else:
            words = [word.text for word in pre_tokenizer(text)]
        pieces_of, kept = self.pieces, self._cache.get
        return [piece.token for word in words for piece in kept(word) or pieces_of(word)]

    def _cut(self, pre_tokenizer: PreTokenizer | str | None) -> PreTokenizer:
        chosen = pre_tokenizer or self.pre_tokenizer
        if not isinstance(chosen, str):
            return chosen
        if chosen not in PRE_TOKENIZERS:
            split_words("", chosen)  # raises the error that names the known ones
        return PRE_TOKENIZERS[chosen]


def _spans(word: Word, source: str, pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a word stand in the text if the text spells the word otherwise.

    Byte spellings are traced back to the character each byte belongs to, a space that the
    pre-tokenizer added to the first character. Any other word is taken as a whole.
    """
    spelled = text_to_bytes(source)
    # UTF-8 takes one byte below 0x80, two below 0x800, three below 0x10000, else four.
    owner = [
        i
        for i, c in enumerate(source)
        for _ in range(1 + (c > "\x7f") + (c > "\u07ff") + (c > "\uffff"))
    ]
    if word.text != spelled:
        if word.text != text_to_bytes(" ") + spelled:
            for _ in pieces:
                yield word.start, word.end
            return
        owner.insert(0, 0)
    for piece in pieces:
        if piece.start == piece.end:  # an end-of-word suffix alone
            yield word.end, word.end
        else:
            yield word.start + owner[piece.start], word.start + owner[piece.end - 1] + 1


# --- Longest match -----------------------------------------------------------------------------


class _LongestMatch(Encoder):
    """Take the longest entry at each position; a subclass says what happens where there is none.

    After position 0 an entry must have the prefix. It is cut off the entries once, instead of being
    put before the rest of the word at each position; so a ``#`` in a word is a character like any
    other.
    """

    unk_token: str

    def __init__(
        self,
        vocabulary: Entries,
        unk_token: str,
        *,
        prefix: str = "",
        suffix: str = "",
        max_length: int | None = None,
    ):
        super().__init__(ids_of(vocabulary), unk_token)
        self._prefix = prefix
        self._suffix = suffix
        self._max_length = max_length
        self._first = frozenset(self.ids)
        self._later = (
            frozenset(e[len(prefix) :] for e in self._first if e.startswith(prefix))
            if prefix
            else self._first
        )
        # Only lengths that some entry has are worth trying, longest first.
        self._first_lengths = sorted({len(entry) for entry in self._first} - {0}, reverse=True)
        self._later_lengths = sorted({len(entry) for entry in self._later} - {0}, reverse=True)

    @abstractmethod
    def _give_up(self, found: list[Piece], stuck_at: int, length: int) -> list[Piece]:
        """The pieces of a word of so many characters when nothing matches at a position."""

    def _too_long(self, word: str) -> bool:
        return self._max_length is not None and len(word) > self._max_length

    def _encode(self, word: str) -> list[Piece]:
        length = len(word)
        if self._too_long(word):
            return [Piece(self.unk_token, 0, length, True)]
        text = word + self._suffix
        entries, lengths, prefix = self._first, self._first_lengths, ""
        found: list[Piece] = []
        start, total = 0, len(text)
        while start < total:
            for n in lengths:
                end = start + n
                # The suffix is one symbol: a match may end before it or after it, not inside.
                if end > total or length < end < total:
                    continue
                if text[start:end] in entries:
                    break
            else:
                return self._give_up(found, start, length)
            token = prefix + text[start:end]
            found.append(Piece(token, start, min(end, length), False))
            entries, lengths, prefix = self._later, self._later_lengths, self._prefix
            start = end
        return found

    def trace(self, word: str) -> MatchTrace:
        """Every probe, tried and failed, in order: from the whole rest down to one character.

        `encode_word` leaves out the probes longer than any entry, which cannot succeed; here
        they are listed. A word of n characters can take n * (n + 1) / 2 probes, so keep a limit
        on its length.
        """
        length = len(word)
        if self._too_long(word):
            whole = Piece(self.unk_token, 0, length, True)
            return MatchTrace(word, (), (whole,), "too-long", None, "")
        text = word + self._suffix if word else ""
        # The suffix is one symbol: a match may end before it or after it, not inside.
        ends = [*range(length + 1), len(text)]
        probes: list[Probe] = []
        found: list[Piece] = []
        start = 0
        while start < len(text):
            prefix = self._prefix if start else ""
            for end in sorted({end for end in ends if end > start}, reverse=True):
                candidate = prefix + text[start:end]
                hit = candidate in self.ids
                probes.append(Probe(start, min(end, length), candidate, hit))
                if hit:
                    break
            else:
                pieces = tuple(self._give_up(found, start, length))
                return MatchTrace(word, tuple(probes), pieces, "no-match", start, candidate)
            found.append(Piece(candidate, start, min(end, length), False))
            start = end
        return MatchTrace(word, tuple(probes), tuple(found), "", None, "")


class WordPieceEncoder(_LongestMatch):
    """BERT's WordPiece: the longest match first. The merges are forgotten, only entries count.

    From each position the longest entry that fits is taken, with ``##`` after position 0. If
    nothing fits somewhere, the *whole* word is unknown, whatever was found before.

    >>> encoder = WordPieceEncoder("b h p ##g ##n ##s ##u ##gs hu hug".split())
    >>> encoder.encode_word("hugs"), encoder.encode_word("bugs"), encoder.encode_word("bum")
    (['hug', '##s'], ['b', '##u', '##gs'], ['[UNK]'])
    >>> trace = encoder.trace("bum")
    >>> [probe.candidate for probe in trace.probes], trace.stuck_at, trace.missing
    (['bum', 'bu', 'b', '##um', '##u', '##m'], 2, '##m')

    Special tokens in the vocabulary are entries like any other: the word ``[UNK]``, should the
    pre-tokenizer make one, is found there and is not marked as unknown.

    Args:
        vocabulary: entries in id order, or entry to id. The unknown token need not be in it.
        unk_token: what stands for an unknown word.
        prefix: marks entries that do not begin a word; empty if there is no such mark.
        suffix: an end-of-word suffix that every word gets, for vocabularies trained with one.
        max_input_chars_per_word: longer words are unknown without a look.
    """

    def __init__(
        self,
        vocabulary: Entries,
        unk_token: str = "[UNK]",
        *,
        prefix: str = "##",
        suffix: str = "",
        max_input_chars_per_word: int = 100,
    ):
        super().__init__(
            vocabulary,
            unk_token,
            prefix=prefix,
            suffix=suffix,
            max_length=max_input_chars_per_word,
        )
        self.max_input_chars_per_word = max_input_chars_per_word

    @classmethod
    def from_timeline(
        cls,
        timeline: Timeline,
        step: int,
        *,
        unk_token: str = "[UNK]",
        max_input_chars_per_word: int = 100,
    ) -> WordPieceEncoder:
        """The encoder of a training after a step, with the marking it was trained with.

        Raises:
            IndexError: there is no such step.
        """
        return cls(
            timeline.vocabulary(step),
            unk_token,
            prefix=timeline.marking.prefix,
            suffix=timeline.marking.suffix,
            max_input_chars_per_word=max_input_chars_per_word,
        )

    def _give_up(self, found: list[Piece], stuck_at: int, length: int) -> list[Piece]:
        return [Piece(self.unk_token, 0, length, True)]


class Segmenter(_LongestMatch):
    """Longest match as a blog post on WordPiece does it: no mark, and nothing is given back.

    Where nothing matches, the unknown token stands for the rest of the word; the pieces before
    it are kept.

    >>> Segmenter("b g h m n p s u hu hug gs".split()).encode_word("humx")
    ['hu', 'm', '[UNK]']
    """

    def __init__(self, vocabulary: Entries, unk_token: str = "[UNK]"):
        super().__init__(vocabulary, unk_token)

    def _give_up(self, found: list[Piece], stuck_at: int, length: int) -> list[Piece]:
        return [*found, Piece(self.unk_token, stuck_at, length, True)]


# --- Merge replay ------------------------------------------------------------------------------


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
        unk_token: what stands for an unknown character; None makes it an error.
        marking: how words become symbols, a `Marking` or its name.
        attach_suffix: the end-of-word suffix is not a symbol of its own at the start but part
            of the last character's, ``l o w</w>``, as in the `tokenizers` library.

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
    ):
        self.marking = marking = marking_of(marking)
        self._attach_suffix = attach_suffix
        self.merges = tuple((left, right) for left, right in merges)
        for rank, pair in enumerate(self.merges):
            if "" in pair:
                raise ValueError(f"Merge {rank + 1:,} has an empty part: {pair!r}.")
        self._tokens = [marking.join(*pair) for pair in self.merges]
        # From the back, so that the first rank of a pair is the one that stays.
        self._ranks = {pair: rank for rank, pair in reversed([*enumerate(self.merges)])}

        if alphabet is None:
            alphabet = filter(self._is_single, (part for pair in self.merges for part in pair))
        known = set(alphabet)
        if marking.suffix and not attach_suffix:
            known.add(marking.suffix)
        self._alphabet = frozenset(known)
        if vocabulary is None:
            vocabulary = [*dict.fromkeys([*sorted(known), *self._tokens])]
        # The words that carry Ġ are those that GPT-2's pre-tokenizer makes.
        cut = "gpt2" if marking == LEADING_SPACE else "bert"
        super().__init__(ids_of(vocabulary), unk_token, cut)

    @classmethod
    def byte_level(cls, merges: Iterable[Pair], *, vocabulary: Entries | None = None) -> BPEEncoder:
        """GPT-2's: the alphabet is the 256 bytes, so nothing is unknown.

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
        """The encoder of a training after a step, with the marking it was trained with.

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

    def _is_single(self, symbol: str) -> bool:
        symbol = symbol.removeprefix(self.marking.prefix) or symbol
        if self._attach_suffix:
            symbol = symbol.removesuffix(self.marking.suffix) or symbol
        return len(symbol) == 1

    def _start(self, word: str) -> list[str]:
        """The starting symbols of a word; the empty string stands for an unknown one."""
        symbols = [*self.marking.split(word)] if word else []
        if symbols and self.marking.suffix and self._attach_suffix:
            suffix = symbols.pop()
            symbols[-1] += suffix
        known = self._alphabet
        if self.unk_token is None:
            for symbol in symbols:
                if symbol not in known:
                    raise UnknownSymbolError(word, symbol)
        return [symbol if symbol in known else "" for symbol in symbols]

    def _piece(self, symbol: str, start: int, end: int, word: str) -> Piece:
        # Symbols are counted; only a suffix on its own is no character.
        start, end = min(start, len(word)), min(end, len(word))
        return Piece(symbol or self.unk_token or "", start, end, not symbol)

    def _encode(self, word: str) -> Iterator[Piece]:
        # Symbols are a linked list: `after[i]` and `before[i]` are the neighbours' indices. A
        # symbol that was merged into its left neighbour becomes "", which is in no merge; so does
        # an unknown one. The heap holds (rank, index of the left symbol) of every pair that is a
        # merge, and some that no longer are.
        symbols = self._start(word)
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
            yield self._piece(symbols[at], at, after[at], word)
            at = after[at]

    def trace(self, word: str) -> ReplayTrace:
        """Every merge that applies, in order, with the symbols before and after.

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


# --- A table sorted by length ------------------------------------------------------------------


class LongestTokenFirst(Encoder):
    """A Chinese article's way: the longest entry that occurs anywhere is cut out first.

    Then the same on what is left of it and on what is right of it. A stretch in which no entry
    occurs becomes one unknown token. Entries of the same length are tried in the order given.

    >>> table = LongestTokenFirst("errrr</w> tain</w> moun est</w> high the</w> a</w>".split())
    >>> table.encode_word("highest</w>"), table.encode_word("mountain</w>")
    (['high', 'est</w>'], ['moun', 'tain</w>'])

    Args:
        tokens: the entries; ids are their places in this order. Of a mapping, its own ids.
        unk_token: what stands for an unknown stretch.
        suffix: counts as one character, and nothing is cut out of the middle of it.
        attach_suffix: words get the suffix here; without that they bring it along.
    """

    unk_token: str

    def __init__(
        self,
        tokens: Entries,
        unk_token: str = "[UNK]",
        *,
        suffix: str = "</w>",
        attach_suffix: bool = False,
    ):
        super().__init__(ids_of(tokens), unk_token)
        self._suffix = suffix
        self._attach_suffix = attach_suffix
        entries = [token for token in self.ids if token]
        self._table = sorted(entries, key=self._length, reverse=True)  # which keeps ties in order

    def _length(self, token: str) -> int:
        if self._suffix and token.endswith(self._suffix):
            return len(token) - len(self._suffix) + 1
        return len(token)

    def _encode(self, word: str) -> list[Piece]:
        return self._pieces(self._cuts(word))

    def trace(self, word: str) -> CutTrace:
        """What is cut out, in that order: an entry, then all of its left, then its right."""
        cuts = self._cuts(word)
        return CutTrace(word, tuple(cuts), tuple(self._pieces(cuts)))

    def _pieces(self, cuts: list[Probe]) -> list[Piece]:
        return [
            Piece(cut.candidate if cut.found else self.unk_token, cut.start, cut.end, not cut.found)
            for cut in sorted(cuts, key=lambda cut: cut.start)
        ]

    def _cuts(self, word: str) -> list[Probe]:
        # A list of what is still to be cut instead of recursion: words may be long. With each
        # stretch goes the first row of the table that may still occur in it.
        length = len(word)
        if word and self._attach_suffix and not word.endswith(self._suffix):
            word += self._suffix  # which is no character of the word

        def cut(start: int, end: int, found: bool) -> Probe:
            return Probe(min(start, length), min(end, length), word[start:end], found)

        find = self._finder(word)
        todo = [(0, len(word), 0)] if word else []
        cuts: list[Probe] = []
        while todo:
            left, right, row = todo.pop()
            at = -1
            while row < len(self._table) and (at := find(self._table[row], left, right)) < 0:
                row += 1
            if at < 0:
                cuts.append(cut(left, right, found=False))
                continue
            end = at + len(self._table[row])
            cuts.append(cut(at, end, found=True))
            if end < right:
                todo.append((end, right, row))
            if left < at:
                todo.append((left, at, row + 1))
        return cuts

    def _finder(self, word: str) -> Callable[[str, int, int], int]:
        """A `str.find` on the word that never begins or ends inside its suffix."""
        if not (self._suffix and word.endswith(self._suffix)):
            return word.find
        body, total = len(word) - len(self._suffix), len(word)

        def find(entry: str, left: int, right: int) -> int:
            # Before the suffix; failing that, up to the very end of the word.
            at = word.find(entry, left, min(right, body))
            if at < 0 and right == total and word.endswith(entry):
                at = total - len(entry)
                if not left <= at <= body:
                    at = -1
            return at

        return find
