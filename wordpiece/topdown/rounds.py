"""One round of top-down WordPiece, with arrays: cut the words, count substrings, decide each.

`wordpiece.topdown.textbook` explains the algorithm. Here all substrings of two or more characters
are numbered once, from the longest to the shortest, which is the order of the decisions. A place is
an occurrence of a substring in a word: a slot where it starts and a length.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from wordpiece.topdown.textbook import Reading
from wordpiece.training.slots import Bools, Ints, Slots, Whole, weighted_count

LONGEST = 50
"""The most characters of a substring. The published program has the same limit, and leaves longer
words out; here longer words count, but only their substrings up to this length."""


@dataclass(frozen=True)
class Substrings:
    """The substrings of all words that have 2 to `LONGEST` characters: N substrings, P places.

    Attributes:
        slots: the words, with S slots, one for each character.
        tokens: the N substrings as tokens, with ``##`` inside a word; longer ones first, those of
            one length in the order of first occurrence.
        lengths: shape (N,), their numbers of characters.
        prefixes: shape (N,), the number of the substring without the last character; -1 if that is
            a single character.
        numbers, places: shape (P,), the number of the substring at each place, and the slot where
            the place starts; places of one slot follow one another, shorter ones first.
    """

    slots: Slots
    tokens: tuple[str, ...]
    lengths: Ints
    prefixes: Ints
    numbers: Whole
    places: Whole

    @cached_property
    def nbytes(self) -> int:
        """The approximate size in bytes."""
        arrays = self.lengths.nbytes + self.prefixes.nbytes + self.numbers.nbytes
        return arrays + self.places.nbytes + sum(map(len, self.tokens)) + 64 * len(self.tokens)

    def prefixes_of(self, number: int) -> list[int]:
        """Return the numbers of the prefixes of a substring, the longest first."""
        found = []
        while (number := int(self.prefixes[number])) >= 0:
            found.append(number)
        return found

    def cut(self, vocabulary: Collection[str]) -> Bools:
        """Return the slots where a token starts if longest match encodes the words; shape (S,).

        Args:
            vocabulary: tokens, with every character of the words, bare and with ``##``.
        """
        known = np.fromiter(map(vocabulary.__contains__, self.tokens), np.bool_, len(self.tokens))
        found = np.flatnonzero(known[self.numbers])
        longest = np.ones(len(self.slots.symbol), dtype=np.int64)
        # Of several places in one slot the last is assigned, and that is the longest.
        longest[self.places[found]] = self.lengths[self.numbers[found]]
        starts = np.zeros(len(longest), dtype=np.bool_)
        steps, end = longest.tolist(), len(longest)
        at = 0
        while at < end:  # no token goes beyond its word
            starts[at] = True
            at += steps[at]
        return starts

    def tokens_at(self, starts: Bools) -> set[str]:
        """Return the different tokens of the words, if tokens start at some slots."""
        slots = self.slots
        first = np.flatnonzero(starts)
        lengths = np.diff(first, append=len(starts))
        long = lengths > 1
        # The places of a slot follow one another, and the first has the length 2.
        places = np.searchsorted(self.places, first[long]) + lengths[long] - 2
        numbers = np.unique(self.numbers[places]).tolist()
        symbols = np.unique(slots.symbol[first[~long]]).tolist()
        return {*(self.tokens[i] for i in numbers), *(slots.alphabet[i] for i in symbols)}

    def count(self, starts: Bools) -> Ints:
        """Return how often each substring starts at one of some slots, shape (N,)."""
        at = starts[self.places]
        weights = self.slots.weights[self.places[at]]
        counted = weighted_count(self.numbers[at], weights, len(self.tokens))
        return counted.astype(np.int64)

    def decide(
        self, counted: Ints, threshold: int, reading: Reading, until: int | None = None
    ) -> tuple[Ints, Bools]:
        """Decide substrings, the longest first.

        Args:
            counted: shape (N,), from `count`.
            threshold: a substring is kept if its count, as it stands then, is at least this.
            reading: "guide" or "code".
            until: decide only the substrings with smaller numbers; None decides all.

        Returns:
            The counts as they stand: of a decided substring when it was decided, of others after
            all decisions; and which are kept. Shape (N,) each.
        """
        decided = np.arange(len(counted)) < (len(counted) if until is None else until)
        counts = counted.copy()
        kept = np.zeros(len(counted), dtype=np.bool_)
        # What longer substrings have taken from each; the last entry is for prefixes numbered -1.
        taken = np.zeros(len(counted) + 1, dtype=np.int64)
        for level in self._levels():
            counts[level] -= taken[:-1][level]
            kept[level] = decided[level] & (counts[level] >= threshold)
            lowering = kept[level] if reading == "guide" else decided[level]
            taken[:-1][level] += np.where(lowering, counts[level], 0)
            np.add.at(taken, self.prefixes[level], taken[:-1][level])
        return counts, kept

    def _levels(self) -> list[slice]:
        """Return the numbers of the substrings of each length, the longest first."""
        borders = [0, *(np.flatnonzero(np.diff(self.lengths)) + 1).tolist(), len(self.lengths)]
        return [slice(first, end) for first, end in pairwise(borders)]


def substrings_of(slots: Slots) -> Substrings:
    """Return the substrings of words that are marked with ``##``.

    >>> from wordpiece.training.slots import slots_of
    >>> found = substrings_of(slots_of({"hug": 10, "pug": 5}, CONTINUATION_PREFIX))
    >>> found.tokens, found.prefixes.tolist()
    (('hug', 'pug', 'hu', '##ug', 'pu'), [2, 4, -1, -1, -1])
    """
    ids: dict[tuple[str, bool], int] = {}
    numbers, places = array("i"), array("i")
    for word, first in zip(slots.words, slots.starts.tolist(), strict=False):
        for start in range(len(word) - 1):
            inside = start > 0
            ends = range(start + 2, min(len(word), start + LONGEST) + 1)
            numbers.extend(ids.setdefault((word[start:end], inside), len(ids)) for end in ends)
            places.extend([first + start] * len(ends))
    lengths = np.fromiter((len(text) for text, _ in ids), np.int64, len(ids))
    order = np.argsort(-lengths, kind="stable")
    number_of = np.empty_like(order)
    number_of[order] = np.arange(len(order))
    substrings = [*ids]
    above = [ids.get((text[:-1], inside), -1) for text, inside in substrings]
    prefixes = np.array([number_of[i] if i >= 0 else -1 for i in above], dtype=np.int64)
    mark = slots.marking.prefix
    return Substrings(
        slots,
        tuple((mark if substrings[i][1] else "") + substrings[i][0] for i in order.tolist()),
        lengths[order],
        prefixes[order],
        number_of[np.frombuffer(numbers, dtype=np.intc)].astype(np.intc),
        np.frombuffer(places, dtype=np.intc),
    )
