"""Decoders: from tokens back to text.

    hug ##s          --decode_wordpiece-->   hugs
    hu gs</w> a</w>  --decode_bpe-------->   hugs a
    hug s Ġa         --decode_byte_level->   hugs a
    hug s a          --decode_plain------>   hugsa

Decoding reads marks off the tokens' spelling, as it has only strings. So a word that itself
begins with ``##``, or holds ``</w>``, comes back wrong. Only the byte level loses nothing;
`wordpiece.encoding.losses` says what the others lose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from wordpiece.arguments import texts
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, Marking
from wordpiece.records import EncodedToken
from wordpiece.text.pre_tokenizers import (
    CHAR_TO_BYTE,
    PreTokenizer,
    is_byte_level,
    text_to_bytes,
)

DecoderKind = Literal["wordpiece", "bpe", "byte-level", "joined", "spaced"]
"""How tokens become a text again; see `Decoder`."""


@dataclass(frozen=True, slots=True)
class Decoder:
    """One of the decoders of this module with its settings.

    >>> Decoder("wordpiece", prefix="##", clean=True)(["hug", "##s", "!"])
    'hugs!'

    Attributes:
        kind: "wordpiece", "bpe" and "byte-level" are the functions of that name, "joined" puts
            nothing between tokens, "spaced" a space.
        prefix: what marks a token that continues a word, if tokens have such a mark.
        suffix: what marks a token that ends a word, if tokens have such a mark.
        clean: for "wordpiece", whether spaces before punctuation are left out; see `cleaned`.
    """

    kind: DecoderKind
    prefix: str = ""
    suffix: str = ""
    clean: bool = False

    def __call__(self, tokens: Iterable[str], *, skip: Collection[str] = ()) -> str:
        """Return the text that tokens stand for; ``skip`` lists tokens to leave out."""
        kept = _kept(tokens, skip)
        if self.kind == "wordpiece":
            parts = [
                token.removeprefix(self.prefix)
                if i and self.prefix and token.startswith(self.prefix)
                else " " * bool(i) + token
                for i, token in enumerate(kept)
            ]
            return "".join(map(cleaned, parts) if self.clean else parts)
        if self.kind == "bpe":
            return decode_bpe([token.removeprefix(self.prefix) for token in kept], self.suffix)
        if self.kind == "byte-level":
            kept = [token.removeprefix(self.prefix) for token in kept]
            if not self.suffix:
                return decode_byte_level(kept)
            space = text_to_bytes(" ")
            kept = [t.removesuffix(self.suffix) + space * t.endswith(self.suffix) for t in kept]
            return decode_byte_level(kept).removesuffix(" ")
        return decode_plain(kept, " " if self.kind == "spaced" else "")


def decoder_of(marking: Marking, pre_tokenizer: PreTokenizer | str) -> Decoder:
    """Return the decoder for tokens with a marking, of words that a pre-tokenizer made.

    >>> decoder_of(CONTINUATION_PREFIX, "bert")
    Decoder(kind='wordpiece', prefix='##', suffix='', clean=False)
    """
    kind: DecoderKind = "joined"
    if is_byte_level(pre_tokenizer):
        kind = "byte-level"
    elif marking.suffix:
        kind = "bpe"
    elif marking.prefix:
        kind = "wordpiece"
    return Decoder(kind, marking.prefix, marking.suffix)


CLEANED = {
    " .": ".",
    " ?": "?",
    " !": "!",
    " ,": ",",
    " ' ": "'",
    " n't": "n't",
    " 'm": "'m",
    " do not": " don't",
    " 's": "'s",
    " 've": "'ve",
    " 're": "'re",
}
"""What `cleaned` replaces, in this order."""


def cleaned(text: str) -> str:
    """Return a text without the spaces that stand before punctuation and English endings.

    >>> cleaned("hugs , it 's")
    "hugs, it's"

    Source: ``cleanup`` of the `WordPiece` decoder of the `tokenizers` library.
    """
    for found, better in CLEANED.items():
        text = text.replace(found, better)
    return text


def decode_wordpiece(
    tokens: Iterable[str], prefix: str = CONTINUATION_PREFIX.prefix, *, skip: Collection[str] = ()
) -> str:
    """Join tokens that have the prefix to the one before, the others with a space.

    >>> decode_wordpiece(["[CLS]", "hug", "##s", "!", "[SEP]"], skip=["[CLS]", "[SEP]"])
    'hugs !'

    The first token begins a word, however it is spelled. ``skip`` lists tokens to leave out.

    Source: the `WordPiece(cleanup=False)` decoder of the `tokenizers` library.
    """
    parts: list[str] = []
    for token in _kept(tokens, skip):
        if not parts:
            parts.append(token)
        elif prefix and token.startswith(prefix):
            parts.append(token[len(prefix) :])
        else:
            parts.append(" " + token)
    return "".join(parts)


def decode_bpe(
    tokens: Iterable[str], suffix: str = END_OF_WORD.suffix, *, skip: Collection[str] = ()
) -> str:
    """Join tokens; a suffix at the end of one is a space, at the end of the last nothing.

    >>> decode_bpe(["hu", "gs</w>", "a", "</w>"])
    'hugs a'

    Like the `BPEDecoder` of the `tokenizers` library, except that the library also replaces a
    suffix in the middle of a token, which only a text that spells it out can have, and fails
    when there are no tokens.
    """
    if not suffix:
        return "".join(_kept(tokens, skip))
    *words, last = _kept(tokens, skip) or [""]
    spaced = [token.removesuffix(suffix) + " " * token.endswith(suffix) for token in words]
    return "".join(spaced) + last.removesuffix(suffix)


def decode_byte_level(tokens: Iterable[str], *, skip: Collection[str] = ()) -> str:
    """Read tokens as the bytes their characters stand for, and these as UTF-8.

    Bytes that are not UTF-8, such as half of a character, become U+FFFD. A token with a
    character that stands for no byte is taken as written.

    >>> decode_byte_level(["d", "Ã©", "j", "Ãł", "Ġvu"])
    'déjà vu'

    Source: the `ByteLevel` decoder of the `tokenizers` library.
    """
    raw = bytearray()
    for token in _kept(tokens, skip):
        spelled = token if all(char in CHAR_TO_BYTE for char in token) else text_to_bytes(token)
        raw += bytes(CHAR_TO_BYTE[char] for char in spelled)
    return raw.decode("utf-8", errors="replace")


def decode_plain(tokens: Iterable[str], separator: str = "", *, skip: Collection[str] = ()) -> str:
    """Join tokens that carry no mark. Nothing tells where a word ended, so words run together.

    >>> decode_plain(["hug", "s", "a"]), decode_plain(["hug", "s", "a"], " ")
    ('hugsa', 'hug s a')

    The `tokenizers` library puts a space between all tokens if no decoder is set.
    """
    return separator.join(_kept(tokens, skip))


def decode(tokens: Iterable[str], marking: Marking, *, skip: Collection[str] = ()) -> str:
    """Decode by the marking the tokens were made with.

    >>> decode(["hug", "##s"], CONTINUATION_PREFIX)
    'hugs'
    """
    if marking.suffix:
        # With both marks, as some files have it, the prefix must go as well.
        if marking.prefix:
            tokens = (token.removeprefix(marking.prefix) for token in _kept(tokens, skip))
        return decode_bpe(tokens, marking.suffix, skip=skip)
    if marking.prefix:
        return decode_wordpiece(tokens, marking.prefix, skip=skip)
    if marking == LEADING_SPACE:
        return decode_byte_level(tokens, skip=skip)
    return decode_plain(tokens, skip=skip)


def decode_encoded(
    tokens: Iterable[EncodedToken], marking: Marking, *, byte_level: bool = False
) -> str:
    """Decode what an encoder's `encode` gave.

    ``byte_level`` tells that the words were spelled as GPT-2 does it, whatever the marking: then
    spaces and bytes are in the tokens, and a prefix only says that a token does not begin a word.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["h", "Ġh", "##ug"])
    >>> decode_encoded(encoder.encode("hug hug", pre_tokenizer="gpt2"), CONTINUATION_PREFIX,
    ...                byte_level=True)
    'hug hug'
    """
    if not byte_level:
        return decode([token.token for token in tokens], marking)
    plain, word = [], -1
    for token in tokens:
        begins = token.unknown or token.word != word or token.word < 0  # a special token
        plain.append(token.token if begins else token.token[len(marking.prefix) :])
        word = token.word
    return decode_byte_level(plain)


def _kept(tokens: Iterable[str], skip: Collection[str]) -> list[str]:
    """Return the tokens that are not to be skipped."""
    left_out = frozenset(texts(skip, "skip"))
    return [token for token in texts(tokens, "tokens") if token not in left_out]
