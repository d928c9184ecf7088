"""The lattices of many words as flat arrays, so that numpy splits all words at once.

A word of n characters has n + 1 places, and each piece in it is an arc between two of them. Words
one after the other:

    word     hug                      pug
    place    0 1 2 3                  4 5 6 7
    arcs     h 0-1, u 1-2, hu 0-2 …   p 4-5, …

All arcs that end at the same position of their words are taken together, so the loops of this
module are as long as the longest word, whatever the number of words.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from wordpiece.scoring import Floats
from wordpiece.training.slots import Bools, Indices, weighted_count
from wordpiece.unigram.model import TIE


class Lattices:
    """The arcs of W words: all pieces in each of them.

    Args:
        words: the words.
        numbers: piece to number.
        longest: the number of characters of the longest piece.

    Attributes:
        lengths: shape (W,), the number of characters of each word.
    """

    def __init__(self, words: Sequence[str], numbers: Mapping[str, int], longest: int):
        pieces, starts, ends, first = array("i"), array("i"), array("i"), array("q", [0])
        for word in words:
            for end in range(1, len(word) + 1):
                for start in range(max(0, end - longest), end):
                    number = numbers.get(word[start:end])
                    if number is not None:
                        pieces.append(number)
                        starts.append(start)
                        ends.append(end)
            first.append(len(pieces))
        self.lengths: Indices = np.array([*map(len, words)], dtype=np.intp)
        self._piece = np.array(pieces, dtype=np.int32)
        self._start = np.array(starts, dtype=np.int32)
        self._end = np.array(ends, dtype=np.int32)
        self._first = np.array(first, dtype=np.intp)

    @property
    def nbytes(self) -> int:
        """The size in bytes."""
        return 3 * self._piece.nbytes + self._first.nbytes + self.lengths.nbytes

    @property
    def arcs(self) -> int:
        """The number of arcs."""
        return len(self._piece)

    def arcs_of(self, rows: Indices) -> Indices:
        """Return the number of arcs of some words, shape (len(rows),)."""
        return np.diff(self._first)[rows]

    def paths(
        self, rows: Indices, alive: Bools | None = None, without: Indices | None = None
    ) -> Paths:
        """Return the lattices of R words, which may repeat.

        Args:
            rows: shape (R,), positions of words.
            alive: whether each piece exists; the arcs of others are left out. None is all.
            without: shape (R,), with ``alive``, a piece for each row whose arcs are left out there.
        """
        counts = self.arcs_of(rows)
        row = np.repeat(np.arange(len(rows)), counts)
        before = np.cumsum(counts) - counts
        arc = np.arange(len(row)) + np.repeat(self._first[rows] - before, counts)
        piece = self._piece[arc]
        if alive is not None:
            kept = alive[piece]
            if without is not None:
                kept &= piece != np.repeat(without, counts)
            arc, row, piece = arc[kept], row[kept], piece[kept]
        return Paths(self.lengths[rows], row, self._start[arc], self._end[arc], piece)


class Paths:
    """The arcs of R rows in the order in which a path can be extended: by their end.

    Attributes:
        first, last: shape (R,), the first and the last place of each row.
        places: the number of places.
        piece: shape (A,), the piece of each arc.
    """

    def __init__(
        self,
        lengths: Indices,
        row: Indices,
        start: npt.NDArray[np.int32],
        end: npt.NDArray[np.int32],
        piece: npt.NDArray[np.int32],
    ):
        place = np.cumsum(lengths + 1) - lengths - 1
        self.first, self.last = place, place + lengths
        self.places = int(len(lengths) + lengths.sum())
        # Within an end, arcs stay in the order of the rows, and in a row in that of their starts.
        highest = int(end.max(initial=0))
        order = np.argsort(end.astype(np.uint16) if highest < 2**16 else end, kind="stable")
        row, start, end, self.piece = row[order], start[order], end[order], piece[order]
        self._source = place[row] + start
        self._target = place[row] + end
        # The first arc of each group of arcs to the same place, and of each end of words.
        is_first = np.diff(self._target, prepend=-1) != 0
        self._head = np.flatnonzero(is_first)
        self._group = np.cumsum(is_first) - 1
        self._ends = [
            (int(a), int(b))
            for a, b in pairwise(np.searchsorted(end, np.arange(1, highest + 2)))
            if a < b
        ]

    def _heads(self, a: int, b: int) -> Indices:
        """Return the first arcs of the groups among the arcs a to b, counted from a."""
        found: Indices = self._head[self._group[a] : self._group[b - 1] + 1] - a
        return found

    def best(self, log_p: Floats) -> tuple[Floats, Indices]:
        """Return the best path to each place (Viterbi): its logarithm, and its last arc.

        Shape (places,) each; -inf and -1 where no path leads. Among equally probable paths that
        with the earliest start of the last arc is chosen.

        Args:
            log_p: the logarithm of the probability of each piece.
        """
        score = np.full(self.places, -np.inf)
        score[self.first] = 0
        arc = np.full(self.places, -1, dtype=np.intp)
        for a, b in self._ends:
            to_here = score[self._source[a:b]] + log_p[self.piece[a:b]]
            heads = self._heads(a, b)
            most = np.maximum.reduceat(to_here, heads)
            near = np.flatnonzero(to_here >= np.repeat(most, np.diff(heads, append=b - a)) - TIE)
            place = self._target[a + heads]
            score[place] = most
            arc[place] = a + near[np.searchsorted(near, heads)]
        return score, arc

    def trace(self, arc: Indices) -> tuple[Indices, Indices, Indices]:
        """Return the arcs of the best path of each row: the row, the piece, and the place it ends.

        The last arcs of all rows come first, then those before them, and so on.
        """
        rows, arcs = [], []
        row, place = np.arange(len(self.last)), self.last
        while len(row):
            found = arc[place]
            rows.append(row)
            arcs.append(found)
            place = self._source[found]
            going_on = place != self.first[row]
            row, place = row[going_on], place[going_on]
        if not rows:
            return np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.intp)
        each = np.concatenate(arcs)
        return np.concatenate(rows), self.piece[each].astype(np.intp), self._target[each]

    def expected(self, log_p: Floats, weights: Floats, pieces: int) -> tuple[Floats, float]:
        """Return the expected count of each piece, and the log-likelihood of the words.

        The sum over all paths to a place (forward) gives the probability of each of its arcs. So
        the expected number of paths through a place is shared among its arcs, from the last place
        of each row to the first (backward).

        Args:
            log_p: the logarithm of the probability of each piece.
            weights: shape (R,), how often each row occurs.
            pieces: the number of pieces.
        """
        before = np.full(self.places, -np.inf)
        before[self.first] = 0
        share = np.zeros(len(self.piece))
        for a, b in self._ends:
            to_here = before[self._source[a:b]] + log_p[self.piece[a:b]]
            heads = self._heads(a, b)
            both = np.logaddexp.reduceat(to_here, heads)
            before[self._target[a + heads]] = both
            share[a:b] = np.exp(to_here - np.repeat(both, np.diff(heads, append=b - a)))
        through = np.zeros(self.places)
        through[self.last] = weights
        for a, b in reversed(self._ends):
            share[a:b] *= through[self._target[a:b]]
            np.add.at(through, self._source[a:b], share[a:b])
        counts = weighted_count(self.piece, share, pieces)
        return counts, float((weights * before[self.last]).sum())
