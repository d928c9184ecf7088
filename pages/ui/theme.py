"""The look: one style sheet for all pages. Colours and fonts are in .streamlit/config.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

import streamlit as st

from pages.ui.html import join
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

    The only door through which HTML gets there. It makes one element, however many parts there
    are: each element of Streamlit's costs part of a click.
    """
    if not all(isinstance(part, Markup) for part in parts):
        raise TypeError("Only Markup is shown, so that no user text can become HTML.")
    filled = [part for part in parts if part]
    if filled:
        st.html(_Shown(filled[0] if len(filled) == 1 else _STACK.format(join(filled))))


_STACK = Markup('<div class="stack">{}</div>')


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
