"""The visitor's language: the chosen one, else the link's, else the browser's.

`pages/components/scripts/page.js` stores the chosen language in a cookie, so that the next link
opens in the same language.
"""

from __future__ import annotations

import streamlit as st

from pages import locale
from pages.state.session import State, current

COOKIE = "merge_by_merge_language"
"""The cookie with the code of the chosen language."""

IN_LINK = "lang"
"""The parameter of a link with the code of a language; see `pages.state.links`."""

WIDGET = "language"
"""The key of the widget that chooses the language."""


def activate() -> None:
    """Use the visitor's language from now on. Call first in each run, and before callbacks."""
    locale.use(_language(current()))


def choose() -> None:
    """Callback: use the language of the widget, now and for links opened later."""
    code = str(st.session_state.get(WIDGET))
    if code in locale.LANGUAGES:
        current().language_chosen = code
        locale.use(code)


def of_address() -> str:
    """Return the language code for the address, or "" if it is the browser's language."""
    state = current()
    return state.language_chosen or state.language_asked


def widget() -> str:
    """Set the widget to the current language, and return its key."""
    st.session_state[WIDGET] = locale.code()
    return WIDGET


def _language(state: State) -> str:
    if state.language_chosen is None:  # the first run of a session
        remembered = st.context.cookies.get(COOKIE, "")
        state.language_chosen = remembered if remembered in locale.LANGUAGES else ""
        state.language_asked = locale.find_language(st.query_params.get(IN_LINK, "")) or ""
    browser = locale.find_language(st.context.locale or "")
    return state.language_chosen or state.language_asked or browser or "en"
