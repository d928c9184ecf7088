"""Check arguments at once, so that a wrong one is named where it was passed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from operator import index
from typing import Any, TypeVar

from wordpiece.errors import ArgumentError, quoted
from wordpiece.message import Listed, message

T = TypeVar("T")


def whole(value: Any, name: str, least: int | None = None) -> int:
    """Return a whole number as an int; numpy's are whole numbers too, True and 1.0 are not.

    >>> whole(3, "max_merges", 0)
    3

    Raises:
        ArgumentError: it is none, or less than ``least``; says ``name``.
    """
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise ArgumentError(
            message("{name} is {value}; it must be a whole number.", name=name, value=shown(value))
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


def to_decode(ids_or_tokens: Iterable[T]) -> Iterable[T]:
    """Return the ids or tokens that `decode` is given.

    Raises:
        ArgumentError: a single text, or a value that cannot be iterated.
    """
    if isinstance(ids_or_tokens, str | bytes) or not isinstance(ids_or_tokens, Iterable):
        raise ArgumentError(
            message(
                "decode takes a list of ids or of tokens, not {value}.", value=shown(ids_or_tokens)
            )
        )
    return ids_or_tokens


def limit(value: Any, name: str, least: int | None = None) -> int | None:
    """Return a whole number as an int, and None, which is no limit, as it is.

    Raises:
        ArgumentError: it is neither; see `whole`.
    """
    return None if value is None else whole(value, name, least)


def text(value: Any, name: str) -> str:
    """Return a text as it is.

    Raises:
        ArgumentError: it is none; says ``name``.
    """
    if not isinstance(value, str):
        raise ArgumentError(
            message("{name} is {value}; it must be a text.", name=name, value=shown(value))
        )
    return value


def texts(values: Any, name: str) -> tuple[str, ...]:
    """Return several texts as a tuple. One text is not taken for its letters.

    >>> texts(["[UNK]"], "special_tokens")
    ('[UNK]',)

    Raises:
        ArgumentError: they are one text, or not all of them are texts; says ``name``.
    """
    if isinstance(values, str):
        raise ArgumentError(
            message(
                "{name} is the text {value}; it must be a list, as in [{value}].",
                name=name,
                value=shown(values),
            )
        )
    if isinstance(values, bytes) or not isinstance(values, Iterable):
        raise ArgumentError(
            message(
                "{name} is {value}; it must be a list of texts.", name=name, value=shown(values)
            )
        )
    found = tuple(values)
    for value in found:
        if not isinstance(value, str):
            raise ArgumentError(
                message("{name} holds {value}, which is no text.", name=name, value=shown(value))
            )
    return found


def pair(value: Any, name: str) -> tuple[str, str]:
    """Return two symbols as a tuple.

    Raises:
        ArgumentError: they are not two texts; says ``name``.
    """
    if isinstance(value, str | Mapping) or not isinstance(value, Collection) or len(value) != 2:
        raise ArgumentError(
            message(
                "{name} is {value}; it must be two symbols, as in {example}.",
                name=name,
                value=shown(value),
                example="('h', '##u')",
            )
        )
    left, right = texts(value, name)
    return left, right


def one_of(value: Any, name: str, known: Iterable[str]) -> str:
    """Return a name that is among the known ones.

    Raises:
        ArgumentError: it is not; lists those that are.
    """
    names = tuple(known)
    if not isinstance(value, str) or value not in names:
        raise ArgumentError(
            message(
                "{name} is {value}; choose one of {known}.",
                name=name,
                value=shown(value),
                known=Listed(names, "commas"),
            )
        )
    return value


def shown(value: Any) -> str:
    """Return a value as Python writes it, cut to 40 characters.

    >>> shown("hug"), shown(7)
    ("'hug'", '7')
    """
    if isinstance(value, str):
        return quoted(value, 40)
    written = repr(value).replace("\n", " ")
    return written if len(written) <= 40 else written[:39] + "…"
