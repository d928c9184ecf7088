"""The page By hand in a real browser: by keyboard, by touch on a phone, and in a class."""

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import lead, quiet, ready, settled, still, visitor
from tests.pages.test_by_hand import plain
from tests.wordpiece.test_by_hand import counts_of

ALONE = "/by_hand?level=alone&table=2&step=0"


def visit(page: Page, address: str) -> None:
    lead(page, address)
    expect(page.locator("h2.asked")).to_be_visible()
    ready(page)
    quiet(page)


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(80):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead to the element.")


def test_a_step_by_the_keyboard_alone(server: str, page: Page):
    work = plain(table=2)
    pair = work.tied(0)[0]
    counts = counts_of(work, 0, pair)
    word, split = next(
        (i, split) for i, split in enumerate(work.states[0].values()) if pair[1] in split
    )
    left = split.index(pair[0])
    visit(page, server + ALONE)
    tokens = page.locator(".hand li").nth(word).locator("button.symbol")
    for at in (left, left + 1):
        tab_to(page, tokens.nth(at))
        page.keyboard.press("Enter")
        expect(tokens.nth(at)).to_have_attribute("aria-pressed", "true")
    for field, n in zip(
        page.locator(".st-key-by_hand_answer input[type=number]").all(),
        counts.values(),
        strict=True,
    ):
        tab_to(page, field)
        page.keyboard.type(str(n))
    page.keyboard.press("Enter")
    expect(page.locator(".verdict.right")).to_be_visible()
    joint = page.locator(".hand li").nth(word).locator(".joint").nth(left)
    tab_to(page, joint)
    page.keyboard.press("Enter")
    expect(joint).to_have_attribute("aria-pressed", "true")
    tab_to(page, page.locator(".st-key-by_hand_join button"))
    page.keyboard.press("Enter")
    expect(page.locator(".run [aria-current]")).to_contain_text("Step 2")
    expect(page.locator(".run li.right")).to_have_count(1)


def test_a_wrong_pair_by_touch_on_a_phone(server: str, page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, server + ALONE)
    tokens = page.locator(".hand button.symbol")
    sizes = [box for box in (token.bounding_box() for token in tokens.all()) if box]
    assert all(min(box["width"], box["height"]) >= 24 for box in sizes)
    for at in (0, 1):
        tokens.nth(at).click()
        expect(tokens.nth(at)).to_have_attribute("aria-pressed", "true")
    for field in page.locator(".st-key-by_hand_answer input[type=number]").all():
        field.fill("1")
    page.locator(".st-key-by_hand_check button").click()
    expect(page.locator(".verdict.wrong")).to_be_visible()
    still(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".st-key-by_hand_own button").click()
    expect(page.locator("h2.asked")).to_contain_text("in every word")


def test_a_student_who_reloads_continues_with_the_same_dot(
    server: str, page: Page, browser: Browser
):
    visit(page, f"{server}/by_hand?level=fill&table=2&step=0")
    page.locator(".st-key-by_hand_progress button").click()
    wall = page.locator(".wall")
    expect(wall).to_contain_text("Students join")
    expect(page).to_have_url(re.compile("room="))
    with visitor(browser) as other:
        student = other.new_page()
        visit(student, page.url)
        expect(wall.locator("li").nth(0)).to_contain_text("1")
        student.locator(".st-key-by_hand_show button").click()
        expect(student.locator(".run [aria-current]")).to_contain_text("Step 2")
        expect(wall.locator("li.most")).to_contain_text("Step 2")
        settled(student)
        student.reload()
        expect(student.locator(".run [aria-current]")).to_contain_text("Step 2")
        student.locator(".st-key-by_hand_show button").click()
        expect(student.locator(".run [aria-current]")).to_contain_text("Step 3")
        said = "Of the students who are not done, the largest group is at step 3."
        expect(wall).to_contain_text(said)
        expect(page.get_by_role("status").filter(has_text=said)).to_have_count(1)
        expect(wall.locator(".dots i")).to_have_count(1)
