"""Read and set the `Field`s of the pages, and bind widgets to them.

    fields.get(EncodeView.text)                                 # read it
    fields.put(EncodeView.text, "hugs")                         # change it, also as a callback
    st.text_input("Text", **fields.bind(EncodeView.text))       # bind a widget to it

The fields of a page with a view are declared in its view; all others in `pages.state.remembered`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import streamlit as st

from pages.panels.view import Field
from pages.state.session import current

T = TypeVar("T")


def get(field: Field[T]) -> T:
    """Return the value of a field."""
    values = current().values
    if field.make and field.key not in values:
        values[field.key] = field.make()
    return cast(T, values.get(field.key, field.default))


def put(field: Field[T], value: T) -> None:
    """Callback: set the value of a field."""
    current().values[field.key] = value


def reset(*fields: Field[Any]) -> None:
    """Callback: go back to the defaults."""
    values = current().values
    for field in fields:
        values.pop(field.key, None)


def bind(field: Field[Any], then: Callable[[], None] | None = None) -> dict[str, Any]:
    """Return the arguments that bind a widget to a field, and set the widget to the value.

    Args:
        field: the field.
        then: a callback that runs after a change.
    """
    st.session_state[field.key] = get(field)
    return {"key": field.key, "on_change": take, "args": (field, field.key, then)}


def take(field: Field[Any], key: str, then: Callable[[], None] | None = None) -> None:
    """Callback: set a field to the value of a widget, by its key, if the value is valid."""
    reported: Any = st.session_state[key]
    if reported is None and isinstance(field.default, str):
        reported = ""
    if field.valid.accepts(reported):
        put(field, reported)
    if then:
        then()


def slid(key: str) -> int | None:
    """Return the value of a slider by its widget key; None if the page does not have it."""
    value = st.session_state.get(key)
    return value if isinstance(value, int) else None
