"""The look: one style sheet for all pages. Colours and fonts are in .streamlit/config.toml."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from markupsafe import Markup

from pages.ui.html import EMPTY

_CSS = Path(__file__).with_name("theme.css")
_PRESENT = Path(__file__).with_name("present.css")


def apply() -> None:
    """Add the style sheet. Call once on every page."""
    st.html(_CSS)


def enlarge() -> None:
    """Add the style sheet of presenter mode."""
    st.html(_PRESENT)


def show(markup: Markup) -> None:
    """Put escaped HTML, if any, on the page; the only door through which HTML gets there."""
    if not isinstance(markup, Markup):
        raise TypeError("Only Markup is shown, so that no user text can become HTML.")
    if markup:
        st.html(markup)


def heading(title: str, remark: str = "", buttons: Markup = EMPTY) -> None:
    """A panel's title with a remark in small type, and what stands at the end of the line."""
    text = Markup('<h3 class="panel">{} <small>{}</small></h3>').format(title, remark)
    show(Markup('<div class="head">{}{}</div>').format(text, buttons) if buttons else text)
