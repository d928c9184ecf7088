"""The score table: every pair as it stands now, the one that merges next on top."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages import locale
from pages.panels.actions import Look, encode
from pages.panels.html.cache import kept
from pages.panels.html.templates import macro
from pages.panels.shared import chips
from wordpiece.message import message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import Score

SHARED = {
    "rank": message("rank"),
    "pair": message("pair"),
    "together": message("together"),
    "by count": message("by count"),
}
"""Columns that every score has, and their titles; the others are those of `Score.columns`."""

ALL = ("rank", "pair", "together", "left × right", "score", "decimal", "by count")
SCORED = ("pair", "together", "left × right", "score", "decimal")
SECRET = ("pair", "together", "left × right")
"""Columns from which a reader can work the scores out, but which do not show them."""
COUNTED = ("pair", "together")

Columns = tuple[tuple[str, str], ...]
"""Columns, each with the end of its CSS class."""

_TEMPLATE = "panels/shared/score_table.html"


def score_table(
    rows: Sequence[PairScore],
    score: Score,
    *,
    best: float,
    winner: Pair | None,
    columns: Sequence[str] = ALL,
    pickable: bool = False,
    picked: Pair | None = None,
) -> Markup:
    """Return rows of the score table as HTML.

    Args:
        rows: the page of rows to show, in the order to show them.
        score: the rule, which decides the columns.
        best: the best score of the whole table; bars are drawn in proportion to it, and none
            for what does not score above 0.
        winner: the pair that merges next; None once training has stopped.
        columns: those to show, of ALL. Without "rank" neither ties nor the winner are marked;
            then the order of the rows should not give the winner away either.
        pickable: whether each pair is a button, with its rank as ``data-pick``.
        picked: the pair that was picked; its row is marked.
    """
    shown = tuple(
        (name, name.split()[0]) for name in columns if name in SHARED or name in score.columns
    )
    body = [
        _row(row, score, best, shown, row.pair == winner, pickable, row.pair == picked)
        for row in rows
    ]
    return macro(_TEMPLATE, "table")(_head(shown, score), body)


@kept(2**18)
def _head(columns: Columns, score: Score) -> Markup:
    titles = {
        name: locale.told(SHARED[name] if name in SHARED else score.columns[name])
        for name, _ in columns
    }
    return macro(_TEMPLATE, "head")(columns, titles)


# A class looks at the same rows, one student after the other.
@kept(2**22)
def _row(
    row: PairScore,
    score: Score,
    best: float,
    columns: Columns,
    wins: bool,
    pickable: bool,
    picked: bool,
) -> Markup:
    cells = score.formula(row).cells
    ranked = columns[0][0] == "rank"  # which comes first, if at all
    return macro(_TEMPLATE, "row")(
        row,
        chips.pair(row.pair),
        columns,
        cells,
        score.separator,
        score.compares if ranked and row.tied else None,
        [*cells][-1] if cells else None,
        max(2, round(100 * row.score / best)) if row.score > 0 else 0,
        ranked and wins,
        encode(Look(row.rank)) if pickable else "",
        picked,
    )
