"""A limited cache of small pieces of HTML that appear on many screens of a class.

Pieces are cached only while a shared board is made. So the cache never contains private data, and
pieces of a private screen are rendered each time.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

from markupsafe import Markup

from pages import locale

P = ParamSpec("P")

ENTRY = 200
"""Bytes of an entry besides its text."""

_thread = threading.local()


@contextmanager
def for_everybody() -> Iterator[None]:
    """Allow the cache in this thread during the block, which renders a shared board."""
    _thread.shares = True
    try:
        yield
    finally:
        _thread.shares = False


def fragment_cache(nbytes: int) -> Callable[[Callable[P, Markup]], Callable[P, Markup]]:
    """Return a decorator that caches the results of a function with hashable arguments.

    Each language has separate entries.

    Args:
        nbytes: the approximate most bytes; when they are exceeded, all entries are dropped.
    """

    def decorate(write: Callable[P, Markup]) -> Callable[P, Markup]:
        pieces: dict[object, Markup] = {}
        free = nbytes

        @wraps(write)
        def written(*args: P.args, **kwargs: P.kwargs) -> Markup:
            nonlocal free
            if not getattr(_thread, "shares", False):
                return write(*args, **kwargs)
            key = (locale.language(), args, *kwargs.items())
            piece = pieces.get(key)
            if piece is None:
                piece = write(*args, **kwargs)
                # Estimate the key by the HTML, which is longer than the arguments.
                free -= 2 * sys.getsizeof(piece) + ENTRY
                if free < 0:
                    pieces.clear()
                    free = nbytes
                pieces[key] = piece
            return piece

        setattr(written, "entries", pieces)  # noqa: B010  for tests
        return written

    return decorate
