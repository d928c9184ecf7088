"""All pairs of the current splits with their counts, kept up to date merge by merge.

This is the one mutable thing in the engine. A merge of (a, b) touches only the neighbours of
its occurrences, so instead of counting everything anew, as the textbook does, it adds and
subtracts there:

    p a b n   ->   p ab n        (p, a) and (b, n) lose one, (p, ab) and (ab, n) gain one

Scores are *not* kept. A merge changes the WordPiece score of every pair that shares a symbol
with it, up or down, so a kept score would be wrong. `best` computes all scores in one pass of
numpy over the pairs alive, which takes some ten microseconds for alphabetic scripts.

Symbols are small integers here; `wordpiece.trainer` knows their names.
"""

from __future__ import annotations

from array import array
from bisect import insort
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from wordpiece.scoring import Floats, Merging, Score
from wordpiece.training.slots import Indices, Slots, weighted_count

IdPair = tuple[int, int]
"""A pair as the ids of its two symbols."""


class Applied(NamedTuple):
    """What one merge did.

    >>> from wordpiece.marking import NONE
    >>> from wordpiece.scoring import PAIR_COUNT
    >>> from wordpiece.training.slots import slots_of
    >>> slots = slots_of({"hug": 10, "pug": 5}, NONE)
    >>> index = PairIndex(slots, PAIR_COUNT, token_of=lambda pair: len(slots.alphabet))
    >>> index.apply(index.first_best(), len(slots.alphabet), 1)
    Applied(places=2, replaced=15, in_use_change=-1)

    Attributes:
        places: boundaries removed.
        replaced: the same, weighted by word frequency.
        in_use_change: symbols that came into use minus symbols that went out of it.
    """

    places: int
    replaced: int
    in_use_change: int


class PairIndex:
    """Pairs, their counts and their places.

    Every pair alive has a row; rows 0 to n - 1 are in use, and a dead pair's row is filled
    with the last one, so numpy always sees a dense table. A pair's place is the slot of its
    left symbol. Places never move, and the smallest one decides which pair is seen first.

    The likelihood gain needs two columns more, which other scores leave empty: how often a pair
    would be replaced, and the id of the token it would make, which ``token_of`` tells.

    >>> from wordpiece.marking import NONE
    >>> from wordpiece.scoring import PAIR_COUNT
    >>> from wordpiece.training.slots import slots_of
    >>> slots = slots_of({"hug": 10, "pug": 5}, NONE)
    >>> index = PairIndex(slots, PAIR_COUNT, token_of=lambda pair: len(slots.alphabet))
    >>> best = index.first_best()
    >>> [slots.alphabet[symbol] for symbol in best], index.counts(best)
    (['u', 'g'], (15, 15, 15))
    """

    def __init__(self, slots: Slots, score: Score, token_of: Callable[[IdPair], int]):
        size = len(slots.symbol)
        weights = slots.weights
        first = slots.is_word_start
        self._score = score
        # -1 inside a merged symbol, and in one slot more at the end: that is where index -1,
        # "no neighbour", points to, so it never equals a symbol.
        self._symbol: list[int] = [*slots.symbol.tolist(), -1]
        here = list(range(size))  # one int object for each slot, shared by all lists below
        starts = slots.starts[:-1].tolist()
        self._previous: list[int] = [-1, *here[:-1]]
        self._next: list[int] = [*here[1:], -1]
        for start in starts:
            self._previous[start] = self._next[start - 1] = -1
        self._weight: list[int] = []
        for weight, length in zip(
            slots.frequencies.tolist(), np.diff(slots.starts).tolist(), strict=True
        ):
            self._weight += [weight] * length
        #: For each slot the step that removed the boundary on its left, 0 if it still stands.
        self.removed_at = array("i", bytes(4 * size))

        self._symbol_count = weighted_count(slots.symbol, weights, len(slots.alphabet))
        self._total = int(weights.sum())
        self._is_rough = score.is_rough(float(self._total))

        left_slot = np.flatnonzero(~first[1:])
        keys = slots.symbol[left_slot] * len(slots.alphabet) + slots.symbol[left_slot + 1]
        pairs, where, row = np.unique(keys, return_index=True, return_inverse=True)
        row = row.reshape(-1)
        self._n = len(pairs)
        self._count = weighted_count(row, weights[left_slot], self._n)
        left, right = np.divmod(pairs, max(1, len(slots.alphabet)))
        self._left: Indices = left.astype(np.intp, copy=False)
        self._right: Indices = right.astype(np.intp, copy=False)
        self._first = left_slot[where] if self._n else np.zeros(0, dtype=np.intp)
        # Places in ascending order, row by row. Stale ones are skipped when read.
        order = left_slot[np.argsort(row, kind="stable")]
        ends = np.cumsum(np.bincount(row, minlength=self._n))
        self._places: list[list[int]] = [
            [here[i] for i in part] for part in np.split(order, ends[:-1] if self._n else [])
        ][: self._n]
        del here, keys, row, order, left_slot, where
        self._read_from = [0] * self._n
        self._row: dict[IdPair, int] = {
            pair: i
            for i, pair in enumerate(zip(self._left.tolist(), self._right.tolist(), strict=True))
        }
        self._buffers: list[Floats] = [np.empty(0), np.empty(0)]

        # How often a symbol takes part in a pair, where that is what the score divides by.
        self._sides = np.zeros(len(self._symbol_count)) if score.parts == "pairs" else None
        if self._sides is not None:
            for side in (self._left, self._right):
                self._sides += weighted_count(side, self._count, len(self._sides))
        self._token_of = token_of if score.needs_merging else None
        self._replaced: Floats = np.zeros(0)
        self._makes = np.zeros(0, dtype=np.intp)
        if self._token_of:
            self._replaced = np.array([self._replaceable(row) for row in range(self._n)])
            self._makes = np.array([self._token_of(pair) for pair in self._row], dtype=np.intp)
            self._make_room(int(self._makes.max(initial=0)))

    def __len__(self) -> int:
        return self._n

    def __contains__(self, pair: IdPair) -> bool:
        return pair in self._row

    def counts(self, pair: IdPair) -> tuple[int, int, int]:
        """Return how often the pair, its left and its right symbol occur now.

        The parts are counted as the score wants them; see `Score.parts`.
        """
        left, right = pair
        count = self._part_count
        return int(self._count[self._row[pair]]), int(count[left]), int(count[right])

    def score(self, pair: IdPair, counts: tuple[int, int, int]) -> float:
        """Return the score of a pair with these counts now."""
        row = self._row[pair]
        merging = self._merging(slice(row, row + 1)) if self._token_of else None
        return self._score.value(*counts, merging)

    @property
    def _part_count(self) -> Floats:
        return self._symbol_count if self._sides is None else self._sides

    def best(self) -> tuple[Indices, Indices]:
        """Return the pairs that share the best score, (left ids, right ids), in first-seen order.

        Both have shape (number of ties,), at least 1; the index must hold a pair.
        """
        rows = self._best_rows()
        if len(rows) > 1:
            rows = rows[np.argsort(self._first[rows])]
        return self._left[rows], self._right[rows]

    def first_best(self) -> IdPair:
        """Return the first-seen pair among the best."""
        rows = self._best_rows()
        row = rows[0] if len(rows) == 1 else rows[self._first[rows].argmin()]
        return int(self._left[row]), int(self._right[row])

    def _best_rows(self) -> Indices:
        n = self._n
        count = self._count[:n]
        rows: Indices
        if self._score.ranks_by_count:  # no need to look at the parts
            (rows,) = (count == count.max()).nonzero()
            return rows
        if len(self._buffers[0]) < n:
            self._buffers = [np.empty(2 * n), np.empty(2 * n)]
        a, b = self._buffers[0][:n], self._buffers[1][:n]
        part = self._part_count
        part.take(self._left[:n], out=a, mode="clip")
        part.take(self._right[:n], out=b, mode="clip")
        merging = self._merging(slice(0, n)) if self._token_of else None
        scores = self._score.values(count, a, b, merging, out=a)
        best = scores[scores.argmax()]
        if not self._is_rough:
            (rows,) = (scores == best).nonzero()
            return rows
        # Rough scores are off by a few units in the last place at most: take all that come near,
        # and compute from whole numbers to tell them apart.
        near = np.flatnonzero(scores >= best * (1 - 2**-48))
        exact = [
            self._score.value(
                int(count[row]), int(part[self._left[row]]), int(part[self._right[row]])
            )
            for row in near.tolist()
        ]
        top = max(exact)
        return near[[score == top for score in exact]]

    def _merging(self, rows: slice) -> Merging:
        """Return what the likelihood gain must know about the pairs in these rows."""
        left, right = self._left[rows], self._right[rows]
        replaced, makes = self._replaced[rows], self._makes[rows]
        # A right part can spell what the token will: # and ##a make the ##a of "##a".
        made = self._symbol_count[makes] - np.where(makes == right, replaced, 0)
        return Merging(replaced, made, left == right, self._total)

    def _replaceable(self, row: int) -> float:
        """Count how often a pair would be replaced, from left to right and without overlap."""
        pair = left, right = int(self._left[row]), int(self._right[row])
        if left != right:
            return float(self._count[row])
        replaced, taken = 0, -1
        for slot in self._places[row]:
            middle = self._next[slot]
            if slot != taken and (self._symbol[slot], self._symbol[middle]) == pair:
                replaced += self._weight[slot]
                taken = middle
        return float(replaced)

    def apply(self, pair: IdPair, token: int, step: int) -> Applied:
        """Merge a pair into ``token`` in every word, left to right, and count again there.

        ``token`` is an id: one already in use, or the next free one.
        """
        left, right = pair
        symbol, following, previous = self._symbol, self._next, self._previous
        weight, removed_at = self._weight, self.removed_at
        change: defaultdict[IdPair, int] = defaultdict(int)
        created: defaultdict[IdPair, list[int]] = defaultdict(list)
        replaced = places = 0

        for slot in self._places[self._row[pair]]:
            if symbol[slot] != left:
                continue  # stale: the symbol here has grown since
            middle = following[slot]
            if symbol[middle] != right:
                continue
            w = weight[slot]
            before, after = previous[slot], following[middle]
            if before >= 0:
                neighbour = symbol[before]
                gained = (neighbour, token)
                change[neighbour, left] -= w
                change[gained] += w
                created[gained].append(before)
            if after >= 0:
                neighbour = symbol[after]
                gained = (token, neighbour)
                change[right, neighbour] -= w
                change[gained] += w
                created[gained].append(slot)
                previous[after] = slot
            symbol[slot], symbol[middle], following[slot] = token, -1, after
            removed_at[middle] = step
            replaced += w
            places += 1

        change[pair] -= replaced
        in_use_change = self._count_symbols(left, right, token, replaced)
        self._total -= replaced
        if self._sides is not None:
            for sides, amount in change.items():
                self._sides[sides[0]] += amount
                self._sides[sides[1]] += amount
        for changed, amount in change.items():
            row = self._row.get(changed)
            if row is None:
                if amount:
                    self._add_row(changed, amount, created[changed])
                continue
            if changed in created:
                self._add_places(row, created[changed])
            self._count[row] += amount
            if self._count[row]:
                self._find_first(row, changed)
                if self._token_of:
                    self._replaced[row] = self._replaceable(row)
            else:
                self._delete_row(row, changed)
        return Applied(places, replaced, in_use_change)

    def _count_symbols(self, left: int, right: int, token: int, replaced: int) -> int:
        self._make_room(token)
        count = self._symbol_count
        came = not count[token]
        count[left] -= replaced
        count[right] -= replaced
        count[token] += replaced
        # No part of a merge is the token it makes, which is longer.
        gone = (not count[left]) + (left != right and not count[right])
        return came - gone

    def _make_room(self, symbol: int) -> None:
        """Make the arrays of counts long enough for a symbol."""
        size = len(self._symbol_count)
        if symbol >= size:
            more = np.zeros(max(64, size, symbol + 1 - size))
            self._symbol_count = np.concatenate([self._symbol_count, more])
            if self._sides is not None:
                self._sides = np.concatenate([self._sides, more])

    def _add_row(self, pair: IdPair, count: int, places: list[int]) -> None:
        row = self._n
        if row == len(self._count):
            more = max(64, row)
            self._count = np.concatenate([self._count, np.zeros(more)])
            blank = np.zeros(more, dtype=np.intp)
            self._left = np.concatenate([self._left, blank])
            self._right = np.concatenate([self._right, blank])
            self._first = np.concatenate([self._first, blank])
            if self._token_of:
                self._replaced = np.concatenate([self._replaced, np.zeros(more)])
                self._makes = np.concatenate([self._makes, blank])
        self._n += 1
        self._row[pair] = row
        self._left[row], self._right[row] = pair
        self._count[row] = count
        self._places.append(sorted(places))
        self._read_from.append(0)
        self._find_first(row, pair)
        if self._token_of:
            self._replaced[row] = self._replaceable(row)
            self._makes[row] = self._token_of(pair)
            self._make_room(int(self._makes[row]))

    def _add_places(self, row: int, places: list[int]) -> None:
        known = self._places[row]
        for place in places:
            if known and place < known[-1]:
                insort(known, place, lo=self._read_from[row])
            else:
                known.append(place)

    def _find_first(self, row: int, pair: IdPair) -> None:
        """Set the pair's first place, skipping stale ones. The pair must stand somewhere."""
        left, right = pair
        symbol, following, places = self._symbol, self._next, self._places[row]
        i = self._read_from[row]
        while symbol[slot := places[i]] != left or symbol[following[slot]] != right:
            i += 1
        self._read_from[row] = i
        self._first[row] = slot

    def _delete_row(self, row: int, pair: IdPair) -> None:
        del self._row[pair]
        last = self._n - 1
        if row != last:
            more = (self._replaced, self._makes) if self._token_of else ()
            for column in (self._left, self._right, self._count, self._first, *more):
                column[row] = column[last]
            self._places[row] = self._places[last]
            self._read_from[row] = self._read_from[last]
            self._row[int(self._left[row]), int(self._right[row])] = row
        self._places.pop()
        self._read_from.pop()
        self._n = last
