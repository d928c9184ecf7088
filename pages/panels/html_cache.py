"""Small pieces of HTML that come again on many screens of a class, kept within bounds.

They are kept only while a board is made that everybody may see. So nothing of a visitor's own is
ever among them, and what is on one visitor's screen alone is written anew.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

from pages import locale
from pages.panels.markup import Markup

P = ParamSpec("P")

ENTRY = 200
"""Bytes of an entry beside its text."""

_thread = threading.local()


@contextmanager
def for_everybody() -> Iterator[None]:
    """Keep what this thread writes in here, as it is not a visitor's own."""
    _thread.shares = True
    try:
        yield
    finally:
        _thread.shares = False


def kept(nbytes: int) -> Callable[[Callable[P, Markup]], Callable[P, Markup]]:
    """Keep what a function of hashable arguments returns, in about so many bytes.

    Each language has entries of its own. When there is more, all of it is forgotten and it starts
    anew.
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
