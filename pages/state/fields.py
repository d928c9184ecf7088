"""A `Field` is one thing that a page remembers: declared once, in `pages.state.remembered`.

Its default, what a link carries, which values are valid, and the key of its widget all follow from
the declaration:

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
from pages.trainings.settings import SHOWN, printable, whole_number
from wordpiece.message import Message, message

MAX_NOTE = 2_000
"""Characters of a typed text that a link carries; a longer text stays in the session."""

T = TypeVar("T")


class Valid(Protocol):
    """Which values a field may have."""

    def problem(self, name: str, text: str) -> Message | None:
        """Return what is wrong with a query parameter, or None if it is a valid value."""

    def accepts(self, value: object) -> bool:
        """Return whether a widget may report this value, or a browser that forges one."""


def _unknown(name: str, text: str) -> Message:
    return message(
        "The link says {name}={value}, which does not exist here; what is usual is shown.",
        name=name,
        value=printable(text, SHOWN),
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
        title: what it is called in a sentence; None if no link carries it.
        pattern: what the whole text must match in a link.
        mismatch: the sentence about one that does not, with ``{value}``.
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
            return self.mismatch(printable(text, SHOWN))
        return None

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)


@dataclass(frozen=True, slots=True)
class Digits:
    """A whole number from 1 in ASCII digits, as a link and a text field write it.

    Attributes:
        most: the largest there is.
        mismatch: the sentence about any other text in a link, of its value and ``most``.
    """

    most: int
    mismatch: Callable[[str, int], Message]

    def problem(self, name: str, text: str) -> Message | None:
        if whole_number(text, self.most):
            return None
        return self.mismatch(printable(text, SHOWN), self.most)

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)  # the page puts right what is typed


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from 1, in no link."""

    def problem(self, name: str, text: str) -> Message | None:
        return _unknown(name, text)

    def accepts(self, value: object) -> bool:
        return type(value) is int and value > 0


@dataclass(frozen=True, slots=True)
class Anything:
    """What the app itself makes; no widget and no link sets it."""

    def problem(self, name: str, text: str) -> Message | None:
        return _unknown(name, text)

    def accepts(self, value: object) -> bool:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Field(Generic[T]):
    """One thing that a page remembers.

    Attributes:
        page: the page's name.
        name: the field's; in a link it is the name of the query parameter.
        default: the value until another is set; a link leaves it out.
        valid: which values links and widgets may set.
        in_link: whether links carry it; then its values are text.
        key: the key of a widget for it, and its name in the session.
    """

    page: str
    name: str
    default: T
    valid: Valid
    in_link: bool = False
    key: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", f"{self.page}_{self.name}")

    @property
    def title(self) -> Message:
        """What it is called in a sentence."""
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
        """Set the widget to the value, and return the widget's key."""
        key = self.key
        st.session_state[key] = self.get()
        return key

    def take(self) -> None:
        """Callback: set the value to what the widget says, if it is valid."""
        self.take_from(self.key)

    def take_from(self, key: str) -> None:
        """Callback: set the value to what another widget says, if it is valid."""
        said: Any = st.session_state[key]
        if said is None and isinstance(self.default, str):
            said = ""
        if self.valid.accepts(said):
            self.set(said)


@dataclass(frozen=True, slots=True, eq=False)
class Kept(Generic[T]):
    """Something a page keeps for this session only, made when it is first asked for.

    Attributes:
        page, name: as of a `Field`.
        make: makes it.
    """

    page: str
    name: str
    make: Callable[[], T]

    def get(self) -> T:
        """Return it."""
        values = current().values
        key = f"{self.page}_{self.name}"
        if key not in values:
            values[key] = self.make()
        return cast(T, values[key])

    def forget(self) -> None:
        """Callback: have it made anew the next time."""
        current().values.pop(f"{self.page}_{self.name}", None)
