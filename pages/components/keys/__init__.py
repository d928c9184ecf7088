"""The page's keys; the component also keeps the focus in its place, and says verdicts.

It draws nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent

_mount = st.components.v2.component(
    "merge_by_merge_keys",
    html=(_HERE / "keys.html").read_text("utf-8").rstrip(),
    css=(_HERE / "keys.css").read_text("utf-8").rstrip(),
    js="".join((_HERE / name).read_text("utf-8") for name in ("focus.js", "keys.js")),
)


def keys(buttons: Mapping[str, str], *, presenting: bool) -> None:
    """Listen to keys on the page.

    Args:
        buttons: for each key, by the browser's name, the widget key of the button it presses.
        presenting: the screen is set for the back row.
    """
    _mount(key="keys", data={"buttons": dict(buttons), "presenting": presenting}, height=1)
