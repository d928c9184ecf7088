"""Added tokens: strings that are tokens wherever they are typed, such as [MASK] in a text.

    a [MASK] hugs   --as a tokenizer reads it-->  a  [MASK]  hug  ##s
                    --as letters-------------->   a  [  mask  ]  hug  ##s

They are found before the text is normalized, or after it if they say so, and cut it into stretches
that are encoded one by one.

Source: `AddedToken` of the `tokenizers` library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wordpiece.encoding.encoders import Encoder, Offsets
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import WHITE_SPACE, Normalizer, unchanged
from wordpiece.text.origins import normalize_with_origins
from wordpiece.text.pre_tokenizers import PreTokenizer

__all__ = ["AddedToken", "encode_with_added", "normalize_with_added"]


@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token that is found as a whole.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["[MASK]", "a", "hug"])
    >>> [token.token for token in encode_with_added("a [MASK]", encoder, [AddedToken("[MASK]")])]
    ['a', '[MASK]']

    Attributes:
        content: the token.
        special: it is no part of a language, but tells a model something, such as [SEP].
        normalized: it is looked for in the normalized text, and is normalized itself.
        single_word: it is found only where no letter, digit or _ is next to it.
        lstrip, rstrip: white space before it, or after it, belongs to it.
    """

    content: str
    special: bool = True
    normalized: bool = False
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False


def encode_with_added(
    text: str,
    encoder: Encoder,
    added: Sequence[AddedToken],
    normalizer: Normalizer = unchanged,
    pre_tokenizer: PreTokenizer | str | None = None,
    *,
    special: bool = True,
    offsets: Offsets = "given",
) -> list[EncodedToken]:
    """Return the tokens of a text in which added tokens stand for themselves.

    They belong to no word, so their word is -1.

    Args:
        text: any text.
        encoder: encodes what is between them.
        added: the tokens to look for.
        normalizer, pre_tokenizer: as for `Encoder.encode`.
        special: whether special tokens are looked for, too. If not, they are split like any other
            word, which is wise for texts that strangers have written.
        offsets: "given" counts the characters of ``text``, "normalized" those of what
            `normalize_with_added` makes of it.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["[MASK]", "a", "hug"])
    >>> found = encode_with_added("a[MASK] hug", encoder, [AddedToken("[MASK]")])
    >>> [(token.token, token.id, token.start, token.end) for token in found]
    [('a', 1, 0, 1), ('[MASK]', 0, 1, 7), ('hug', 2, 8, 11)]
    """
    early = _found_first(added)
    late = {normalizer(token.content): token for token in added if token.normalized}
    if not late and not any(map(text.__contains__, early)):
        return encoder.encode(text, normalizer, pre_tokenizer, offsets=offsets)
    in_given = offsets == "given"
    encoded: list[EncodedToken] = []

    def add(token: AddedToken, start: int, end: int) -> None:
        number = encoder.ids.get(token.content)
        encoded.append(EncodedToken(token.content, number, -1, start, end, False))

    words = 0
    at = 0  # in the normalized text
    for start, end, token in _stretches(text, early, special):
        begin = start if in_given else at
        if token:
            add(token, begin, begin + end - start)
            at += end - start
            continue
        stretch, origins = normalize_with_origins(text[start:end], normalizer)
        at += len(stretch)
        if not in_given:
            origins = None
        for first, last, inner in _stretches(stretch, late, special):
            if inner:
                place = origins.span(first, last) if origins else (first, last)
                add(inner, begin + place[0], begin + place[1])
                continue
            for found in encoder.encode(stretch[first:last], unchanged, pre_tokenizer):
                place = first + found.start, first + found.end
                place = origins.span(*place) if origins else place
                encoded.append(
                    found._replace(
                        word=words + found.word, start=begin + place[0], end=begin + place[1]
                    )
                )
            words = 1 + max((it.word for it in encoded), default=-1)
    return encoded


def normalize_with_added(
    text: str, added: Sequence[AddedToken], normalizer: Normalizer, *, special: bool = True
) -> str:
    """Return the normalized text, in which the tokens that are found first stay as they were typed.

    >>> normalize_with_added("A [MASK] HUGS", [AddedToken("[MASK]")], str.lower)
    'a [MASK] hugs'

    Args:
        text, added, normalizer, special: as for `encode_with_added`.
    """
    return "".join(
        text[start:end] if token else normalizer(text[start:end])
        for start, end, token in _stretches(text, _found_first(added), special)
    )


def _found_first(added: Sequence[AddedToken]) -> dict[str, AddedToken]:
    """Return the tokens that are found before the text is normalized, by what they are."""
    return {token.content: token for token in added if not token.normalized}


def _stretches(
    text: str, added: dict[str, AddedToken], special: bool
) -> Iterator[tuple[int, int, AddedToken | None]]:
    """Yield the parts of a text, each with the added token that it is, if it is one."""
    at = 0
    # Leftmost first, and of those that begin at one place the longest.
    listed = "|".join(map(re.escape, sorted(filter(None, added), key=len, reverse=True)))
    for match in re.finditer(listed, text) if listed else ():
        token, (start, end) = added[match[0]], match.span()
        if token.special and not special:
            continue
        if token.single_word and (
            _is_word(text[start - 1 : start]) or _is_word(text[end : end + 1])
        ):
            continue
        if token.lstrip:
            start = len(text[:start].rstrip(WHITE_SPACE))
        if token.rstrip:
            end = len(text) - len(text[end:].lstrip(WHITE_SPACE))
        start = max(start, at)
        if at < start:
            yield at, start, None
        yield start, end, token
        at = end
    if at < len(text):
        yield at, len(text), None


def _is_word(char: str) -> bool:
    return bool(re.match(r"\w", char))
