"""The score table: all current pairs, with the one that merges next on top."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages import locale
from pages.panels.actions import Guess, Look, encode
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
"""The columns of every score, and their titles; the others are those of `Texts.columns`."""

ALL = ("rank", "pair", "together", "left × right", "score", "decimal", "by count")
SECRET = ("pair", "together", "left × right")
"""The columns that do not show scores, from which a reader can compute them."""

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
    later: Sequence[str] = (),
    example: Pair | None = None,
    guesses: tuple[int, int] | None = None,
    verdict: str = "",
) -> Markup:
    """Return rows of the score table as HTML.

    Args:
        rows: the rows of the page, in the order to show them.
        score: the score, which determines the columns.
        best: the best score of the whole table, to which the bars are proportional. Scores up to 0
            have no bar.
        winner: the pair that merges next; None once training has stopped.
        columns: the columns to show, of ALL. Without "rank" neither ties nor the winner are marked;
            then the order of the rows should not reveal the winner either.
        pickable: whether each pair is a button, with its rank as ``data-pick``.
        picked: the pair that was picked; its row is marked.
        later: columns that are still empty.
        example: the pair that the card shows; its row is marked.
        guesses: if each pair is a button to guess it, the step, and the place of the first row in
            the whole table by count.
        verdict: if the picked pair is a guess, "guess", "right" or "wrong".
    """
    shown = tuple(
        (name, name.split()[0]) for name in columns if name in SHARED or name in score.texts.columns
    )
    body = []
    for number, row in enumerate(rows):
        pick = encode(Look(row.rank)) if pickable else ""
        if guesses:
            pick = encode(Guess(guesses[0], guesses[1] + number))
        marks = (row.pair == picked, verdict if row.pair == picked else "", row.pair == example)
        drawn = _row(
            row, score, best, shown, row.pair == winner, pick, bool(guesses), tuple(later), *marks
        )
        body.append(drawn)
    return macro(_TEMPLATE, "table")(_head(shown, score), body)


def _head(columns: Columns, score: Score) -> Markup:
    titles = {
        name: locale.to_text(SHARED[name] if name in SHARED else score.texts.columns[name])
        for name, _ in columns
    }
    return macro(_TEMPLATE, "head")(columns, titles)


def _row(
    row: PairScore,
    score: Score,
    best: float,
    columns: Columns,
    wins: bool,
    pick: str,
    guesses: bool,
    later: tuple[str, ...],
    picked: bool,
    verdict: str,
    is_example: bool,
) -> Markup:
    cells = score.formula(row).cells
    ranked = columns[0][0] == "rank" and "rank" not in later  # "rank" is the first column, if any
    return macro(_TEMPLATE, "row")(
        row,
        chips.pair(row.pair),
        columns,
        cells,
        score.texts.separator,
        score.texts.compares if ranked and row.tied else None,
        [*cells][-1] if cells else None,
        max(2, round(100 * row.score / best)) if row.score > 0 else 0,
        ranked and wins,
        pick,
        guesses,
        later,
        picked,
        verdict,
        is_example,
    )
