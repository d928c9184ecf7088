"""Return memory of ended sessions to the system.

Otherwise the process would keep it, for three reasons. Streamlit keeps a session for two minutes,
in case its visitor returns, and drops expired sessions only when another visitor leaves. A dropped
session is cyclic garbage, which Python does not collect while there are no clicks. And malloc keeps
freed memory.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from contextlib import suppress

from pages.server.internals import drop_expired_sessions

CHECK_SECONDS = 30.0
"""Seconds between two collections, each of which takes up to 0.1 s."""

TRIM_BYTES = 2**17
"""The least bytes of a block that is returned to the system as soon as it is free."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Parameters of ``mallopt``, from glibc's malloc.h."""


def _malloc(function: str, *arguments: int) -> None:
    """Call a function of malloc, if the C library is GNU's, which has it."""
    with suppress(AttributeError, OSError, TypeError):
        getattr(ctypes.CDLL(None), function)(*arguments)


def configure_malloc() -> None:
    """Make malloc return free memory. Call when the server starts, before it has threads."""
    # By default the threshold grows with each block that is freed, up to 32 MB.
    _malloc("mallopt", M_MMAP_THRESHOLD, TRIM_BYTES)
    _malloc("mallopt", M_TRIM_THRESHOLD, TRIM_BYTES)
    # By default each thread, and so each script, may get a separate heap.
    _malloc("mallopt", M_ARENA_MAX, 2)


def release_memory() -> None:
    """Drop expired sessions, collect garbage, and return free memory to the system."""
    drop_expired_sessions()
    gc.collect()
    _malloc("malloc_trim", 0)


async def keep_releasing_memory() -> None:
    """Release memory again and again, until the task is cancelled."""
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        release_memory()
