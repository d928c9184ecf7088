"""`Encoder`, the base class of all encoders: from a text to words, from words to tokens with ids.

Most words of a text are repeated, so the pieces of each word are cached.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Literal

from wordpiece.arguments import check_integer, check_text, short_repr
from wordpiece.errors import ArgumentError
from wordpiece.marking import NONE, Marking
from wordpiece.message import message
from wordpiece.records import EncodedToken, Piece
from wordpiece.text.normalizers import Normalizer, unchanged
from wordpiece.text.origins import normalize_with_origins
from wordpiece.text.pre_tokenizers import (
    METASPACE,
    PreTokenizer,
    pre_tokenizer_of,
    split_words,
    text_to_bytes,
)

Entries = Sequence[str] | Mapping[str, int]
"""A vocabulary: its tokens in the order of their ids, or token to id."""

Offsets = Literal["given", "normalized"]
"""The text in which offsets count characters: the given one, or the normalized one."""

CACHED_WORDS = 100_000
"""Words in the cache of an encoder; a full cache is cleared."""

_CACHED_LENGTH = 100
"""In characters. Longer words are not cached, as they are rarely repeated."""


def ids_of(vocabulary: Entries) -> dict[str, int]:
    """Return token to id; a token that is listed twice has the first of its ids.

    Raises:
        ArgumentError: the vocabulary is a string, such as the name of a file, or an item is not.
    """
    ids: dict[str, int] = {}
    if isinstance(vocabulary, Mapping):
        ids = dict(vocabulary)
        if {*map(type, ids.values())} != {int}:
            for token, number in ids.items():
                ids[token] = check_integer(number, f"The id of {short_repr(token)}")
    elif isinstance(vocabulary, str | bytes | PathLike):
        raise ArgumentError(
            message(
                "A vocabulary must be a list of tokens or a mapping from tokens to ids, not "
                "{value}; to read a file, use Tokenizer.from_file.",
                value=short_repr(vocabulary),
            )
        )
    else:
        for number, token in enumerate(vocabulary):
            ids.setdefault(token, number)
    for token in ids:
        if not isinstance(token, str):
            raise ArgumentError(
                message(
                    "Each token of a vocabulary must be a string, not {value}.",
                    value=short_repr(token),
                )
            )
    return ids


class Encoder(ABC):
    """The base class of all encoders. A subclass computes the pieces of one word.

    Attributes:
        ids: token to id.
        unk_token: the unknown token, or None.
        pre_tokenizer: the name of the pre-tokenizer for texts, unless a call names another.
        marking: the marking of the tokens.
    """

    marking: Marking = NONE

    def __init__(self, ids: Mapping[str, int], unk_token: str | None, pre_tokenizer: str = "bert"):
        self.ids = ids
        self.unk_token = None if unk_token is None else check_text(unk_token, "unk_token")
        self.pre_tokenizer = pre_tokenizer
        # Two threads may both compute a word, with the same result, so no lock is needed.
        self._cache: dict[str, tuple[Piece, ...]] = {}

    @abstractmethod
    def _encode(self, word: str) -> Iterable[Piece]:
        """Compute the pieces of a word, which is not empty, in order."""

    def pieces(self, word: str) -> tuple[Piece, ...]:
        """Return the tokens of a word with their ranges; an empty tuple for the empty word."""
        found = self._cache.get(word)
        if found is None:
            found = tuple(self._encode(word)) if word else ()
            if len(word) <= _CACHED_LENGTH:
                if len(self._cache) >= CACHED_WORDS:
                    self._cache.clear()
                self._cache[word] = found
        return found

    def __repr__(self) -> str:
        marking = self.marking.prefix or self.marking.suffix
        marked = f", marked with {marking}" if marking else ""
        return f"<{type(self).__name__}: {len(self.ids)} tokens{marked}>"

    def encode_word(self, word: str) -> list[str]:
        """Return the tokens of a word."""
        return [piece.token for piece in self.pieces(check_text(word, "word"))]

    def encode(
        self,
        text: str,
        normalizer: Normalizer = unchanged,
        pre_tokenizer: PreTokenizer | str | None = None,
        *,
        offsets: Offsets = "given",
    ) -> list[EncodedToken]:
        """Return the tokens of a text, with ids and with offsets as in the `tokenizers` library.

        A token that is only an end-of-word suffix has the range of the last character of its word.

        Args:
            text: any text.
            normalizer: applied first; see `wordpiece.text.normalizers`.
            pre_tokenizer: a function, or a name in `PRE_TOKENIZERS`; None is the encoder's.
            offsets: "given" counts the characters of ``text``, "normalized" those of the
                normalized text.

        Raises:
            ValueError: unknown name of a pre-tokenizer, or other ``offsets``.
        """
        check_text(text, "text")
        if offsets == "given":
            text, origins = normalize_with_origins(text, normalizer)
        elif offsets == "normalized":
            text, origins = normalizer(text), None
        else:
            raise ValueError(f"Offsets are 'given' or 'normalized', not {offsets!r}.")
        split = pre_tokenizer_of(pre_tokenizer or self.pre_tokenizer)
        cached, pieces_of, id_of = self._cache.get, self.pieces, self.ids.get
        encoded: list[EncodedToken] = []
        add, new = encoded.append, tuple.__new__  # quicker than calling EncodedToken
        for number, (word, at, to) in enumerate(split(text)):
            pieces: Iterable[Piece] = cached(word) or pieces_of(word)
            if len(word) != to - at:
                pieces = _in_source(word, text[at:to], pieces)
            for token, start, end, unknown in pieces:
                id_ = id_of(token)
                add(new(EncodedToken, (token, id_, number, at + start, at + end, unknown)))
        if self.marking.suffix:
            encoded = [
                token._replace(start=token.end - 1) if token.start == token.end else token
                for token in encoded
            ]
        if origins:
            starts, ends = origins
            encoded = [
                new(EncodedToken, (name, id_, number, starts[first], ends[last - 1], unknown))
                for name, id_, number, first, last, unknown in encoded
            ]
        return encoded

    def tokenize(
        self,
        text: str,
        normalizer: Normalizer = unchanged,
        pre_tokenizer: PreTokenizer | str | None = None,
    ) -> list[str]:
        """Return the tokens of `encode` as plain strings, several times faster."""
        check_text(text, "text")
        words = split_words(normalizer(text), pre_tokenizer or self.pre_tokenizer)
        cached, pieces_of = self._cache.get, self.pieces
        return [piece[0] for word in words for piece in cached(word) or pieces_of(word)]


def _in_source(word: str, source: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a word with ranges in ``source``, the part of the text it comes from.

    If the word spells that part by its bytes, each byte has the range of its character. A mark for
    the space before the word has that of the first character. Otherwise each piece has the range of
    the whole part.
    """
    if word == METASPACE + source:
        for token, start, end, unknown in pieces:
            yield Piece(token, max(0, start - 1), max(1, end - 1), unknown)
        return
    is_spelled = word == text_to_bytes(source)
    # The index of the character that each byte belongs to.
    owner = [i for i, char in enumerate(source) for _ in text_to_bytes(char)]
    for token, start, end, unknown in pieces:
        if not is_spelled:
            start, end = 0, len(source)
        elif start == end:  # an end-of-word suffix alone
            start = end = len(source)
        else:
            start, end = owner[start], owner[end - 1] + 1
        yield Piece(token, start, end, unknown)
