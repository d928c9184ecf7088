"""Origins: the characters of the given text that each character of a normalized text comes from.

    given       É  t  e  ´  !          "e" and a combining accent are two characters
    normalized  e  t  e  !             decomposed, accents stripped, lowercased
    starts      0  1  2  4
    ends        1  2  3  5

The range of a token in the given text is from the start of its first character to the end of its
last one. For the normalizers of this package the origins are those of the `tokenizers` library: a
character that is replaced keeps its position, an inserted character has the position of the one
before it, and a composed character that of its first part. Other functions are aligned by
`wordpiece.text.alignment`.

Source: `NormalizedString` of the `tokenizers` library and the normal forms that it uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple
from unicodedata import category, combining, normalize

from wordpiece.text.alignment import UNKNOWN, align
from wordpiece.text.normalizers import (
    NORMALIZERS,
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

__all__ = ["Origins", "normalize_with_origins"]

_ONE_FOR_ONE = (lowercase, clean_text, space_out_cjk)
"""Normalizers of which each inserts characters or drops some, but does not do both."""


class Origins(NamedTuple):
    """For each character of a normalized text, the range in the given text that it comes from."""

    starts: Sequence[int]
    ends: Sequence[int]


def normalize_with_origins(text: str, normalizer: Normalizer) -> tuple[str, Origins | None]:
    """Return the normalized text and its origins; None if each character kept its position.

    >>> from wordpiece.text.normalizers import compose
    >>> text, origins = normalize_with_origins("Été 東", compose(["nfd", "space-out-cjk"]))
    >>> origins.starts
    [0, 0, 1, 2, 2, 3, 4, 4, 4]
    """
    origins: Origins | None = None
    for step in steps_of(normalizer):
        after = step(text)
        if after != text:
            origins = _chain(origins, _origins(text, after, step))
        text = after
    return text, origins


def _chain(first: Origins | None, second: Origins | None) -> Origins | None:
    """Return the origins of two normalizers that are applied in turn."""
    if first is None or second is None:
        return first or second
    return Origins(
        [first.starts[start] for start in second.starts],
        [first.ends[end - 1] for end in second.ends],
    )


def _origins(text: str, after: str, step: Normalizer) -> Origins | None:
    """Return the origins for one normalizer and its result."""
    is_as_long = len(after) == len(text)
    if is_as_long and step in _ONE_FOR_ONE:
        return None
    if step not in NORMALIZERS.values():
        return _align(text, after, step)
    made = {char: step(char) for char in set(text)}
    if step in _ONE_FOR_ONE:
        is_one_by_one = True
    elif step is strip_accents:
        # Only the order of marks that are kept can have changed.
        is_one_by_one = not any(map(combining, "".join(made.values())))
    else:
        is_one_by_one = step in (nfd, nfkd) and "".join(map(made.__getitem__, text)) == after
    if is_one_by_one:
        if is_as_long and all(made.values()):
            return None
        return _from_sources([i for i, char in enumerate(text) for _ in made[char]])
    # The order of marks changed, or characters were composed.
    decompose = nfkd if step in (nfkc, nfkd) else nfd
    changes = _decompose(text, {char: decompose(char) for char in set(text)})
    if step in (nfc, nfkc):
        changes = _compose(changes)
    sources = _sources(changes)
    if step is strip_accents:
        kept = (category(char) != "Mn" for char, _ in changes)
        sources = [source for source, is_kept in zip(sources, kept, strict=True) if is_kept]
    return _from_sources(sources) if len(sources) == len(after) else _align(text, after, step)


def _from_sources(sources: list[int]) -> Origins:
    return Origins(sources, [source + 1 for source in sources])


def _align(text: str, after: str, step: Normalizer) -> Origins:
    """Return the origins for any function, found by its results alone."""
    origin = align(text, step).origin
    starts, ends = accumulate(origin[:-1], _known), accumulate(reversed(origin[1:]), _known)
    return Origins([*starts], [*ends][::-1])


def _known(last: int, place: int) -> int:
    return last if place == UNKNOWN else place


# --- Normal forms as changes -------------------------------------------------------------------
#
# A change is a character of the result with the number that the library records for it: 0 if it
# replaces the next character of the text, 1 if it is inserted, and -n if it replaces the next
# character and n more are dropped.

_Change = tuple[str, int]


def _decompose(text: str, decomposed: Mapping[str, str]) -> list[_Change]:
    """Return the decomposed text as changes, with the marks of each letter in canonical order.

    Args:
        text: any text.
        decomposed: the decomposition of each of its characters.
    """
    changes: list[_Change] = []
    marks: list[_Change] = []
    for char in text:
        for number, part in enumerate(decomposed[char]):
            change = part, min(number, 1)
            if combining(part):
                marks.append(change)
                continue
            if marks:
                changes += sorted(marks, key=_order)
                marks = []
            changes.append(change)
    return changes + sorted(marks, key=_order)


def _order(mark: _Change) -> int:
    return combining(mark[0])


def _compose(changes: Iterable[_Change]) -> list[_Change]:
    """Compose a decomposed text; a composed character has the position of its first part."""
    composed: list[_Change] = []
    letter = UNKNOWN  # the index of the letter that marks may join
    last = 0  # the combining class of the last mark that did not join it
    for char, change in changes:
        order = combining(char)
        if letter != UNKNOWN and (last < order or last == 0):
            before, its_change = composed[letter]
            if joined := _compose_pair(before, char):
                composed[letter] = joined, its_change + change - 1
                continue
        if order == 0:
            letter, last = len(composed), 0
        elif letter != UNKNOWN:
            last = order
        composed.append((char, change))
    return composed


def _sources(changes: Iterable[_Change]) -> list[int]:
    """Return the index of the character of the text whose position each change has."""
    sources: list[int] = []
    at = 0
    for _, change in changes:
        if change > 0:
            sources.append(max(0, at - 1))
        else:
            sources.append(at)
            at += 1 - change
    return sources


@lru_cache(20_000)
def _compose_pair(left: str, right: str) -> str:
    """Return the character that two compose to, or the empty string."""
    composed = normalize("NFC", left + right)
    return composed if len(composed) == 1 else ""
