"""What if another pair were merged now? Compare the scores before and after the merge.

A merge of (a, b) changes more than its own pair. Afterwards a and b occur less often, so in
WordPiece's score *every* pair with one of them has a different denominator, and most of these
scores rise. The likelihood gain of *all* pairs changes, as the corpus has fewer symbols. Pairs
that overlap (a, b) fall or vanish, and pairs with the new symbol appear. Both score tables are
counted from the words, so the figures are those of the training itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from wordpiece.errors import UnknownPairError
from wordpiece.records import MergeStep, Pair, PairScore, WordState
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import Timeline

ChangeKind = Literal["rises", "falls", "appears", "vanishes", "stays"]
"""How a merge changes the score of another pair."""

KINDS: tuple[ChangeKind, ...] = ("rises", "falls", "appears", "vanishes", "stays")
"""All kinds of changes, in the order of `WhatIf.totals`."""

Rows = npt.NDArray[np.intp]
"""Indices of rows of a score table; -1 means no row."""


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The change of another pair by a merge.

    Attributes:
        kind: how its score changes; "stays" if only its counts change.
        pair: the other pair.
        before: its row of the score table before; None if it appears.
        after: its row afterwards; None if it vanishes.
    """

    kind: ChangeKind
    pair: Pair
    before: PairScore | None
    after: PairScore | None


def what_if(timeline: Timeline, step: int, pair: Pair) -> WhatIf:
    """Return the changes if ``pair`` was merged after ``step``.

    >>> what = what_if(timeline, 0, ("##u", "##g"))
    >>> what.merge.token, what.totals
    ('##ug', {'rises': 3, 'falls': 0, 'appears': 3, 'vanishes': 2, 'stays': 0})

    Raises:
        IndexError: the step does not exist.
        UnknownPairError: the pair does not occur in any word then.
    """
    return WhatIf(timeline, step, pair)


class WhatIf:
    """The changes that the merge of a pair would make; see `what_if`.

    >>> what = what_if(timeline, 0, ("##u", "##g"))
    >>> [(change.kind, change.pair) for change in what.changes(0, 2)]
    [('rises', ('##u', '##n')), ('vanishes', ('##g', '##s'))]
    >>> what.winner.pair, what.winner.score
    (('##u', '##n'), 0.0625)

    Attributes:
        merge: the merge as training would record it, forced, with an empty ``tied``.
        row: the pair's row of the score table before.
        words: positions of the words that contain the pair, in corpus order.
        totals: how many *other* pairs have a score that rises, falls, appears, vanishes, stays.
        ties: how many pairs would share the best score afterwards; 0 if no pair is left.
    """

    def __init__(self, timeline: Timeline, step: int, pair: Pair):
        self._fork = timeline.fork(step, pair)
        self._step = step
        self._before = timeline.scores(step)
        self._after = self._fork.scores(step + 1)
        row = self._before.find(pair)
        if row is None:
            raise UnknownPairError(pair, step + 1)
        self.row: PairScore = row
        self.merge: MergeStep = self._fork.merge(step + 1)
        self.words: list[int] = self._fork.changed_words(step + 1)
        self.ties: int = self._after.ties

        before, after = _matched(self._before, self._after)
        others = before != row.rank - 1
        before, after = before[others], after[others]
        kind, counts_change = self._kinds(before, after)
        totals = np.bincount(kind, minlength=len(KINDS)).tolist()
        self.totals: dict[ChangeKind, int] = dict(zip(KINDS, totals, strict=True))
        stays = kind == KINDS.index("stays")
        end = len(self._before) + len(self._after)
        best_rank = np.minimum(np.where(before < 0, end, before), np.where(after < 0, end, after))
        order = np.lexsort((after, best_rank, after != 0, stays))
        self._changes = np.stack([kind, before, after], axis=1)[order]
        self._changes = self._changes[(~stays | counts_change)[order]]

    def _kinds(self, before: Rows, after: Rows) -> tuple[Rows, npt.NDArray[np.bool_]]:
        """Return for each pair an index into KINDS, and whether its count changes."""
        # A pair without a row gets the count 0 and the score 0, so that all can be compared.
        old_count, old = (np.append(column, 0)[before] for column in self._before.columns[2:])
        new_count, new = (np.append(column, 0)[after] for column in self._after.columns[2:])
        cases: dict[ChangeKind, npt.NDArray[np.bool_]] = {
            "appears": before < 0,
            "vanishes": after < 0,
            "rises": new > old,
            "falls": new < old,
        }
        kind = np.select(
            list(cases.values()), [KINDS.index(name) for name in cases], KINDS.index("stays")
        )
        return kind.astype(np.intp, copy=False), old_count != new_count

    def __len__(self) -> int:
        """Return the number of other pairs whose score or count changes."""
        return len(self._changes)

    def changes(self, start: int = 0, stop: int | None = None) -> list[ScoreChange]:
        """Return the changes of other pairs, the most important first.

        First comes the pair that would win afterwards, if it changes, then the others by the
        better of their ranks before and after. Pairs whose score stays come last.
        """
        return [self._change(*change) for change in self._changes[start:stop].tolist()]

    def _change(self, kind: int, before: int, after: int) -> ScoreChange:
        old = None if before < 0 else self._before.rows(before, before + 1)[0]
        new = None if after < 0 else self._after.rows(after, after + 1)[0]
        either = old or new
        assert either is not None
        return ScoreChange(KINDS[kind], either.pair, old, new)

    @property
    def winner(self) -> PairScore | None:
        """The pair that would be best afterwards; None if no pair is left."""
        return next(iter(self._after.rows(0, 1)), None)

    def word(self, position: int) -> WordState:
        """Return a word before the merge; its ``merging`` has the places of the pair."""
        return self._fork.word(self._step, position)


def _matched(before: ScoreTable, after: ScoreTable) -> tuple[Rows, Rows]:
    """Return the row before and the row after of each pair in the two tables."""
    left, right, *_ = before.columns
    new_left, new_right, *_ = after.columns
    size = 1 + max((int(ids.max()) for ids in (right, new_right) if len(ids)), default=0)
    pairs, row = np.unique(
        np.concatenate([left * size + right, new_left * size + new_right]), return_inverse=True
    )
    rows = np.full((2, len(pairs)), -1, dtype=np.intp)
    rows[0, row[: len(left)]] = np.arange(len(left))
    rows[1, row[len(left) :]] = np.arange(len(new_left))
    return rows[0], rows[1]
