"""Wait for another thread or process, with a timeout."""

import time
from collections.abc import Callable

PATIENCE = 60
"""Seconds after which a test gives up."""


def until(happens: Callable[[], object], what: str) -> None:
    """Wait until ``happens`` returns a true value; fail with a message about ``what``."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, f"waited {PATIENCE} s for {what}"
        time.sleep(0.001)
