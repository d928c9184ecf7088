"""The pieces that a training starts with, and their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from itertools import chain

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
        for piece in _substrings(word):
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
    counts: Counter[str] = Counter()
    for word, frequency in word_frequencies.items():
        for char in word:
            counts[char] += frequency
    wanted = max(0, size - len(counts))
    longer: dict[str, int] = {}
    seen: dict[str, tuple[int, int, int]] = {}
    # A substring is at most as frequent as the one without its last character. So for each length
    # only those are counted whose beginning is frequent enough, which saves most of the memory.
    beginnings: Container[str] = counts
    for length in range(2, LONGEST + 1):
        found: Counter[str] = Counter()
        for number, (word, frequency) in enumerate(word_frequencies.items()):
            for start in range(len(word) - length + 1):
                if word[start : start + length - 1] in beginnings:
                    piece = word[start : start + length]
                    found[piece] += frequency
                    seen.setdefault(piece, (number, start, length))
        ranked = sorted(chain(longer.values(), found.values()), reverse=True)
        least = ranked[wanted - 1] if 0 < wanted <= len(ranked) else 0
        longer = {p: n for p, n in chain(longer.items(), found.items()) if n >= least}
        seen = {piece: seen[piece] for piece in longer}
        beginnings = longer.keys() & found.keys()
        if not beginnings:
            break
    chosen = sorted(longer, key=lambda piece: (-longer[piece], seen[piece]))[:wanted]
    return {**counts, **{piece: longer[piece] for piece in chosen}}


def _substrings(word: str) -> Iterator[str]:
    """Yield the substrings of a word of up to `LONGEST` characters, by start, then by end."""
    length = len(word)
    for start in range(length):
        for end in range(start + 1, min(length, start + LONGEST) + 1):
            yield word[start:end]
