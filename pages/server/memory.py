"""Return memory to the system after sessions have ended.

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

from pages.server.internals import sessions

CHECK_SECONDS = 30.0
"""Seconds between two checks whether sessions have ended."""


def release_memory() -> None:
    """Collect garbage, and return free memory to the system where malloc is GNU's."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)


async def _release_after_sessions() -> None:
    """Release memory after sessions have ended, until the task is cancelled."""
    before: set[str] = set()
    is_due = False
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        now = sessions()
        have_ended = bool(before - now)
        if have_ended or is_due:
            release_memory()
        # Release once more at the next check: at the first a thread may still hold some memory.
        before, is_due = now, have_ended


@asynccontextmanager
async def releasing_memory(_: object) -> AsyncIterator[None]:
    """Release memory after sessions have ended; an ASGI lifespan."""
    task = asyncio.create_task(_release_after_sessions())
    try:
        yield
    finally:
        task.cancel()
