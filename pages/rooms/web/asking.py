"""Call the rooms from the event loop without blocking it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from pages.rooms.rules import refusal

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 8

MAX_WAITING = 1_500
"""The most calls that wait for a thread; reached only if the store does not answer."""


class Calls:
    """Calls of the rooms in separate threads, since the rooms may be in a remote store."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="rooms")
        self._waiting = 0

    async def __call__(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a thread, and return its result.

        Raises:
            RoomError: the function raises it, or too many calls are waiting already.
        """
        if self._waiting >= MAX_WAITING:
            raise refusal("store")
        self._waiting += 1
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, lambda: function(*args, **kwargs))
        finally:
            self._waiting -= 1
