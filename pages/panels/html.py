"""Small pieces of HTML that every panel uses, escaped by construction.

Every function here and in the other panels returns `Markup`, and only `Markup` is ever shown. A
plain string that gets into one is escaped on the way by MarkupSafe, whatever a user typed into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pages.panels.actions import Turn, encode
from pages.panels.markup import Markup
from pages.panels.templates import macro
from pages.panels.visible import Said, sentence, visible

__all__ = [
    "EMPTY",
    "Said",
    "act",
    "heading",
    "join",
    "pager",
    "sentence",
    "stack",
    "switch",
    "visible",
]

EMPTY = Markup("")

_PIECES = "panels/html.html"


def join(parts: Iterable[Markup | str], separator: str = "") -> Markup:
    """Return parts one after the other; plain strings among them are escaped."""
    return Markup(separator).join(parts)


def stack(parts: Iterable[Markup]) -> Markup:
    """Return parts one below the other."""
    return Markup('<div class="stack">{}</div>').format(join(parts))


def act(value: str, label: str, *, primary: bool = False, back: bool = False) -> Markup:
    """Return a button inside HTML, which reports its value as a pick when it is clicked.

    With ``back`` it takes something away, and the focus goes back to the button clicked before.
    """
    return macro(_PIECES, "act")(value, label, primary, back)


def switch(about: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Return buttons of which one may be on: what each says, by the value a pick reports."""
    return macro(_PIECES, "switch")(about, options, chosen)


def pager(name: str, page: int, pages: int, listed: str) -> Markup:
    """Return buttons to the pages of a list: the one before and after, some around, and the ends.

    Args:
        name: of the list, for its `Turn`.
        page: where the list is, from 1.
        pages: how many there are, at least 2.
        listed: what the list is of, for screen readers: there may be two lists on a page.
    """
    shown = sorted({1, pages, *range(max(1, page - 1), min(pages, page + 1) + 1)})
    gaps = [at - before > 1 for before, at in zip([0, *shown], shown, strict=False)]
    picks = [encode(Turn(name, at)) for at in shown]
    previous, following = (
        encode(Turn(name, at)) for at in (max(1, page - 1), min(page + 1, pages))
    )
    numbered = [*zip(shown, picks, gaps, strict=True)]
    return macro(_PIECES, "pager")(
        name, numbered, page, previous, following, page == 1, page == pages, listed
    )


def heading(title: str, remark: str = "", buttons: Markup = EMPTY) -> Markup:
    """Return a panel's title with a remark in small type, and what stands at the line's end."""
    return macro(_PIECES, "heading")(title, remark, buttons)
