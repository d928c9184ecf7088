"""Which language a visitor reads: the one chosen, else the link's, else the browser's.

What was chosen is kept in a cookie of the browser (`pages/components/page/page.js` writes it), so
that the next link opens in it, too.
"""

from __future__ import annotations

import streamlit as st

from pages import locale
from pages.state.session import State, current

COOKIE = "merge_by_merge_language"
"""The cookie with the code of the language that was chosen."""

IN_LINK = "lang"
"""The parameter of a link with the code of a language; see `pages.state.links`."""

WIDGET = "language"
"""The key of the widget that chooses."""


def speak() -> None:
    """Speak the visitor's language from here on. Call first in each run, and before callbacks."""
    locale.use(_language(current()))


def choose() -> None:
    """Callback: speak the language that the widget says, here and on the links to come."""
    code = str(st.session_state.get(WIDGET))
    if code in locale.LANGUAGES:
        current().language_chosen = code
        locale.use(code)


def chosen() -> str:
    """Return the code of the language that the visitor has chosen, or "" if none was."""
    return current().language_chosen or ""


def of_address() -> str:
    """Return the code that the address says, or "" if the language is what the browser asks for."""
    state = current()
    return state.language_chosen or state.language_asked


def widget() -> str:
    """Set the widget that chooses to the language on screen, and return its key."""
    st.session_state[WIDGET] = locale.code()
    return WIDGET


def _language(state: State) -> str:
    if state.language_chosen is None:  # the first run of a session
        state.language_chosen = _remembered()
        state.language_asked = locale.fitting(st.query_params.get(IN_LINK, "")) or ""
    browser = locale.fitting(st.context.locale or "")
    return state.language_chosen or state.language_asked or browser or "en"


def _remembered() -> str:
    code = st.context.cookies.get(COOKIE)
    return code if isinstance(code, str) and code in locale.LANGUAGES else ""
