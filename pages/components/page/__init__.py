"""What every page needs of the browser: a whole address, sound text fields, a new run on reconnect.

The component draws nothing.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.state import address, faults
from pages.state.files import MAX_TYPED

_HERE = Path(__file__).parent

_mount = st.components.v2.component(
    "merge_by_merge_page",
    html="",
    js="\n".join(
        [
            f"const MOST = {MAX_TYPED + 1};",
            (_HERE / "page.js").read_text("utf-8"),
            (_HERE / "refusals.js").read_text("utf-8"),
        ]
    ),
)


def end() -> None:
    """Complete the address in place where it says nothing yet. Call last on every page."""
    address.save()
    data = {"query": address.to_complete()}
    _mount(key="address", data=data, height=1, on_connected_change=lambda: None)
    faults.worked()
