"""Popovers that are drawn only once they are opened; until then a button in HTML replaces each."""

from __future__ import annotations

import streamlit as st

from pages.state import fields
from pages.state.remembered import Everywhere


def open_popover(key: str) -> None:
    """Callback: open a popover that is not on screen yet. It must have an ``on_change``."""
    st.session_state[key] = True
    fields.put(Everywhere.open, fields.get(Everywhere.open) | {key})


def open_popovers() -> frozenset[str]:
    """Return the keys of the popovers that are open."""
    opened = fields.get(Everywhere.open)
    if not opened:
        return opened
    are_open = frozenset(key for key in opened if st.session_state.get(key))
    fields.put(Everywhere.open, are_open)
    return are_open
