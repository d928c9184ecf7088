"""What if another pair were merged now? Compare the state after it with the state before.

A merge of (a, b) changes more than its own pair: a and b occur less often afterwards, so under
WordPiece's score *every* pair that one of them takes part in gets another denominator and
mostly rises; the likelihood gain of *all* pairs moves, as the corpus has fewer symbols. Pairs
that an occurrence of (a, b) took apart fall or vanish, and pairs with the new symbol appear.
Both score tables are counted from the words, so the figures are those that training would have.
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
"""What a merge does to another pair's score."""

KINDS: tuple[ChangeKind, ...] = ("rises", "falls", "appears", "vanishes", "stays")
"""All of them, in the order of `WhatIf.totals`."""

Rows = npt.NDArray[np.intp]
"""Indices of rows of a score table, -1 for none."""


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """What a merge would do to another pair.

    >>> from wordpiece import WordPieceTrainer, what_if
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> change = what_if(WordPieceTrainer(toy).timeline(), 0, ("##u", "##g")).changes()[0]
    >>> change.kind, change.pair, round(change.before.score, 4), change.after.score
    ('rises', ('##u', '##n'), 0.0278, 0.0625)

    Attributes:
        kind: what its score would do. "stays" if it would not change but the counts would.
        pair: the other pair.
        before: its row of the score table now; None if it would appear.
        after: its row afterwards; None if it would vanish.
    """

    kind: ChangeKind
    pair: Pair
    before: PairScore | None
    after: PairScore | None


def what_if(timeline: Timeline, step: int, pair: Pair) -> WhatIf:
    """Return what merging ``pair`` after ``step`` would do.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> what = what_if(WordPieceTrainer(toy).timeline(), 0, ("##u", "##g"))
    >>> what.merge.token, what.totals
    ('##ug', {'rises': 3, 'falls': 0, 'appears': 3, 'vanishes': 2, 'stays': 0})

    Raises:
        IndexError: there is no such step.
        UnknownPairError: the pair does not stand side by side in any word then.
    """
    return WhatIf(timeline, step, pair)


class WhatIf:
    """The consequences of merging a pair now; `what_if` makes one.

    Attributes:
        merge: the merge as training would record it, forced, its ties left out.
        row: the pair's row of the score table now.
        words: positions of the words it stands in, in corpus order.
        totals: how many *other* pairs have a score that rises, falls, appears, vanishes, stays.
        ties: how many pairs would share the best score afterwards; 0 if no pair is left.

    >>> from wordpiece.trainer import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> what = what_if(WordPieceTrainer(toy).timeline(), 0, ("##u", "##g"))
    >>> what.merge.token, what.row.rank, [what.word(i).merging for i in what.words]
    ('##ug', 3, [(1,), (1,), (1,)])
    >>> [(change.kind, change.pair) for change in what.changes(0, 2)]
    [('rises', ('##u', '##n')), ('vanishes', ('##g', '##s'))]
    >>> what.winner.pair, what.winner.score
    (('##u', '##n'), 0.0625)
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
        # Row -1 means none. It gets the count and the score 0, so that all rows can be compared.
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
        """Return how many other pairs have a score or a count that changes."""
        return len(self._changes)

    def changes(self, start: int = 0, stop: int | None = None) -> list[ScoreChange]:
        """Return changes to other pairs, the most important first.

        First comes the pair that would win afterwards, if anything changes about it, then the
        others by the better of their ranks before and after; scores that stay come last.
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
        """Return a word as it is now; ``merging`` are the places where the pair would merge."""
        return self._fork.word(self._step, position)


def _matched(before: ScoreTable, after: ScoreTable) -> tuple[Rows, Rows]:
    """Return every pair of either table as (row before, row after), -1 where it has none."""
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
