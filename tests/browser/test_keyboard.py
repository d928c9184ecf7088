"""With the keyboard alone: where the focus is can be seen, and it goes where the eye goes."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import VIEWPORT
from tests.browser.test_predict import answers, at_question, field
from tests.browser.test_predict import visit as visit_predict
from tests.browser.test_train import at_step, next_merge, visit
from tests.pages.test_predict import asked

SHOTS = Path(__file__).parents[2] / "test-artifacts"

# What has the focus, also within a component.
ACTIVE = """
const active = () => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element === document.body ? null : element;
};
"""

# The ring of what has the focus: its kind, its place, and its contrast with what is behind it.
RING = (
    "() => {"
    + ACTIVE
    + """
  const up = (e) => e.parentElement ?? e.getRootNode().host ?? null;
  const rgb = (css) => {
    const [r, g, b, a = 1] = css.match(/[\\d.]+/g).map(Number);
    return a < 1 ? null : [r, g, b];
  };
  const light = (c) => {
    const [r, g, b] = c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const behind = (e) => {
    for (; e; e = up(e)) {
      const color = rgb(getComputedStyle(e).backgroundColor);
      if (color) return color;
    }
    return [255, 255, 255];
  };
  const focused = active();
  if (!focused) return null;
  const kind = [focused.tagName, focused.type, focused.getAttribute("data-testid") ?? focused.className].join(" ");
  const name = (focused.ariaLabel ?? focused.innerText ?? "").slice(0, 40);
  for (let e = focused, i = 0; e && i < 5; e = up(e), i++) {
    const style = getComputedStyle(e), color = rgb(style.outlineColor);
    if (style.outlineStyle !== "solid" || parseFloat(style.outlineWidth) < 2 || !color) continue;
    const inside = parseFloat(style.outlineOffset) < 0;
    const [a, b] = [light(color), light(behind(inside ? e : up(e)))];
    const { x, y, width, height } = e.getBoundingClientRect();
    const contrast = Math.max(a, b) / Math.min(a, b);
    return { kind, name, contrast, box: { x, y, width, height } };
  }
  return { kind, name, contrast: 0 };
}"""
)

CALM = """() => new Promise((done) => {
  const app = document.querySelector("[data-testid=stApp]");
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => app.dataset.testScriptState === "notRunning" ? done() : wait(), 250);
  };
  new MutationObserver(wait).observe(document, { subtree: true, childList: true, attributes: true });
  wait();
})"""

ADDRESSES = {
    "train": "/?step=3",
    "pair": "/?step=3&look=2",
    "text": "/?corpus=text&step=0",
    "compare": "/compare?step=3",
    "encode": "/encode?step=9&text=pugs",
    "predict": "/predict",
    "lesson": "/lessons?lesson=toy-wordpiece&part=4&step=0",
    "take home": "/take-home?step=3",
    "presented": "/?step=3&present=1",
    "presented lesson": "/lessons?lesson=errata&part=2&step=0&present=1",
}


def arrive(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("h1")).to_have_count(1)
    calm(page)


def calm(page: Page) -> None:
    """Wait until no script runs and nothing on the page changes any more."""
    page.evaluate(CALM)


def active(page: Page) -> str | None:
    """The name of what has the focus."""
    return page.evaluate(
        "() => {" + ACTIVE + "const e = active(); return e && (e.ariaLabel || e.innerText || e.tagName) }"
    )


def enter(button: Locator) -> None:
    button.focus()
    button.page.keyboard.press("Enter")


def pixels(page: Page, box: dict[str, float]) -> np.ndarray:
    """The luminance of each pixel around a box, as contrasts are worked out."""
    x, y = max(0, box["x"] - 8), max(0, box["y"] - 8)
    width = min(VIEWPORT["width"], box["x"] + box["width"] + 8) - x
    height = min(VIEWPORT["height"], box["y"] + box["height"] + 8) - y
    clip = {"x": x, "y": y, "width": width, "height": height}
    shot = Image.open(io.BytesIO(page.screenshot(clip=clip, animations="disabled", caret="initial")))
    part = np.asarray(shot.convert("RGB")) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722] + 0.05


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focus_can_be_seen(server: str, browser, scheme: str):
    """Each stop of Tab has a ring of 2 px or more that contrasts with what is behind it by 3:1.

    That the ring is drawn, and not cut off, is seen on one of each kind: while it has the focus,
    as many pixels as a line of 2 px around it has are different by as much.
    """
    context = browser.new_context(viewport=VIEWPORT, color_scheme=scheme, reduced_motion="reduce")
    context.set_default_timeout(20_000)
    page = context.new_page()
    SHOTS.mkdir(exist_ok=True)
    unseen: list[str] = []
    kinds: set[str] = set()
    for name, address in ADDRESSES.items():
        arrive(page, server + address)
        for _ in range(100):
            page.keyboard.press("Tab")
            ring = page.evaluate(RING)
            if ring is None:
                break
            if ring["contrast"] < 3:
                unseen.append(f"{name}: {ring}")
            elif ring["kind"] not in kinds:
                kinds.add(ring["kind"])
                box = ring["box"]
                with_ring = pixels(page, box)
                page.evaluate("() => {" + ACTIVE + "window.was = active(); was.blur() }")
                without = pixels(page, box)
                page.evaluate("() => was.focus({ preventScroll: true })")
                both = np.maximum(with_ring, without) / np.minimum(with_ring, without)
                around = 4 * (box["width"] + box["height"])
                if (both >= 3).sum() < around:
                    unseen.append(f"{name}: {ring}, {(both >= 3).sum()} of {around} px")
        else:
            raise AssertionError(f"{name}: Tab does not come to an end")
    context.close()
    print(*sorted(kinds), sep="\n")
    assert not unseen, "\n".join(unseen)
