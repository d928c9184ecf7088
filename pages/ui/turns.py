"""Scripts take turns.

Python runs one thread at a time, whatever the number of cores. Ten clicks in the same moment would
each get a slice in turn and all be finished last; one after the other, most are finished early.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

import streamlit as st

PATIENCE = 0.1
"""Seconds after which a script runs beside the one whose turn it is; so nobody waits for a slow
one, or for ever."""

_turn = threading.Lock()
_mine = threading.local()
"""``held``: whether this thread has the turn; not there while it runs no script."""

P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def turn() -> Iterator[None]:
    """Wait for this thread's turn, and let the next have its own afterwards.

    A fragment within a page does not wait once more, whether the page has had its turn or not.
    """
    if hasattr(_mine, "held"):
        yield
        return
    _mine.held = _turn.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if _mine.held:
            _turn.release()
        del _mine.held


@contextmanager
def pause() -> Iterator[None]:
    """Let others have their turns while this thread waits for something else."""
    if not getattr(_mine, "held", False):
        yield
        return
    _mine.held = False
    _turn.release()
    try:
        yield
    finally:
        _mine.held = _turn.acquire(timeout=PATIENCE)


def fragment(draw: Callable[P, R]) -> Callable[P, R]:
    """A fragment of Streamlit's that takes its turn, since Streamlit runs it by itself."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
        with turn():
            return draw(*args, **kwargs)

    return st.fragment(drawn)
