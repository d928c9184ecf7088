"""Measure how long a key takes to be seen: `python -m bench.paint`, with Chromium.

A key's time counts from the event until the browser has painted the frame with the step's card.
Words and lists follow in the next frame, where they begin to move from where they were.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Page

from bench.browser import browsing
from bench.report import print_row
from bench.serving import serving
from bench.waits import wait_for_promise

PAGES = (
    ("the toy table", "step=1", 8),
    ("the story", "corpus=story&step=5", 20),
    ("1 MB of text at step 3,900", "corpus=shakespeare&step=3900", 20),
)
"""For each page: its name, the query to open, and how many keys are pressed."""

TARGET = 20
"""The most milliseconds from a key to the paint, at the median."""

KEYS = """async (count) => {
  const title = () => document.querySelector(".card-top").textContent;
  // Right after the frame is painted, before anything else that waits, such as the charts.
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    scheduler.postTask(done, { priority: "user-blocking" });
  }));
  const times = [];
  for (let i = 0; i < count; i++) {
    const before = title(), start = performance.now();
    const event = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
    document.body.dispatchEvent(event);
    do await frame(); while (title() === before);
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 600));  // until nothing moves
  }
  return times;
}"""


def measure(page: Page, address: str) -> bool:
    """Print rows for each page, and return whether all targets are met."""
    all_met = True
    page.add_init_script("localStorage['merge-by-merge.welcome'] = '1'")  # not a first visit
    for what, query, keys in PAGES:
        page.goto(f"{address}/?{query}")
        page.wait_for_selector(".stepper.live")
        page.wait_for_selector("svg.marks, .prose .u")
        page.wait_for_timeout(1_000)
        took = statistics.median(wait_for_promise(page, KEYS, keys, what="cards"))
        all_met &= took <= TARGET
        print_row(f"key to paint, {what}", f"{took:.0f} ms", f"<= {TARGET} ms", took <= TARGET)
    return all_met


def main() -> bool:
    """Start a server and a browser, measure, and return whether all targets are met."""
    with serving() as server, browsing() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        return measure(page, server.address)


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
