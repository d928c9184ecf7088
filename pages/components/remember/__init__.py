"""What a browser remembers of the lessons, in its local storage.

The component draws nothing. When the page opens it reports what was stored; from then on it
stores what Python tells it. A browser that allows no storage just forgets.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from pages.state import steps

_mount = st.components.v2.component(
    "merge_by_merge_remember", js=Path(__file__).with_name("remember.js").read_text("utf-8")
)


def remember(key: str, text: str, *, forgotten: int, on_report: Callable[[str], None]) -> None:
    """Keep a text in the browser.

    Args:
        key: the component's widget key.
        text: digits, dots and commas; what to store from now on.
        forgotten: goes up by one to make the browser forget what it has.
        on_report: called once with what the browser remembers, if it is not ``text``. It comes
            from the browser, so it may be any text.
    """

    def reported() -> None:
        value = steps.report(key, "remembered").get("text")
        if isinstance(value, str):
            on_report(value)

    heard = steps.report(key, "remembered").get("seq", 0)
    data = {"text": text, "forgotten": forgotten, "heard": heard}
    _mount(key=key, data=data, on_remembered_change=reported, height=1)
