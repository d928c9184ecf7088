"""A passage: a part of a text with its words, where they stand in the text as it was given.

Training counts words of the normalized text. To draw them in the text itself, each word of a
passage has the place of every boundary inside it. A passage of a long text is made without reading
the rest: whether a word ends somewhere depends on what is near.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from wordpiece.text.alignment import UNKNOWN, align
from wordpiece.text.normalizers import Normalizer
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer, split_words, text_to_bytes

MARGIN = 2_000
"""Characters that are read before and after a passage: two of the longest words of a corpus."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a passage.

    >>> from wordpiece.text.normalizers import lowercase
    >>> passage("A Hug!", 2, 1, lowercase, "bert").words
    (PlacedWord(word='hug', start=2, end=5, inner=None),)

    Attributes:
        word: as training sees it.
        start, end: where it stands in the text.
        inner: for each boundary between characters of ``word``, its place counted from ``start``;
            `UNKNOWN` where it falls within a character of the text. None if ``word`` has as many
            characters as stand there, so that boundary i is at place i.
    """

    word: str
    start: int
    end: int
    inner: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text.

    >>> from wordpiece.text.normalizers import lowercase
    >>> part = passage("A Hug!", 3, 1, lowercase, "bert")  # place 3 is in the middle of "Hug"
    >>> part.start, part.end, [placed.word for placed in part.words]
    (2, 5, ['hug'])

    Attributes:
        start, end: which part.
        words: its words in order. What stands between them belongs to none.
    """

    start: int
    end: int
    words: tuple[PlacedWord, ...]


def passage(
    text: str, start: int, size: int, normalizer: Normalizer, pre_tokenizer: PreTokenizer | str
) -> Passage:
    """Return the part of a text that begins at ``start``, or with the word that this is in.

    Args:
        text: the text as it was given.
        start: where to begin.
        size: how long it should be; it ends with the word that makes it longer.
        normalizer, pre_tokenizer: what training used.

    >>> from wordpiece.text.normalizers import lowercase
    >>> for placed in passage("A Hug!", 0, 100, lowercase, "bert").words:
    ...     print(placed)
    PlacedWord(word='a', start=0, end=1, inner=None)
    PlacedWord(word='hug', start=2, end=5, inner=None)
    PlacedWord(word='!', start=5, end=6, inner=None)

    Raises:
        ValueError: there is no pre-tokenizer of that name.
    """
    if isinstance(pre_tokenizer, str):
        split_words("", pre_tokenizer)  # raises the error that names the known ones
        pre_tokenizer = PRE_TOKENIZERS[pre_tokenizer]
    start = max(0, min(start, len(text)))
    stop = min(start + size, len(text))
    margin = MARGIN
    while True:
        words, is_enough = _words_around(text, start, stop, margin, normalizer, pre_tokenizer)
        if is_enough:
            break
        margin *= 8
    ends = [word.end for word in words]

    def within(place: int) -> PlacedWord | None:
        """Return the word that a place is in."""
        i = bisect_right(ends, place)
        return words[i] if i < len(words) and words[i].start < place else None

    first, last = within(start), within(stop)
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
    """Return the words of a part of a text, and of the margins around it.

    Returns:
        the words, and whether all words of the part are whole within the margins.
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
            # It may begin before what was read, or end after it.
            is_enough = is_enough and not (begin < stop and start < end)
            continue
        inner = _inner(word.text, aligned.text[word.start : word.end], places)
        words.append(PlacedWord(word.text, begin, end, inner))
    return words, is_enough


def respelled(placed: PlacedWord, spelling: str) -> PlacedWord | None:
    """Return a word of a passage as training spells it: as bytes, or with a mark around it.

    >>> respelled(PlacedWord("né", 3, 5), "ĠnÃ©")
    PlacedWord(word='ĠnÃ©', start=3, end=5, inner=(-1, 1, -1))

    Returns:
        None if it is no spelling of the word.
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
    # The mark before a word takes no room: it shares that of the first character.
    first = len(before)
    places[first] = UNKNOWN if before else places[first]
    return PlacedWord(spelling, placed.start, placed.end, tuple(places[1:]))


def _inner(word: str, normalized: str, places: Sequence[int]) -> tuple[int, ...] | None:
    """Return the ``inner`` of a `PlacedWord`.

    Args:
        word: as training sees it.
        normalized: the characters it is made of, which it may spell as bytes.
        places: for each of these characters, and for the end, its place.
    """
    at = places[0]
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
