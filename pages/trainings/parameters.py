"""Values in links: how each is written, how it is read, and the sentence about an invalid one.

A `Rule` does both for one kind of values. `read` applies it to a link.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Generic, Protocol, TypeVar

from wordpiece.message import Message, message

MAX_NOTE = 2_000
"""The most characters of a typed text in a link; a longer text stays in the session."""

MAX_SHOWN = 40
"""The most characters of a query parameter in a sentence about it."""

UNKNOWN = message(
    "The link says {name}={value}, which does not exist here; what is usual is shown."
)

T = TypeVar("T")


class Rule(Protocol[T]):
    """The values that a field or a setting may have."""

    def read(self, name: str, text: str) -> T | Message:
        """Return the value of a parameter in a link, or a sentence if it is invalid."""

    def write(self, value: T) -> str:
        """Return a value as text for a link."""

    def accepts(self, value: object) -> bool:
        """Return whether to accept this value from a widget. Browsers may report any value."""


def read(
    rule: Rule[T], name: str, query: Mapping[str, str], default: T, problems: list[Message]
) -> T:
    """Return the value of a parameter in a link; ``default`` if it is absent or invalid.

    The sentence about an invalid one is added to ``problems``.
    """
    value = rule.read(name, query[name]) if name in query else default
    if isinstance(value, Message):
        problems.append(value)
        return default
    return value


def parameter(default: T, name: str, rule: Rule[T]) -> T:
    """Declare an attribute of a dataclass, and its parameter in links."""
    return field(default=default, metadata={"name": name, "rule": rule})


def parameters_of(kind: Any) -> dict[str, tuple[str, Rule[Any]]]:
    """Return the parameters of a dataclass by name, each with its attribute and its rule."""
    declared = [each for each in fields(kind) if each.metadata]
    return {each.metadata["name"]: (each.name, each.metadata["rule"]) for each in declared}


@dataclass(frozen=True)
class OneOf(Generic[T]):
    """One of a few values."""

    values: Sequence[T]
    invalid: Message = UNKNOWN

    def read(self, name: str, text: str) -> T | Message:
        found = [value for value in self.values if value == text]
        return found[0] if found else self.invalid.fill(name=name, value=printable(text))

    def write(self, value: T) -> str:
        return str(value)

    def accepts(self, value: object) -> bool:
        return any(value == one and type(value) is type(one) for one in self.values)


FLAG = OneOf((False, True))
"""On or off."""


@dataclass(frozen=True)
class Text:
    """Typed text, of any length in the session and of at most MAX_NOTE characters in a link.

    Attributes:
        title: its name in sentences; None if no link carries it.
        pattern: a regular expression that the whole text must match in a link.
        invalid: the sentence about a text that does not match.
    """

    title: Message | None = None
    pattern: str = "(?s:.*)"
    invalid: Message = UNKNOWN

    def read(self, name: str, text: str) -> str | Message:
        if len(text) > MAX_NOTE:
            return message(
                "In the link {what} is longer than {n} characters: left out.",
                what=self.title or name,
                n=MAX_NOTE,
            )
        if not re.fullmatch(self.pattern, text):
            return self.invalid.fill(name=name, value=printable(text))
        return text

    def write(self, value: str) -> str:
        return value

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)


@dataclass(frozen=True)
class Whole:
    """A whole number from ``least`` to ``most``, in a link in ASCII digits."""

    least: int
    most: int
    invalid: Message = UNKNOWN

    def read(self, name: str, text: str) -> int | Message:
        number = whole_number(text, self.most)
        if number is None or number < self.least:
            return self.invalid.fill(name=name, value=printable(text), most=self.most)
        return number

    def write(self, value: int) -> str:
        return str(value)

    def accepts(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most


PAGE_NUMBER = Whole(1, 2**53)
"""The number of a page of a list."""


@dataclass(frozen=True)
class Coded(Generic[T]):
    """A value with a form for links that only these functions know.

    Attributes:
        parse: returns the value of a text.

            Raises:
                ValueError: the text is invalid.
        write: returns a value as text.
        invalid: the sentence about an invalid text.
    """

    parse: Callable[[str], T]
    write: Callable[[T], str]
    invalid: Message

    def read(self, name: str, text: str) -> T | Message:
        try:
            return self.parse(text)
        except ValueError:
            return self.invalid.fill(name=name, value=printable(text))

    def accepts(self, value: object) -> bool:
        return False


@dataclass(frozen=True)
class SetByAppOnly:
    """Any value, set only by the app, never by a widget or a link."""

    def read(self, name: str, text: str) -> Any:
        return UNKNOWN.fill(name=name, value=printable(text))

    def write(self, value: object) -> str:
        return ""

    def accepts(self, value: object) -> bool:
        return False


def printable(text: str, most: int = MAX_SHOWN) -> str:
    """Escape and shorten user text for a message.

    The text is cut in the middle to ``most`` characters. Each character that is invisible or
    changes the writing direction is replaced by its code point.

    >>> printable("a\u202eb", 40), printable("corpus.final.txt", 9)
    ('aU+202Eb', 'corp….txt')
    """
    shown = "".join(char if char.isprintable() else f"U+{ord(char):04X}" for char in text)
    if len(shown) <= most:
        return shown
    return shown[: most // 2] + "…" + shown[len(shown) - (most - 1) // 2 :]


def whole_number(text: str, largest: int) -> int | None:
    """Return the number from 0 to ``largest`` that is written in ASCII digits, or None.

    >>> whole_number("70", 100), whole_number("-1", 100), whole_number("1e9", 100)
    (70, None, None)
    """
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(largest)):
        return None
    value = int(text)
    return value if value <= largest else None
