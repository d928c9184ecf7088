"""How measurements are printed."""

from __future__ import annotations

import math
from collections.abc import Sequence


def row(what: str, measured: str, target: str = "", met: bool | None = None) -> None:
    verdict = "" if met is None else ("met" if met else "MISSED")
    print(f"{what:<66} {measured:>22}  {target:<10} {verdict}", flush=True)


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]
