"""Copy link: a button, the link to be seen, and a word when it is copied.

The link is read from the address bar at the moment of the click, not sent by Python: `session`
keeps the address equal to the screen in every fragment, while a part of the sidebar would know
nothing of a step taken since its last run.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent

_mount = st.components.v2.component(
    "merge_by_merge_share",
    html=(_HERE / "share.html").read_text("utf-8"),
    css=(_HERE / "share.css").read_text("utf-8"),
    js=(_HERE / "share.js").read_text("utf-8"),
)


def copy_link(key: str) -> None:
    """Draw the button and the link to what is on screen."""
    _mount(key=key)
