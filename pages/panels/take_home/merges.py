"""A visitor's own merges, held against the training on screen."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.panels.html.templates import pieces
from wordpiece.records import Pair
from wordpiece.teaching.checking import MergesCheck
from wordpiece.training.timeline import Timeline

_piece = pieces("panels/take_home/merges.html")

AROUND = 2
"""The merges shown before the first difference, and after it."""


def checked_merges(timeline: Timeline, merges: Sequence[Pair], check: MergesCheck) -> list[Markup]:
    """Return the verdict and, if the lists differ, both lists around the first difference."""
    verdict = _piece("verdict", check=check)
    if check.kind == "equal":
        return [verdict]
    wrong = check.same + 1
    last = min(wrong + AROUND, max(len(merges), len(timeline)))
    rows = [
        (
            step,
            merges[step - 1] if step <= len(merges) else None,
            timeline.pair(step) if step <= len(timeline) else None,
        )
        for step in range(max(1, wrong - AROUND), last + 1)
    ]
    return [verdict, _piece("lists", rows=rows, wrong=wrong)]
