"""A curve that is drawn before it is seen, in a real browser: by pointer and by keys."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import box, lead, ready, settled, shoot
from tests.browser.test_train import at_step


def begin(page: Page) -> None:
    page.get_by_role("button", name="Draw it first").click()
    expect(page.get_by_role("slider", name="your line")).to_be_visible()
    expect(page.locator("svg.marks")).to_have_count(0)
    settled(page)


def test_growth_is_drawn_by_pointer(server: str, page: Page):
    lead(page, f"{server}/?step=3")
    ready(page)
    begin(page)
    check = page.get_by_role("button", name="Check")
    expect(check).to_be_disabled()
    field = box(page.locator(".sketch .field"))
    page.mouse.move(field["x"] + 5, field["y"] + 5)
    page.mouse.down()
    page.mouse.move(field["x"] + field["width"] + 20, field["y"] + field["height"] / 2, steps=5)
    page.mouse.up()
    page.keyboard.press("ArrowRight")  # the key still changes the step
    at_step(page, 4)
    check.click()
    told = page.locator(".sketch .told")
    expect(told).to_have_text(
        re.compile(r"The largest gap is at step \d: you drew \d+; the corpus")
    )
    expect(page.locator(".sketch .truth")).to_have_attribute("points", re.compile(r"^0\.0,0\.0 "))
    shoot(page, "sketch-train")
    # Another line hides the curve, until it is asked for again.
    page.mouse.click(field["x"] + field["width"] / 2, field["y"] + 5)
    expect(told).to_be_hidden()
    page.get_by_role("button", name="Show the chart").click()
    expect(page.locator("svg.marks")).to_have_count(2)


def test_tokens_per_word_are_drawn_by_keys(server: str, page: Page):
    lead(page, f"{server}/lessons?lesson=cost&part=1&step=0")
    ready(page)
    begin(page)
    slider = page.get_by_role("slider", name="your line")
    slider.focus()
    for key in ("ArrowRight", *["ArrowDown"] * 20):
        page.keyboard.press(key)
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile("vocabulary size .*tokens per word")
    )
    expect(slider).to_have_attribute("aria-valuenow", "60")
    page.keyboard.press("End")
    expect(page.locator(".lesson-head")).to_contain_text("Part 1")  # the keys belong to the line
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".sketch .told")).to_contain_text("tokens per word; the training has")
    shoot(page, "sketch-lesson")
    page.get_by_role("button", name="Show the chart").click()
    expect(page.locator("svg.marks")).to_be_visible()
