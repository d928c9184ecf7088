"""Print measurements."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence


def print_row(what: str, measured: str, target: str = "", met: bool | None = None) -> None:
    """Print a measurement next to its target, and whether it is met."""
    verdict = "" if met is None else ("met" if met else "MISSED")
    print(f"{what:<66} {measured:>22}  {target:<10} {verdict}", flush=True)


def print_checks(checks: Sequence[tuple[str, str, str, bool]], faults: Counter[str]) -> bool:
    """Print checks, as for `print_row`, and faults; return whether all are met, without a fault."""
    found = faults.total()
    every = [*checks, ("faults that a visitor would notice", str(found), "0", found == 0)]
    for check in every:
        print_row(*check)
    for fault, times in faults.most_common(5):
        print(f"{times:>6} x {fault[:200]}")
    return all(met for *_, met in every)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the value that ``percent`` of the values do not exceed; infinite without values."""
    ordered = sorted(values) or [math.inf]
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]


def spread(times: Sequence[float]) -> str:
    """Return number, median, 95th percentile and maximum of some seconds, as a line of a table."""
    median, most, worst = (f"{percentile(times, each) * 1000:.0f} ms" for each in (50, 95, 100))
    return f"{len(times):>6,}  {median:>8}  {most:>8}  {worst:>9}"
