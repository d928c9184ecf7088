"""What to choose from, and what is right, at a step that a lesson asks about."""

from __future__ import annotations

from wordpiece.records import Pair
from wordpiece.training.timeline import Timeline


def candidates(timeline: Timeline, step: int, count: int = 4) -> list[Pair]:
    """Return pairs to choose from after a step, sorted, so that nothing gives the winner away.

    Among them are the winner, up to one pair tied with it, the most frequent pair, and then the
    next by score.

    >>> candidates(timeline, 0)
    [('##g', '##s'), ('##u', '##g'), ('h', '##u'), ('p', '##u')]
    """
    table = timeline.scores(step)
    if not len(table):
        return []
    rows = table.rows(0, min(2, table.ties))
    rows += [table.most_frequent()[0], *table.rows(table.ties, table.ties + count)]
    rows += table.rows(0, count)
    return sorted([*dict.fromkeys(row.pair for row in rows)][:count])


def change_in_use(timeline: Timeline, step: int) -> int:
    """Return how merge ``step`` changes the number of symbols in use.

    The new token comes into use (+1, unless it is already), and each part that then occurs nowhere
    goes out of use (-1), so it is +1, 0 or -1 where no token is made twice.

    >>> [change_in_use(timeline, step) for step in range(1, len(timeline) + 1)]
    [0, 0, 0, 0, 0, -1, 0, 0, -1]
    """
    return timeline.growth(step).in_use - timeline.growth(step - 1).in_use
