"""The token whose story is open; see `pages.shell.story`."""

from __future__ import annotations

import streamlit as st

from pages.state import fields
from pages.state.remembered import Everywhere


def open_story(token: str, training: str = "") -> None:
    """Callback: open the story of a token, in the training with a name if it is given."""
    fields.put(Everywhere.story, token)
    fields.put(Everywhere.story_of, training)
    fields.reset(Everywhere.story_find)


def close() -> None:
    """Callback: close the story."""
    fields.reset(Everywhere.story, Everywhere.story_of, Everywhere.story_find)


def slid(key: str) -> int | None:
    """Return the value of a slider by its widget key; None if the page does not have it."""
    value = st.session_state.get(key)
    return value if isinstance(value, int) else None
