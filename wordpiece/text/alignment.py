"""Alignment: the positions of the characters of a normalized text in the text as it was given.

    given       É  t  e  ´  !          "e" and a combining accent are two characters
    normalized  e  t  e  !
    origin      0  1  2  4  5          the position of each character, and of the end

A normalizer returns only a text, not an alignment. So the given text is cut into clusters, each a
character and the marks after it, and each cluster is normalized separately. If the results together
are the normalized text, the origin of each cluster is known. Positions within a cluster are known
only if its characters are normalized one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from unicodedata import category

from wordpiece.text.normalizers import Normalizer

UNKNOWN = -1
"""The origin of a position of the normalized text that has none in the given text."""

_JAMO = range(0x1160, 0x1200)
"""Hangul vowels and final consonants, which compose with the letter before them."""


class Aligned(NamedTuple):
    """A normalized text, and the ``origin`` of each of its characters and of its end.

    An origin is a position in the given text, or `UNKNOWN`.
    """

    text: str
    origin: Sequence[int]


def align(text: str, normalizer: Normalizer) -> Aligned:
    """Return a normalized text with the origins of its characters.

    >>> align("İ", str.lower)  # becomes two characters
    Aligned(text='i̇', origin=(0, -1, 1))
    """
    normalized = normalizer(text)
    alone = {char: normalizer(char) for char in set(text)}
    one_by_one = all(len(it) == 1 for it in alone.values())
    if one_by_one and "".join(map(alone.__getitem__, text)) == normalized:
        return Aligned(normalized, range(len(text) + 1))
    follows = "".join(char for char, it in alone.items() if not it or _joins(char))
    clusters = re.findall(f"(?s:.)[{re.escape(follows)}]*" if follows else "(?s:.)", text)
    for parts in (clusters, re.findall(r"\s+|\S+", text), [text]):
        made = {part: normalizer(part) for part in set(parts)}
        if "".join(map(made.__getitem__, parts)) == normalized:
            return Aligned(normalized, (*_origins(parts, made, alone), len(text)))
    raise AssertionError("unreachable: the last ``parts`` are the whole text")


def _joins(char: str) -> bool:
    return category(char)[0] == "M" or ord(char) in _JAMO


def _origins(parts: Iterable[str], made: dict[str, str], alone: dict[str, str]) -> Iterable[int]:
    """Yield the origin of each normalized character."""
    at = 0
    for part in parts:
        after = made[part]
        if [alone[char] for char in part] == [*after]:
            yield from range(at, at + len(part))
        else:
            # The normalizer may have put spaces around a cluster, as around an ideograph.
            before = len(after) - len(after.lstrip(" ")) if after.strip(" ") else 0
            end = len(after.rstrip(" ")) if before else len(after)
            for i in range(len(after)):
                known = at if i in (0, before) else at + len(part) if i == end else UNKNOWN
                yield known
        at += len(part)
