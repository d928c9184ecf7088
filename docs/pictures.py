"""Take the pictures of the README: `make pictures`, with Chromium.

Two are of Train, in light and dark. One moves: three merges of the toy words, as newcomers see
them, each frame taken while the page's animations are paused at that time.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from bench.browser import MISSING, browsing, find
from bench.serving import serving
from bench.waits import wait_for_promise

HERE = Path(__file__).parent

FRAME = 80
"""Milliseconds from frame to frame."""

REST = 1_100
"""Milliseconds for which a step stays."""

# Make a merge, stop all that moves at its beginning, and return how many milliseconds it takes.
PAUSED = """async () => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  const moving = () => document.querySelector(".board").getAnimations({ subtree: true });
  await until("tokens that move", () => moving().length);
  window.moving = moving();
  window.moving.forEach((one) => { one.pause(); one.currentTime = 0; });
  return Math.max(...window.moving.map(({ effect }) => effect.getComputedTiming().endTime));
}"""


def opened(browser: Browser, address: str, query: str, scheme: str) -> Page:
    """Return a page that has come to rest; the first visit is over."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.add_init_script("localStorage.setItem('merge-by-merge.welcome', '1')")
    page.goto(f"{address}/?{query}")
    page.mouse.move(0, 0)
    page.wait_for_selector("svg.marks")
    page.wait_for_timeout(1_500)
    return page


def still(browser: Browser, address: str) -> None:
    """Take the two still pictures."""
    for scheme in ("light", "dark"):
        page = opened(browser, address, "step=3", scheme)
        page.screenshot(path=HERE / f"train-{scheme}.png")
        page.close()


def moving(browser: Browser, address: str) -> None:
    """Take the picture that moves."""
    page = opened(browser, address, "step=1", "light")
    page.add_init_script("localStorage.removeItem('merge-by-merge.welcome')")  # a first visit
    page.reload()
    page.wait_for_selector("svg.marks")
    page.wait_for_timeout(1_500)
    page.keyboard.press("Home")
    page.wait_for_timeout(1_500)
    board = page.locator(".st-key-train_board").bounding_box()
    assert board is not None
    clip = {"x": board["x"] - 12, "y": 50, "width": board["width"] + 24, "height": 590}
    frames: list[Image.Image] = []
    lasting: list[int] = []

    def take(milliseconds: int) -> None:
        shot = page.screenshot(clip=clip, animations="allow")  # type: ignore[arg-type]
        frames.append(Image.open(BytesIO(shot)).convert("RGB"))
        lasting.append(milliseconds)

    take(REST)
    for _ in range(3):
        lasts = wait_for_promise(page, PAUSED, what="a merge to be shown")
        for time in range(FRAME, int(lasts), FRAME):
            page.evaluate("(at) => moving.forEach((one) => { one.currentTime = at; })", time)
            take(FRAME)
        page.evaluate("() => moving.forEach((one) => one.finish())")
        page.wait_for_timeout(900)
        take(REST)
    first, *others = frames
    first.save(
        HERE / "merge.webp", save_all=True, append_images=others, duration=lasting, loop=0,
        quality=70, method=6,
    )  # fmt: skip


def main() -> None:
    """Start a server and a browser, and take all pictures."""
    if find() is None:
        raise SystemExit(MISSING)
    with serving() as server, browsing() as browser:
        still(browser, server.address)
        moving(browser, server.address)


if __name__ == "__main__":
    main()
