"""Passages: parts of a text, with the positions of their words in the text as it was given.

Training counts words of the normalized text. To draw the symbols of a word in the given text, a
word of a passage has the position of each boundary between its characters. Only the surroundings
of a passage are read, not the whole text, as they decide where its words begin and end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from wordpiece.text.alignment import UNKNOWN, align
from wordpiece.text.normalizers import Normalizer
from wordpiece.text.pre_tokenizers import (
    METASPACE,
    PreTokenizer,
    pre_tokenizer_of,
    text_to_bytes,
)

MARGIN = 2_000
"""Characters that are read before and after a passage: twice the longest word of a corpus."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a passage.

    Attributes:
        word: the word that training counts: normalized, and spelled as bytes for GPT-2, or
            with a ``▁`` before it.
        start, end: its range in the text.
        inner: for each boundary between characters of ``word``, its position relative to
            ``start``; `UNKNOWN` for a boundary within a character of the text. None if each
            character of ``word`` is one character of the text.
    """

    word: str
    start: int
    end: int
    inner: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text: its range and its words, in order."""

    start: int
    end: int
    words: tuple[PlacedWord, ...]


def read_passage(
    text: str, start: int, size: int, normalizer: Normalizer, pre_tokenizer: PreTokenizer | str
) -> Passage:
    """Return a part of a text, extended at both ends to whole words.

    >>> read_passage("A Hug!", 3, 1, str.lower, "bert").words
    (PlacedWord(word='hug', start=2, end=5, inner=None),)

    Args:
        text: the text as it was given.
        start: the position at which the part begins.
        size: the length of the part, in characters.
        normalizer, pre_tokenizer: those of the training.

    Raises:
        ValueError: unknown name of a pre-tokenizer.
    """
    pre_tokenizer = pre_tokenizer_of(pre_tokenizer)
    start = max(0, min(start, len(text)))
    stop = min(start + size, len(text))
    margin = MARGIN
    while True:
        words, is_enough = _words_around(text, start, stop, margin, normalizer, pre_tokenizer)
        if is_enough:
            break
        margin *= 8
    ends = [word.end for word in words]

    def word_around(position: int) -> PlacedWord | None:
        """Return the word with a character on each side of a position."""
        i = bisect_right(ends, position)
        return words[i] if i < len(words) and words[i].start < position else None

    first, last = word_around(start), word_around(stop)
    begin, end = first.start if first else start, last.end if last else stop
    return Passage(begin, end, tuple(w for w in words if begin <= w.start and w.end <= end))


def _words_around(
    text: str,
    start: int,
    stop: int,
    margin: int,
    normalizer: Normalizer,
    pre_tokenizer: PreTokenizer,
) -> tuple[list[PlacedWord], bool]:
    """Return the words of a part of a text and its margins.

    Returns:
        The words, and whether the margins hold the whole of each word of the part.
    """
    first, last = max(0, start - margin), min(len(text), stop + margin)
    aligned = align(text[first:last], normalizer)
    words: list[PlacedWord] = []
    is_enough = True
    for word in pre_tokenizer(aligned.text):
        places = aligned.origin[word.start : word.end + 1]
        if UNKNOWN in (places[0], places[-1]) or places[0] == places[-1]:
            continue
        begin, end = first + places[0], first + places[-1]
        if (first and not word.start) or (last < len(text) and word.end == len(aligned.text)):
            # The word may begin before the margin or end after it.
            is_enough = is_enough and not (begin < stop and start < end)
            continue
        inner = _inner(word.text, aligned.text[word.start : word.end], places)
        words.append(PlacedWord(word.text, begin, end, inner))
    return words, is_enough


def respell(placed: PlacedWord, spelling: str) -> PlacedWord | None:
    """Return a word of a passage in another spelling: as bytes, or with a mark around it.

    >>> respell(PlacedWord("né", 3, 5), "ĠnÃ©")
    PlacedWord(word='ĠnÃ©', start=3, end=5, inner=(-1, 1, -1))

    Returns:
        The word, or None if ``spelling`` is not a spelling of it.
    """
    word, inner = placed.word, placed.inner or range(1, len(placed.word))
    raw = [text_to_bytes(char) for char in word]
    for chars in ([*word], raw):
        before, found, after = spelling.partition("".join(chars))
        if found:
            break
    else:
        return None
    places = [UNKNOWN] * len(before)
    for at, char in zip((0, *inner), chars, strict=True):
        places += [at, *[UNKNOWN] * (len(char) - 1)]
    places += [UNKNOWN] * len(after)
    # A mark before the word shares the position of the first character.
    first = len(before)
    places[first] = UNKNOWN if before else places[first]
    return PlacedWord(spelling, placed.start, placed.end, tuple(places[1:]))


def _inner(word: str, normalized: str, places: Sequence[int]) -> tuple[int, ...] | None:
    """Return the ``inner`` of a `PlacedWord`.

    Args:
        word: the word that training counts.
        normalized: its characters in the normalized text, which ``word`` may spell as bytes, or
            with a mark before them.
        places: the position of each of these characters, and of the end, in the given text.
    """
    at = places[0]
    if word == METASPACE + normalized:
        rest = _inner(normalized, normalized, places) or range(1, len(normalized))
        return (UNKNOWN, *rest)
    if len(word) != len(normalized):
        spelled = [len(text_to_bytes(char)) for char in normalized]
        if sum(spelled) != len(word):
            return (UNKNOWN,) * (len(word) - 1)
        by_byte: list[int] = []
        for place, n in zip(places, spelled, strict=False):
            by_byte += [place, *[UNKNOWN] * (n - 1)]
        places = [*by_byte, places[-1]]
    inner = tuple(UNKNOWN if place == UNKNOWN else place - at for place in places[1:-1])
    is_plain = len(word) == places[-1] - at and inner == tuple(range(1, len(word)))
    return None if is_plain else inner
