"""Run an event loop from a test, because a browser test may run a loop in its thread."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def apart(call: Callable[..., T], *args: object) -> T:
    """Call a function in a separate thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call, *args).result()


def run(work: Coroutine[Any, Any, T]) -> T:
    result: T = apart(asyncio.run, work)
    return result
