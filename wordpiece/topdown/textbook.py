"""Top-down WordPiece on one screen. Read `wordpiece.textbook` first, then this file.

TensorFlow Text learns a WordPiece vocabulary without merges. It counts substrings, and keeps those
that occur often enough. A round takes three steps:

    count   hugs: 5, hug: 15, hu: 15, ...        the substrings that start where a token starts
    decide  hugs: 5 < 12, hug: 15 ≥ 12, ...      the longest first, by a threshold (here 12)
    split   {"hugs": ("hug", "##s"), ...}        each word, by longest match

A kept substring lowers the count of each of its prefixes, because longest match uses the longer one
instead: hug takes its 15 occurrences from hu, so 0 are left. In the first round each character is a
token, so every substring is counted.

The guide of TensorFlow Text and its program differ (https://github.com/tensorflow/text/issues/583):
in the program a substring lowers the counts of its prefixes even if it is dropped. The guide also
asks for a count above the threshold, the program for one that is at least the threshold. Here both
readings keep a substring whose count is at least the threshold, as the program does.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from wordpiece.marking import CONTINUATION_PREFIX
from wordpiece.textbook import longest_match

Reading = Literal["guide", "code"]
"""Which substrings lower the counts of their prefixes: the kept ones, or all."""

Substring = tuple[str, bool]
"""A substring, and whether it continues a word (with ``##``) or begins it."""


def textbook_rounds(
    word_frequencies: Mapping[str, int],
    threshold: int,
    *,
    reading: Reading = "code",
    rounds: int = 4,
) -> list[dict[str, int]]:
    """Return the tokens longer than a character that each round keeps, with their counts.

    The last round has the vocabulary, apart from the alphabet: every character, with and without
    ``##``, whatever its count.

    >>> [*textbook_rounds(toy, 12)[0]], [*textbook_rounds(toy, 12, reading="guide")[-1]]
    (['pun', '##ug', '##un'], ['hug', 'pun'])
    """
    alphabet = {mark + char for char in "".join(word_frequencies) for mark in ("", "##")}
    splits = {word: CONTINUATION_PREFIX.split(word) for word in word_frequencies}
    learned = []
    for _ in range(rounds):
        counts = count_substrings(splits, word_frequencies)
        kept = decide(counts, threshold, reading)
        splits = {word: tuple(longest_match(word, alphabet | {*kept})) for word in splits}
        learned += [kept]
    return learned


def count_substrings(
    splits: Mapping[str, Sequence[str]], word_frequencies: Mapping[str, int]
) -> Counter[Substring]:
    """Return how often each substring of two or more characters starts where a token starts.

    >>> count_substrings({"hugs": ("hug", "##s")}, {"hugs": 5})
    Counter({('hu', False): 5, ('hug', False): 5, ('hugs', False): 5})
    """
    counts: Counter[Substring] = Counter()
    for word, tokens in splits.items():
        start = 0
        for token in tokens:
            for end in range(start + 2, len(word) + 1):
                counts[word[start:end], start > 0] += word_frequencies[word]
            start += len(token) - (2 if start else 0)  # without its ##
    return counts


def decide(counts: Mapping[Substring, int], threshold: int, reading: Reading) -> dict[str, int]:
    """Return the tokens that are kept, each with its count when it was decided."""
    left = dict(counts)  # The counts as they stand.
    kept = {}
    for text, inside in sorted(left, key=lambda substring: -len(substring[0])):
        count = left[text, inside]
        if count >= threshold:
            kept["##" * inside + text] = count
        if count >= threshold or reading == "code":
            for end in range(2, len(text)):
                left[text[:end], inside] -= count
    return kept
