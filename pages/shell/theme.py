"""The look: one style sheet for all pages. Colours and fonts are in .streamlit/config.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import chain
from pathlib import Path

import streamlit as st

from pages.panels.html import join, stack
from pages.panels.markup import Markup

_CSS = Path(__file__).with_name("theme.css")
_PRESENT = Path(__file__).with_name("present.css")


def apply(title: str = "") -> None:
    """Add the style sheet, and the page's title for screen readers. Call once on every page.

    Args:
        title: what the page is called; empty if it has a title that is seen.
    """
    st.html(_CSS)
    if title:
        show(Markup('<h1 class="sr">{}</h1>').format(title))


def enlarge() -> None:
    """Add the style sheet of presenter mode."""
    st.html(_PRESENT)


Piece = Markup | Callable[[], object]
"""What a panel is made of: HTML, or a function that draws something of Streamlit's."""


def show(*parts: Markup) -> None:
    """Put escaped HTML on the page, one part below the other; empty ones leave no gap.

    The only door through which HTML gets there. It makes one element, however many parts there
    are: each element of Streamlit's costs part of a click.
    """
    if not all(isinstance(part, Markup) for part in parts):
        raise TypeError("Only Markup is shown, so that no user text can become HTML.")
    filled = [part for part in parts if part]
    if filled:
        st.html(_Shown(filled[0] if len(filled) == 1 else stack(filled)))


class _Shown:
    """HTML as it is: from a plain string Streamlit would cut white space, line by line."""

    def __init__(self, markup: Markup):
        self._markup = markup

    def _repr_html_(self) -> str:
        return str(self._markup)


def draw(pieces: Iterable[Piece]) -> None:
    """Draw pieces below each other, neighbours of HTML in one element."""
    parts: list[Markup] = []
    for piece in pieces:
        if isinstance(piece, Markup):
            parts.append(piece)
            continue
        show(*parts)
        parts.clear()
        piece()
    show(*parts)


def stacked(*panels: Iterable[Piece]) -> Piece:
    """Panels below each other, as one piece: HTML if they are nothing else."""
    pieces = list(chain.from_iterable(panels))
    html = _html_of(pieces)
    return partial(draw, pieces) if html is None else stack(html)


def beside(board: str, panels: Mapping[str, Iterable[Piece]]) -> Piece:
    """Panels beside each other, as one piece, where the style sheet wants those of a board.

    As long as all panels are HTML, it is HTML, however many columns there are.

    Args:
        board: the key of the container that this is drawn in, which ends in ``_board``.
        panels: each panel by its area; the style sheet knows it as ``BOARD_AREA``.
    """
    drawn = {area: list(panel) for area, panel in panels.items()}
    closed = []
    for area, pieces in drawn.items():
        html = _html_of(pieces)
        if html is None:
            return partial(_draw_beside, board, drawn)
        closed.append(_AREA.format(board, area, join(html)))
    return join(closed)


def _draw_beside(board: str, panels: Mapping[str, list[Piece]]) -> None:
    # Within one block, so that what follows is the same child of the board as before.
    with st.container(key=f"{board}_panels"):
        for area, pieces in panels.items():
            with st.container(key=f"{board}_{area}"):
                draw(pieces)


def _html_of(pieces: list[Piece]) -> list[Markup] | None:
    """The pieces, None if there is anything but HTML among them."""
    html = [piece for piece in pieces if isinstance(piece, Markup)]
    return html if len(html) == len(pieces) else None


_AREA = Markup('<div class="stack {}_{}">{}</div>')
