"""Picks: clicks on buttons inside HTML of ours, which Streamlit would not hear of.

Any ``<button data-pick="VALUE">`` on the page reports its value to Python. The component draws
nothing; one on a page is enough. `keys/focus.js` keeps the keyboard's place when the page redraws
the button.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from pages.state import session

_mount = st.components.v2.component(
    "merge_by_merge_picks", js=Path(__file__).with_name("picks.js").read_text("utf-8")
)

MAX_NUMBER = 999_999_999
"""The largest number that a button's value may end in."""


def picks(key: str, on_pick: Callable[[str], object]) -> None:
    """Listen to the buttons on the page.

    Args:
        key: the component's widget key; end it in ``_picks``, and it takes no room.
        on_pick: called with the value of the button clicked, before the script runs again. The
            value comes from the browser, so it may be any text.
    """

    def picked() -> None:
        value = session.report(key, "pick").get("value")
        if isinstance(value, str):
            on_pick(value)

    _mount(key=key, on_pick_change=picked)
