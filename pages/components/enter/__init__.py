"""Enter in the field where Predict's tokens are typed; the component draws nothing."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_mount = st.components.v2.component(
    "merge_by_merge_enter", html="", js=Path(__file__).with_name("enter.js").read_text("utf-8")
)


def enter_checks() -> None:
    """Let Enter in the field press Check. Call once on the page."""
    _mount(key="predict_enter", height=1)
