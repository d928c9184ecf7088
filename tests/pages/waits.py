"""Wait for something in another thread or process; each wait has an end."""

import time
from collections.abc import Callable

PATIENCE = 60
"""Seconds after which a test gives up."""


def until(happens: Callable[[], object], what: str) -> None:
    """Wait until something happens; fail with what was waited for."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, f"waited {PATIENCE} s for {what}"
        time.sleep(0.001)
