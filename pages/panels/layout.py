"""The pieces that a screen is made of: HTML, and places for what only Streamlit can draw.

A popover is a widget of Streamlit's, and each widget and each element costs part of a click. So
until it is opened, a button in the HTML of a title stands in for it; see `pages.components.picks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain

from markupsafe import Markup

from pages.panels.actions import Open, encode
from pages.panels.html.elements import EMPTY, heading, join, stack
from pages.panels.html.templates import macro
from pages.panels.view import View

_PIECES = "panels/layout.html"


@dataclass(frozen=True, slots=True)
class Menu:
    """A popover.

    Attributes:
        key: its widget key, by which the screen knows what to draw in the popover.
        label: what its button says.
        about: more of the label, for screen readers alone.
    """

    key: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A line of HTML with popovers at its end, one of which is open.

    Attributes:
        key: of its container, for the style sheet.
        line: the HTML.
        menus: the popovers.
    """

    key: str
    line: Markup
    menus: tuple[Menu, ...]


@dataclass(frozen=True, slots=True)
class Widget:
    """A place for something that the screen draws, by its name there."""

    name: str


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces below each other."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """Pieces in the areas of a board; see `beside`."""

    board: str
    areas: tuple[tuple[str, tuple[Piece, ...]], ...]


Piece = Markup | Bar | Widget | Stack | Beside


def stacked(*panels: Iterable[Piece]) -> Markup | Stack:
    """Return panels below each other as one piece, which is HTML if they are nothing else."""
    pieces = tuple(chain.from_iterable(panels))
    html = _html_of(pieces)
    return Stack(pieces) if html is None else stack(html)


def beside(board: str, panels: Mapping[str, Iterable[Piece]]) -> Markup | Beside:
    """Return panels as one piece, each in its area of a board, as the style sheet lays them out.

    If all panels are HTML, so is the piece, however many areas there are.

    Args:
        board: the key of the container that this is drawn in, which ends in ``_board``.
        panels: each panel by the name of its area, whose CSS class is ``BOARD_AREA``.
    """
    drawn = tuple((area, tuple(panel)) for area, panel in panels.items())
    closed = []
    for area, pieces in drawn:
        html = _html_of(pieces)
        if html is None:
            return Beside(board, drawn)
        closed.append(macro(_PIECES, "area")(board, area, html))
    return join(closed)


def sides(*panels: Iterable[Piece], first_only: bool = False) -> tuple[Piece, ...]:
    """Return panels beside each other in columns.

    On a narrow screen they are below each other, or only the first is shown. If any of them is not
    HTML they are below each other on every screen.
    """
    drawn = [tuple(panel) for panel in panels]
    html = [_html_of(panel) for panel in drawn]
    if any(each is None for each in html):
        return tuple(chain.from_iterable(drawn))
    return (macro(_PIECES, "sides")(html, " first" if first_only else ""),)


def _html_of(pieces: Iterable[Piece]) -> list[Markup] | None:
    """Return the pieces if all of them are HTML, otherwise None."""
    html = []
    for piece in pieces:
        if not isinstance(piece, Markup):
            return None
        html.append(piece)
    return html


def head(
    view: View,
    key: str,
    title: str,
    remark: str,
    menus: Iterable[Menu],
    buttons: Markup = EMPTY,
) -> Markup | Bar:
    """Return a panel's title with its popovers.

    Args:
        view: says which popovers are open.
        key: for the style sheet, while a popover is open.
        title, remark, buttons: as in `html.heading`.
        menus: the popovers; presenter mode has none.
    """
    return menu_bar(view, key, partial(heading, title, remark), menus, buttons)


def menu_bar(
    view: View,
    key: str,
    line: Callable[[Markup], Markup],
    menus: Iterable[Menu],
    buttons: Markup = EMPTY,
) -> Markup | Bar:
    """Return a line of HTML with popovers at its end; ``line`` makes it with buttons in it."""
    menus = tuple(menus)
    if view.presenting:
        return line(buttons)
    if any(menu.key in view.open for menu in menus):
        return Bar(key, line(buttons), menus)
    return line(_stand_ins(menus) + buttons)


@lru_cache(maxsize=256)
def _stand_ins(menus: tuple[Menu, ...]) -> Markup:
    """Return buttons that look like the popovers' and open them."""
    return macro(_PIECES, "stand_ins")([(encode(Open(menu.key)), menu) for menu in menus])
