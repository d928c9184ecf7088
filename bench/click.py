"""Measure what a click on "Next merge" costs the server: `python -m bench.click`.

One visitor clicks on the Train page. Steps that others have been shown cost less, so this visitor
orders the score table by counts: that makes the screen private, so every step is drawn again.
Clicks go forward through steps not shown before, as in a lesson, and then to and fro between two
steps; the more expensive of the two counts. Then another visitor goes through steps that have been
shown already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import cycle, islice

from bench.report import percentile, print_machine_speed, print_row
from bench.serving import Server, cpu_seconds, serving
from bench.visitor import Visitor

CLICKS, WARM_UP = 60, 10
PAUSE = 0.1
"""Seconds between an answer and the next click."""

PAGES = (
    ("on the toy table", "", 1, 9, 15),
    ("on 1 MB of text at step 4,000", "corpus=shakespeare&step=4000", 4_001, 4_070, 25),
)
"""For each page: its name, the query to open, the first and last step, and the most ms of CPU per
click."""


async def clicks(visitor: Visitor, server: Server, steps: Sequence[int]) -> tuple[float, float]:
    """Go to each step; return the server's CPU per click and the 95th percentile of time, in ms."""
    before, times = cpu_seconds(server.pid), []
    for step in steps:
        times.append(await visitor.go(step))
        await asyncio.sleep(PAUSE)
    cpu = cpu_seconds(server.pid) - before
    return cpu / len(steps) * 1000, percentile(times, 95) * 1000


async def measure(server: Server) -> bool:
    """Print rows for each page, and return whether all targets are met."""
    all_met = True
    for what, query, first, last, target in PAGES:
        forward = list(islice(cycle(range(first, last + 1)), WARM_UP + CLICKS))
        async with await Visitor.open(server.address, query=query) as visitor:
            await visitor.pick('["Order","count"]')
            await clicks(visitor, server, forward[:WARM_UP])
            onward, p95 = await clicks(visitor, server, forward[WARM_UP:])
            there = visitor.step
            back, _ = await clicks(visitor, server, [there - 1, there] * (CLICKS // 2))
        met = max(onward, back) <= target
        all_met &= met
        print_row(
            f"click {what}: server CPU onward; to and fro",
            f"{onward:.1f} ms; {back:.1f} ms",
            f"<= {target} ms",
            met,
        )
        print_row("… from click to answer, 95 % of them", f"<= {p95:.0f} ms")
        for _ in range(2):
            async with await Visitor.open(server.address, query=query) as visitor:
                await clicks(visitor, server, forward[:WARM_UP])
                again, p95 = await clicks(visitor, server, forward[WARM_UP:])
        print_row(
            "… where others have been: server CPU; 95 % of answers",
            f"{again:.1f} ms; <= {p95:.0f} ms",
        )
    print_machine_speed()
    return all_met


def main() -> bool:
    """Start a server, measure, and return whether all targets are met."""
    with serving() as server:
        return asyncio.run(measure(server))


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
