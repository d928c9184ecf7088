"""The view of a page, with the values of its fields and what all views share, and its dialog."""

from __future__ import annotations

from typing import Any, TypeVar

from pages import locale
from pages.panels.view import Field, View
from pages.state import current_training, fields, steps
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
    }
    return kind(**remembered | common | derived)


def open_dialog(name: str) -> None:
    """Callback: open a dialog in place of any other."""
    close_dialog()
    fields.put(Everywhere.dialog, name)


def open_story(token: str, training: str = "") -> None:
    """Callback: open the story of a token, in the training with a name if it is given."""
    close_dialog()
    fields.put(Everywhere.story, token)
    fields.put(Everywhere.story_of, training)


def show_found() -> None:
    """Callback: close the dialog in which a text was typed to find, and show what is found."""
    steps.first_pages()
    close_dialog()


def close_dialog() -> None:
    """Callback: close the dialog or the story."""
    fields.reset(Everywhere.dialog, Everywhere.story, Everywhere.story_of)
