"""The token whose story is open; see `pages.shell.story`."""

from __future__ import annotations

import streamlit as st

from pages.state.remembered import Everywhere


def open_story(token: str, training: str = "") -> None:
    """Callback: open the story of a token, in the training with a name if it is given."""
    Everywhere.STORY.set(token)
    Everywhere.STORY_OF.set(training)
    Everywhere.STORY_FIND.reset()


def close() -> None:
    """Callback: close the story."""
    for field in (Everywhere.STORY, Everywhere.STORY_OF, Everywhere.STORY_FIND):
        field.reset()


def slid(key: str) -> int | None:
    """Return the value of a slider by its widget key; None if the page does not have it."""
    value = st.session_state.get(key)
    return value if isinstance(value, int) else None
