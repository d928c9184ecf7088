"""Which token's story is open; see `pages.shell.story`."""

from __future__ import annotations

import streamlit as st

from pages.state.remembered import Everywhere


def open_story(token: str, training: str = "") -> None:
    """Callback: open the story of a token, in the training of a name if it is one."""
    Everywhere.STORY.set(token)
    Everywhere.STORY_OF.set(training)
    Everywhere.STORY_FIND.reset()


def close() -> None:
    """Callback: close it."""
    for field in (Everywhere.STORY, Everywhere.STORY_OF, Everywhere.STORY_FIND):
        field.reset()


def slid(key: str) -> int | None:
    """Return where a slider of the page stands, by the key of its widget; None if it has none."""
    value = st.session_state.get(key)
    return value if isinstance(value, int) else None
