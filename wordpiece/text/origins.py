"""Origins: which characters of the text as it was given each normalized character came from.

    given       É  t  e  ´  !          "e" and a combining accent are two characters
    normalized  e  t  e  !             decomposed, accents stripped, lowercased
    starts      0  1  2  4
    ends        1  2  3  5

A token of the normalized text stands in the given text from the start of its first character to
the end of its last one. Each normalizer of this package is followed through, by the rule of the
`tokenizers` library, so that offsets are the library's: a character that one became keeps its
place, one that was put in has the place of the one before it, and a composed character has that of
the first that it is made of. Any other function is aligned as `wordpiece.text.alignment` does it.

Source: `NormalizedString` of the `tokenizers` library and the normal forms that it uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import category, combining, normalize

from wordpiece.text.alignment import UNKNOWN, align
from wordpiece.text.normalizers import (
    Normalizer,
    clean_text,
    lowercase,
    nfc,
    nfd,
    nfkc,
    nfkd,
    space_out_cjk,
    steps_of,
    strip_accents,
)

__all__ = ["Origins", "normalized_with_origins"]

KNOWN_CHARACTERS = 20_000
"""Characters whose normal forms are remembered; a script has a few hundred, Chinese thousands."""


class Origins(NamedTuple):
    """Where the characters of a normalized text stand in the text as it was given.

    >>> from wordpiece.text.normalizers import strip_accents
    >>> text, origins = normalized_with_origins("e\\N{COMBINING ACUTE ACCENT}te", strip_accents)
    >>> text, origins.starts, origins.ends
    ('ete', [0, 2, 3], [1, 3, 4])

    Attributes:
        starts, ends: for each character, the part of the given text that it came from, ``end`` not
            included.
    """

    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part of the normalized text, not empty, is in the given text.

        >>> Origins([0, 1, 2, 4], [1, 2, 3, 5]).span(1, 4)
        (1, 5)
        """
        return self.starts[start], self.ends[end - 1]


def normalized_with_origins(text: str, normalizer: Normalizer) -> tuple[str, Origins | None]:
    """Normalize a text, and tell where each of its characters came from.

    Returns:
        the normalized text, and its origins; None if each character is where it was.

    >>> from wordpiece.text.normalizers import compose
    >>> text, origins = normalized_with_origins("Été 東", compose(["nfd", "space-out-cjk"]))
    >>> origins.starts
    [0, 0, 1, 2, 2, 3, 4, 4, 4]
    """
    found: Origins | None = None
    for step in steps_of(normalizer):
        after = step(text)
        if after != text:
            found = _through(found, _origins(text, after, step))
        text = after
    return text, found


def _through(first: Origins | None, second: Origins | None) -> Origins | None:
    """Return the origins of two normalizers in turn."""
    if first is None or second is None:
        return first or second
    return Origins(
        [first.starts[start] for start in second.starts],
        [first.ends[end - 1] for end in second.ends],
    )


def _origins(text: str, after: str, step: Normalizer) -> Origins | None:
    """Return the origins of what one normalizer made of a text."""
    is_as_long = len(after) == len(text)
    if is_as_long and step in _ONE_FOR_ONE:
        return None
    if step not in _ALONE:
        return _of_any(text, after, step)
    made = dict(zip(chars := set(text), map(_ALONE[step], chars), strict=True))
    if step in _ONE_FOR_ONE:
        is_one_by_one = True
    elif step is strip_accents:
        # Only a mark that is kept can have changed places.
        is_one_by_one = not any(map(combining, "".join(made.values())))
    else:
        is_one_by_one = step in (nfd, nfkd) and "".join(map(made.__getitem__, text)) == after
    if is_one_by_one:
        if is_as_long and all(map(made.__getitem__, text)):
            return None
        return _at([i for i, char in enumerate(text) for _ in made[char]])
    # Marks changed places, or characters became one.
    changes = _sorted(text, _ALONE[nfkd if step in (nfkc, nfkd) else nfd])
    if step in (nfc, nfkc):
        changes = _composed(changes)
    sources = _sources(changes)
    if step is strip_accents:
        sources = [i for i, (char, _) in zip(sources, changes, strict=True) if not _is_accent(char)]
    return _at(sources) if len(sources) == len(after) else _of_any(text, after, step)


def _at(sources: list[int]) -> Origins:
    return Origins(sources, [source + 1 for source in sources])


def _of_any(text: str, after: str, step: Normalizer) -> Origins:
    """Return the origins of a normalizer that only its results tell about."""
    origin = align(text, step).origin
    starts, ends = accumulate(origin[:-1], _known), accumulate(reversed(origin[1:]), _known)
    return Origins([*starts], [*ends][::-1])


def _known(last: int, place: int) -> int:
    return last if place == UNKNOWN else place


def _is_accent(char: str) -> bool:
    return category(char) == "Mn"


# --- Normal forms as changes -------------------------------------------------------------------
#
# A change is what the library notes down for each character of the result: 0, it stands for the
# next character of the text; 1, it was put in; -n, it stands for the next, and n more are gone.

_Change = tuple[str, int]


def _sorted(text: str, decomposed: Callable[[str], str]) -> list[_Change]:
    """Return the decomposed text as changes, the marks of each letter in canonical order.

    Args:
        text: any text.
        decomposed: decomposes one character.
    """
    found: list[_Change] = []
    marks: list[tuple[int, _Change]] = []
    for char in text:
        for number, part in enumerate(decomposed(char)):
            change = part, min(number, 1)
            if order := combining(part):
                marks.append((order, change))
                continue
            if marks:
                found += _in_order(marks)
                marks = []
            found.append(change)
    return found + _in_order(marks)


def _in_order(marks: list[tuple[int, _Change]]) -> list[_Change]:
    return [change for _, change in sorted(marks, key=lambda mark: mark[0])]


def _composed(changes: Iterable[_Change]) -> list[_Change]:
    """Compose a decomposed text; a character made of several stands for the first of them."""
    found: list[_Change] = []
    letter = UNKNOWN  # where the letter stands that marks may join
    last = 0  # the order of the last mark after it that did not
    for char, change in changes:
        order = combining(char)
        if letter != UNKNOWN and (last < order or last == 0):
            before, its_change = found[letter]
            if joined := _pair(before, char):
                found[letter] = joined, its_change + change - 1
                continue
        if order == 0:
            letter, last = len(found), 0
        elif letter != UNKNOWN:
            last = order
        found.append((char, change))
    return found


def _sources(changes: Iterable[_Change]) -> list[int]:
    """Return which character of the text each change takes its place from."""
    found: list[int] = []
    at = 0
    for _, change in changes:
        if change > 0:
            found.append(max(0, at - 1))
        else:
            found.append(at)
            at += 1 - change
    return found


@lru_cache(KNOWN_CHARACTERS)
def _pair(left: str, right: str) -> str:
    """Return the character that two make, or the empty text."""
    made = normalize("NFC", left + right)
    return made if len(made) == 1 else ""


_ONE_FOR_ONE = (lowercase, clean_text, space_out_cjk)
"""Normalizers that put in characters, or drop some, but none does both."""

_ALONE: Mapping[Normalizer, Callable[[str], str]] = MappingProxyType(
    {
        nfc: lru_cache(KNOWN_CHARACTERS)(nfc),
        nfd: lru_cache(KNOWN_CHARACTERS)(nfd),
        nfkc: lru_cache(KNOWN_CHARACTERS)(nfkc),
        nfkd: lru_cache(KNOWN_CHARACTERS)(nfkd),
        lowercase: lru_cache(KNOWN_CHARACTERS)(lowercase),
        strip_accents: lru_cache(KNOWN_CHARACTERS)(strip_accents),
        clean_text: lru_cache(KNOWN_CHARACTERS)(clean_text),
        space_out_cjk: lru_cache(KNOWN_CHARACTERS)(space_out_cjk),
    }
)
"""Each normalizer, on one character at a time."""
