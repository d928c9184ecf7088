"""Publications, models and libraries with their sources."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.lessons.model import Work
from pages.locale import to_text
from pages.panels.html.templates import pieces
from pages.panels.lessons.prose import drawn, fill
from wordpiece.message import Message

_piece = pieces("panels/lessons/works.html")


def works(each: Sequence[Work], heads: tuple[Message, Message], training: str) -> Markup:
    """Draw works, each with its description and source."""
    return _piece(
        "works",
        heads=[to_text(head) for head in heads],
        rows=[(one.name, drawn(fill(one.what, training)), one.source, one.url) for one in each],
    )
