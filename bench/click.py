"""Measure what a click and a page cost the server: `python -m bench.click`.

One visitor clicks "Next merge" on the Train page. Steps that others have been shown cost less, so
this visitor orders the score table by counts: that makes the screen private, so every step is drawn
again. Clicks go forward through steps not shown before, as in a lesson, and then to and fro between
two steps; the more expensive of the two counts.

Then new visitors open each page by its address, and one visitor goes from page to page, as by the
links of the sidebar. All pages have been shown before, so nothing is trained or drawn again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import cycle, islice

from bench.report import print_row
from bench.serving import Server, serving
from bench.visitor import Visitor

TIMES, WARM_UP = 60, 10
CLICKS = (
    ("on the toy table", "", 1, 9, 8),
    ("on 1 MB of text at step 4,000", "corpus=shakespeare&step=4000", 4_001, 4_070, 20),
)
"""For each screen: its name, the query to open, the first and last step, and the most ms of CPU per
click."""

PAGES = ("", "compare", "encode", "predict", "lessons", "take-home")
"""The pages by their addresses; the first is Train."""

PAGE = 20
"""The most ms of CPU for a page."""


async def cost(server: Server, works: Sequence[Callable[[], Awaitable[object]]]) -> float:
    """Return the server's CPU in ms for each of some works; the first warm it up."""
    before = 0.0
    for number, work in enumerate(works):
        if number == WARM_UP:
            before = server.cpu_seconds
        await work()
    return (server.cpu_seconds - before) / (len(works) - WARM_UP) * 1000


async def measure_clicks(server: Server) -> bool:
    """Print a row for each screen, and return whether all targets are met."""
    all_met = True
    for what, query, first, last, target in CLICKS:
        async with await Visitor.open(server.address, query=query) as visitor:
            await visitor.pick('["Order","count"]')
            steps = list(islice(cycle(range(first, last + 1)), WARM_UP + TIMES))
            onward = await cost(server, [partial(visitor.go, n) for n in steps])
            between = islice(cycle([steps[-1] - 1, steps[-1]]), WARM_UP + TIMES)
            back = await cost(server, [partial(visitor.go, n) for n in between])
        met = max(onward, back) <= target
        all_met &= met
        what = f"click {what}: server CPU onward; to and fro"
        print_row(what, f"{onward:.1f} ms; {back:.1f} ms", f"<= {target} ms", met)
    return all_met


async def come_and_go(server: Server, page: str) -> None:
    """Have a new visitor open a page and leave."""
    async with await Visitor.open(server.address, page):
        pass


async def measure_pages(server: Server) -> bool:
    """Print a row for each page, and return whether all targets are met."""
    all_met = True
    async with await Visitor.open(server.address) as visitor:
        for page in PAGES:
            opened = await cost(server, [partial(come_and_go, server, page)] * (WARM_UP + TIMES))
            changed = await cost(server, [partial(visitor.visit, page)] * (WARM_UP + TIMES))
            met = max(opened, changed) <= PAGE
            all_met &= met
            what = f"{page or 'train'}: server CPU of a new visitor's first page; of a change to it"
            print_row(what, f"{opened:.1f} ms; {changed:.1f} ms", f"<= {PAGE} ms", met)
    return all_met


async def measure(server: Server) -> bool:
    """Print all rows, and return whether all targets are met."""
    clicks = await measure_clicks(server)
    return await measure_pages(server) and clicks


def main() -> bool:
    """Start a server, measure, and return whether all targets are met."""
    with serving() as server:
        return asyncio.run(measure(server))


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
