"""Measure the first visit of a class: `python -m bench.cold`, with Chromium.

Chromium opens the first page, and its requests are listed. Then many new browsers at once load
the same files and open the page, while a visitor who was there before clicks. The server has one
core.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter

import httpx2
from playwright.sync_api import Page

from bench.browser import browsing
from bench.report import percentile, print_checks, print_row
from bench.serving import serving
from bench.visitor import Visitor

SIZE, SLOWEST = 1.4, 500
"""The most MB of the first page, and the most milliseconds of another visitor's click meanwhile."""

CONNECTIONS = 6
"""The connections that a browser opens to a server."""


def first_page(page: Page, address: str) -> tuple[list[str], float]:
    """Open the first page in a new browser; return the paths that it loads, and their MB."""
    sizes: list[float] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_selector(".stepper.live")
    page.wait_for_load_state("networkidle")
    paths = [url.removeprefix(address) for url in asked if url.startswith(address)]
    return paths, sum(sizes) / 1e6


async def arrive(address: str, paths: list[str]) -> float:
    """Load all files as a new browser does, and open the page; return the seconds that it took."""
    start = time.perf_counter()
    limits = httpx2.Limits(max_connections=CONNECTIONS)
    async with httpx2.AsyncClient(base_url=address, limits=limits, timeout=120) as client:
        for answer in await asyncio.gather(*map(client.get, paths)):
            answer.raise_for_status()
    async with await Visitor.open(address, patience=120):
        return time.perf_counter() - start


async def click(visitor: Visitor, took: list[float]) -> None:
    """Click five times a second, and append the seconds of each click to ``took``."""
    while True:
        took.append(await visitor.step())
        await asyncio.sleep(0.2)


async def visit(address: str, paths: list[str], browsers: int) -> tuple[list[float], list[float]]:
    """Let new browsers in; return the seconds of each, and those of the other visitor's clicks."""
    took: list[float] = []
    async with await Visitor.open(address, query="step=2") as visitor:
        clicking = asyncio.create_task(click(visitor, took))
        await asyncio.sleep(2)
        opened = await asyncio.gather(*(arrive(address, paths) for _ in range(browsers)))
        assert not clicking.done(), clicking.exception()
        clicking.cancel()
    return opened, took


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--browsers", type=int, default=30, help="new browsers at once")
    browsers = parser.parse_args().browsers
    with serving(before=("taskset", "--cpu-list", "0")) as server:
        with browsing() as chromium:
            paths, size = first_page(chromium.new_page(), server.address)
        opened, took = asyncio.run(visit(server.address, paths, browsers))
    print_row(f"first page of {browsers} new browsers", f"{percentile(opened, 95):.1f} s")
    slowest = max(took) * 1000
    light, quick = size <= SIZE, slowest <= SLOWEST
    checks = [
        ("a new browser loads", f"{size:.2f} MB", f"<= {SIZE} MB", light),
        ("slowest click of another visitor", f"{slowest:.0f} ms", f"<= {SLOWEST} ms", quick),
    ]
    return 0 if print_checks(checks, Counter()) else 1


if __name__ == "__main__":
    sys.exit(main())
