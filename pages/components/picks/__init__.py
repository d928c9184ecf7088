"""Picks: clicks on buttons inside our HTML, which Streamlit does not report.

Any ``<button data-pick="...">`` on the page has one of the actions of `pages.panels.actions`. The
component draws nothing; one on a page is enough. `keys/focus.js` keeps the keyboard's place when
the page redraws the button.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from pages.panels.actions import Action, decode
from pages.state import steps

_mount = st.components.v2.component(
    "merge_by_merge_picks", js=Path(__file__).with_name("picks.js").read_text("utf-8")
)


def picks(key: str, on_pick: Callable[[Action], object]) -> None:
    """Listen to the buttons on the page.

    Args:
        key: the component's widget key; end it in ``_picks``, and it takes no room.
        on_pick: called with the action of the button clicked, before the script runs again.
            Whatever else a browser reports is ignored.
    """

    def picked() -> None:
        value = steps.report(key, "pick").get("value")
        action = decode(value) if isinstance(value, str) else None
        if action is not None:
            on_pick(action)

    _mount(key=key, on_pick_change=picked)
