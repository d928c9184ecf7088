"""The grading of a question about the removals of a Unigram training."""

from __future__ import annotations

from wordpiece.message import Token, message
from wordpiece.teaching.grading import Verdict
from wordpiece.unigram.timeline import UnigramTimeline


def grade_cheapest(timeline: UnigramTimeline, step: int, piece: str) -> Verdict:
    """Grade the answer that the removal of a piece costs least after a step.

    >>> grade_cheapest(unigram_timeline, 5, "bu").right
    True
    >>> print(grade_cheapest(unigram_timeline, 5, "hug").reason[0])
    The removal of hug costs 51.43, that of bu only 5.68.

    Raises:
        KeyError: the piece cannot be removed.
    """
    table = timeline.costs(step)
    row, best = table.row(piece), table.rows(0, 1)[0]
    if row is None:
        raise KeyError(piece)
    if row.cost <= best.cost:
        return Verdict(
            True,
            (
                message(
                    "The removal of {piece} costs {cost:fixed2}; no other costs less.",
                    piece=Token(piece),
                    cost=row.cost,
                ),
            ),
        )
    said = message(
        "The removal of {piece} costs {cost:fixed2}, that of {best} only {least:fixed2}.",
        piece=Token(piece),
        cost=row.cost,
        best=Token(best.piece),
        least=best.cost,
    )
    return Verdict(False, (said,))
