"""Print measurements."""

from __future__ import annotations

import math
import platform
import time
from collections.abc import Sequence


def print_row(what: str, measured: str, target: str = "", met: bool | None = None) -> None:
    """Print a measurement, its target, and whether the target is met."""
    verdict = "" if met is None else ("met" if met else "MISSED")
    print(f"{what:<66} {measured:>22}  {target:<10} {verdict}", flush=True)


def print_machine_speed() -> None:
    """Print how fast this machine is just now: shared ones vary by a factor of two and more."""
    times, additions = [], 1_000_000
    for _ in range(5):
        start, total = time.process_time(), 0
        for number in range(additions):
            total += number
        times.append(time.process_time() - start)
    what = f"this machine, just now: an addition in Python {platform.python_version()}"
    print_row(what, f"{min(times) / additions * 1e9:.0f} ns")


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that ``percent`` of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]
