"""The path at which the app is served."""

from __future__ import annotations

import streamlit as st


def base_path() -> str:
    """Return the path prefix of the app, such as "/learn"; "" if it is served at the root."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""
