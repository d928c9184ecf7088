"""Checks of arguments, made where a function is called, so that the error names the argument."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from operator import index
from typing import Any, TypeVar

from wordpiece.errors import ArgumentError, quoted
from wordpiece.message import Listed, message

T = TypeVar("T")


def check_integer(value: Any, name: str, least: int | None = None) -> int:
    """Return an integer, which may be one of numpy, as an int; True and 1.0 are not integers.

    Raises:
        ArgumentError: ``value`` is not an integer or is below ``least``; the message names it.
    """
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise ArgumentError(
            message(
                "{name} is {value}; it must be a whole number.", name=name, value=short_repr(value)
            )
        )
    if least is not None and number < least:
        raise ArgumentError(
            message(
                "{name} is {value}; it must be {least} or more.",
                name=name,
                value=repr(number),
                least=least,
            )
        )
    return number


def check_decodable(ids_or_tokens: Iterable[T]) -> Iterable[T]:
    """Return the argument of a ``decode`` method unchanged.

    Raises:
        ArgumentError: it is a string or cannot be iterated.
    """
    if isinstance(ids_or_tokens, str | bytes) or not isinstance(ids_or_tokens, Iterable):
        raise ArgumentError(
            message(
                "decode takes a list of ids or a list of tokens, not {value}.",
                value=short_repr(ids_or_tokens),
            )
        )
    return ids_or_tokens


def check_limit(value: Any, name: str, least: int | None = None) -> int | None:
    """Return an integer as an int, or None, which means "no limit".

    Raises:
        ArgumentError: ``value`` is neither; see `check_integer`.
    """
    return None if value is None else check_integer(value, name, least)


def check_text(value: Any, name: str) -> str:
    """Return a string unchanged.

    Raises:
        ArgumentError: ``value`` is not a string; the message names it.
    """
    if not isinstance(value, str):
        raise ArgumentError(
            message("{name} must be a string, not {value}.", name=name, value=short_repr(value))
        )
    return value


def check_texts(values: Any, name: str) -> tuple[str, ...]:
    """Return an iterable of strings as a tuple. A single string is rejected, not iterated.

    Raises:
        ArgumentError: ``values`` is a string, or an item is not; the message names the argument.
    """
    if isinstance(values, str):
        raise ArgumentError(
            message(
                "{name} is the string {value}; it must be a list, as in [{value}].",
                name=name,
                value=short_repr(values),
            )
        )
    if isinstance(values, bytes) or not isinstance(values, Iterable):
        raise ArgumentError(
            message(
                "{name} is {value}; it must be a list of strings.",
                name=name,
                value=short_repr(values),
            )
        )
    found = tuple(values)
    for value in found:
        if not isinstance(value, str):
            raise ArgumentError(
                message(
                    "{name} contains {value}, which is not a string.",
                    name=name,
                    value=short_repr(value),
                )
            )
    return found


def check_pair(value: Any, name: str) -> tuple[str, str]:
    """Return a pair of symbols as a tuple.

    Raises:
        ArgumentError: ``value`` is not a collection of two strings; the message names it.
    """
    if isinstance(value, str | Mapping) or not isinstance(value, Collection) or len(value) != 2:
        raise ArgumentError(
            message(
                "{name} is {value}; it must be two symbols, as in {example}.",
                name=name,
                value=short_repr(value),
                example="('h', '##u')",
            )
        )
    left, right = check_texts(value, name)
    return left, right


def check_choice(value: Any, name: str, known: Iterable[str]) -> str:
    """Return ``value`` if it is one of the known names.

    Raises:
        ArgumentError: it is not; the message lists the known names.
    """
    names = tuple(known)
    if not isinstance(value, str) or value not in names:
        raise ArgumentError(
            message(
                "{name} is {value}; choose one of {known}.",
                name=name,
                value=short_repr(value),
                known=Listed(names, "commas"),
            )
        )
    return value


def short_repr(value: Any) -> str:
    """Return the ``repr`` of a value on one line, cut to 40 characters."""
    if isinstance(value, str):
        return quoted(value, 40)
    written = repr(value).replace("\n", " ")
    return written if len(written) <= 40 else written[:39] + "…"
