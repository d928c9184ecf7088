"""The first difference of two trainings: a sentence, and both pairs with both scores."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from pages.locale import number, to_text
from pages.panels.html.templates import pieces
from pages.panels.html.text import Said
from pages.panels.shared.algorithms import TITLES
from pages.panels.shared.card import score_line
from pages.panels.shared.chips import pair
from wordpiece.records import PairScore
from wordpiece.scoring import Score
from wordpiece.training.comparison import Choice, Divergence

_piece = pieces("panels/shared/divergence.html")


def divergence_table(
    divergence: Divergence | None, said: Said, scores: Mapping[str, Score]
) -> Markup:
    """Draw the first difference of two trainings: a sentence, and both pairs with both scores.

    Args:
        divergence: the first difference, or None.
        said: the sentence.
        scores: the score of each training, by its name.
    """
    if divergence is None or None in divergence.choices:
        return _piece("divergence", why=said, first="", second="", rows=[])
    a, b = divergence.names
    first, second = divergence.choices
    assert first is not None and second is not None
    rows = [
        _pair_row(a, first, [first.chosen], list(first.other), scores[a], scores[b]),
        _pair_row(b, second, list(second.other), [second.chosen], scores[a], scores[b]),
    ]
    return _piece(
        "divergence", why=said, first=to_text(TITLES[a]), second=to_text(TITLES[b]), rows=rows
    )


def _pair_row(
    name: str,
    choice: Choice,
    left: list[PairScore],
    right: list[PairScore],
    left_score: Score,
    right_score: Score,
) -> dict[str, object]:
    return {
        "title": to_text(TITLES[name]),
        "pair": pair(choice.chosen.pair),
        "seen": [_seen(left, left_score, choice), _seen(right, right_score, choice)],
    }


def _seen(rows: list[PairScore], score: Score, choice: Choice) -> list[dict[str, object]]:
    counts = score.ranks_by_count
    return [
        {
            "taken": row is choice.chosen,
            "value": Markup("<b>%s</b>") % number(row.pair_count)
            if counts
            else score_line(row, score),
            "rank": row.count_rank if counts else row.rank,
            "named": "" if row.pair == choice.chosen.pair else " ".join(row.pair),
        }
        for row in rows
    ]
