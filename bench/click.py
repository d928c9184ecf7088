"""Measure what a click and a page cost the server: `python -m bench.click`.

One visitor clicks "Next merge" on the Train page. Clicks go forward, as in a lesson, and each step
is drawn again.

Then new visitors open each page by its address, and one visitor goes from page to page, as by the
links of the navigation. All pages have been shown before, so nothing is trained again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import cycle, islice

from bench.report import print_row
from bench.serving import Server, serving
from bench.visitor import Visitor
from pages.server.guard import PATHS

TIMES, WARM_UP = 60, 10
CLICKS = (
    ("on the toy table", "", 1, 9, 8),
    ("on 1 MB of text at step 4,000", "corpus=shakespeare&step=4000", 4_001, 4_070, 20),
)
"""For each screen: its name, the query to open, the first and last step, and the most ms of CPU per
click."""

PAGES, PAGE = ("", *PATHS), 20
"""The pages by their addresses, Train first, and the most ms of CPU for one."""


async def cost(server: Server, works: Sequence[Callable[[], Awaitable[object]]]) -> float:
    """Return the server's CPU in ms for each of some works; the first warm it up."""
    before = 0.0
    for number, work in enumerate(works):
        if number == WARM_UP:
            before = server.cpu_seconds
        await work()
    return (server.cpu_seconds - before) / (len(works) - WARM_UP) * 1000


async def come_and_go(server: Server, page: str) -> None:
    """Have a new visitor open a page and leave."""
    async with await Visitor.open(server.address, page):
        pass


async def measure(server: Server) -> bool:
    """Print a row for each screen and page, and return whether all targets are met."""
    found: list[tuple[str, float, int]] = []
    for what, query, first, last, target in CLICKS:
        async with await Visitor.open(server.address, query=query) as visitor:
            steps = islice(cycle(range(first, last + 1)), WARM_UP + TIMES)
            spent = await cost(server, [partial(visitor.go, n) for n in steps])
        found.append((f"click {what}: server CPU", spent, target))
    async with await Visitor.open(server.address) as visitor:
        for page in PAGES:
            opened = await cost(server, [partial(come_and_go, server, page)] * (WARM_UP + TIMES))
            changed = await cost(server, [partial(visitor.visit, page)] * (WARM_UP + TIMES))
            found.append((f"{page or 'train'}: server CPU of a first page", opened, PAGE))
            found.append((f"{page or 'train'}: server CPU of a change to it", changed, PAGE))
    for what, spent, target in found:
        print_row(what, f"{spent:.1f} ms", f"<= {target} ms", spent <= target)
    return all(spent <= target for _, spent, target in found)


def main() -> bool:
    """Start a server, measure, and return whether all targets are met."""
    with serving() as server:
        return asyncio.run(measure(server))


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
