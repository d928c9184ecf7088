"""The table of removal costs, cheapest first; while the next removal is hidden, without costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pages.locale import say
from pages.panels.actions import Guess, encode
from pages.panels.html.elements import heading, nothing, paged, pager
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece
from pages.panels.train.removals.view import RemovalScene

_piece = pieces("panels/train/removals/costs.html")


def costs_panel(scene: RemovalScene, rows: int) -> Iterator[Piece]:
    """Yield a page of the table of what each removal costs."""
    table = scene.timeline.costs(scene.step)
    remark = say("training has stopped")
    if scene.secret:
        remark = say("{n} {n:piece|pieces}; click your guess", n=len(table))
    elif scene.has_next:
        remark = say("rank 1 is removed next")
        if table.ties > 1:
            remark = say("{ties} pieces tie; rank 1 is removed next", ties=table.ties)
    yield heading(say("What each removal costs"), remark)
    if not len(table):
        yield nothing(say("Only single characters are left."))
        return
    page, pages = paged(len(table), rows, scene.view.scores_page)
    order: Literal["cost", "list"] = "list" if scene.secret else "cost"
    first = (page - 1) * rows
    shown = table.rows(first, first + rows, order)
    yield _piece(
        "table",
        rows=shown,
        going=scene.next_piece,
        picks=[encode(Guess(scene.step, first + i)) for i in range(1, rows + 1)]
        if scene.secret
        else (),
        guess=scene.guess.piece if scene.guess else "",
        verdict=scene.verdict,
        most=max(row.cost for row in shown) or 1,
        count_style="fixed2" if scene.timeline.em_rounds else "fixed0",
    )
    yield pager("scores_page", page, pages, say("What each removal costs"))
