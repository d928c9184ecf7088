"""Headings, buttons, switches and the like, which every panel uses.

Every function that draws something returns `Markup`, and only `Markup` is ever shown. Whatever
else is put into one, such as what a user typed, is escaped by MarkupSafe.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from pages.panels.actions import Turn, encode
from pages.panels.html.templates import macro

EMPTY = Markup("")
_SPACE = Markup(" ")

_PIECES = "panels/html/elements.html"


def join(parts: Iterable[Markup | str]) -> Markup:
    """Return parts one after the other; plain strings among them are escaped."""
    return EMPTY.join(parts)


def spaced(parts: Iterable[Markup]) -> Markup:
    """Return parts with a space between them, which screen readers and copied text need."""
    return _SPACE.join(parts)


def stack(parts: Iterable[Markup]) -> Markup:
    """Return parts one below the other."""
    return macro(_PIECES, "stack")(parts)


def nothing(remark: str) -> Markup:
    """Return a remark in the place of a list that is empty or ends here."""
    return macro(_PIECES, "nothing")(remark)


def act(value: str, label: str, *, primary: bool = False, back: bool = False) -> Markup:
    """Return a button that reports its value as a pick when it is clicked.

    With ``back`` the button goes away with what it closes, and the focus returns to the button
    that was clicked before it.
    """
    return macro(_PIECES, "act")(value, label, primary, back)


def switch(about: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Return buttons of which at most one is on.

    Args:
        about: what they decide, for screen readers.
        options: what each button says, by the value that it reports.
        chosen: the value of the one that is on.
    """
    return macro(_PIECES, "switch")(about, options, chosen)


def pager(name: str, page: int, pages: int, listed: str, beside: Markup = EMPTY) -> Markup:
    """Return buttons to the pages of a list: to the neighbours, and to the first and last page.

    Args:
        name: of the list, for its `Turn`.
        page: where the list is, from 1.
        pages: how many there are, at least 2.
        listed: what the list is of, for screen readers: there may be two lists on a page.
        beside: more buttons, at the end of the line.
    """
    shown = sorted({1, pages, *range(max(1, page - 1), min(pages, page + 1) + 1)})
    gaps = [at - before > 1 for before, at in zip([0, *shown], shown, strict=False)]
    picks = [encode(Turn(name, at)) for at in shown]
    previous, following = (
        encode(Turn(name, at)) for at in (max(1, page - 1), min(page + 1, pages))
    )
    numbered = [*zip(shown, picks, gaps, strict=True)]
    turning = macro(_PIECES, "pager")(
        name, numbered, page, previous, following, page == 1, page == pages, listed
    )
    return macro(_PIECES, "beside_pages")(turning, beside) if beside else turning


def heading(title: str, remark: str = "", buttons: Markup = EMPTY) -> Markup:
    """Return a panel's title with a remark in small type, and buttons at the end of the line."""
    return macro(_PIECES, "heading")(title, remark, buttons)


def paged(total: int, rows: int, page: int) -> tuple[int, int]:
    """Return the page that a list shows, and how many it has.

    Args:
        total: entries of the list.
        rows: entries of a page.
        page: the page asked for; the first is shown if there are no longer so many.

    >>> paged(13, 6, 3), paged(12, 6, 3), paged(0, 6, 1)
    ((3, 3), (1, 2), (1, 1))
    """
    pages = max(1, -(-total // rows))
    return (page if page <= pages else 1), pages
