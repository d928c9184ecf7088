"""Describe errors without their messages, which may contain a visitor's text."""

from __future__ import annotations

from collections.abc import Iterator
from traceback import walk_tb


def describe_without_text(error: BaseException) -> Iterator[str]:
    """Yield the lines of a traceback without messages: types, files and line numbers.

    The innermost frame comes first; causes, and the members of an exception group, follow.
    """
    yield "Traceback, without texts:"
    seen: set[int] = set()
    errors = [error]
    while errors:
        error = errors.pop()
        if id(error) in seen:
            continue
        seen.add(id(error))
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        for frame, line in reversed(list(walk_tb(error.__traceback__))):
            yield f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_name}"
        errors += [e for e in (error.__context__, error.__cause__) if e is not None]
        errors += getattr(error, "exceptions", ())
