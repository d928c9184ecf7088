"""Added tokens: strings that are tokens wherever a text has them, such as [MASK].

    a [MASK] hugs   --with added tokens-->  a  [MASK]  hug  ##s
                    --without------------>  a  [  mask  ]  hug  ##s

They are found before the text is normalized; the parts between them are encoded one by one.

Source: `AddedToken` of the `tokenizers` library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wordpiece.encoding.encoders import Encoder, Offsets
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import WHITE_SPACE, Normalizer, unchanged
from wordpiece.text.pre_tokenizers import PreTokenizer


@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token that is found as a whole, and left out when a text is decoded.

    Attributes:
        content: the token.
        lstrip: whether its range includes the white space before it.
    """

    content: str
    lstrip: bool = False


def is_special(token: EncodedToken) -> bool:
    """Return whether a token of `encode_with_added` is an added token."""
    return token.word < 0


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
    """Return the tokens of a text, among them the added tokens in it.

    An added token does not belong to a word: its ``word`` is -1.

    Args:
        text: any text.
        encoder: encodes the parts between added tokens.
        added: the tokens to find.
        normalizer, pre_tokenizer: as for `Encoder.encode`.
        special: False splits added tokens like any other word, which is wise for the texts of
            strangers.
        offsets: "given" counts the characters of ``text``, "normalized" those of the text that
            `normalize_with_added` returns.

    >>> encoder = WordPieceEncoder(["[MASK]", "a", "hug"])
    >>> encoded = encode_with_added("a[MASK] hug", encoder, [AddedToken("[MASK]")])
    >>> [(token.token, token.id, token.start, token.end) for token in encoded]
    [('a', 1, 0, 1), ('[MASK]', 0, 1, 7), ('hug', 2, 8, 11)]
    """
    if not special or not any(token.content in text for token in added):
        return encoder.encode(text, normalizer, pre_tokenizer, offsets=offsets)
    encoded: list[EncodedToken] = []
    words = 0
    length = 0  # of the normalized text so far
    for start, end, token in _parts(text, added):
        begin = start if offsets == "given" else length
        if token:
            number = encoder.ids.get(token.content)
            place = begin, begin + end - start
            encoded.append(EncodedToken(token.content, number, -1, *place, False))
            length += end - start
            continue
        part = text[start:end]
        found = encoder.encode(part, normalizer, pre_tokenizer, offsets=offsets)
        encoded += [
            each._replace(word=words + each.word, start=begin + each.start, end=begin + each.end)
            for each in found
        ]
        words += 1 + max((each.word for each in found), default=-1)
        length += len(normalizer(part))
    return encoded


def normalize_with_added(
    text: str, added: Sequence[AddedToken], normalizer: Normalizer, *, special: bool = True
) -> str:
    """Return the normalized text, with the added tokens in it unchanged.

    >>> normalize_with_added("A [MASK] HUGS", [AddedToken("[MASK]")], str.lower)
    'a [MASK] hugs'
    """
    return "".join(
        text[start:end] if token else normalizer(text[start:end])
        for start, end, token in _parts(text, added if special else ())
    )


def _parts(text: str, added: Sequence[AddedToken]) -> Iterator[tuple[int, int, AddedToken | None]]:
    """Yield start and end of each part of a text, and the added token that it is, or None."""
    by_content = {token.content: token for token in added if token.content}
    # The leftmost is found first, and among those at one position the longest.
    listed = "|".join(map(re.escape, sorted(by_content, key=len, reverse=True)))
    at = 0
    for match in re.finditer(listed, text) if listed else ():
        token, (start, end) = by_content[match[0]], match.span()
        if token.lstrip:
            start = max(at, len(text[:start].rstrip(WHITE_SPACE)))
        if at < start:
            yield at, start, None
        yield start, end, token
        at = end
    if at < len(text):
        yield at, len(text), None
