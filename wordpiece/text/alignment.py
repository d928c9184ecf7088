"""Alignment: where the characters of a normalized text stand in the text as it was given.

    given       É  t  e  ´  !          "e" and a combining accent are two characters
    normalized  e  t  e  !
    origin      0  1  2  4  5          where each character, and the end, was

A normalizer tells nothing but its result. So the text is cut into clusters, a character with the
marks that follow it, each is normalized alone, and if that makes the same text, it is known where
each cluster came from. Within a cluster a place is known only if its characters match one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import category

from wordpiece.text.normalizers import Normalizer

UNKNOWN = -1
"""Where a place of the normalized text has none in the text that was given."""

_JAMO = range(0x1160, 0x1200)
"""Hangul vowels and final consonants, which compose with the letter before them."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """A normalized text with its places in the text that was given.

    >>> from wordpiece.text.normalizers import strip_accents
    >>> aligned = align("e\\N{COMBINING ACUTE ACCENT}te", strip_accents)
    >>> aligned.text, aligned.origin
    ('ete', (0, 2, 3, 4))

    Attributes:
        text: the normalized text.
        origin: for the beginning of each of its characters, and for its end, the place in the text
            that was given; `UNKNOWN` if there is none.
    """

    text: str
    origin: Sequence[int]


def align(text: str, normalizer: Normalizer) -> Aligned:
    """Normalize a text, and tell where each of its characters came from.

    >>> from wordpiece.text.normalizers import lowercase, nfc, strip_accents
    >>> [*align("Éte\N{COMBINING ACUTE ACCENT}!", strip_accents).origin]
    [0, 1, 2, 4, 5]
    >>> align("İ", lowercase)  # becomes two characters
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
    raise AssertionError("the whole text is the last of these")


def _joins(char: str) -> bool:
    return category(char)[0] == "M" or ord(char) in _JAMO


def _origins(parts: Iterable[str], made: dict[str, str], alone: dict[str, str]) -> Iterable[int]:
    """Yield the place of each normalized character."""
    at = 0
    for part in parts:
        after = made[part]
        if [alone[char] for char in part] == [*after]:
            yield from range(at, at + len(part))
        else:
            # Spaces may have been put around it, as around an ideograph.
            before = len(after) - len(after.lstrip(" ")) if after.strip(" ") else 0
            end = len(after.rstrip(" ")) if before else len(after)
            for i in range(len(after)):
                known = at if i in (0, before) else at + len(part) if i == end else UNKNOWN
                yield known
        at += len(part)
