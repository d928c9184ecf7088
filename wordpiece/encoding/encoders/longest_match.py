"""Longest match: from each position of a word, the longest entry of the vocabulary that fits."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Collection

from wordpiece.arguments import text, whole
from wordpiece.encoding.encoders.base import Encoder, Entries, ids_of
from wordpiece.marking import NONE, Marking
from wordpiece.records import MatchTrace, Piece, Probe
from wordpiece.training.timeline import Timeline


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
        super().__init__(ids_of(vocabulary), text(unk_token, "unk_token"))
        text(prefix, "prefix")
        text(suffix, "suffix")
        self._prefix = prefix
        self._suffix = suffix
        self.marking = Marking(prefix or suffix or NONE.name, prefix, suffix)
        self._max_length = max_length
        self._first: Collection[str] = self.ids
        self._later: Collection[str] = self.ids
        if prefix:
            cut = len(prefix)
            self._later = {entry[cut:] for entry in self.ids if entry.startswith(prefix)}
        # Only lengths that some entry has are worth trying.
        self._first_lengths = sorted({*map(len, self._first)} - {0})
        self._later_lengths = sorted({*map(len, self._later)} - {0})

    @abstractmethod
    def _give_up(self, found: list[Piece], stuck_at: int, length: int) -> list[Piece]:
        """Return the pieces of a word of so many characters when nothing matches at a position."""

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
            for n in reversed(lengths[: bisect_right(lengths, total - start)]):
                end = start + n
                # The suffix is one symbol: a match may end before it or after it, not inside.
                if length < end < total:
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
        """List every probe, tried and failed, in order: from the whole rest down to one character.

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
        self.max_input_chars_per_word = longest = whole(
            max_input_chars_per_word, "max_input_chars_per_word", 0
        )
        super().__init__(vocabulary, unk_token, prefix=prefix, suffix=suffix, max_length=longest)

    @classmethod
    def from_timeline(
        cls,
        timeline: Timeline,
        step: int,
        *,
        unk_token: str = "[UNK]",
        max_input_chars_per_word: int = 100,
    ) -> WordPieceEncoder:
        """Make the encoder of a training after a step, with the marking it was trained with.

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
