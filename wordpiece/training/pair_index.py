# cython: boundscheck=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""All pairs of the current splits with their counts and scores, kept up to date merge by merge.

A merge of (a, b) changes only the pairs next to its places. So `PairIndex.merge` adds and subtracts
there, where the textbook counts the whole corpus again::

    p a b n   ->   p ab n        (p, a) and (b, n) lose one, (p, ab) and (ab, n) gain one

At most one pair begins in each slot (see `wordpiece.training.slots`). So the places of a pair are a
list of slots, linked in ascending order: the first place is where the corpus shows the pair first,
and a place is removed without a look at the others.

The count of a pair is its score in BPE. WordPiece divides it by the counts of the two symbols, so
a merge of (a, b) changes the score of each pair that contains a, b or ab, and of no other. For any
other rule all scores are computed again after each merge.

To find the best score, pairs are divided into blocks. A block is searched again only if one of its
scores has changed in a way that matters.

This file is plain Python. Where there is a C compiler, `wordpiece.training._compile` compiles it to
a second module, ``_pair_index``, with the C types that ``_pair_index.pxd`` declares. The compiled
class makes the same merges in a tenth of the time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wordpiece import scoring
from wordpiece.scoring import Floats, Merging
from wordpiece.training.log import Log
from wordpiece.training.slots import Indices, weighted_count

IdPair = tuple[int, int]
"""A pair as the ids of its two symbols."""

BLOCK = 128
"""Rows in a block."""

LOWEST = -inf
"""The score of a row that holds no pair."""

EXACT = float(scoring.EXACT)
"""Products below this are exact as floats."""


class Merged(NamedTuple):
    """The changes that one merge made.

    Attributes:
        places: boundaries removed.
        replaced: boundaries removed, weighted by word frequency.
        in_use_change: symbols that came into use minus symbols that went out of use.
    """

    places: int
    replaced: int
    in_use_change: int


class PairIndex:
    """A table of the pairs in the current splits, one row for each, with their places and scores.

    The row of a pair that no longer occurs is free for a new pair. Symbols are ids, and -1 means
    that there is no such slot or place.

    Args:
        log: a training, which the index continues; the index writes into `Log.removed_at`.
        token_of: returns the id of the token that a pair makes.
    """

    def __init__(self, log: Log, token_of: Callable[[IdPair], int]):
        self._rule = log.score
        self._by_count = log.score.kernel == "count"
        self._by_ratio = log.score.kernel == "ratio"
        self._least_count = log.score.least
        self._token_of = token_of

        slots = log.slots
        size = len(slots.symbol)
        starts, symbols = log.symbols(len(log))
        lefts = np.flatnonzero(~slots.is_word_start[starts[1:]])  # symbols that begin a pair
        places, following = starts[lefts], starts[lefts + 1]

        # For each slot: its symbol, and the slots of the next and the previous symbol in its word.
        self._removed_at = log.removed_at
        self._weight = _column("q", size, slots.weights)
        self._symbol = _column("i", size, symbols, starts)
        self._next = _column("i", size, following, places)
        self._previous = _column("i", size, places, following)
        # For each slot in which a pair begins: its row, its next place and its previous one.
        self._row, self._later, self._earlier = (_column("i", size, -1) for _ in range(3))

        # For each symbol:
        counts = weighted_count(symbols, slots.weights[starts], len(log.tokens))
        self._symbol_count = _column("d", len(counts), counts)
        self._rows_of: dict[int, set[int]] = {}
        self._total = int(counts.sum())

        # For each row; the token that the pair makes only if the rule needs it.
        self._left, self._right, self._makes = array("i"), array("i"), array("i")
        self._first_place, self._last_place = array("i"), array("i")
        self._count, self._score = array("d"), array("d")
        self._free: list[int] = []

        # For each block: the best score, how many rows have it, and the first seen of these.
        self._top, self._ties, self._earliest = array("d"), array("i"), array("i")
        self._changed: set[int] = set()  # blocks to search again
        self._is_scored = False  # whether the scores of another rule are up to date
        self._replaceable: dict[int, int] = {}  # see `_merging`

        self._set_capacity(BLOCK)
        self._add_places(places.tolist())

    def _add_places(self, places: list[int]) -> None:
        """Add the places of all pairs."""
        rows: dict[IdPair, int] = {}
        for place in places:
            self._add_place(place, self._symbol[place], self._symbol[self._next[place]], rows)
        if self._by_ratio:
            for symbol in self._rows_of:
                self._divide(symbol)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self._count) - len(self._free)

    def pair(self, row: int) -> IdPair:
        """Return the pair of a row."""
        return self._left[row], self._right[row]

    def find(self, pair: IdPair) -> int:
        """Return the row of a pair, -1 if it does not occur."""
        for row in self._rows_of.get(pair[0], ()):
            if self.pair(row) == pair:
                return row
        return -1

    def counts(self, row: int) -> tuple[int, int, int]:
        """Return how often the pair of a row, its left and its right symbol occur now.

        The symbols are counted as the rule wants them; see `Score.parts`.
        """
        left, right = self._left[row], self._right[row]
        parts = self._symbol_count[left], self._symbol_count[right]
        if self._rule.parts == "pairs":
            parts = tuple(self._part_count()[[left, right]])
        return int(self._count[row]), int(parts[0]), int(parts[1])

    def score(self, row: int) -> float:
        """Return the score that the pair of a row had in the last search."""
        score: float = self._score[row]
        return score

    def best(self) -> list[int]:
        """Return the rows of the pairs that share the best score, in first-seen order.

        The index must hold a pair.
        """
        first, _ = self.first_best()
        best = self._score[first]
        rows = []
        for block in range(len(self._top)):
            if self._top[block] == best:
                for row in range(block * BLOCK, block * BLOCK + BLOCK):
                    if self._score[row] == best:
                        rows.append((self._first_place[row], row))
        return [row for _, row in sorted(rows)]

    def first_best(self) -> tuple[int, int]:
        """Return the row of the first-seen pair among the best, and how many are tied.

        The index must hold a pair.
        """
        if not (self._by_count or self._by_ratio or self._is_scored):
            self._score_all()
        self._search()
        best, ties, first = LOWEST, 0, 0
        for block in range(len(self._top)):
            if self._top[block] > best:
                best, ties, first = self._top[block], self._ties[block], self._earliest[block]
            elif self._top[block] == best:
                ties += self._ties[block]
                if self._first_place[self._earliest[block]] < self._first_place[first]:
                    first = self._earliest[block]
        return first, ties

    def _search(self) -> None:
        """Search each changed block for its best score."""
        for block in self._changed:
            best, ties, first = LOWEST, 0, block * BLOCK
            for row in range(block * BLOCK, block * BLOCK + BLOCK):
                score = self._score[row]
                if score > best:
                    best, ties, first = score, 1, row
                elif score == best:
                    ties += 1
                    if self._first_place[row] < self._first_place[first]:
                        first = row
            self._top[block], self._ties[block], self._earliest[block] = best, ties, first
        self._changed.clear()

    def merge(self, row: int, token: int, step: int) -> Merged:
        """Merge the pair of a row in every word, from left to right.

        Args:
            row: the row.
            token: the id of the merged symbol: one already in use, or the next free one.
            step: the number of the merge, written into `Log.removed_at`.
        """
        left, right = self._left[row], self._right[row]
        self._set_symbol_capacity(token)
        is_new = self._symbol_count[token] == 0
        rows = {self.pair(other): other for other in self._rows_of.setdefault(token, set())}
        emptied = {row}
        replaced, places, place = 0, 0, self._first_place[row]
        while place >= 0:
            middle = self._next[place]
            before, after = self._previous[place], self._next[middle]
            if before >= 0:
                self._remove_place(before, emptied)
                self._add_place(before, self._symbol[before], token, rows)
            if after >= 0:
                self._remove_place(middle, emptied)
                self._previous[after] = place
            later = self._later[place]  # in aaa, (a, a) has just lost its second place
            if after >= 0:
                self._add_place(place, token, self._symbol[after], rows)
            self._symbol[place], self._next[place] = token, after
            self._removed_at[middle] = step
            replaced += self._weight[place]
            places += 1
            place = later
        self._first_place[row] = -1
        for other in emptied:
            if self._first_place[other] < 0:  # it may have gained a place after it lost the last
                self._remove(other)

        count = self._symbol_count
        count[left] -= replaced
        count[right] -= replaced
        count[token] += replaced
        self._total -= replaced
        unused = (count[left] == 0) + (left != right and count[right] == 0)
        self._is_scored = False
        for symbol in (left, right, token):
            self._replaceable.pop(symbol, None)
            if self._by_ratio:
                self._divide(symbol)
        return Merged(places, replaced, is_new - unused)

    def _remove_place(self, place: int, emptied: set[int]) -> None:
        """Remove a place from its pair; add the row to ``emptied`` if it was the last one."""
        row, before, after = self._row[place], self._earlier[place], self._later[place]
        if before >= 0:
            self._later[before] = after
        else:
            self._first_place[row] = after
        if after >= 0:
            self._earlier[after] = before
        else:
            self._last_place[row] = before
        if before < 0 and after < 0:
            emptied.add(row)
        self._change_count(row, -self._weight[place])

    def _add_place(self, place: int, left: int, right: int, rows: dict[IdPair, int]) -> None:
        """Add a place to a pair; ``rows`` has the row of each pair that contains the token."""
        row = rows.get((left, right), -1)
        if row < 0:
            rows[left, right] = row = self._add(left, right)
        before, after = self._last_place[row], -1
        while before > place:  # only if the token was in use before
            before, after = self._earlier[before], before
        if before >= 0:
            self._later[before] = place
        else:
            self._first_place[row] = place
        if after >= 0:
            self._earlier[after] = place
        else:
            self._last_place[row] = place
        self._row[place], self._earlier[place], self._later[place] = row, before, after
        self._change_count(row, self._weight[place])

    def _change_count(self, row: int, change: int) -> None:
        self._count[row] += change
        if self._by_count:
            self._set_score(row, self._count[row])

    def _divide(self, symbol: int) -> None:
        """Compute the ratio of each pair that contains a symbol."""
        rows = self._rows_of[symbol]
        for row in rows:
            count = self._count[row]
            left = self._symbol_count[self._left[row]]
            right = self._symbol_count[self._right[row]]
            score = 0.0 if count < self._least_count else ratio(count, left, right)
            self._set_score(row, score)

    def _set_score(self, row: int, score: float) -> None:
        block = row // BLOCK
        if score >= self._top[block] or self._score[row] == self._top[block]:
            self._changed.add(block)
        self._score[row] = score

    def _add(self, left: int, right: int) -> int:
        """Add a pair without places, and return its row."""
        if not self._free:
            self._set_capacity(2 * len(self._count))
        row = self._free.pop()
        self._left[row], self._right[row] = left, right
        self._first_place[row] = self._last_place[row] = -1
        for symbol in (left, right):
            self._rows_of.setdefault(symbol, set()).add(row)
        if self._rule.needs_merging:
            token = self._token_of((left, right))
            self._set_symbol_capacity(token)
            self._makes[row] = token
        return row

    def _remove(self, row: int) -> None:
        """Remove a pair; its row is free then."""
        for symbol in (self._left[row], self._right[row]):
            self._rows_of[symbol].discard(row)
        self._count[row] = 0
        self._set_score(row, LOWEST)
        self._free.append(row)

    def _set_capacity(self, rows: int) -> None:
        """Make the columns long enough for a number of rows."""
        before, blocks = len(self._count), -(-rows // BLOCK)
        rows = blocks * BLOCK
        self._left, self._right = _longer(self._left, rows), _longer(self._right, rows)
        self._first_place = _longer(self._first_place, rows)
        self._last_place = _longer(self._last_place, rows)
        self._count, self._score = _longer(self._count, rows), _longer(self._score, rows, LOWEST)
        self._makes = _longer(self._makes, rows)
        self._top = _longer(self._top, blocks, LOWEST)
        self._ties, self._earliest = _longer(self._ties, blocks), _longer(self._earliest, blocks)
        self._free.extend(range(before, rows))

    def _set_symbol_capacity(self, symbol: int) -> None:
        """Make the column of the symbols long enough for a symbol."""
        before = len(self._symbol_count)
        if symbol >= before:
            self._symbol_count = _longer(self._symbol_count, max(symbol + 1, 2 * before))

    # Rules that need more than the count, or the ratio, of a pair.

    def _score_all(self) -> None:
        """Compute the score of each pair by the rule."""
        (rows,) = np.asarray(self._count).nonzero()
        part = self._part_count()
        left, right = np.asarray(self._left)[rows], np.asarray(self._right)[rows]
        merging = self._merging(rows) if self._rule.needs_merging else None
        count = np.asarray(self._count)[rows]
        np.asarray(self._score)[rows] = self._rule.values(count, part[left], part[right], merging)
        self._changed.update(range(len(self._top)))
        self._is_scored = True

    def _part_count(self) -> Floats:
        """Return how often each symbol occurs, as the rule counts it."""
        if self._rule.parts == "symbols":
            return np.asarray(self._symbol_count)
        (rows,) = np.asarray(self._count).nonzero()
        sides = np.append(np.asarray(self._left)[rows], np.asarray(self._right)[rows])
        counts = np.tile(np.asarray(self._count)[rows], 2)
        return weighted_count(sides, counts, len(self._symbol_count))

    def _merging(self, rows: Indices) -> Merging:
        """Return what the likelihood gain must know about the pairs in some rows."""
        left, right = np.asarray(self._left)[rows], np.asarray(self._right)[rows]
        makes, replaced = np.asarray(self._makes)[rows], np.asarray(self._count)[rows]
        double = left == right
        for i in np.flatnonzero(double).tolist():
            symbol = int(left[i])
            if symbol not in self._replaceable:
                self._replaceable[symbol] = self._count_replaceable(int(rows[i]))
            replaced[i] = self._replaceable[symbol]
        # A right part can be spelled as the token is: # and ##a make the ##a of "##a".
        made = np.asarray(self._symbol_count)[makes] - np.where(makes == right, replaced, 0)
        return Merging(replaced, made, double, self._total)

    def _count_replaceable(self, row: int) -> int:
        """Count how often a pair (a, a) would be replaced, from left to right without overlap."""
        replaced, taken, place = 0, -1, self._first_place[row]
        while place >= 0:
            if place != taken:
                replaced += self._weight[place]
                taken = self._next[place]
            place = self._later[place]
        return replaced


def ratio(pair: float, left: float, right: float) -> float:
    """Divide a count by the product of two counts, as exactly as Python divides whole numbers."""
    product = left * right
    if product < EXACT:
        return pair / product
    return int(pair) / (int(left) * int(right))


def _column(
    kind: str, size: int, values: npt.ArrayLike, where: Indices | None = None
) -> array[Any]:
    """Return an array with some values; with ``where``, at these places, and -1 elsewhere."""
    column = np.full(size, -1, np.dtype(kind))
    column[slice(None) if where is None else where] = values
    return array(kind, column.tobytes())


def _longer(column: Any, size: int, fill: float = 0) -> array[Any]:
    """Return a copy of a column with more entries."""
    old = np.asarray(column)
    new = np.full(size, fill, old.dtype)
    new[: len(old)] = old
    return array(old.dtype.char, new.tobytes())
