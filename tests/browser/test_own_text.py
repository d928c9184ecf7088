"""A text that the visitor types into the page."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import layouts, ready
from tests.browser.test_train import choose
from tests.wordpiece.test_unspaced import CHINESE


def test_a_click_and_typing_train_on_a_text(server: str, page: Page):
    page.goto(server)
    ready(page)
    choose(page, "Words", "Your own text …")
    field = page.get_by_role("textbox", name="Text", exact=True)
    expect(field).to_be_focused()  # so the next thing can be typing
    page.keyboard.type("a b")
    page.keyboard.press("Control+Enter")
    # The error is shown below the field, which keeps the text and the focus.
    wrong = page.get_by_text("Every word is a single character")
    expect(wrong).to_be_visible()
    expect(field).to_have_value("a b")
    for width, _, name in layouts(page, ((1280, 800), (400, 860))):
        box, said = field.bounding_box(), wrong.bounding_box()
        assert box and said and box["y"] + box["height"] < said["y"], name
        assert box["width"] > (width - 264) * 0.6, name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    field.fill(CHINESE)
    field.press("Control+Enter")
    expect(field).to_have_count(0)
    expect(page.get_by_text("was split into runs of one script")).to_be_visible()
    expect(page).to_have_url(re.compile("split=scripts.*own="))
    # Once more, by the button this time, with a text as long as a chapter.
    page.get_by_role("button", name="Change your corpus").click()
    expect(field).to_be_focused()
    expect(field).to_have_value(CHINESE)
    field.fill("low lower lowest slow slower " * 3_450)
    page.get_by_role("button", name="Start training").click()
    expect(field).to_have_count(0)
    expect(page.locator("h2.panel").first).to_have_text(re.compile("^82,800 tokens"))
    page.keyboard.press("ArrowRight")  # keys are heard again
    expect(page.locator(".stepper")).to_contain_text("step 1 of")
