"""Headings, buttons, switches and other elements that every panel uses.

Every function that draws returns `Markup`, and the app shows only `Markup`. MarkupSafe escapes
everything else that is inserted, such as a user's text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from pages.locale import say
from pages.panels.actions import Choose, encode
from pages.panels.html.templates import pieces

EMPTY = Markup("")
_SPACE = Markup(" ")

_piece = pieces("panels/html/elements.html")


def join(parts: Iterable[Markup | str]) -> Markup:
    """Concatenate parts; plain strings among them are escaped."""
    return EMPTY.join(parts)


def spaced(parts: Iterable[Markup]) -> Markup:
    """Join parts by spaces, which screen readers and copied text need."""
    return _SPACE.join(parts)


def stack(parts: Iterable[Markup]) -> Markup:
    """Return parts one below the other."""
    return _piece("stack", parts)


def nothing(remark: str) -> Markup:
    """Return a remark in place of an empty list, or at its end."""
    return _piece("nothing", remark)


def and_more(n: int) -> Markup:
    """Return a remark that ``n`` entries are left out; empty for 0."""
    return nothing(say("… and {n} more", n=n)) if n else EMPTY


def act(value: str, label: str, *, primary: bool = False, back: bool = False) -> Markup:
    """Return a button that reports a value as a pick when it is clicked.

    With ``back`` the button closes something and disappears with it, and the focus returns to the
    button that was clicked before.
    """
    return _piece("act", value, label, primary, back)


def switch(about: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Return buttons of which at most one is on.

    Args:
        about: the label of the group, for screen readers.
        options: the label of each button, by the value that it reports.
        chosen: the value of the button that is on.
    """
    return _piece("switch", about, options, chosen)


def pager(name: str, page: int, pages: int, listed: str, buttons: Markup = EMPTY) -> Markup:
    """Return buttons to the neighbouring, the first and the last page of a list.

    Args:
        name: the name of the field with the page.
        page: the current page, from 1.
        pages: the number of pages; if it is 1, there are no buttons.
        listed: the content of the list, for screen readers: a page may have two lists.
        buttons: more buttons, at the end of the line.
    """
    if pages == 1:
        return EMPTY
    shown = sorted({1, pages, *range(max(1, page - 1), min(pages, page + 1) + 1)})
    return _piece(
        "pager",
        name=name,
        shown=[
            (at, encode(Choose(name, at)), at - before > 1)
            for before, at in zip([0, *shown], shown, strict=False)
        ],
        page=page,
        previous=encode(Choose(name, max(1, page - 1))),
        next=encode(Choose(name, min(page + 1, pages))),
        at_start=page == 1,
        at_end=page == pages,
        listed=listed,
        buttons=buttons,
    )


def heading(title: str, remark: str = "", buttons: Markup = EMPTY) -> Markup:
    """Return a panel's title with a remark in small type, and buttons at the end of the line."""
    return _piece("heading", title, remark, buttons)


def paged(total: int, rows: int, page: int) -> tuple[int, int]:
    """Return the current page of a list, and its number of pages.

    Args:
        total: the number of entries of the list.
        rows: the number of entries on a page.
        page: the requested page; page 1 replaces one that does not exist any more.

    >>> paged(13, 6, 3), paged(12, 6, 3), paged(0, 6, 1)
    ((3, 3), (1, 2), (1, 1))
    """
    pages = max(1, -(-total // rows))
    return (page if page <= pages else 1), pages
