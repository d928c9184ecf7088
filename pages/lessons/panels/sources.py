"""Panels on sources: what they print next to what the app computes, and works with links."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from pages.lessons.model import Drawn, Panel, Shown, column
from pages.lessons.prose import Filled, drawn, fill, plain
from pages.locale import say, to_text
from pages.panels.html import pieces
from wordpiece.message import Message

_piece = pieces("lessons/panels/sources.html")


@dataclass(frozen=True)
class Printed(Panel):
    """Printed figures of a source next to computed ones: rows of (label, printed, computed).

    ``corner`` is the head of the labels.
    """

    rows: tuple[tuple[str, str, str], ...]
    corner: Message | None = None

    def draw(self, shown: Shown) -> Drawn:
        rows = []
        for row in self.rows:
            what, printed, found = (fill(cell, shown.training) for cell in row)
            rows.append((drawn(what), drawn(printed), drawn(found), _same(printed, found)))
        corner = to_text(self.corner) if self.corner else ""
        heads = [corner, say("in the source"), say("this app computes")]
        return column(_piece("in_print", heads=heads, rows=rows))


def _same(ours: Filled, theirs: Filled) -> bool:
    """Return whether two texts are equal, apart from line breaks."""
    return plain(ours).split() == plain(theirs).split()


@dataclass(frozen=True)
class Work:
    """A publication, a model or a library: its name, its description and the source of that.

    ``name`` and ``source`` are names and are not translated; so is a ``what`` without words.
    ``code`` says where its code is published, if the table has a column for that.
    """

    name: str
    what: str
    source: str
    url: str
    code: str = ""


@dataclass(frozen=True)
class Works(Panel):
    """Works with their sources. The third head, if any, is that of the works' code."""

    heads: tuple[Message, ...]
    works: tuple[Work, ...]

    def draw(self, shown: Shown) -> Drawn:
        rows = []
        for work in self.works:
            what = Markup("<bdi>%s</bdi>") % drawn(fill(work.what, shown.training))
            code = drawn(fill(work.code, shown.training)) if work.code else None
            rows.append((work, what, code))
        return column(_piece("works", heads=[to_text(head) for head in self.heads], rows=rows))
