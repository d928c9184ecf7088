"""A text in tokens: a part of the text, drawn as a whole, that follows the stepper without a run.

For each boundary inside its words the browser gets the step that removes the boundary. So the
script can draw any step; the stepper's event ``merge-by-merge:position`` says which. A token of a
training has ``data-token``, by which `pages.components.picks` opens its story.
"""

from __future__ import annotations

from collections.abc import Sequence

from pages.components.component import draw
from pages.locale import say
from pages.panels.html import find_page, pager, pieces
from pages.panels.shared.prose import SIZE
from pages.panels.view import Field
from pages.state import fields

_piece = pieces("panels/shared/prose.html")

Heading = tuple[str, str, str | None]
"""Title and remark of a pane, both may be empty, and the name of its training on the page, "" for
the first one; None if its tokens have no story."""


def show_prose(
    page: Field[int], total: int, headings: Sequence[Heading], panes: Sequence[str], step: int
) -> None:
    """Draw a part of a text, in columns if there are several panes.

    Args:
        page: the field with the number of the part.
        total: the number of characters in the text.
        headings: the heading of each pane.
        panes: the panes, from `Pane.to_json`.
        step: the position to show until the stepper announces another.
    """
    at, parts = find_page(total, SIZE, fields.get(page))
    turn = pager(page.name, at, parts, say("Text"))
    data = {"frame": str(_piece("frame", headings, turn)), "panes": tuple(panes), "step": step}
    draw("prose", data, key=f"{page.page}_prose")
