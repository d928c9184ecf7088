"""Where the app is served."""

from __future__ import annotations

import streamlit as st


def base_path() -> str:
    """Return the path below which the app is served, such as "/learn"; "" if it has all."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""
