"""The view of a page: the values of its fields, and what all views have in common."""

from __future__ import annotations

from typing import Any, TypeVar

from pages import locale
from pages.panels.view import Field, View
from pages.state import current_training
from pages.state.popovers import open_popovers
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
        "open": open_popovers(),
    }
    return kind(**remembered | common | derived)
