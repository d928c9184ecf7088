"""Run the scripts of all visitors one after the other.

Python runs one thread at a time, whatever the number of cores. If ten simultaneous clicks ran in
slices, all would finish at the end; run one after the other, most finish earlier.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

TURN_SECONDS = 0.1
"""The most seconds that a script waits for its turn; then it runs next to a slow one."""

_lock = threading.Lock()
_mine = threading.local()
"""The attribute ``has_lock`` is whether this thread has the lock; missing outside of `turn`."""


@contextmanager
def turn() -> Iterator[None]:
    """Wait for this thread's turn, and run the block in it. A nested call does not wait again."""
    if hasattr(_mine, "has_lock"):
        yield
        return
    _mine.has_lock = _lock.acquire(timeout=TURN_SECONDS)
    try:
        yield
    finally:
        if _mine.has_lock:
            _lock.release()
        del _mine.has_lock


@contextmanager
def pause() -> Iterator[None]:
    """Give up this thread's turn during the block, which waits for something."""
    if not getattr(_mine, "has_lock", False):
        yield
        return
    _lock.release()
    _mine.has_lock = False
    try:
        yield
    finally:
        _mine.has_lock = _lock.acquire(timeout=TURN_SECONDS)
