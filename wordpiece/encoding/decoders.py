"""Decoders: from tokens to a text.

    hug ##s          --decode_wordpiece-->   hugs
    hu gs</w> a</w>  --decode_bpe-------->   hugs a
    hug s Ġa         --decode_byte_level->   hugs a
    ▁hug s ▁a        --decode_metaspace-->   hugs a
    hug s a          --decode_plain------>   hugsa

A decoder has only the strings, so it finds marks by their spelling. A word that itself begins with
``##`` or contains ``</w>`` is not restored. Only the byte level is lossless; for the others,
`wordpiece.encoding.losses` lists the differences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from wordpiece.arguments import check_texts
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, Marking
from wordpiece.records import EncodedToken
from wordpiece.text.pre_tokenizers import (
    CHAR_TO_BYTE,
    METASPACE,
    PreTokenizer,
    is_byte_level,
    metaspace,
    text_to_bytes,
)

_Kind = Literal["wordpiece", "bpe", "byte-level", "metaspace", "joined"]


@dataclass(frozen=True, slots=True)
class Decoder:
    """A decoder with its settings.

    >>> Decoder("wordpiece", prefix="##", clean=True)(["hug", "##s", "!"])
    'hugs!'

    Attributes:
        kind: "wordpiece", "bpe", "byte-level" and "metaspace" decode as the functions of this
            module with these names, "joined" as `decode_plain`.
        prefix: the continuation prefix, or "".
        suffix: the end-of-word suffix, or "".
        clean: for "wordpiece", whether to drop spaces before punctuation and English endings, as
            ``cleanup`` of the library's decoder does.
    """

    kind: _Kind
    prefix: str = ""
    suffix: str = ""
    clean: bool = False

    def __call__(self, tokens: Iterable[str], *, skip: Collection[str] = ()) -> str:
        """Return the text of tokens, without those in ``skip``."""
        kept = _kept(tokens, skip)
        if self.kind == "wordpiece":
            parts = _wordpiece_parts(kept, self.prefix)
            return "".join(map(_clean_up, parts) if self.clean else parts)
        if self.kind == "bpe":
            return decode_bpe([token.removeprefix(self.prefix) for token in kept], self.suffix)
        if self.kind == "byte-level":
            kept = [token.removeprefix(self.prefix) for token in kept]
            if not self.suffix:
                return decode_byte_level(kept)
            space = text_to_bytes(" ")
            kept = [t.removesuffix(self.suffix) + space * t.endswith(self.suffix) for t in kept]
            return decode_byte_level(kept).removesuffix(" ")
        if self.kind == "metaspace":
            kept = [token.removeprefix(self.prefix).removesuffix(self.suffix) for token in kept]
            return decode_metaspace(kept)
        return decode_plain(kept)


def decoder_of(marking: Marking, pre_tokenizer: PreTokenizer | str) -> Decoder:
    """Return the decoder for tokens with a marking, of words from a pre-tokenizer.

    >>> decoder_of(CONTINUATION_PREFIX, "bert")
    Decoder(kind='wordpiece', prefix='##', suffix='', clean=False)
    """
    kind: _Kind = "joined"
    if is_byte_level(pre_tokenizer):
        kind = "byte-level"
    elif pre_tokenizer in ("metaspace", metaspace):
        kind = "metaspace"
    elif marking.suffix:
        kind = "bpe"
    elif marking.prefix:
        kind = "wordpiece"
    return Decoder(kind, marking.prefix, marking.suffix)


_CLEANUP = {
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
"""Replacements, in this order. Source: the `WordPiece` decoder of the `tokenizers` library."""


def _clean_up(text: str) -> str:
    for old, new in _CLEANUP.items():
        text = text.replace(old, new)
    return text


def decode_wordpiece(
    tokens: Iterable[str], prefix: str = CONTINUATION_PREFIX.prefix, *, skip: Collection[str] = ()
) -> str:
    """Join tokens: one with the prefix without a space, any other with a space before it.

    The first token begins a word, whatever its spelling. Tokens in ``skip`` are left out.

    >>> decode_wordpiece(["[CLS]", "hug", "##s", "!", "[SEP]"], skip=["[CLS]", "[SEP]"])
    'hugs !'

    Source: the `WordPiece(cleanup=False)` decoder of the `tokenizers` library.
    """
    return "".join(_wordpiece_parts(_kept(tokens, skip), prefix))


def _wordpiece_parts(tokens: list[str], prefix: str) -> list[str]:
    return tokens[:1] + [
        token[len(prefix) :] if prefix and token.startswith(prefix) else " " + token
        for token in tokens[1:]
    ]


def decode_bpe(
    tokens: Iterable[str], suffix: str = END_OF_WORD.suffix, *, skip: Collection[str] = ()
) -> str:
    """Join tokens; a suffix at the end of a token becomes a space, except in the last token.

    >>> decode_bpe(["hu", "gs</w>", "a", "</w>"])
    'hugs a'

    The `BPEDecoder` of the `tokenizers` library differs in two cases: it also replaces a suffix in
    the middle of a token, and it fails for an empty list.
    """
    if not suffix:
        return "".join(_kept(tokens, skip))
    *words, last = _kept(tokens, skip) or [""]
    spaced = [token.removesuffix(suffix) + " " * token.endswith(suffix) for token in words]
    return "".join(spaced) + last.removesuffix(suffix)


def decode_byte_level(tokens: Iterable[str], *, skip: Collection[str] = ()) -> str:
    """Decode tokens to the bytes that their characters spell, and these as UTF-8.

    Bytes that are not UTF-8, such as half of a character, become U+FFFD. A token with a character
    that does not spell a byte is added unchanged.

    >>> decode_byte_level(["d", "Ã©", "j", "Ãł", "Ġvu"])
    'déjà vu'

    Source: the `ByteLevel` decoder of the `tokenizers` library.
    """
    raw = bytearray()
    for token in _kept(tokens, skip):
        spelled = token if all(char in CHAR_TO_BYTE for char in token) else text_to_bytes(token)
        raw += bytes(CHAR_TO_BYTE[char] for char in spelled)
    return raw.decode("utf-8", errors="replace")


def decode_metaspace(tokens: Iterable[str], *, skip: Collection[str] = ()) -> str:
    """Join tokens; ``▁`` is the space before a word, and the first of the text is left out.

    >>> decode_metaspace(["▁hug", "s", "▁", "a"])
    'hugs a'

    Source: the `Metaspace` decoder of the `tokenizers` library.
    """
    return "".join(_kept(tokens, skip)).replace(METASPACE, " ").removeprefix(" ")


def decode_plain(tokens: Iterable[str], separator: str = "", *, skip: Collection[str] = ()) -> str:
    """Join tokens without marks. As nothing shows the end of a word, words run together.

    >>> decode_plain(["hug", "s", "a"])
    'hugsa'

    Without a decoder, the `tokenizers` library joins all tokens with spaces.
    """
    return separator.join(_kept(tokens, skip))


def decode(tokens: Iterable[str], marking: Marking, *, skip: Collection[str] = ()) -> str:
    """Return the text of tokens with a marking; tokens in ``skip`` are left out."""
    pre_tokenizer = "gpt2" if marking == LEADING_SPACE else "bert"
    return decoder_of(marking, pre_tokenizer)(tokens, skip=skip)


def decode_encoded(
    tokens: Iterable[EncodedToken], marking: Marking, *, byte_level: bool = False
) -> str:
    """Return the text of the tokens from `Encoder.encode`.

    ``byte_level`` means that the words were spelled by their bytes, with any marking. Then tokens
    contain the spaces, and the continuation prefix is only removed.
    """
    if not byte_level:
        return decode([token.token for token in tokens], marking)
    plain, word = [], -1
    for token in tokens:
        has_prefix = token.word == word and token.word >= 0 and not token.unknown
        plain.append(token.token[len(marking.prefix) :] if has_prefix else token.token)
        word = token.word
    return decode_byte_level(plain)


def _kept(tokens: Iterable[str], skip: Collection[str]) -> list[str]:
    """Return the tokens that are not in ``skip``."""
    skipped = frozenset(check_texts(skip, "skip"))
    return [token for token in check_texts(tokens, "tokens") if token not in skipped]
