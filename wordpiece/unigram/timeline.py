"""The state of a Unigram training after any removal, without snapshots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress, pairwise
from math import nan
from operator import attrgetter
from typing import Literal

import numpy as np

from wordpiece.arguments import short_repr
from wordpiece.errors import ArgumentError
from wordpiece.message import message
from wordpiece.records import Growth, StopReason, WordState
from wordpiece.scoring import Floats
from wordpiece.training.slots import Ints
from wordpiece.training.steps import Steps, Table
from wordpiece.unigram.log import Costs, RemovalTieBreak, UnigramLog
from wordpiece.unigram.model import UnigramModel
from wordpiece.unigram.records import Lattice, Removal, RemovalCost, Split, places_of
from wordpiece.unigram.start import LONGEST

_EXACT_ARCS = 10_000_000
"""Arcs that `UnigramTimeline.growth_of` may handle: about two seconds."""


STEP_COLUMNS = tuple("index round piece count probability cost forced best_piece tied".split())
"""Columns of the step log."""
COST_COLUMNS = tuple("rank piece count probability cost tied".split())
"""Columns of the table of removal costs after a step."""


class CostTable:
    """The pieces that can be removed, in the order of their rank; see `UnigramTimeline.costs`.

    ``ties`` is the number of pieces with the lowest cost.

    >>> table = unigram_timeline.costs(0)
    >>> [row.piece for row in table.rows(0, 3)], round(table.row("hug").cost, 3)
    (['hu', 'ug', 'pu'], 23.514)

    Attributes:
        ties: how many pieces have the lowest cost.
    """

    def __init__(self, log: UnigramLog, step: int):
        self._log = log
        costs: Costs = log.costs(step)
        alive = log.alive(step)
        kept = alive[costs.order]
        self._order, self._cost = costs.order[kept], costs.cost[kept]
        group = costs.group[kept]
        self.ties = int(np.searchsorted(group, group[:1], side="right").sum())
        same = np.diff(group) == 0
        self._tied = np.append(same, False) | np.insert(same, 0, False) if len(group) else same
        self._counts = log.state(step).counts
        self._total = log.state(step).total

    def __len__(self) -> int:
        return len(self._order)

    @property
    def cheapest(self) -> tuple[str, ...]:
        """All pieces with the lowest cost, in the order of the list of pieces."""
        return tuple(self._log.pieces[i] for i in sorted(self._order[: self.ties].tolist()))

    def __iter__(self) -> Iterator[RemovalCost]:
        return iter(self.rows(0, len(self)))

    def rows(
        self, start: int, stop: int, by: Literal["cost", "list"] = "cost"
    ) -> list[RemovalCost]:
        """Return the rows from ``start`` + 1 to ``stop``, by rank or as in the list of pieces."""
        order = range(len(self)) if by == "cost" else np.argsort(self._order).tolist()
        return [self._row(at) for at in order[start:stop]]

    def _row(self, at: int) -> RemovalCost:
        number = int(self._order[at])
        count = self._log.count_of(self._counts[number])
        return RemovalCost(
            piece=self._log.pieces[number],
            count=count,
            probability=count / self._total,
            cost=float(self._cost[at]),
            rank=at + 1,
            tied=bool(self._tied[at]),
        )

    def rarest(self) -> RemovalCost:
        """Return the piece with the lowest count; of several the one that costs most."""
        counts = self._counts[self._order]
        return self._row(int(np.flatnonzero(counts == counts.min())[-1]))

    def row(self, piece: str) -> RemovalCost | None:
        """Return the row of a piece; None if it cannot be removed."""
        number = self._log.numbers.get(piece, -1)
        found = np.flatnonzero(self._order == number)
        return self._row(int(found[0])) if len(found) else None


class UnigramTimeline(Steps):
    """Every state of a Unigram training; a step is a removal.

    >>> unigram_timeline.step(6).piece, round(unigram_timeline.step(6).cost, 4)
    ('bu', 5.6817)
    >>> unigram_timeline.split(5, 2), unigram_timeline.split(6, 3)
    (('pu', 'n'), ('b', 'u', 'n'))
    """

    kind = "removals"
    encodes_by = "unigram"

    def __init__(
        self,
        log: UnigramLog,
        steps: int,
        special_tokens: tuple[str, ...],
        stop_reason: StopReason | None,
    ):
        super().__init__(log.slots, steps, stop_reason, special_tokens)
        self._log = log

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes."""
        return self._log.nbytes

    @property
    def tie_break(self) -> RemovalTieBreak:
        """The rule among equal costs."""
        return self._log.tie_break

    @property
    def em_rounds(self) -> int:
        """The rounds of EM before each round of removals; 0 for the counts of the start."""
        return self._log.em_rounds

    # Removals.

    def step(self, step: int) -> Removal:
        """Return the record of a removal, 1 or more."""
        record = self.removal(step)
        return replace(record, loss_before=self.loss(step - 1), loss_after=self.loss(step))

    def removal(self, step: int) -> Removal:
        """Return the record of a removal, 1 or more, without the losses, which is quick."""
        self._check(step, 1)
        log = self._log
        number, costs, alive = log.removed[step - 1], log.costs(step - 1), log.alive(step - 1)
        kept = np.flatnonzero(alive[costs.order])
        cheapest = kept[: np.searchsorted(costs.group[kept], costs.group[kept[0]], side="right")]
        is_tied = np.zeros(len(alive), dtype=np.bool_)
        is_tied[costs.order[cheapest]] = True
        counts = log.rounds[log.round_of(step - 1)][1]
        count, total = log.count_of(counts[number]), log.count_of(counts[alive].sum())
        return Removal(
            index=step,
            piece=log.pieces[number],
            count=count,
            probability=count / total,
            cost=float(costs.cost[costs.order == number][0]),
            tied=tuple(compress(log.pieces, is_tied.tolist())),
            forced=step in log.best,
            best_piece=log.pieces[log.best.get(step, number)],
            round=log.round_of(step - 1) + 1,
            loss_before=nan,
            loss_after=nan,
            total=total - count,
        )

    def piece(self, step: int) -> str:
        """Return the piece removed by a step, 1 or more."""
        return self._log.pieces[self._log.removed[self._check(step, 1) - 1]]

    def removed_at(self, piece: str) -> int | None:
        """Return the step that removes a piece; None if no step does.

        >>> unigram_timeline.removed_at("bu"), unigram_timeline.removed_at("b")
        (6, None)
        """
        number = self._log.numbers.get(piece)
        step = 0 if number is None else int(self._log.removed_at[number])
        return step if 0 < step <= self._steps else None

    @property
    def round_starts(self) -> tuple[int, ...]:
        """The number of removals before each round, the one after the last removal included."""
        return tuple(first for first, _ in self._log.rounds if first <= self._steps)

    # The state after a step.

    def pieces(self, step: int) -> list[str]:
        """Return the pieces that are left, in the order of the list of the start."""
        return [*compress(self._log.pieces, self._log.alive(self._check(step)).tolist())]

    def vocabulary(self, step: int) -> list[str]:
        """Return all entries in id order: special tokens, then pieces."""
        special = self.special_tokens
        return [*special, *(piece for piece in self.pieces(step) if piece not in special)]

    def counts(self, step: int) -> dict[str, float]:
        """Return each piece that is left with its count, in order."""
        pieces, state = self.pieces(step), self._log.state(step)
        counts = state.counts[state.alive].astype(np.float64 if self.em_rounds else np.int64)
        return dict(zip(pieces, counts.tolist(), strict=True))

    def total(self, step: int) -> float:
        """Return the sum of the counts."""
        return self._log.count_of(self._log.state(self._check(step)).total)

    def probability(self, step: int, piece: str) -> float:
        """Return the probability of a piece; 0 if it is not left."""
        state = self._log.state(self._check(step))
        number = self._log.numbers.get(piece)
        return 0.0 if number is None else float(state.counts[number]) / state.total

    def loss(self, step: int) -> float:
        """Return the loss: the sum over words of count * -ln P(best split), in nats."""
        return self._log.sizes(self._check(step)).loss

    def log_likelihood(self, step: int) -> float:
        """Return the sum over words of count * ln P(word), over all splits. EM raises it."""
        return self._log.log_likelihood(self._check(step))

    def costs(self, step: int) -> CostTable:
        """Return what each removal costs. Within a round, the costs are those at its beginning."""
        return CostTable(self._log, self._check(step))

    def model(self, step: int) -> UnigramModel:
        """Return the pieces and their counts, which split any word."""
        return UnigramModel(self.counts(step))

    def log_probabilities(self, step: int) -> Mapping[str, float]:
        """Return the logarithm of the probability of each piece after a step."""
        return self.model(step).log_probabilities

    def step_with(self, size: int) -> int:
        """Return the step with ``size`` entries, or the nearest one."""
        return min(max(0, len(self.vocabulary(0)) - size), len(self))

    def step_table(self, step: int) -> Table:
        """Return the removals up to a step, with columns of `Removal`; ``tied`` is their number."""
        same = attrgetter(*STEP_COLUMNS[:-1])
        made = map(self.removal, range(1, self._check(step) + 1))
        return Table(STEP_COLUMNS, ((*same(it), len(it.tied)) for it in made))

    def choice_table(self, step: int) -> Table:
        """Return all pieces that can be removed, with columns of `RemovalCost`."""
        return Table(COST_COLUMNS, map(attrgetter(*COST_COLUMNS), self.costs(step)))

    def best_split(self, step: int, word: str) -> Split:
        """Return the most probable split of any word."""
        return self._model_of(step, word).best_split(word)

    def n_best(self, step: int, word: str, n: int) -> list[Split]:
        """Return up to ``n`` splits of any word, the most probable first."""
        return self._model_of(step, word).n_best(word, n)

    def lattice(self, step: int, word: str) -> Lattice:
        """Return all pieces in any word, and which of them are its best split."""
        return self._model_of(step, word).lattice(word)

    def _model_of(self, step: int, word: str) -> UnigramModel:
        """Return a model that splits one word as `model` does, of the pieces in this word."""
        log, state = self._log, self._log.state(self._check(step))
        parts = {word[at : at + size] for at in range(len(word)) for size in range(1, LONGEST + 1)}
        numbers = [number for number in map(log.numbers.get, parts) if number is not None]
        counts = {log.pieces[n]: log.count_of(state.counts[n]) for n in numbers if state.alive[n]}
        return UnigramModel(counts, total=self.total(step), least=state.least)

    # Words.

    def split(self, step: int, position: int) -> tuple[str, ...]:
        """Return the best split of a word of the corpus."""
        cuts = self._log.state(self._check(step)).cuts
        word = self.words[position]
        # A word has a place more than characters.
        first = int(self._log.slots.starts[position]) + position
        ends = np.flatnonzero(cuts[first : first + len(word) + 1]).tolist()
        return tuple(word[a:b] for a, b in pairwise([0, *ends]))

    def word(self, step: int, position: int) -> WordState:
        """Return the state of a word; ``merging`` has the places of the piece removed next."""
        symbols = self.split(step, position)
        before = self.split(step - 1, position) if step else symbols
        old = {*places_of(before)}
        following = self.piece(step + 1) if step < self._steps else None
        return WordState(
            word=self.words[position],
            frequency=int(self.frequencies[position]),
            symbols=symbols,
            before=before,
            made=tuple(i for i, place in enumerate(places_of(symbols)) if place not in old),
            merging=tuple(i for i, symbol in enumerate(symbols) if symbol == following),
        )

    def words_holding(self, step: int, symbols: Sequence[str]) -> list[int]:
        (piece,) = symbols
        return self.words_with(step, piece)

    def words_with(self, step: int, piece: str) -> list[int]:
        """Return the positions of the words whose best split has a piece, in corpus order."""
        state = self._log.state(self._check(step))
        found = state.rows[state.used == self._log.numbers.get(piece, -1)]
        return [int(i) for i in np.unique(found)]

    def changed_words(self, step: int) -> list[int]:
        """Return the positions of the words whose best split a step changed, in corpus order."""
        self._check(step)
        if not step:
            return []
        differs = self._log.state(step - 1).cuts != self._log.state(step).cuts
        starts = self._log.slots.starts + np.arange(len(self.words) + 1)
        places = np.flatnonzero(differs)
        return [int(i) for i in np.unique(np.searchsorted(starts, places, side="right") - 1)]

    # Growth.

    def in_use(self, step: int) -> set[str]:
        """Return the pieces in the best splits of the words."""
        used = self._log.state(self._check(step)).in_use
        return set(map(self._log.pieces.__getitem__, used.tolist()))

    def growth(self, step: int) -> Growth:
        """Return the number of entries, of pieces in best splits, and of tokens in the corpus."""
        sizes = self._log.sizes(self._check(step))
        entries = self._log.entries(step, self.special_tokens)
        return Growth(step, entries, sizes.in_use, sizes.corpus_tokens)

    def growth_of(self, steps: Sequence[int] | Ints) -> dict[str, Floats]:
        """Return the measures of `Growth` and the loss after some steps, shape (len(steps),) each.

        In a large training only the beginnings of rounds are computed; between two of them the
        values are on a straight line.
        """
        at = wanted = self._check_all(steps)
        if self._log.lattices.arcs * len(wanted) > _EXACT_ARCS:
            at = np.array(sorted({*self.round_starts, self._steps}))
        rows = [(self.growth(int(step)), self.loss(int(step))) for step in at]
        columns = {
            "vocabulary": [growth.vocabulary for growth, _ in rows],
            "in_use": [growth.in_use for growth, _ in rows],
            "corpus_tokens": [growth.corpus_tokens for growth, _ in rows],
            "loss": [loss for _, loss in rows],
        }
        return {
            name: np.interp(wanted, at, np.array(column, dtype=np.float64))
            for name, column in columns.items()
        }


def unknown_piece(piece: object, step: int) -> ArgumentError:
    """Return the error on a piece that cannot be removed."""
    return ArgumentError(
        message(
            "Step {step} cannot remove {piece}; choose a piece of two or more characters that is "
            "in the vocabulary.",
            step=step,
            piece=short_repr(piece),
        )
    )
