"""An error told without what it says: that may be somebody's text."""

from __future__ import annotations

from collections.abc import Iterator
from traceback import walk_tb


def described(error: BaseException) -> Iterator[str]:
    """An error as its type and the lines it came through, the last one first, and its causes."""
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
