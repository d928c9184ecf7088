"""`Field`: one value that a page remembers. All are declared in `pages.state.remembered`.

The declaration has its default, whether links carry it, and the valid values. The key of its widget
follows from its name:

    TEXT = Field("encode", "text", "", Text(message("the text to encode")), in_link=True)

    TEXT.get()                                              # read it
    TEXT.set("hugs")                                        # change it, also as a callback
    st.text_input("Text", key=TEXT.widget(), on_change=TEXT.take)     # bind a widget to it
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, cast

import streamlit as st

from pages.state.session import current
from pages.trainings.settings import printable, whole_number
from wordpiece.message import Message, message

MAX_NOTE = 2_000
"""The most characters of a typed text in a link; a longer text stays in the session."""

T = TypeVar("T")


class Rule(Protocol):
    """The values that a field may have."""

    def problem(self, name: str, text: str) -> Message | None:
        """Return a sentence about an invalid value in a link, or None if the value is valid."""

    def accepts(self, value: object) -> bool:
        """Return whether to accept this value from a widget. Browsers may report any value."""


def _unknown(name: str, text: str) -> Message:
    return message(
        "The link says {name}={value}, which does not exist here; what is usual is shown.",
        name=name,
        value=printable(text),
    )


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values."""

    values: tuple[object, ...]

    def problem(self, name: str, text: str) -> Message | None:
        return None if text in self.values else _unknown(name, text)

    def accepts(self, value: object) -> bool:
        return any(value == one and type(value) is type(one) for one in self.values)


FLAG = OneOf((False, True))
"""On or off."""


@dataclass(frozen=True, slots=True)
class Text:
    """Typed text, of any length in the session and of at most MAX_NOTE characters in a link.

    Attributes:
        title: its name in sentences; None if no link carries it.
        pattern: a regular expression that the whole text must match in a link.
        mismatch: returns the sentence about a text that does not match; None to accept any text.
    """

    title: Message | None = None
    pattern: str = ""
    mismatch: Callable[[str], Message] | None = None

    def problem(self, name: str, text: str) -> Message | None:
        if len(text) > MAX_NOTE:
            return message(
                "In the link {what} is longer than {n} characters: left out.",
                what=self.title or name,
                n=MAX_NOTE,
            )
        if self.mismatch and not re.fullmatch(self.pattern, text):
            return self.mismatch(printable(text))
        return None

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)


@dataclass(frozen=True, slots=True)
class Digits:
    """A positive whole number in ASCII digits, as in a link or a text field.

    Attributes:
        most: the largest valid number.
        mismatch: returns the sentence about an invalid text in a link, given the text and ``most``.
    """

    most: int
    mismatch: Callable[[str, int], Message]

    def problem(self, name: str, text: str) -> Message | None:
        if whole_number(text, self.most):
            return None
        return self.mismatch(printable(text), self.most)

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)  # the page corrects typed numbers


@dataclass(frozen=True, slots=True)
class Whole:
    """A positive whole number that links do not carry."""

    def problem(self, name: str, text: str) -> Message | None:
        return _unknown(name, text)

    def accepts(self, value: object) -> bool:
        return type(value) is int and value > 0


@dataclass(frozen=True, slots=True)
class SetByAppOnly:
    """Any value, set only by the app, never by a widget or a link."""

    def problem(self, name: str, text: str) -> Message | None:
        return _unknown(name, text)

    def accepts(self, value: object) -> bool:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Field(Generic[T]):
    """One value that a page remembers.

    Attributes:
        page: the page's name.
        name: the field's name; in links that of its query parameter.
        default: the value until another is set; links leave it out.
        valid: the values that links and widgets may set.
        in_link: whether links carry it; then its values are text.
        key: its key in `State.values`, and the key of its widget.
    """

    page: str
    name: str
    default: T
    valid: Rule
    in_link: bool = False
    key: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", f"{self.page}_{self.name}")

    @property
    def title(self) -> Message:
        """Its name in sentences."""
        title = self.valid.title if isinstance(self.valid, Text) else None
        return title or message("{name}", name=self.name)

    def get(self) -> T:
        """Return the value."""
        return cast(T, current().values.get(self.key, self.default))

    def set(self, value: T) -> None:
        """Callback: set the value."""
        current().values[self.key] = value

    def reset(self) -> None:
        """Callback: go back to the default."""
        current().values.pop(self.key, None)

    def widget(self) -> str:
        """Set the field's widget to the value, and return the widget's key."""
        key = self.key
        st.session_state[key] = self.get()
        return key

    def take(self) -> None:
        """Callback: set the value to that of the field's widget, if it is valid."""
        self.take_from(self.key)

    def take_from(self, key: str) -> None:
        """Callback: set the value to that of any widget, if it is valid."""
        reported: Any = st.session_state[key]
        if reported is None and isinstance(self.default, str):
            reported = ""
        if self.valid.accepts(reported):
            self.set(reported)


@dataclass(frozen=True, slots=True, eq=False)
class SessionObject(Generic[T]):
    """An object that a page keeps for the session, made on first use. Links do not carry it.

    Attributes:
        page, name: as in `Field`.
        make: makes the object.
    """

    page: str
    name: str
    make: Callable[[], T]

    def get(self) -> T:
        """Return the object."""
        values = current().values
        key = f"{self.page}_{self.name}"
        if key not in values:
            values[key] = self.make()
        return cast(T, values[key])

    def forget(self) -> None:
        """Callback: drop the object, so that it is made again on next use."""
        current().values.pop(f"{self.page}_{self.name}", None)
