"""Values in links: how each is written, how it is read, and the sentence about an invalid one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar

from wordpiece.message import Message, message

MAX_NOTE = 2_000
"""The most characters of a typed text in a link; a longer text stays in the session."""

MAX_SHOWN = 40
"""The most characters of a query parameter in a sentence about it."""

UNKNOWN = message(
    "The link says {name}={value}, which is not valid here. This part of the link is ignored."
)
TOO_LONG = message(
    "In the link, the value after “{name}=” is longer than {n} characters. This part of the link "
    "is ignored.",
    n=MAX_NOTE,
)

T = TypeVar("T")


@dataclass(frozen=True)
class Rule(Generic[T]):
    """The values that a field or a setting may have.

    Attributes:
        parse: returns the value of a text in a link.

            Raises:
                ValueError: the text is invalid.
        write: returns a value as text for a link.
        accepts: returns whether to accept a value from a widget; browsers may report any value.
        values: the values, if they are few.
        longest: the most characters in a link; None if ``parse`` limits them.
        title: the name of a typed text in sentences, if it is not that of the parameter.
    """

    parse: Callable[[str], T]
    write: Callable[[T], str] = str
    accepts: Callable[[object], bool] = lambda _: False
    values: tuple[T, ...] = ()
    longest: int | None = None
    title: Message | None = None

    def read(self, name: str, query: Mapping[str, str], default: T, problems: list[Message]) -> T:
        """Return the value of a parameter in a link; ``default`` if it is absent or invalid.

        The sentence about an invalid one is added to ``problems``.
        """
        text = query.get(name)
        if text is None:
            return default
        problem = UNKNOWN
        if self.longest and len(text) > self.longest:
            problem = TOO_LONG
        else:
            with suppress(ValueError):
                return self.parse(text)
        problems.append(problem.fill(name=name, value=printable(text)))
        return default


def one_of(values: tuple[T, ...]) -> Rule[T]:
    """Return the rule of one of a few values."""

    def accepts(value: object) -> bool:
        return any(value == one and type(value) is type(one) for one in values)

    return Rule(
        lambda text: values[[*map(str, values)].index(text)],
        accepts=accepts,
        values=values,
    )


FLAG = one_of((False, True))
"""On or off."""


def free_text(title: Message | None = None, pattern: str = "(?s:.*)") -> Rule[str]:
    """Return the rule of typed text, of any length in the session.

    Args:
        title: its name in sentences; None for that of its parameter.
        pattern: a regular expression that the whole text must match in a link.
    """

    def parse(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(text)
        return text

    return Rule(
        parse,
        accepts=lambda value: isinstance(value, str),
        longest=MAX_NOTE,
        title=title,
    )


def whole(least: int, most: int) -> Rule[int]:
    """Return the rule of a whole number from ``least`` to ``most``, in ASCII digits in a link."""

    def parse(text: str) -> int:
        is_number = re.fullmatch(f"[0-9]{{1,{len(str(most))}}}", text)
        if not is_number or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    def accepts(value: object) -> bool:
        return type(value) is int and least <= value <= most

    return Rule(parse, accepts=accepts)


PAGE_NUMBER = whole(1, 2**53)
"""The number of a page of a list."""

BY_APP: Rule[Any] = Rule(str)
"""Any value, set only by the app, never by a widget or a link."""


def parameter(default: T, name: str, rule: Rule[T]) -> T:
    """Declare an attribute of a dataclass, and its parameter in links."""
    return field(default=default, metadata={"name": name, "rule": rule})


def parameters_of(kind: Any) -> dict[str, tuple[str, Rule[Any]]]:
    """Return the parameters of a dataclass by name, each with its attribute and its rule."""
    declared = [each for each in fields(kind) if each.metadata]
    return {each.metadata["name"]: (each.name, each.metadata["rule"]) for each in declared}


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
