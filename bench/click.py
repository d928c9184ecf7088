"""What a click on "Next merge" costs the server: `python -m bench.click`.

One visitor, on the whole page of Train as shipped. A step that others have been shown costs less;
so that each is worked out, this visitor has ordered the score table by counts, which makes the
screen one's own. Clicks go forward through steps never shown before, as in a lesson, and then back
and forth between two; the dearer of the two counts. Then one of a class goes the same way, where
somebody has been before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import cycle, islice

from bench.report import machine, percentile, row
from bench.serving import Server, cpu_seconds, serving
from bench.visitor import Visitor

CLICKS, WARM_UP = 60, 10
PAUSE = 0.1
"""Seconds between an answer and the next click."""

PAGES = (
    ("on the toy table", "", 1, 9, 15),
    ("on 1 MB of text at step 4,000", "corpus=shakespeare&step=4000", 4_001, 4_070, 25),
)
"""What is opened, first and last step to click through, and how many ms a click may cost."""


async def clicks(visitor: Visitor, server: Server, steps: Sequence[int]) -> tuple[float, float]:
    """Go to each step; ms of the server's processor per click, and the 95th percentile of ms."""
    before, times = cpu_seconds(server.pid), []
    for step in steps:
        times.append(await visitor.go(step))
        await asyncio.sleep(PAUSE)
    cpu = cpu_seconds(server.pid) - before
    return cpu / len(steps) * 1000, percentile(times, 95) * 1000


async def measure(server: Server) -> bool:
    """Print a row for each page; whether all targets are met."""
    all_met = True
    for what, query, first, last, target in PAGES:
        forward = list(islice(cycle(range(first, last + 1)), WARM_UP + CLICKS))
        async with await Visitor.open(server.address, query=query) as visitor:
            await visitor.pick("by count")
            await clicks(visitor, server, forward[:WARM_UP])
            onward, p95 = await clicks(visitor, server, forward[WARM_UP:])
            there = visitor.step
            back, _ = await clicks(visitor, server, [there - 1, there] * (CLICKS // 2))
        met = max(onward, back) <= target
        all_met &= met
        row(
            f"click {what}: server CPU onward; to and fro",
            f"{onward:.1f} ms; {back:.1f} ms",
            f"<= {target} ms",
            met,
        )
        row("… from click to answer, 95 % of them", f"<= {p95:.0f} ms")
        for _ in range(2):
            async with await Visitor.open(server.address, query=query) as visitor:
                await clicks(visitor, server, forward[:WARM_UP])
                again, p95 = await clicks(visitor, server, forward[WARM_UP:])
        row(
            "… where others have been: server CPU; 95 % of answers",
            f"{again:.1f} ms; <= {p95:.0f} ms",
        )
    machine()
    return all_met


def main() -> bool:
    with serving() as server:
        return asyncio.run(measure(server))


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
