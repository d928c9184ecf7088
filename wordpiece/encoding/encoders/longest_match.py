"""Longest match: at each position of a word, the longest entry of the vocabulary that matches."""

from __future__ import annotations

from abc import abstractmethod

from wordpiece.arguments import check_integer, check_text
from wordpiece.encoding.encoders.base import Encoder, Entries, ids_of
from wordpiece.marking import NONE, Marking
from wordpiece.records import MatchTrace, Piece, Probe
from wordpiece.training.timeline import Timeline


class _LongestMatch(Encoder):
    """Longest match; a subclass defines the result if nothing matches at a position."""

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
        super().__init__(ids_of(vocabulary), check_text(unk_token, "unk_token"))
        check_text(prefix, "prefix")
        check_text(suffix, "suffix")
        self._prefix = prefix
        self._suffix = suffix
        self.marking = Marking(prefix or suffix or NONE.name, prefix, suffix)
        self._max_length = max_length
        self._longest = max(map(len, self.ids), default=0)

    @abstractmethod
    def _give_up(self, found: list[Piece], stuck_at: int, length: int) -> list[Piece]:
        """Return the pieces of a word if nothing matches at ``stuck_at``.

        Args:
            found: the pieces before that position.
            stuck_at: the position.
            length: the number of characters of the word.
        """

    def _encode(self, word: str) -> tuple[Piece, ...]:
        # Longer candidates than any entry cannot match, so only a trace has them.
        return self._match(word, self._longest).pieces

    def trace(self, word: str) -> MatchTrace:
        """Return every probe in order: at each position from the rest of the word to one character.

        A word of n characters can take n * (n + 1) / 2 probes, so limit its length.
        """
        return self._match(word)

    def _match(self, word: str, longest: int | None = None) -> MatchTrace:
        """Return the trace of a word; with ``longest``, only its result."""
        length = len(word)
        if self._max_length is not None and length > self._max_length:
            unknown = Piece(self.unk_token, 0, length, True)
            return MatchTrace(word, (), (unknown,), "too-long", None, "")
        text = word + self._suffix if word else ""
        ends = [*range(1, length + 1)]
        if len(text) > length:
            ends.append(len(text))  # the suffix is one symbol: a match ends before or after it
        probes: list[Probe] = []
        found: list[Piece] = []
        start = 0
        while start < len(text):
            prefix = self._prefix if start else ""
            for end in reversed(ends[start : None if longest is None else start + longest]):
                candidate = prefix + text[start:end]
                is_entry = candidate in self.ids
                if longest is None:
                    probes.append(Probe(start, min(end, length), candidate, is_entry))
                if is_entry:
                    break
            else:
                pieces = tuple(self._give_up(found, start, length))
                missing = prefix + text[start : ends[start]]
                return MatchTrace(word, tuple(probes), pieces, "no-match", start, missing)
            found.append(Piece(candidate, start, min(end, length), False))
            start = end
        return MatchTrace(word, tuple(probes), tuple(found), "", None, "")


class WordPieceEncoder(_LongestMatch):
    """BERT's WordPiece: longest match first. It uses only the vocabulary, not the merges.

    At each position the longest entry that matches is taken, with ``##`` after position 0. If
    nothing matches at some position, the *whole* word is unknown.

    >>> encoder = WordPieceEncoder("b h p ##g ##n ##s ##u ##gs hu hug".split())
    >>> encoder.encode_word("hugs"), encoder.encode_word("bugs"), encoder.encode_word("bum")
    (['hug', '##s'], ['b', '##u', '##gs'], ['[UNK]'])

    Special tokens are entries like any other: the word ``[UNK]`` is found in the vocabulary and is
    not marked as unknown.

    Args:
        vocabulary: entries in the order of their ids, or entry to id; the unknown token may be
            missing.
        unk_token: the unknown token.
        prefix: the continuation prefix, or "".
        suffix: the end-of-word suffix, or "".
        max_input_chars_per_word: longer words are unknown.
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
        self.max_input_chars_per_word = longest = check_integer(
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
        """Return the encoder of a training after a step, with the marking of the training.

        Raises:
            IndexError: the step does not exist.
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
    """Longest match of a blog post on WordPiece, without marks.

    If nothing matches at some position, only the rest of the word becomes the unknown token.

    >>> Segmenter("b g h m n p s u hu hug gs".split()).encode_word("humx")
    ['hu', 'm', '[UNK]']
    """

    def __init__(self, vocabulary: Entries, unk_token: str = "[UNK]"):
        super().__init__(vocabulary, unk_token)

    def _give_up(self, found: list[Piece], stuck_at: int, length: int) -> list[Piece]:
        return [*found, Piece(self.unk_token, stuck_at, length, True)]
