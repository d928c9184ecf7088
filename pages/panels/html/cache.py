"""A cache of small pieces of HTML that stand on many screens of a class, within bounds.

A piece is kept only while a board is made that everybody may see. So nothing of a visitor's own is
ever among them, and what is on one visitor's screen alone is written anew.
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
"""Bytes that an entry takes beside its text."""

_thread = threading.local()


@contextmanager
def for_everybody() -> Iterator[None]:
    """Keep what this thread writes within the block, as everybody may see it."""
    _thread.shares = True
    try:
        yield
    finally:
        _thread.shares = False


def kept(nbytes: int) -> Callable[[Callable[P, Markup]], Callable[P, Markup]]:
    """Return a decorator that keeps what a function of hashable arguments returns.

    Each language has entries of its own.

    Args:
        nbytes: about how many bytes to keep; when there are more, all entries are dropped.
    """

    def keeping(write: Callable[P, Markup]) -> Callable[P, Markup]:
        pieces: dict[object, Markup] = {}
        room = nbytes

        @wraps(write)
        def written(*args: P.args, **kwargs: P.kwargs) -> Markup:
            nonlocal room
            if not getattr(_thread, "shares", False):
                return write(*args, **kwargs)
            key = (locale.language(), args, *kwargs.items())
            piece = pieces.get(key)
            if piece is None:
                piece = write(*args, **kwargs)
                # Names and counts in the key are shorter than the HTML made of them.
                room -= 2 * sys.getsizeof(piece) + ENTRY
                if room < 0:
                    pieces.clear()
                    room = nbytes
                pieces[key] = piece
            return piece

        setattr(written, "kept", pieces)  # noqa: B010  for tests
        return written

    return keeping
