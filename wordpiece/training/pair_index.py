"""All pairs of the current splits with their counts, kept up to date merge by merge.

This is the one mutable thing in the engine. A merge of (a, b) touches only the neighbours of
its occurrences, so instead of counting everything anew, as the textbook does, it adds and
subtracts there:

    p a b n   ->   p ab n        (p, a) and (b, n) lose one, (p, ab) and (ab, n) gain one

A slot begins at most one pair: that of the symbol which starts there and the next one. So the
places of a pair are a list linked through the slots, in ascending order. A place is taken out and
another put at the end without looking at the rest, and the head is where the pair is seen first.

Scores are *not* kept. A merge changes the WordPiece score of every pair that shares a symbol
with it, up or down, so a kept score would be wrong. `best` computes all scores in one pass of
numpy over the pairs, which takes some ten microseconds for alphabetic scripts.

Symbols are small integers here; `wordpiece.trainer` knows their names.

Where ``_quick.pyx`` beside this file has been compiled (``cythonize -i``, as `make run` does it),
`PairIndex.run` leaves its loop to it. It works on the same arrays and makes the same merges in a
twelfth of the time, for the two scores that are computed from three counts alone.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wordpiece.scoring import Floats, Merging, Score
from wordpiece.training.slots import Indices, Ints, Slots, Whole, numbered, weighted_count

_quick: ModuleType | None
try:
    _quick = import_module("wordpiece.training._quick")
except ImportError:  # it has not been compiled
    _quick = None


def is_compiled() -> bool:
    """Return whether the loop of `PairIndex.run` is compiled.

    >>> is_compiled() in (True, False)  # True after `make run`, where there is a C compiler
    True
    """
    return _quick is not None


IdPair = tuple[int, int]
"""A pair as the ids of its two symbols."""

Move = tuple[int, int, IdPair]
"""See `PairIndex._move`."""

NO_PAIR = sys.maxsize
"""The id of both symbols in a row that is free. As an index it is beyond any array, and numpy clips
it to the last entry."""

INDEX = np.dtype(np.intp).char
"""The type of array that numpy takes as indices as it is."""


class Applied(NamedTuple):
    """What one merge did.

    >>> from wordpiece.marking import NONE
    >>> from wordpiece.scoring import PAIR_COUNT
    >>> from wordpiece.training.slots import slots_of
    >>> slots = slots_of({"hug": 10, "pug": 5}, NONE)
    >>> index = PairIndex(slots, PAIR_COUNT, token_of=lambda pair: len(slots.alphabet))
    >>> index.apply(index.first_best()[0], len(slots.alphabet), 1)
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

    Every pair has a row in a table of columns. Rows whose pair is gone are free for the next new
    one; their count is 0, so that no search finds them. Columns are arrays, which Python changes
    number by number and numpy reads as a whole.

    >>> from wordpiece.marking import NONE
    >>> from wordpiece.scoring import PAIR_COUNT
    >>> from wordpiece.training.slots import slots_of
    >>> slots = slots_of({"hug": 10, "pug": 5}, NONE)
    >>> index = PairIndex(slots, PAIR_COUNT, token_of=lambda pair: len(slots.alphabet))
    >>> best, ties = index.first_best()
    >>> [slots.alphabet[symbol] for symbol in index.pair(best)], index.counts(best)
    (['u', 'g'], (15, 15, 15))

    Args:
        slots: the corpus.
        score: the rule that ranks pairs.
        token_of: tells the id of the token that a pair would make; asked only if the score
            `needs_merging`.
        standing: the first slot and the id of each symbol, as `Log.symbols` returns them; None
            if no merge has been made yet.

    Attributes:
        removed_at: for each slot the step that removed the boundary on its left, 0 if it still
            stands.
    """

    def __init__(
        self,
        slots: Slots,
        score: Score,
        token_of: Callable[[IdPair], int],
        standing: tuple[Indices, Ints] | None = None,
    ):
        self._score = score
        size = len(slots.symbol)
        if standing is None:
            starts, ids = np.arange(size), slots.symbol
        else:
            starts, ids = standing
        inside = ~slots.is_word_start[starts[1:]]  # a boundary that a merge could remove
        at, after = starts[:-1][inside], starts[1:][inside]
        left, right = ids[:-1][inside], ids[1:][inside]
        weights = slots.weights

        # For each slot, -1 where there is none:
        self.removed_at = array("i", bytes(4 * size))
        self._weight = array("q", weights.tobytes())
        self._symbol = _column(size, starts, ids)
        self._next = _column(size, at, after)
        self._previous = _column(size, after, at)

        # For each symbol, and a last one that occurs once, which free rows lead to:
        symbols = max(len(slots.alphabet), int(ids.max(initial=0)) + 1)
        counted = weighted_count(ids, weights[starts], symbols)
        self._symbol_count = array("d", [*counted.tolist(), 1.0])
        self._np_symbol_count = np.frombuffer(self._symbol_count)
        self._total = int(counted.sum())

        # For each row:
        row, keys = numbered(left * symbols + right)
        order = np.argsort(row, kind="stable")
        place, row_there = at[order], row[order]
        same = row_there[1:] == row_there[:-1]
        lefts, rights = np.divmod(keys, symbols)
        self._left = _array(INDEX, lefts)
        self._right = _array(INDEX, rights)
        self._count = _array("d", weighted_count(row, weights[at], len(keys)))
        self._head = _array(INDEX, place[np.append(True, ~same)[: len(place)]])
        self._tail = _array(INDEX, place[np.append(~same, True)[: len(place)]])
        self._free, self._spares = array(INDEX), 0  # the rows that are free, and how many

        # For each slot the row of the pair that begins there, and where this pair stands next and
        # stood last:
        self._row = _column(size, at, row)
        self._later = _column(size, place[:-1][same], place[1:][same])
        self._earlier = _column(size, place[1:][same], place[:-1][same])

        # The gain must know which token a pair would make, and how often.
        self._token_of = token_of if score.needs_merging else None
        self._makes = array(INDEX)
        self._replaced: dict[int, int] = {}
        if self._token_of:
            pairs = zip(self._left, self._right, strict=True)
            self._makes = array(INDEX, map(self._token_of, pairs))
            self._make_room(max(self._makes, default=0))
        self._more_rows()

    def __len__(self) -> int:
        return len(self._count) - self._spares

    def pair(self, row: int) -> IdPair:
        """Return the pair of a row."""
        return self._left[row], self._right[row]

    def find(self, pair: IdPair) -> int:
        """Return the row of a pair, -1 if it stands nowhere."""
        left, right = pair
        (rows,) = ((self._np_left == left) & (self._np_right == right)).nonzero()
        return int(rows[0]) if len(rows) else -1

    def counts(self, row: int) -> tuple[int, int, int]:
        """Return how often the pair of a row, its left and its right symbol occur now.

        The parts are counted as the score wants them; see `Score.parts`.
        """
        part = self._symbol_count if self._score.parts == "symbols" else self._part_count()
        left, right = self._left[row], self._right[row]
        return int(self._count[row]), int(part[left]), int(part[right])

    def score(self, row: int, counts: tuple[int, int, int]) -> float:
        """Return the score of the pair of a row, which has these counts now."""
        merging = self._merging(np.array([row])) if self._token_of else None
        return self._score.value(*counts, merging)

    def best(self) -> Indices:
        """Return the rows of the pairs that share the best score, in first-seen order.

        There is at least one; the index must hold a pair.
        """
        rows = self._ties(self._scores())
        return rows[self._np_head[rows].argsort()] if len(rows) > 1 else rows

    def first_best(self) -> tuple[int, int]:
        """Return the row of the first-seen pair among the best, and how many are tied."""
        scores = self._scores()
        row = int(scores.argmax())
        others = scores[row + 1 :]  # argmax finds the first
        if not len(others) or others[others.argmax()] < scores[row]:
            return row, 1
        rows = self._ties(scores)
        return int(rows[self._np_head[rows].argmin()]), len(rows)

    def _scores(self) -> Floats:
        """Return the score of each row, 0 or less for rows that are free."""
        count, (a, b) = self._np_count, self._buffers
        if self._score.ranks_by_count:  # no need to look at the parts
            return count
        if self._token_of:
            (rows,) = count.nonzero()
            part, left, right = self._np_symbol_count, self._np_left[rows], self._np_right[rows]
            a.fill(-np.inf)
            a[rows] = self._score.values(count[rows], part[left], part[right], self._merging(rows))
            return a
        part = self._part_count()
        part.take(self._np_left, out=a, mode="clip")
        part.take(self._np_right, out=b, mode="clip")
        return self._score.values(count, a, b, out=a)

    def _ties(self, scores: Floats) -> Indices:
        """Return the rows of all pairs with the best of these scores."""
        best = scores.max()
        rows: Indices
        (rows,) = (scores == best).nonzero()
        return rows if best else rows[self._np_count[rows] > 0]

    def _part_count(self) -> Floats:
        """Return how often each symbol occurs, as the score counts it; the last entry is 1."""
        if self._score.parts == "symbols":
            return self._np_symbol_count
        (pairs,) = self._np_count.nonzero()
        size, count = len(self._symbol_count), self._np_count[pairs]
        sides = weighted_count(self._np_left[pairs], count, size)
        sides += weighted_count(self._np_right[pairs], count, size)
        sides[-1] = 1
        return sides

    def _merging(self, rows: Indices) -> Merging:
        """Return what the likelihood gain must know about the pairs in these rows."""
        left, right = self._np_left[rows], self._np_right[rows]
        makes = np.frombuffer(self._makes, INDEX)[rows]
        double = left == right
        replaced = self._np_count[rows]
        for i in np.flatnonzero(double).tolist():
            replaced[i] = self._replaceable(int(rows[i]))
        # A right part can spell what the token will: # and ##a make the ##a of "##a".
        made = self._np_symbol_count[makes] - np.where(makes == right, replaced, 0)
        return Merging(replaced, made, double, self._total)

    def _replaceable(self, row: int) -> int:
        """Count how often a pair (a, a) would be replaced, from left to right without overlap."""
        symbol = self._left[row]
        if symbol not in self._replaced:
            replaced, taken, place = 0, -1, self._head[row]
            while place >= 0:
                if place != taken:
                    replaced += self._weight[place]
                    taken = self._next[place]
                place = self._later[place]
            self._replaced[symbol] = replaced
        return self._replaced[symbol]

    def run(
        self, limit: int, least: int, step: int, token_of: Callable[[IdPair], int]
    ) -> tuple[npt.NDArray[np.int64], Floats]:
        """Merge the first-seen pair with the best score again and again.

        Args:
            limit: the most merges to make.
            least: end before a pair that occurs less often.
            step: the number of the first merge, from 1.
            token_of: tells the id of the token that a pair makes.

        Returns:
            One row for each merge, shape (merges, 10): the pair's left and right symbol, the token,
            the counts of pair, left and right part, `Applied.replaced`, `Applied.in_use_change`,
            how many pairs were tied, and `Applied.places`; and its score, shape (merges,). Fewer
            than ``limit`` if there are no pairs left, or the best is too rare or not worth it.
        """
        if _quick and self._score.kernel:
            return self._run_compiled(limit, least, step, token_of)
        rows: list[tuple[int, ...]] = []
        scores: list[float] = []
        while len(rows) < limit and len(self):
            row, ties = self.first_best()
            counts = self.counts(row)
            score = self.score(row, counts)
            if counts[0] < least or not self._score.is_worth_merging(score):
                break
            pair = self.pair(row)
            token = token_of(pair)
            done = self.apply(row, token, step + len(rows))
            rows.append(
                (*pair, token, *counts, done.replaced, done.in_use_change, ties, done.places)
            )
            scores.append(score)
        return np.array(rows, dtype=np.int64).reshape(len(rows), 10), np.array(
            scores, dtype=np.float64
        )

    def _run_compiled(
        self, limit: int, least: int, step: int, token_of: Callable[[IdPair], int]
    ) -> tuple[npt.NDArray[np.int64], Floats]:
        assert _quick
        rows, scores = np.empty((limit, 10), dtype=np.int64), np.empty(limit)
        score, made = self._score, 0
        while made < limit and len(self):
            self.wanted_rows, self.wanted_symbol = 0, -1
            by_count = score.kernel == "count"
            made += _quick.run(
                self, token_of, limit - made, least, score.least, by_count, step + made,
                rows[made:], scores[made:],
            )  # fmt: skip
            if self.wanted_rows:
                self._more_rows(self.wanted_rows)
            elif self.wanted_symbol >= 0:
                self._make_room(self.wanted_symbol)
            else:
                break
        self._total -= int(rows[:made, 6].sum())
        return rows[:made], scores[:made]

    def apply(self, row: int, token: int, step: int) -> Applied:
        """Merge the pair of a row into ``token`` in every word, from left to right.

        ``token`` is an id: one already in use, or the next free one.
        """
        left, right = self.pair(row)
        symbol, following, previous = self._symbol, self._next, self._previous
        later, weight, removed_at = self._later, self._weight, self.removed_at
        moves: list[Move] = []
        replaced = places = 0
        slot = self._head[row]
        while slot >= 0:
            if symbol[slot] == left:  # in aaa the second a is gone by now
                middle = following[slot]
                before, after = previous[slot], following[middle]
                if before >= 0:
                    moves.append((before, before, (symbol[before], token)))
                if after >= 0:
                    moves.append((middle, slot, (token, symbol[after])))
                    previous[after] = slot
                symbol[slot], symbol[middle], following[slot] = token, -1, after
                removed_at[middle] = step
                replaced += weight[slot]
                places += 1
            slot = later[slot]
        self._make_room(token)
        self._move(moves, self._rows_with(token))
        self._free_row(row)
        self._total -= replaced
        if self._replaced:
            for changed in (left, right, token):
                self._replaced.pop(changed, None)
        return Applied(places, replaced, self._count_symbols(left, right, token, replaced))

    def _move(self, moves: list[Move], rows: dict[IdPair, int]) -> None:
        """Take places from the pairs they belong to, and give others to the pairs in their stead.

        Args:
            moves: the place that a pair loses, the one that another pair gains, and that pair.
            rows: the row of each pair that is there already and gains places.
        """
        head, tail, count = self._head, self._tail, self._count
        row_at, earlier, later, weight = self._row, self._earlier, self._later, self._weight
        emptied = []
        for lost, won, pair in moves:
            w = weight[won]
            row, before, after = row_at[lost], earlier[lost], later[lost]
            if before >= 0:
                later[before] = after
            else:
                head[row] = after
            if after >= 0:
                earlier[after] = before
            else:
                tail[row] = before
                if before < 0:
                    emptied.append(row)
            count[row] -= w

            if pair in rows:
                row = rows[pair]
            else:
                row = rows[pair] = self._new_row(pair)
                head, tail, count = self._head, self._tail, self._count  # there may be more now
            before, after = tail[row], -1
            while before > won:  # only if the token was in use before
                before, after = earlier[before], before
            if before >= 0:
                later[before] = won
            else:
                head[row] = won
            if after >= 0:
                earlier[after] = won
            else:
                tail[row] = won
            row_at[won], earlier[won], later[won] = row, before, after
            count[row] += w
        for row in emptied:
            if head[row] < 0:
                self._free_row(row)

    def _rows_with(self, token: int) -> dict[IdPair, int]:
        """Return the rows of all pairs that a token is in; none if it is new."""
        if not self._symbol_count[token]:
            return {}
        rows = np.flatnonzero((self._np_left == token) | (self._np_right == token))
        return {self.pair(row): row for row in rows.tolist()}

    def _new_row(self, pair: IdPair) -> int:
        if not self._spares:
            self._more_rows()
        self._spares -= 1
        row = self._free[self._spares]
        self._left[row], self._right[row] = pair
        self._head[row] = self._tail[row] = -1
        if self._token_of:
            self._makes[row] = token = self._token_of(pair)
            self._make_room(token)
        return row

    def _free_row(self, row: int) -> None:
        if self._left[row] != NO_PAIR:
            self._left[row] = self._right[row] = NO_PAIR
            self._count[row] = 0
            self._free[self._spares] = row
            self._spares += 1

    def _more_rows(self, least: int = 64) -> None:
        """Make a quarter more rows, all of them free, and at least so many."""
        size = len(self._count)
        more = max(least, size // 4)
        free, zeros = array(INDEX, [NO_PAIR]) * more, array(INDEX, [0]) * more
        self._left, self._right = self._left + free, self._right + free
        self._head, self._tail = self._head + zeros, self._tail + zeros
        self._count = self._count + array("d", bytes(8 * more))
        if self._token_of:
            self._makes = self._makes + zeros
        spare = self._free[: self._spares] + array(INDEX, range(size + more - 1, size - 1, -1))
        self._spares = len(spare)
        self._free = spare + array(INDEX, [0]) * (size + more - len(spare))
        self._np_left = np.frombuffer(self._left, INDEX)
        self._np_right = np.frombuffer(self._right, INDEX)
        self._np_head = np.frombuffer(self._head, INDEX)
        self._np_count = np.frombuffer(self._count)
        self._buffers = np.empty(size + more), np.empty(size + more)

    def _count_symbols(self, left: int, right: int, token: int, replaced: int) -> int:
        count = self._symbol_count
        came = not count[token]
        count[left] -= replaced
        count[right] -= replaced
        count[token] += replaced
        # No part of a merge is the token it makes, which is longer.
        gone = (not count[left]) + (left != right and not count[right])
        return came - gone

    def _make_room(self, symbol: int) -> None:
        """Make the array of counts long enough for a symbol."""
        size = len(self._symbol_count) - 1
        if symbol >= size:
            more = max(64, size, symbol + 1 - size)
            self._symbol_count = self._symbol_count[:size] + array("d", [0.0] * more + [1.0])
            self._np_symbol_count = np.frombuffer(self._symbol_count)


def _array(kind: str, values: npt.NDArray[np.generic]) -> array[Any]:
    return array(kind, values.astype(np.dtype(kind), copy=False).tobytes())


def _column(size: int, where: Whole, values: Whole) -> array[int]:
    """Return an array with values at some places, and -1 at others."""
    column = np.full(size, -1, dtype=np.int32)
    column[where] = values
    return array("i", column.tobytes())
