"""Memory that is used no more goes back to the system.

A session that has ended stays behind in three ways: Streamlit keeps it for two minutes in case
its visitor comes back, and looks at the clock only when the next one leaves; then it is garbage in
circles, which nobody collects while nobody clicks; and what is free then stays with the process.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any

from pages.server.internals import sessions

EVERY = 30.0
"""Seconds between two looks for sessions that have ended."""

PATIENCE = 4
"""Looks at most that a busy server puts it off."""

TWICE = 2
"""How often memory is given back: the first time a thread may still hold some of it."""

LARGE = 2**20
"""Bytes from which on a piece of memory is the system's own again as soon as it is free."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""From glibc's malloc.h."""


def _glibc() -> Any:
    """The C library, if it is GNU's; else None."""
    if sys.platform != "linux":
        return None
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        _ = library.mallopt, library.malloc_trim
        return library
    return None


def keep_little() -> None:
    """Have free memory given back. Call when the server starts, before its threads."""
    library = _glibc()
    if library:
        # Left alone the threshold grows with what is freed, up to 32 MB.
        library.mallopt(M_MMAP_THRESHOLD, LARGE)
        library.mallopt(M_TRIM_THRESHOLD, LARGE)
        # Each thread of a script would begin a heap of its own.
        library.mallopt(M_ARENA_MAX, 2)


def give_back() -> None:
    """Collect garbage, and give the system what is free."""
    gc.collect()
    library = _glibc()
    if library:
        library.malloc_trim(0)


async def _after_sessions(is_busy: Callable[[], bool]) -> None:
    before: set[str] = set()
    due = waited = 0  # how often it is to be done, and looks since it was first due
    while True:
        await asyncio.sleep(EVERY)
        now = sessions()
        if before - now:
            due = TWICE
        # Nobody is answered meanwhile, and it takes longest while other processes want the cores.
        if due and (waited >= PATIENCE or not is_busy()):
            give_back()
            due, waited = due - 1, 0
        elif due:
            waited += 1
        before = now


def giving_back(
    is_busy: Callable[[], bool],
) -> Callable[[object], AbstractAsyncContextManager[None]]:
    """Return a lifespan that gives memory back after sessions have ended.

    Args:
        is_busy: whether now is a bad moment for it.
    """

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        task = asyncio.create_task(_after_sessions(is_busy))
        try:
            yield
        finally:
            task.cancel()

    return lifespan
