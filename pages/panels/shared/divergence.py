"""The first difference of two trainings: a sentence, and both pairs with both scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from pages.panels.html.templates import pieces
from pages.panels.html.text import Said
from pages.panels.shared.algorithms import TITLES
from wordpiece.message import Message
from wordpiece.records import PairScore
from wordpiece.scoring import Score
from wordpiece.training.comparison import Choice, Divergence

_piece = pieces("panels/shared/divergence.html")


def divergence_table(
    divergence: Divergence | None,
    said: Said,
    scores: Mapping[str, Score],
    titles: Mapping[str, Message] = TITLES,
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
