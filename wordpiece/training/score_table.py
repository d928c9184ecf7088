"""The score table: every pair of the splits after some step, ranked.

A table of 100,000 pairs is cheap: numpy counts the pairs, and only the rows that are asked for are
sorted and made into records.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from wordpiece.arguments import check_choice, check_pair
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import Floats, Merging, break_tie
from wordpiece.training.log import Log, overlapping
from wordpiece.training.slots import Ints, weighted_count

FEW = 256
"""Up to this number, the best rows are found without sorting all."""

Order = npt.NDArray[np.intp]
"""Indices into the pairs of a table."""


class ScoreTable:
    """Every pair of the splits after some step, ranked; row 0 is the pair that merges next.

    >>> table = timeline.scores(0)
    >>> [(row.pair, row.rank) for row in table.rows(0, 2)], len(table)
    ([(('##g', '##s'), 1), (('h', '##u'), 2)], 6)
    >>> table.find(("##u", "##g")).rank, table.most_frequent()[0].pair, table.ties
    (3, ('##u', '##g'), 1)

    Attributes:
        symbols: the ids of the symbols that occur in some word, ascending.
        language: the index of the language that chooses, if the score is by language.
    """

    # All arrays have an entry for each pair, in the order of the pairs' ids. Rows are sorted by
    # ``_score``, the highest first, and equal scores by ``_place``, the lowest first.

    def __init__(self, log: Log, step: int):
        self._tokens = log.tokens
        self._tie_break, self._seed, self._next = log.tie_break, log.seed, step + 1
        starts, ids = log.symbols(step)
        weights = log.slots.weights[starts]
        size = max(1, len(log.tokens))
        symbol_count = weighted_count(ids, weights, size)
        left = np.flatnonzero(~log.slots.is_word_start[starts[1:]])
        keys = ids.take(left) * size + ids.take(left + 1)
        pairs, order = _sorted_with_places(keys)
        is_first = np.ones(len(pairs), dtype=np.bool_)
        np.not_equal(pairs[1:], pairs[:-1], out=is_first[1:])
        groups = np.flatnonzero(is_first)
        pairs, where = pairs[groups], order[groups]
        count = np.zeros(0)
        if len(groups):
            count = np.add.reduceat(weights.take(left.take(order)), groups)
        a, b = np.divmod(pairs, size)
        self.symbols = np.flatnonzero(symbol_count)
        part_count, merging = symbol_count, None
        if log.score.parts == "pairs":
            sides = (weighted_count(side, count, size) for side in (a, b))
            part_count = np.sum([*sides], axis=0, dtype=np.float64)
        if log.score.needs_merging:
            # In a run such as aaa, (a, a) is counted twice but replaced once.
            double = np.flatnonzero(ids[left] == ids[left + 1])
            twice = double[overlapping(left[double])]
            row = np.searchsorted(pairs, keys[twice])
            replaced = count - weighted_count(row, weights[left[twice]], len(pairs))
            makes = log.makes(a, b, size)
            made = np.append(symbol_count, 0)[makes] - np.where(makes == b, replaced, 0)
            merging = Merging(replaced, made, a == b, int(weights.sum()))
        self._left, self._right, self._count = a, b, count
        self._left_count, self._right_count = part_count[a], part_count[b]
        self.language: int | None = None
        scored = count
        if log.score.by_language and log.slots.languages is not None:
            self.language = log.language_tokens(step)[1]
            word = np.searchsorted(log.slots.starts, starts, side="right") - 1
            there = log.slots.languages[self.language][word].astype(np.float64)
            scored = np.add.reduceat(there.take(left.take(order)), groups) if len(groups) else count
        self._score = log.score.values(scored, self._left_count, self._right_count, merging)
        self._first: Ints = left[where]
        self._place = self._placed(log, step)

    def _placed(self, log: Log, step: int) -> Ints:
        """Return the order in which the tie-break sorts pairs of equal score, one number a pair."""
        if log.tie_break == "first-seen" or not len(self):
            return self._first
        if log.tie_break != "random":
            keys = [*map(log.slots.key, log.tokens)]
            size = len(keys)
            place = np.empty(size, dtype=np.int64)
            place[np.argsort(np.array(keys, dtype=object))] = np.arange(size)
            placed = place[self._left] * size + place[self._right]
            return -placed if log.tie_break == "greatest" else placed
        winner = break_tie(self.tied, "random", seed=log.seed, index=step + 1)
        place = self._first.copy()
        place[self._tied[self.tied.index(winner)]] = -1
        return place

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes, once all of it is sorted."""
        return 80 * len(self)

    def __len__(self) -> int:
        return len(self._score)

    def __repr__(self) -> str:
        best = f", the best {self.rows(0, 1)[0].pair}" if len(self) else ""
        return f"<ScoreTable: {len(self)} pairs{best}>"

    @cached_property
    def _tied(self) -> Order:
        """The indices of the pairs that share the best score, in first-seen order."""
        if not len(self):
            return np.zeros(0, dtype=np.intp)
        tied = np.flatnonzero(self._score == self._score.max())
        return tied[self._first[tied].argsort()]

    @property
    def ties(self) -> int:
        """How many pairs share the best score: 1 without a tie, 0 without pairs."""
        return len(self._tied)

    @property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that share the best score, in first-seen order."""
        return tuple(self._pair(i) for i in self._tied.tolist())

    @property
    def columns(self) -> tuple[Ints, Ints, Floats, Floats]:
        """Left symbol, right symbol, pair count and score of each row, shape (rows,) each.

        Symbols are ids, which are the same in all tables of a training and of its forks.
        """
        order = self._by_score
        return self._left[order], self._right[order], self._count[order], self._score[order]

    def rows(
        self, start: int = 0, stop: int | None = None, *, by: Literal["score", "count"] = "score"
    ) -> list[PairScore]:
        """Return rows ``start`` to ``stop`` of the table, best first, by score or by count.

        Pairs of the same count are sorted by score.
        """
        check_choice(by, "by", ("score", "count"))
        wanted = slice(start, stop).indices(len(self))
        if by == "count":
            found = self._sorted(wanted[1], -self._count, -self._score, self._place)
            return [self._record(i) for i in found[slice(*wanted)].tolist()]
        few = wanted[1] <= FEW
        found = self._sorted(wanted[1], -self._score, self._place) if few else self._by_score
        rows = zip(range(*wanted), found[slice(*wanted)].tolist(), strict=True)
        return [self._record(i, row + 1) for row, i in rows]

    @cached_property
    def _by_score(self) -> Order:
        return self._sorted(len(self), -self._score, self._place)

    def _sorted(self, stop: int, *keys: npt.NDArray[Any]) -> Order:
        """Return the indices of at least the first ``stop`` pairs, sorted by several keys."""
        if not 0 < stop <= FEW < len(self):
            return np.lexsort(keys[::-1])
        # Sort only the pairs up to the last one needed; more may be equal to that one.
        last = np.partition(keys[0], stop - 1)[stop - 1]
        near = np.flatnonzero(keys[0] <= last)
        return near[np.lexsort([key[near] for key in keys[::-1]])]

    def find(self, pair: Pair) -> PairScore | None:
        """Return the row of a pair, or None if it does not occur in any word."""
        pair = check_pair(pair, "pair")
        try:
            left, right = map(self._tokens.index, pair)
        except ValueError:
            return None
        start, stop = np.searchsorted(self._left, (left, left + 1))
        at = int(start + np.searchsorted(self._right[start:stop], right))
        return self._record(at) if at < stop and self._right[at] == right else None

    def most_frequent(self) -> tuple[PairScore, int]:
        """Return the pair with the highest count, by the tie-break, and the number of such pairs.

        Raises:
            IndexError: no pairs are left.
        """
        if not len(self):
            raise IndexError("There are no pairs left.")
        equals = np.flatnonzero(self._count == self._count.max())
        if self._tie_break == "random":
            equals = equals[self._first[equals].argsort()]
            pairs = [self._pair(i) for i in equals.tolist()]
            drawn = break_tie(pairs, "random", seed=self._seed, index=self._next)
            return self._record(int(equals[pairs.index(drawn)])), len(equals)
        # In all other tie-breaks, ``_place`` sorts all pairs.
        return self._record(int(equals[self._place[equals].argmin()])), len(equals)

    def best_ratio(self) -> PairScore:
        """Return the pair that WordPiece's published ratio would merge, first-seen among equals.

        Raises:
            IndexError: no pairs are left.
        """
        if not len(self):
            raise IndexError("There are no pairs left.")
        ratio = self._count / (self._left_count * self._right_count)
        equals = np.flatnonzero(ratio == ratio.max())
        return self._record(int(equals[self._first[equals].argmin()]))

    def _pair(self, i: int) -> Pair:
        return self._tokens[self._left[i]], self._tokens[self._right[i]]

    @cached_property
    def _scores(self) -> Floats:
        return np.sort(self._score)

    @cached_property
    def _counts(self) -> Floats:
        return np.sort(self._count)

    def _record(self, i: int, rank: int | None = None) -> PairScore:
        """Return the row of the pair at index ``i``; without ``rank``, its rank is computed."""
        score, count = self._score[i], self._count[i]
        first, last = (int(np.searchsorted(self._scores, score, side)) for side in _SIDES)
        if rank is None:
            equals = self._place[self._score == score]
            rank = len(self) - last + int((equals < self._place[i]).sum()) + 1
        return PairScore(
            pair=self._pair(i),
            pair_count=int(count),
            left_count=int(self._left_count[i]),
            right_count=int(self._right_count[i]),
            score=float(score),
            rank=rank,
            count_rank=len(self) - int(np.searchsorted(self._counts, count, "right")) + 1,
            tied=last - first > 1,
        )


_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")
"""The sides of `numpy.searchsorted`."""


def _sorted_with_places(keys: Ints) -> tuple[Ints, Ints]:
    """Return the keys in ascending order, and the index of each, which is a stable sort."""
    bits = len(keys).bit_length()
    if not len(keys) or int(keys.max()) >= 2 ** (63 - bits):
        order = keys.argsort(kind="stable")
        return keys[order], order
    # Sorting is several times faster than argsort, so put the index into the low bits of each key.
    # Work in place, since these arrays take most of the memory on a large corpus.
    both = keys << bits
    both |= np.arange(len(both))
    both.sort()
    places = both & ((1 << bits) - 1)
    both >>= bits
    return both, places
