"""A curve that is drawn before it is seen, in a real browser: by pointer and by keys."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import box, lead, ready, settled, shoot, visitor
from tests.browser.test_axe import AXE, Look
from tests.browser.test_present import fits
from tests.browser.test_room import PHONE, code_on, join, press
from tests.browser.test_train import at_step


def begin(page: Page) -> None:
    page.get_by_role("button", name="Draw your guess first").click()
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
    sentence = page.locator(".sketch .sentence")
    expect(sentence).to_have_text(
        re.compile(r"The largest gap is at step \d: the corpus has \d+ tokens, and you drew")
    )
    expect(page.locator(".sketch .truth")).to_have_attribute("points", re.compile(r"^0\.0,0\.0 "))
    shoot(page, "sketch-train")
    # Another line hides the curve, until it is asked for again.
    page.mouse.click(field["x"] + field["width"] / 2, field["y"] + 5)
    expect(sentence).to_be_hidden()
    page.get_by_role("button", name="Show the chart").click()
    expect(page.locator("svg.marks")).to_have_count(2)


def test_tokens_per_word_are_drawn_by_keys(server: str, page: Page):
    lead(page, f"{server}/lessons?lesson=token-cost&part=1&step=0")
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
    expect(page.locator(".sketch .sentence")).to_contain_text(
        "tokens per word, and the true value is"
    )
    shoot(page, "sketch-lesson")
    page.get_by_role("button", name="Show the chart").click()
    expect(page.locator("svg.marks")).to_be_visible()


def test_a_class_draws_and_sees_all_lines(server: str, page: Page, browser: Browser):
    page.goto(f"{server}/?step=0&present=1&panel=growth")
    ready(page)
    begin(page)
    press(page, "a", ".invite")
    code, count = code_on(page), page.locator(".room-count")
    with visitor(browser, **PHONE) as one, visitor(browser, **PHONE) as two:
        ann, ben = phones = [context.new_page() for context in (one, two)]
        for phone in phones:
            phone.add_init_script(path=AXE)
            join(phone, server, code)
        expect(count).to_have_text("Phones connected: 2")
        press(page, "a", ".clouds")
        # One by finger, which changes her mind, the other by keys.
        for height in (0.9, 0.5):
            expect(ann.get_by_role("button", name="Send")).to_be_disabled()
            field = box(ann.locator("#field"))
            ann.mouse.click(field["x"] + field["width"] - 5, field["y"] + field["height"] * height)
            expect(ann.locator("#said")).to_contain_text("then send it")
            ann.get_by_role("button", name="Send").click()
            expect(ann.locator("#said")).to_contain_text("Your vote was counted")
            expect(count).to_have_text("Answers: 1, phones connected: 2")
        slider = ben.get_by_role("slider", name="your line")
        slider.press("End")
        slider.press("ArrowDown")
        expect(slider).to_have_attribute("aria-valuetext", "merges made 100 %, tokens 89 %")
        slider.press("Tab")
        ben.keyboard.press("Enter")
        expect(count).to_have_text("Answers: 2, phones connected: 2")
        for phone in phones:
            look = Look(phone)
            look("a line is drawn", "main")
            assert not look.found, "\n".join(look.found)
            assert phone.evaluate("document.documentElement.scrollWidth") == 390
        fits(page, "room-line")
        press(page, "r", ".clouds")
        expect(ben.locator("#said")).to_contain_text("The question is asked again")
        ann.reload()  # her line of the first round is over
        expect(ann.get_by_role("button", name="Send")).to_be_disabled()
        press(page, "Enter", ".clouds .truth")
        fields = page.locator(".clouds figure")
        expect(fields.nth(0)).to_contain_text("2 answers")
        expect(fields.nth(1)).to_contain_text("0 answers")
        lines = fields.nth(0).locator(".field i").first.get_attribute("style") or ""
        assert lines.count("points") == 2
        expect(ben.locator("#verdict")).to_have_text("You did not answer this time.")
        fits(page, "room-lines")
        page.goto(page.url)  # a page that is loaded again finds its room
        expect(page.locator(".clouds .truth")).to_have_count(2)
        press(page, "Enter", "svg.marks")
