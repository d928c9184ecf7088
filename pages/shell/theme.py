"""The style sheet of all pages. Colours and fonts are in .streamlit/config.toml."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from markupsafe import Markup

from pages.panels.html import stack

_PAGES = Path(__file__).parents[1]
_SHEETS = (
    "shell/theme.css",
    "panels/style.css",
    "panels/shared/style.css",
    "panels/train/style.css",
    "panels/compare/style.css",
    "panels/encode/style.css",
    "panels/predict/style.css",
    "panels/by_hand/style.css",
    "lessons/style.css",
    "panels/take_home/style.css",
    "panels/room/style.css",
    "shell/media.css",
    "components/style.css",
)
"""The style sheets of all pages. A later rule of equal weight wins, so the order matters."""

STYLE = "<style>" + "".join((_PAGES / name).read_text("utf-8") for name in _SHEETS) + "</style>"
_PRESENT = Path(__file__).with_name("present.css")


def apply(title: str = "") -> None:
    """Add the style sheet, and the page's title for screen readers. Call once on every page.

    Args:
        title: the page's title; empty if the page shows one.
    """
    st.html(STYLE)
    if title:
        show(Markup('<h1 class="sr">{}</h1>').format(title))


def enlarge() -> None:
    """Add the style sheet of presenter mode."""
    st.html(_PRESENT)


def show(*parts: Markup) -> None:
    """Draw HTML, one part below the other; empty parts leave no gap.

    All HTML is drawn by this function. It draws one element for any number of parts, since each of
    Streamlit's elements costs part of a click.

    Raises:
        TypeError: a part is not `Markup`.
    """
    if not all(isinstance(part, Markup) for part in parts):
        raise TypeError("Only Markup is shown, so that no user text can become HTML.")
    filled = [part for part in parts if part]
    if filled:
        st.html(filled[0] if len(filled) == 1 else stack(filled))
