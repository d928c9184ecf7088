"""Regular expressions of the `tokenizers` library, for the optional package `regex`.

That library's expressions are Oniguruma's, in Ruby's syntax. Python's `re` has no ``\\p{L}``; the
package `regex` has it, and its classes hold the same characters, those that Unicode added after
the library's version aside. What the two write differently is rewritten, and what is read by one
alone is refused by name, so a pattern that is accepted means the same here as there.

Patterns come from files of strangers: their length is bounded, and so is the time that one may
take on a text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from time import monotonic
from typing import Any

from wordpiece.errors import PatternError, quoted
from wordpiece.message import message

__all__ = ["MAX_PATTERN", "deadline", "is_available", "spans_of", "translated"]

MAX_PATTERN = 2_000
"""Characters. GPT-4o's has 300."""

SECONDS = 1.0
"""That patterns may take on a short text; a long one gets more (`CHARACTERS_A_SECOND`)."""

CHARACTERS_A_SECOND = 200_000
"""A tenth of what the patterns of known models manage."""

_CATEGORIES = frozenset(
    "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp "
    "C Cc Cf Co Cs".split()
)

_WORD = r"[[\w\xb2\xb3\xb9\xbc-\xbe]--[\u200c\u200d]]"
r"""``\w`` of Oniguruma: `regex` has the two joiners too, and not these numbers."""

_NO_WORD = r"[^[\w\xb2\xb3\xb9\xbc-\xbe]--[\u200c\u200d]]"

_ESCAPES = {
    **{char: "\\" + char for char in "sSdDrntfvA"},
    "w": _WORD,
    "W": _NO_WORD,
    "z": r"\Z",
}

_PROPERTY = re.compile(r"\\([pP])\{(\^?)([A-Za-z_]+)\}")
_CODE = re.compile(r"\\x\{([0-9A-Fa-f]{1,6})\}|\\x([0-7][0-9A-Fa-f])|\\u([0-9A-Fa-f]{4})")
_REPEAT = re.compile(r"\{(?:\d{1,5}(?:,\d{0,5})?|,\d{1,5})\}")
_GROUP = re.compile(r"\((?:\?(?:i?:|=|!|<=|<!|>))?(?!\?)")


def is_available() -> bool:
    """Return whether the package `regex` is installed.

    >>> is_available() == (find_spec("regex") is not None)
    True
    """
    try:
        return find_spec("regex") is not None
    except ValueError:  # it is blocked
        return False


def translated(pattern: str) -> str:
    r"""Write a regular expression of the `tokenizers` library for the package `regex`.

    >>> translated(r"\p{^L}|\x{41}\z|[a|b]")
    '\\P{L}|\\U00000041\\Z|[a\\|b]'

    Raises:
        PatternError: it is too long, or has a part that means something else here.
    """
    if len(pattern) > MAX_PATTERN:
        raise PatternError(
            message(
                "a regular expression of {n} character is too long; {limit} are read.",
                "a regular expression of {n} characters is too long; {limit} are read.",
                n=len(pattern),
                limit=MAX_PATTERN,
            )
        )
    made: list[str] = []
    at = depth = 0
    while at < len(pattern):
        taken, written, change = _next(pattern, at, depth)
        at += taken
        depth += change
        made.append(written)
    result = "".join(made)
    try:
        _compiled(result)
    except (ValueError, RecursionError, OverflowError, _error()):
        raise _unreadable(pattern) from None
    return result


def _next(pattern: str, at: int, depth: int) -> tuple[int, str, int]:
    """Translate what begins at a place.

    Returns:
        how many characters it has, what it becomes, and by how much classes nest deeper after it.
    """
    char, two = pattern[at], pattern[at : at + 2]
    if char == "\\":
        if depth and two in (r"\w", r"\W"):  # there, other characters in a class than outside
            raise _unreadable(pattern[at : at + 2])
        return *_escape(pattern, at), 0
    if char == "[":
        start = "[^" if two == "[^" else "["
        after = pattern[at + len(start) : at + len(start) + 1]
        if two == "[:" or after in ("]", "-"):
            raise _unreadable(pattern[at : at + 6])
        return len(start), start, 1
    if depth:
        if char == "]":
            return 1, "]", -1
        if two in ("--", "~~"):
            raise _unreadable(two)
        return 1, "\\|" if char == "|" else char, 0
    if char == "(":
        group = _GROUP.match(pattern, at)
        if not group:
            raise _unreadable(pattern[at : at + 6])
        return len(group[0]), group[0], 0
    if char == "{":
        repeat = _REPEAT.match(pattern, at)
        if not repeat:
            return 1, "\\{", 0
        # There, {2}+ repeats the repetition, and {2}? makes it optional.
        if pattern[repeat.end() : repeat.end() + 1] in ("+", "?"):
            raise _unreadable(pattern[at : repeat.end() + 1])
        return len(repeat[0]), repeat[0], 0
    return 1, char, 0


def _escape(pattern: str, at: int) -> tuple[int, str]:
    char = pattern[at + 1 : at + 2]
    if char in _ESCAPES:
        return 2, _ESCAPES[char]
    if found := _PROPERTY.match(pattern, at):
        kind, name = found[1], found[3]
        if found[2]:
            kind = "P" if kind == "p" else "p"
        if name not in _CATEGORIES:
            name = "Script=" + name  # refused as a whole if there is none of that name
        return len(found[0]), f"\\{kind}{{{name}}}"
    if found := _CODE.match(pattern, at):
        point = int(found[1] or found[2] or found[3], 16)
        if point <= 0x10FFFF:
            return len(found[0]), f"\\U{point:08x}"
    if char and not char.isalnum() and char.isascii():
        return 2, "\\" + char
    raise _unreadable(pattern[at : at + 6])


def _unreadable(part: str) -> PatternError:
    return PatternError(
        message(
            "{part} in its regular expression cannot be read here.",
            part=quoted(part, 40),
        )
    )


def _regex() -> Any:
    return import_module("regex")


def _error() -> type[Exception]:
    error: type[Exception] = _regex().error
    return error


@lru_cache(64)
def _compiled(pattern: str) -> Any:
    regex = _regex()
    # In Ruby ^ and $ are always those of a line.
    return regex.compile(pattern, regex.VERSION1 | regex.MULTILINE)


def deadline(text: str) -> float:
    """Return the time, as `time.monotonic` tells it, until which patterns may work on a text.

    >>> deadline("a long text" * 100_000) - deadline("a text") > 5
    True
    """
    return monotonic() + SECONDS + len(text) / CHARACTERS_A_SECOND


def spans_of(pattern: str, text: str, until: float | None = None) -> list[tuple[int, int]]:
    r"""Return where a translated pattern matches, from left to right.

    >>> spans_of(translated(r"\p{N}+"), "a 12 b 3")
    [(2, 4), (7, 8)]

    Args:
        pattern: as `translated` returns it.
        text: any text.
        until: when it must be done; by default the `deadline` of this text.

    Raises:
        PatternError: it takes too long.
    """
    until = deadline(text) if until is None else until
    spans: list[tuple[int, int]] = []
    last = -1
    try:
        left = until - monotonic()
        if left <= 0:
            raise TimeoutError
        for match in _compiled(pattern).finditer(text, timeout=left):
            start, end = match.span()
            if start < end or start != last:  # nothing right after a match is none
                spans.append((start, end))
            last = end
            if monotonic() > until:
                raise TimeoutError
    except (TimeoutError, MemoryError):
        raise PatternError(
            message(
                "The regular expression that splits this text takes too long on it; try a shorter "
                "text, or another vocabulary."
            )
        ) from None
    return spans
