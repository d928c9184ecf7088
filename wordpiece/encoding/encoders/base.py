"""`Encoder`, the base class of all encoders: from a text to words, from words to tokens with ids.

Words recur, so the pieces of each word are kept. That saves more time than any data structure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Literal

from wordpiece.arguments import shown, whole
from wordpiece.arguments import text as checked
from wordpiece.errors import ArgumentError
from wordpiece.marking import NONE, Marking
from wordpiece.message import message
from wordpiece.records import EncodedToken, Piece
from wordpiece.text.normalizers import Normalizer, unchanged
from wordpiece.text.origins import normalized_with_origins
from wordpiece.text.pre_tokenizers import (
    PreTokenizer,
    Word,
    placed_words,
    split_words,
    text_to_bytes,
)

Entries = Sequence[str] | Mapping[str, int]
"""A vocabulary: its tokens in id order, or token to id."""

Offsets = Literal["given", "normalized"]
"""Which text offsets count in: the one that was given, or what the normalizer made of it."""

CACHED_WORDS = 100_000
"""Words in the cache of an encoder; when it is full, it is cleared."""

_Row = tuple[str, int | None, int, int, bool]
"""A `Piece` with its id: token, id, start, end, unknown. Plain, as texts have very many of them."""

CACHED_LENGTH = 100
"""Characters. Longer words are not cached: they are rare, and rarely recur."""


def ids_of(vocabulary: Entries) -> dict[str, int]:
    """Return token to id; of a token listed twice, the first.

    >>> ids_of(["[UNK]", "hug", "##s"])
    {'[UNK]': 0, 'hug': 1, '##s': 2}

    Raises:
        ArgumentError: it is a text, such as the name of a file, or holds what is no token.
    """
    ids: dict[str, int] = {}
    if isinstance(vocabulary, Mapping):
        ids = dict(vocabulary)
        if {*map(type, ids.values())} != {int}:
            for token, number in ids.items():
                ids[token] = whole(number, f"the id of {shown(token)}")
    elif isinstance(vocabulary, str | bytes | PathLike):
        raise ArgumentError(
            message(
                "A vocabulary is a list of tokens, or token to id, not {value}; "
                "Tokenizer.from_file reads a file.",
                value=shown(vocabulary),
            )
        )
    else:
        for number, token in enumerate(vocabulary):
            ids.setdefault(token, number)
    for token in ids:
        if not isinstance(token, str):
            raise ArgumentError(
                message("A vocabulary has texts as tokens, not {value}.", value=shown(token))
            )
    return ids


class Encoder(ABC):
    """The base class of all encoders: texts, ids and the cache.

    >>> from wordpiece import BPEEncoder, WordPieceEncoder
    >>> encoders = WordPieceEncoder(["[UNK]", "hug", "##s"]), BPEEncoder([("u", "g"), ("h", "ug")])
    >>> [encoder.encode_word("hugs") for encoder in encoders]
    [['hug', '##s'], ['hug', '[UNK]']]

    Attributes:
        ids: token to id.
        unk_token: what stands for the unknown, or None.
        pre_tokenizer: the name of the one used on a text unless another is asked for.
        marking: how its tokens show where in a word they stand.
    """

    marking: Marking = NONE

    def __init__(self, ids: Mapping[str, int], unk_token: str | None, pre_tokenizer: str = "bert"):
        self.ids = ids
        self.unk_token = None if unk_token is None else checked(unk_token, "unk_token")
        self.pre_tokenizer = pre_tokenizer
        # Two threads may both compute a word, with the same result, so no lock is needed.
        self._cache: dict[str, tuple[_Row, ...]] = {}

    @abstractmethod
    def _encode(self, word: str) -> Iterable[Piece]:
        """Compute the pieces of a word that is not empty, in order."""

    def pieces(self, word: str) -> tuple[Piece, ...]:
        """Return the tokens of a word with the characters they cover; none for the empty word."""
        rows = self._cache.get(word) or self._rows(word)
        return tuple(Piece(token, start, end, unknown) for token, _, start, end, unknown in rows)

    def _rows(self, word: str) -> tuple[_Row, ...]:
        """Compute the tokens of a word with their ids, and keep them for the next time."""
        pieces, id_of = self._encode(word) if word else (), self.ids.get
        rows = tuple(
            [(token, id_of(token), start, end, unknown) for token, start, end, unknown in pieces]
        )
        if len(word) <= CACHED_LENGTH:
            if len(self._cache) >= CACHED_WORDS:
                self._cache.clear()
            self._cache[word] = rows
        return rows

    def __repr__(self) -> str:
        marking = self.marking.prefix or self.marking.suffix
        marked = f", marked with {marking}" if marking else ""
        return f"<{type(self).__name__}: {len(self.ids)} tokens{marked}>"

    def forget(self) -> None:
        """Clear the cache of encoded words."""
        self._cache.clear()

    def encode_word(self, word: str) -> list[str]:
        """Return the tokens of a word."""
        return [piece.token for piece in self.pieces(checked(word, "word"))]

    def encode(
        self,
        text: str,
        normalizer: Normalizer = unchanged,
        pre_tokenizer: PreTokenizer | str | None = None,
        *,
        offsets: Offsets = "given",
    ) -> list[EncodedToken]:
        """Return the tokens of a text, with ids and with offsets into the text as it was given.

        Offsets are those of the `tokenizers` library. An end-of-word suffix that is a token of
        its own covers the last character of its word.

        Args:
            text: any text.
            normalizer: applied first; see `wordpiece.text.normalizers`.
            pre_tokenizer: a function, or a name in `PRE_TOKENIZERS`. None is the encoder's own.
            offsets: "given" counts the characters of ``text``, "normalized" those of what the
                normalizer makes of it.

        >>> from wordpiece.encoding.encoders import WordPieceEncoder
        >>> from wordpiece.text.normalizers import bert_normalizer
        >>> encoder = WordPieceEncoder(["東", "hug"])
        >>> for offsets in ("given", "normalized"):
        ...     found = encoder.encode("東Hug", bert_normalizer(), offsets=offsets)
        ...     [(token.start, token.end) for token in found]
        [(0, 1), (1, 4)]
        [(1, 2), (3, 6)]

        Raises:
            ValueError: there is no pre-tokenizer of that name, or no such offsets.
        """
        checked(text, "text")
        if offsets == "given":
            text, origins = normalized_with_origins(text, normalizer)
        elif offsets == "normalized":
            text, origins = normalizer(text), None
        else:
            raise ValueError(f"Offsets are 'given' or 'normalized', not {offsets!r}.")
        kept, rows_of = self._cache.get, self._rows
        encoded: list[EncodedToken] = []
        add, new = encoded.append, tuple.__new__  # quicker than to call EncodedToken
        for number, (word, at, to) in enumerate(self._places(text, pre_tokenizer)):
            rows = kept(word) or rows_of(word)
            if len(word) == to - at:
                for token, id_, start, end, unknown in rows:
                    add(new(EncodedToken, (token, id_, number, at + start, at + end, unknown)))
            else:
                spans = _spans(Word(word, at, to), text[at:to], rows)
                for (token, id_, _, _, unknown), (start, end) in zip(rows, spans, strict=True):
                    add(new(EncodedToken, (token, id_, number, start, end, unknown)))
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
        if pre_tokenizer is None:
            pre_tokenizer = self.pre_tokenizer
        checked(text, "text")
        text = normalizer(text)
        if isinstance(pre_tokenizer, str):
            words = split_words(text, pre_tokenizer)
        else:
            words = [word.text for word in pre_tokenizer(text)]
        kept, rows_of = self._cache.get, self._rows
        return [row[0] for word in words for row in kept(word) or rows_of(word)]

    def _places(
        self, text: str, pre_tokenizer: PreTokenizer | str | None
    ) -> Iterable[tuple[str, int, int]]:
        """Cut a text into words, each with its start and end."""
        chosen = pre_tokenizer or self.pre_tokenizer
        if not isinstance(chosen, str):
            return chosen(text)
        return placed_words(text, chosen)


def _spans(word: Word, source: str, rows: Sequence[_Row]) -> Iterator[tuple[int, int]]:
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
            for _ in rows:
                yield word.start, word.end
            return
        owner.insert(0, 0)
    for _, _, start, end, _ in rows:
        if start == end:  # an end-of-word suffix alone
            yield word.end, word.end
        else:
            yield word.start + owner[start], word.start + owner[end - 1] + 1
