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
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from pages.server.internals import drop_expired_sessions

CHECK_SECONDS = 30.0
"""Seconds between two collections, each of which takes up to 0.1 s."""

TRIM_BYTES = 2**17
"""The least bytes of a block that is returned to the system as soon as it is free."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Parameters of ``mallopt``, from glibc's malloc.h."""


def _glibc() -> Any:
    """Return the C library if it is GNU's, else None."""
    if sys.platform != "linux":
        return None
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        _ = library.mallopt, library.malloc_trim
        return library
    return None


def configure_malloc() -> None:
    """Make malloc return free memory. Call when the server starts, before it has threads."""
    library = _glibc()
    if library:
        # By default the threshold grows with each block that is freed, up to 32 MB.
        library.mallopt(M_MMAP_THRESHOLD, TRIM_BYTES)
        library.mallopt(M_TRIM_THRESHOLD, TRIM_BYTES)
        # By default each thread, and so each script, may get a separate heap.
        library.mallopt(M_ARENA_MAX, 2)


def release_memory() -> None:
    """Collect garbage, and return free memory to the system."""
    gc.collect()
    library = _glibc()
    if library:
        library.malloc_trim(0)


async def _keep_releasing() -> None:
    """Drop expired sessions and release memory again and again, until the task is cancelled."""
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        drop_expired_sessions()
        release_memory()


@asynccontextmanager
async def releasing_memory(_: object) -> AsyncIterator[None]:
    """Release memory now and then; an ASGI lifespan."""
    task = asyncio.create_task(_keep_releasing())
    try:
        yield
    finally:
        task.cancel()
