"""Measure what a new visitor's first page costs the server, and a change of pages.

    python -m bench.pages

Each visitor opens one page by its address and leaves. Then one visitor goes from page to page, as
by the links of the sidebar. All pages have been shown before, so nothing is trained or drawn again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from bench.report import print_machine_speed, print_row
from bench.serving import Server, cpu_seconds, serving
from bench.visitor import Visitor

PAGES = ("", "compare", "encode", "predict", "lessons", "take-home")
"""The pages by their addresses; the first is Train."""

TIMES, WARM_UP = 60, 5

TARGET = 12
"""The most ms of CPU."""


async def first_pages(server: Server, page: str, times: int, query: str = "") -> None:
    """Have new visitors open a page, one after the other."""
    for _ in range(times):
        async with await Visitor.open(server.address, page, query):
            pass


async def changes(visitor: Visitor, page: str, times: int) -> None:
    """Follow the link to a page many times. Streamlit runs it as if it came from another page."""
    for _ in range(times):
        await visitor.visit(page)


async def cost(server: Server, work: Callable[[int], Awaitable[None]]) -> float:
    """Return the server's CPU in ms for each time of some work, when it has become warm."""
    await work(WARM_UP)
    before = cpu_seconds(server.pid)
    await work(TIMES)
    return (cpu_seconds(server.pid) - before) / TIMES * 1000


async def measure(server: Server) -> bool:
    """Print a row for each page, and return whether all targets are met."""
    all_met = True
    async with await Visitor.open(server.address) as visitor:
        for page in PAGES:
            opened = await cost(server, partial(first_pages, server, page))
            changed = await cost(server, partial(changes, visitor, page))
            met = max(opened, changed) <= TARGET
            all_met &= met
            print_row(
                f"{page or 'train'}: server CPU of a new visitor's first page; of a change to it",
                f"{opened:.1f} ms; {changed:.1f} ms",
                f"<= {TARGET} ms",
                met,
            )
    print_machine_speed()
    return all_met


async def measure_bare(server: Server) -> None:
    """Print a row for a page of Streamlit with a line of text."""
    opened = await cost(server, partial(first_pages, server, "", query="step=0"))
    print_row("an app of one line a page: server CPU of a first page", f"{opened:.1f} ms")


def main() -> bool:
    """Start a server, measure, and return whether all targets are met."""
    with serving(run=("-m", "bench.bare")) as server:
        asyncio.run(measure_bare(server))
    with serving() as server:
        return asyncio.run(measure(server))


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
