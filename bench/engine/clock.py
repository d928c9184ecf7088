"""Run works in turn and print the medians of their CPU seconds, and of the ratios of each round."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence

from bench.report import print_row

Work = Callable[[], object]
"""Something to be timed."""

WIDTH = 98
"""Characters that say what is timed."""


def seconds(work: Work) -> float:
    """Return the CPU seconds of some work; what it returns is thrown away after that."""
    start = time.process_time()
    result = work()
    spent = time.process_time() - start
    del result
    return spent


def interleaved(works: Callable[[], Mapping[str, Work]], rounds: int) -> dict[str, list[float]]:
    """Run several works in turn, ``rounds`` times; return the CPU seconds of each, by its name.

    The order changes from round to round, because a work may pay for what the one before it did:
    what that has given back to the system has to be asked for again.

    Args:
        works: called before each round; what it does is not timed.
        rounds: how often.
    """
    times: dict[str, list[float]] = {}
    rng = random.Random(0)
    for _ in range(rounds):
        ready = works()
        times = times or {name: [] for name in ready}
        for name in rng.sample([*ready], len(ready)):
            times[name].append(seconds(ready[name]))
    return times


def figure(value: float, digits: int = 2) -> str:
    """Return a number with so many digits after the point, or with two that are not 0."""
    return f"{value:,.{digits}f}" if value >= 10**-digits * 10 or not value else f"{value:.2g}"


def spread(values: Sequence[float], unit: str, digits: int = 2) -> str:
    """Return the median of some values, with the least and the most if there are several."""
    middle, *ends = (
        figure(value, digits) for value in (statistics.median(values), min(values), max(values))
    )
    return f"{middle}{unit}" + (f" ({' to '.join(ends)})" if len(values) > 1 else "")


def print_ratio(
    what: str,
    ours: Sequence[float],
    theirs: Sequence[float],
    target: float | None = None,
    digits: int = 3,
) -> None:
    """Print the medians of two works, and the median of the ratios of each round."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    medians = [figure(statistics.median(times), digits) for times in (ours, theirs)]
    print_row(
        f"{what:<{WIDTH}}",
        f"{medians[0]} / {medians[1]} = {spread(ratios, '')}",
        f"<= {target}" if target else "",
        statistics.median(ratios) <= target if target else None,
    )


def print_times(
    what: str, values: Sequence[float], unit: str, target: float | None = None, digits: int = 2
) -> None:
    """Print the median of one work's times."""
    print_row(
        f"{what:<{WIDTH}}",
        spread(values, f" {unit}", digits),
        f"<= {target:g} {unit}" if target else "",
        statistics.median(values) <= target if target else None,
    )


def print_missing(what: str) -> None:
    """Print that there is nothing to compare with."""
    print_row(f"{what:<{WIDTH}}", "not installed")
