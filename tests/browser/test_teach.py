"""What a teacher does at the projector: slow motion, the hidden winner, the big screen, by key."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES, layouts, quiet, shoot
from tests.browser.test_train import at_step, visit


def test_the_big_screen(server: str, page: Page):
    """The words and the pairs or one panel, readable at eight metres, and keys for all of it."""
    visit(page, f"{server}/?step=3")
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stSidebar]")).to_be_hidden()
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    expect(page).to_have_url(re.compile("present=1"))
    page.reload()
    expect(page.locator("[data-testid=stSidebar]")).to_be_hidden()
    expect(page.locator("ul.words li")).to_have_count(5)
    main = page.locator("[data-testid=stMain]")
    # On a screen two metres wide the letters of 1/46 of its width are 43 mm high at this size; at
    # eight metres that is as large as a newspaper's text at arm's length.
    for width, height, name in layouts(page, SIZES[:2]):
        wide, tall = main.evaluate("e => [e.scrollWidth - e.clientWidth, e.scrollHeight]")
        assert wide <= 0 and tall <= height, f"{tall} high at {name}"
        shoot(page, f"present-words-{name}")
        for text in ("ul.words .tok", ".card .why", ".card .tok"):
            look = "e => parseFloat(getComputedStyle(e).fontSize)"
            assert page.locator(text).first.evaluate(look) >= min(width / 50, height / 31)
    page.keyboard.press("PageDown")  # a clicker
    expect(page.locator(".card-top")).to_contain_text("Merge 4")
    page.keyboard.press("PageUp")
    expect(page.locator(".card-top")).to_contain_text("Merge 3")
    page.keyboard.press("Enter")
    expect(page.locator(".card-top")).to_contain_text("Merge 4")
    quiet(page)  # the page shows a step before the server has it
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stSidebar]")).to_be_visible()
    at_step(page, 4)
