"""The score table: all current pairs; and the first difference of two trainings in their scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from pages.panels.actions import Look, encode
from pages.panels.html import Said, pieces
from wordpiece.message import Message, message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import Score
from wordpiece.training.comparison import Choice, Divergence

SHARED = {
    "rank": message("rank"),
    "pair": message("pair"),
    "together": message("count"),
    "by count": message("rank by count"),
}
"""The columns of every score, and their titles; the others are those of `Texts.columns`."""

COLUMNS = ("rank", "pair", "together", "left × right", "score", "decimal", "by count")
SECRET = ("pair", "together", "left × right")
"""The columns that do not show scores, from which a reader can compute them."""

_piece = pieces("panels/shared/score_table.html")


def score_table(
    rows: Sequence[PairScore],
    score: Score,
    *,
    best: float,
    winner: Pair | None,
    columns: Sequence[str] = COLUMNS,
    pickable: bool = False,
    picked: Pair | None = None,
    later: Sequence[str] = (),
    example: Pair | None = None,
) -> Markup:
    """Return rows of the score table as HTML.

    Args:
        rows: the rows of the page, in the order to show them.
        score: the score, which determines the columns.
        best: the best score of the whole table, to which the bars are proportional. Scores up to 0
            have no bar.
        winner: the pair that merges next; None once training has stopped.
        columns: the columns to show. Without "rank" neither ties nor the winner are marked; then
            the order of the rows should not reveal the winner either.
        pickable: whether each pair is a button, with its rank as ``data-pick``.
        picked: the pair that was picked; its row is marked.
        later: columns that are still empty.
        example: the pair that the card shows; its row is marked.
    """
    shown = [name for name in columns if name in SHARED or name in score.texts.columns]
    ranked = "rank" in shown and "rank" not in later
    return _piece(
        "table",
        rows=[
            (
                row,
                score.formula(row).cells,
                max(2, round(100 * row.score / best)) if row.score > 0 else 0,
                encode(Look(row.rank)) if pickable else "",
            )
            for row in rows
        ],
        texts=score.texts,
        barred=[name for name in shown if name not in (*SHARED, "left × right")][-1:],
        columns=[(name, SHARED.get(name) or score.texts.columns[name]) for name in shown],
        ranked=ranked,
        winner=winner if ranked else None,
        picked=picked,
        example=example,
        later=later,
    )


def divergence_table(
    divergence: Divergence | None,
    said: Said,
    scores: Mapping[str, Score],
    titles: Mapping[str, Message],
) -> Markup:
    """Draw the first difference of two trainings: a sentence, and both pairs with both scores.

    Args:
        divergence: the first difference, or None.
        said: the sentence.
        scores, titles: the score and the title of each training, by its name.
    """
    rows: list[tuple[Choice, list[Sequence[PairScore]]]] = []
    if divergence is not None:
        first, second = divergence.choices
        if first is not None and second is not None:
            rows = [
                (first, [[first.chosen], first.other]),
                (second, [second.other, [second.chosen]]),
            ]
    names = divergence.names if divergence else ()
    return _piece(
        "divergence",
        why=said,
        titles=[titles[name] for name in names],
        scores=[scores[name] for name in names],
        rows=rows,
    )
