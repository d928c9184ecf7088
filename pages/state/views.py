"""The view of a page: the values of its fields, and what all views have in common.

A popover is drawn only once it is opened; until then a button in HTML replaces it. The story of a
token is a dialog; see `pages.shell.story`.
"""

from __future__ import annotations

from typing import Any, TypeVar

import streamlit as st

from pages import locale
from pages.panels.view import Field, View
from pages.state import current_training, fields
from pages.state.remembered import Everywhere
from pages.state.session import current

V = TypeVar("V", bound=View)


def view_of(kind: type[V], **derived: Any) -> V:
    """Return the view of a page after `current_training.prepare`.

    Args:
        kind: the page's view.
        derived: its other values, and those that differ from their fields.
    """
    state = current()
    settings, source = current_training.on_screen(state)
    remembered = {
        name: state.values.get(each.key, each.default)
        for name, each in kind.inputs.items()
        if isinstance(each, Field)
    }
    common = {
        "settings": settings,
        "digest": source.digest,
        "step": state.step,
        "presenting": state.presenting,
        "language": locale.language(),
        "open": _open_popovers(),
    }
    return kind(**remembered | common | derived)


def open_popover(key: str) -> None:
    """Callback: open a popover that is not on screen yet. It must have an ``on_change``."""
    st.session_state[key] = True
    fields.put(Everywhere.open, fields.get(Everywhere.open) | {key})


def open_story(token: str, training: str = "") -> None:
    """Callback: open the story of a token, in the training with a name if it is given."""
    fields.put(Everywhere.story, token)
    fields.put(Everywhere.story_of, training)


def close_story() -> None:
    """Callback: close the story."""
    fields.reset(Everywhere.story, Everywhere.story_of)


def _open_popovers() -> frozenset[str]:
    """Return the keys of the popovers that are open."""
    opened = fields.get(Everywhere.open)
    if not opened:
        return opened
    are_open = frozenset(key for key in opened if st.session_state.get(key))
    fields.put(Everywhere.open, are_open)
    return are_open
