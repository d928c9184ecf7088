"""How measurements are printed."""

from __future__ import annotations

import math
import platform
import time
from collections.abc import Sequence


def row(what: str, measured: str, target: str = "", met: bool | None = None) -> None:
    verdict = "" if met is None else ("met" if met else "MISSED")
    print(f"{what:<66} {measured:>22}  {target:<10} {verdict}", flush=True)


def machine() -> None:
    """Print how fast this machine is just now: shared ones drift by a factor of two and more."""
    times, more = [], 1_000_000
    for _ in range(5):
        start, total = time.process_time(), 0
        for number in range(more):
            total += number
        times.append(time.process_time() - start)
    what = f"this machine, just now: an addition in Python {platform.python_version()}"
    row(what, f"{min(times) / more * 1e9:.0f} ns")


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]
