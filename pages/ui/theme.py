"""The look: one style sheet for all pages. Colours and fonts are in .streamlit/config.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path

import streamlit as st

from pages.ui.html import join, stack
from pages.ui.markup import Markup

_CSS = Path(__file__).with_name("theme.css")
_PRESENT = Path(__file__).with_name("present.css")


def apply() -> None:
    """Add the style sheet. Call once on every page."""
    st.html(_CSS)


def enlarge() -> None:
    """Add the style sheet of presenter mode."""
    st.html(_PRESENT)


Piece = Markup | Callable[[], object]
"""What a panel is made of: HTML, or a function that draws something of Streamlit's."""


def show(*parts: Markup) -> None:
    """Put escaped HTML on the page, one part below the other; empty ones leave no gap.

    With `panels` the only door through which HTML gets there. It makes one element, however many
    parts there are: each element of Streamlit's costs part of a click.
    """
    if not all(isinstance(part, Markup) for part in parts):
        raise TypeError("Only Markup is shown, so that no user text can become HTML.")
    filled = [part for part in parts if part]
    if filled:
        _show(filled[0] if len(filled) == 1 else stack(filled))


def _show(markup: Markup) -> None:
    st.html(_Shown(markup))


class _Shown:
    """HTML as it is: from a plain string Streamlit would cut white space, line by line."""

    def __init__(self, markup: Markup):
        self._markup = markup

    def _repr_html_(self) -> str:
        return str(self._markup)


def draw(*panels: Iterable[Piece]) -> None:
    """Draw panels below each other, neighbours of HTML in one element."""
    parts: list[Markup] = []
    for piece in chain.from_iterable(panels):
        if isinstance(piece, Markup):
            parts.append(piece)
            continue
        show(*parts)
        parts.clear()
        piece()
    show(*parts)


def panels(
    board: str,
    panels: Mapping[str, Iterable[Piece]],
    *,
    above: Iterable[Callable[[], object]] = (),
    below: Iterable[Callable[[], object]] = (),
) -> None:
    """Draw panels beside each other, where the style sheet wants those of a board.

    As long as all panels are HTML, they make one element, however many columns there are.

    Args:
        board: the key of the container that this is drawn in, which ends in ``_board``.
        panels: each panel by its area; the style sheet knows it as ``BOARD_AREA``.
        above, below: functions that draw one element each, which has an area of its own by its
            key; they come before and after the panels for the keyboard and for screen readers.
    """
    drawn = {area: list(panel) for area, panel in panels.items()}
    closed = {area: _html_of(panel) for area, panel in drawn.items()}
    for draw_one in above:
        draw_one()
    if None not in closed.values():
        _show(join(_AREA.format(board, *each) for each in closed.items()))
    else:
        # Within one block, so that what follows is the same child of the board as before.
        with st.container(key=f"{board}_panels"):
            for area, panel in drawn.items():
                with st.container(key=f"{board}_{area}"):
                    draw(panel)
    for draw_one in below:
        draw_one()


def _html_of(panel: list[Piece]) -> Markup | None:
    """The pieces of a panel as one, None if there is anything but HTML among them."""
    parts = [piece for piece in panel if isinstance(piece, Markup)]
    return join(parts) if len(parts) == len(panel) else None


_AREA = Markup('<div class="stack {}_{}">{}</div>')
