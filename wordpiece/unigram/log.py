"""The log of a Unigram training: the pieces, when each was removed, and the counts of each round.

From these follows the state after any removal, which is computed when it is needed.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import log
from typing import Any, Literal, NamedTuple

import numpy as np

from wordpiece.scoring import Floats
from wordpiece.training.slots import Bools, Indices, Ints, Slots
from wordpiece.unigram.lattices import Lattices, Paths
from wordpiece.unigram.model import LEAST, TIE
from wordpiece.unigram.start import LONGEST

RemovalTieBreak = Literal["first-seen", "last-seen", "alphabetical", "greatest", "random"]
"""Which of several pieces with the same cost is removed: the first or the last in the list of
pieces, the first or the last by code points, or any."""

REMOVAL_TIES: tuple[RemovalTieBreak, ...] = (
    "first-seen",
    "last-seen",
    "alphabetical",
    "greatest",
    "random",
)
"""All tie rules. The first is the default, and the rule of the course's code."""

EQUAL = 1e-9
"""Two costs are equal if they differ by less, relative to the larger one if that is above 1."""

_ARCS = 1 << 20
"""Arcs that are handled at once, so that the costs of a large training need little memory."""

_CACHED = 8
"""States, and tables of costs, that a log keeps in memory."""


@dataclass(frozen=True)
class State:
    """The state after some removals: N pieces, W words with P places.

    Attributes:
        alive: shape (N,), which pieces are left.
        counts: shape (N,), their counts; 0 for the others.
        log_p: shape (N,), the logarithms of their probabilities; -inf for the others.
        scores: shape (W,), the logarithm of the probability of the best split of each word.
        cuts: shape (P,), the places where a piece of a best split ends.
        rows, used: shape (U,), the pieces in the best splits, and the words that they are in.
        loss: the loss.
    """

    alive: Bools
    counts: Floats
    log_p: Floats
    scores: Floats
    cuts: Bools
    rows: Indices
    used: Indices
    loss: float

    @cached_property
    def total(self) -> float:
        """The sum of the counts."""
        return float(self.counts.sum())

    @cached_property
    def least(self) -> float:
        """The smallest count of a piece that is left."""
        return float(self.counts[self.alive].min(initial=self.total))

    @cached_property
    def in_use(self) -> Indices:
        """The different pieces in the best splits."""
        return np.flatnonzero(np.bincount(self.used))


class Sizes(NamedTuple):
    """The sizes after some removals: the loss, pieces in best splits, tokens in the corpus."""

    loss: float
    in_use: int
    corpus_tokens: int


@dataclass(frozen=True)
class Costs:
    """The removal costs of a round.

    Attributes:
        order: shape (M,), the removable pieces in the order in which they are removed.
        cost: shape (M,), their costs.
        group: shape (M,), ascending; pieces with the same cost have the same number.
    """

    order: Indices
    cost: Floats
    group: Indices


class UnigramLog:
    """Records a Unigram training. A trainer adds to it; earlier removals never change.

    Attributes:
        slots: the words.
        pieces: the N pieces of the start, in order.
        counts: shape (N,), their counts.
        em_rounds: rounds of EM before each round of removals.
        tie_break, seed: which of several pieces with the same cost is removed.
        removed: the numbers of the removed pieces, in order.
        removed_at: shape (N,), the removal that removed each piece, counted from 1; 0 for none.
        best: the number of the piece that a forced removal replaced, by removal.
        rounds: for each round of removals, the number of removals before it, and the counts.
    """

    def __init__(
        self,
        slots: Slots,
        counts: dict[str, int],
        em_rounds: int,
        tie_break: RemovalTieBreak,
        seed: int,
    ):
        self.slots = slots
        self.pieces = tuple(counts)
        self.counts: Floats = np.fromiter(counts.values(), dtype=np.float64, count=len(counts))
        self.em_rounds = em_rounds
        self.tie_break = tie_break
        self.seed = seed
        self.removed: list[int] = []
        self.removed_at: Ints = np.zeros(len(counts), dtype=np.int64)
        self.best: dict[int, int] = {}
        self.rounds: list[tuple[int, Floats]] = [(0, self.counts)]
        self.numbers = {piece: number for number, piece in enumerate(self.pieces)}
        self.lattices = Lattices(slots.words, self.numbers, LONGEST)
        self.removable: Bools = np.array([len(piece) > 1 for piece in self.pieces], dtype=np.bool_)
        # Those at the beginning of rounds, which the chart of a large training needs.
        self._sizes: dict[int, Sizes] = {}
        self._make_caches()

    def _make_caches(self) -> None:
        self._cached_state = lru_cache(_CACHED)(self._state)
        self._cached_costs = lru_cache(_CACHED)(self._cost_table)

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes."""
        rounds = sum(counts.nbytes for _, counts in self.rounds[1:])
        return self.lattices.nbytes + rounds + 150 * len(self.pieces) + 100 * len(self.slots.words)

    def begin_round(self, step: int, counts: Floats) -> None:
        """Add a round after some removals; a round without removals is replaced."""
        if self.rounds[-1][0] == step:
            self.rounds.pop()
            self._sizes = {}
            self._make_caches()
        self.rounds.append((step, counts))

    def round_of(self, step: int) -> int:
        """Return the index in ``rounds`` of the round to which the next removal belongs."""
        return bisect_right(self.rounds, step, key=lambda entry: entry[0]) - 1

    def count_of(self, count: float) -> float:
        """Return a count, or a sum of counts; without EM it is an integer."""
        return float(count) if self.em_rounds else int(count)

    def alive(self, step: int) -> Bools:
        """Return which pieces are left after some removals, shape (N,)."""
        left: Bools = (self.removed_at == 0) | (self.removed_at > step)
        return left

    def entries(self, step: int, special_tokens: Sequence[str]) -> int:
        """Return the number of entries of the vocabulary; special tokens may also be pieces."""
        alive, number = self.alive(step), self.numbers.get
        both = [number(token) for token in special_tokens]
        twice = sum(bool(alive[each]) for each in both if each is not None)
        return len(special_tokens) + len(self.pieces) - step - twice

    def _weights(self) -> Floats:
        return self.slots.frequencies.astype(np.float64)

    @cached_property
    def _paths(self) -> Paths:
        """The lattices of all words, with the arcs of all pieces of the start."""
        return self.lattices.paths(np.arange(len(self.slots.words)))

    def _all_paths(self, alive: Bools) -> Iterator[tuple[slice, Paths]]:
        """Yield the lattices of all words, in parts if they are large, with the words of each."""
        rows = np.arange(len(self.slots.words))
        if self.lattices.arcs <= _ARCS:
            yield slice(0, len(rows)), self._paths
            return
        for part in _parts(self.lattices.arcs_of(rows)):
            yield part, self.lattices.paths(rows[part], alive)

    def state(self, step: int) -> State:
        """Return the state after some removals."""
        return self._cached_state(step)

    def _state(self, step: int) -> State:
        alive = self.alive(step)
        counts = np.where(alive, self.rounds[self.round_of(step)][1], 0.0)
        log_p = _logarithms(counts, alive)
        parts: list[tuple[Floats, Bools, Indices, Indices]] = []
        for words, paths in self._all_paths(alive):
            score, arc = paths.best(log_p)
            rows, used, ends = paths.trace(arc)
            cuts = np.zeros(paths.places, dtype=np.bool_)
            cuts[ends] = True
            parts.append((score[paths.last], cuts, rows + words.start, used))
        scores, cuts, rows, used = map(np.concatenate, zip(*parts, strict=True))
        # Not `@`, whose result depends on the number of its threads, and which waits for them.
        loss = -float((self._weights() * scores).sum()) + 0.0
        return State(alive, counts, log_p, scores, cuts, rows, used, loss)

    def sizes(self, step: int) -> Sizes:
        """Return the sizes after some removals."""
        if step in self._sizes:
            return self._sizes[step]
        state = self.state(step)
        tokens = int(self.slots.frequencies[state.rows].sum())
        sizes = Sizes(state.loss, len(state.in_use), tokens)
        if self.rounds[self.round_of(step)][0] == step:
            self._sizes[step] = sizes
        return sizes

    def costs(self, step: int) -> Costs:
        """Return the costs at the beginning of the round to which the next removal belongs."""
        return self._cached_costs(self.rounds[self.round_of(step)][0])

    def _cost_table(self, step: int) -> Costs:
        state = self.state(step)
        removable = np.flatnonzero(state.alive & self.removable)
        cost = (self._by_own_split if self.em_rounds else self._by_loss)(state, removable)
        by_cost = np.argsort(cost, kind="stable")
        value = cost[by_cost]
        apart = np.diff(value, prepend=value[:1]) > EQUAL * np.maximum(1.0, np.abs(value))
        group = np.cumsum(apart).astype(np.intp)
        order = np.lexsort((self._tie_keys(removable, step)[by_cost], group))
        return Costs(removable[by_cost][order], value[order], group)

    def _by_loss(self, state: State, removable: Indices) -> Floats:
        """Return the loss without each piece, minus the loss, shape (M,).

        Only words whose best split has the piece are split again, without it.
        """
        size = len(self.pieces)
        pairs = np.unique(state.rows * size + state.used)
        rows, without = pairs // size, pairs % size
        can_go = self.removable[without]
        rows, without = rows[can_go], without[can_go]
        cost = np.zeros(size)
        weights = self._weights()
        for part in _parts(self.lattices.arcs_of(rows)):
            paths = self.lattices.paths(rows[part], state.alive, without[part])
            score, _ = paths.best(state.log_p)
            more = state.scores[rows[part]] - score[paths.last]
            more[more <= TIE] = 0
            cost += np.bincount(without[part], weights[rows[part]] * more, minlength=size)
        return cost[removable]

    def _by_own_split(self, state: State, removable: Indices) -> Floats:
        """Return what it costs to replace each piece by its own best split, shape (M,).

        That is count * ln(P(piece) / P(best split)), and 0 if the best split is more probable.
        """
        cost = np.zeros(len(removable))
        for part in _parts(self._own.arcs_of(removable)):
            piece = removable[part]
            paths = self._own.paths(piece, state.alive, piece)
            score, _ = paths.best(state.log_p)
            more = state.log_p[piece] - score[paths.last]
            more[more <= TIE] = 0
            cost[part] = state.counts[piece] * more
        return cost

    @cached_property
    def _own(self) -> Lattices:
        """The lattices of the pieces themselves."""
        return Lattices(self.pieces, self.numbers, LONGEST)

    def _tie_keys(self, removable: Indices, step: int) -> Indices:
        """Return numbers that order pieces with the same cost, shape (M,)."""
        if self.tie_break == "first-seen":
            return removable
        if self.tie_break == "last-seen":
            return -removable
        if self.tie_break == "random":
            keys = list(range(len(removable)))
            random.Random(f"{self.seed}/{step}").shuffle(keys)
            return np.array(keys, dtype=np.intp)
        names = [self.pieces[number] for number in removable.tolist()]
        keys = sorted(range(len(names)), key=names.__getitem__)
        rank = np.empty(len(names), dtype=np.intp)
        rank[keys] = np.arange(len(names))
        return rank if self.tie_break == "alphabetical" else -rank

    def expect(self, step: int, counts: Floats) -> tuple[Floats, float]:
        """Return expected counts (one round of EM), and the log-likelihood by the given counts."""
        alive = self.alive(step)
        log_p = _logarithms(np.where(alive, counts, 0.0), alive)
        weights, size = self._weights(), len(self.pieces)
        parts = [p.expected(log_p, weights[rows], size) for rows, p in self._all_paths(alive)]
        return np.sum([each for each, _ in parts], axis=0), sum(each for _, each in parts)

    def log_likelihood(self, step: int) -> float:
        """Return the logarithm of the probability of the words, over all splits."""
        return self.expect(step, self.state(step).counts)[1]

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: all except what can be computed again."""
        again = ("_own", "_paths", "_cached_state", "_cached_costs")
        return {name: value for name, value in self.__dict__.items() if name not in again}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore what was pickled."""
        self.__dict__.update(state)
        self._make_caches()


def _logarithms(counts: Floats, alive: Bools) -> Floats:
    """Return the logarithm of each count divided by their sum, shape (N,); -inf if not alive."""
    whole = log(max(float(counts.sum()), LEAST))
    return np.where(alive, np.log(np.maximum(counts, LEAST)) - whole, -np.inf)


def _parts(sizes: Indices) -> Iterator[slice]:
    """Yield slices of consecutive rows that have about `_ARCS` arcs each."""
    before = np.cumsum(sizes) - sizes
    bounds = np.flatnonzero(np.diff(before // _ARCS, prepend=-1)).tolist()
    for start, stop in pairwise([*bounds, len(sizes)]):
        yield slice(start, stop)
