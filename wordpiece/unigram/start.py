"""The pieces that a training starts with, and their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

LONGEST = 16
"""Characters of the longest piece, as in SentencePiece; it bounds time and memory."""


MOST = 100_000
"""The most pieces that a training starts with if it starts with all substrings."""


def all_substrings(word_frequencies: Mapping[str, int]) -> dict[str, int]:
    """Return the characters and all shorter substrings of words with their counts, as first seen.

    Of each word come its characters, then its longer substrings by their end, short ones first.
    That is the order of the list in the Hugging Face course. A whole word is a piece only if it
    is also a part of another word. If there are more than `MOST`, the rarest are left out.

    >>> " ".join(all_substrings(toy))
    'h u g hu ug p pu n un b bu s hug gs ugs'
    """
    counts: dict[str, int] = {}
    for word in word_frequencies:
        for char in word:
            counts.setdefault(char, 0)
        for end in range(2, len(word) + 1):
            for start in range(end - 2, max(-1, end - LONGEST - 1), -1):
                if end - start < len(word):
                    counts.setdefault(word[start:end], 0)
    for word, frequency in word_frequencies.items():
        for piece in _substrings(word, 1):
            if piece in counts:
                counts[piece] += frequency
    if len(counts) <= MOST:
        return counts
    longer = sorted((piece for piece in counts if len(piece) > 1), key=lambda it: -counts[it])
    rare = {*longer[max(0, MOST - len(counts) + len(longer)) :]}
    return {piece: count for piece, count in counts.items() if piece not in rare}


def frequent_substrings(word_frequencies: Mapping[str, int], size: int) -> dict[str, int]:
    """Return all characters, and the most frequent longer substrings, with their counts.

    Equal counts are ordered as first seen: in a word by start, then by end. That is the rule of
    the code in the Hugging Face course.

    >>> frequent_substrings(toy, 9)
    {'h': 15, 'u': 36, 'g': 20, 'p': 17, 'n': 16, 'b': 4, 's': 5, 'ug': 20, 'pu': 17}

    Args:
        word_frequencies: word to count.
        size: the number of pieces, characters included.
    """
    chars: Counter[str] = Counter()
    longer: Counter[str] = Counter()
    for word, frequency in word_frequencies.items():
        for char in word:
            chars[char] += frequency
        for piece in _substrings(word, 2):
            longer[piece] += frequency
    by_count = sorted(longer.items(), key=lambda item: -item[1])
    return {**chars, **dict(by_count[: max(0, size - len(chars))])}


def _substrings(word: str, least: int) -> Iterator[str]:
    """Yield the substrings of a word of ``least`` to `LONGEST` characters, by start, then end."""
    length = len(word)
    for start in range(length):
        for end in range(start + least, min(length, start + LONGEST) + 1):
            yield word[start:end]
