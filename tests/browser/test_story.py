"""A token's story in the browser: by mouse, by keyboard, by link; Esc and Back."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_keyboard import arrive
from tests.browser.test_train import at_step

STORY = ".story"


def chip(page: Page, text: str, within: str = "ul.words") -> Locator:
    return page.locator(f"[data-testid=stMain] {within} .tok").filter(has_text=text).first


def says(page: Page, sentence: str) -> None:
    expect(page.locator(f"{STORY} p.life")).to_contain_text(sentence)


def closed(page: Page) -> None:
    """Wait until no story is open, and the run of the script that closes it has ended."""
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_url(lambda url: "story=" not in url)


def test_a_click_opens_it_and_its_tokens_lead_on(server: str, page: Page):
    arrive(page, f"{server}/?step=3")
    clicked = chip(page, "hugs")
    clicked.click()
    says(page, "Merge 3 made this token from hu and ##gs")
    page.wait_for_url("**story=hugs**")
    page.locator(f"{STORY} .tree button").filter(has_text="##gs").click()
    says(page, "Merge 1 made this token from ##g and ##s")
    expect(page.locator(STORY)).to_be_focused()
    page.go_back()
    says(page, "Merge 3 made this token")
    page.keyboard.press("Escape")
    closed(page)
    expect(clicked).to_be_focused()
    page.wait_for_url(lambda url: "story" not in url)
    clicked.click()
    page.get_by_role("button", name="Go to merge 1").click()
    at_step(page, 1)
    closed(page)
    page.go_back()
    says(page, "Merge 3 made this token")
    page.go_back()
    closed(page)
    # A button keeps its own action.
    page.locator("table.scores button[data-pick] .tok").first.click()
    expect(page.locator("section.anatomy")).to_be_visible()
    closed(page)


def test_with_the_keyboard_alone(server: str, page: Page):
    arrive(page, f"{server}/?step=3")
    page.get_by_test_id("stMain").focus()
    page.keyboard.press("t")
    focused = page.locator(".tok:focus")
    expect(focused).to_have_count(1)
    first = focused.inner_text()
    page.keyboard.press("ArrowRight")
    expect(focused).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(focused).to_have_text(first)
    page.keyboard.press("End")
    expect(focused).to_contain_text("[MASK]")
    page.keyboard.press("ArrowUp")
    expect(focused).to_contain_text("[PAD]")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    at_step(page, 3)  # none of these keys has stepped
    here = focused.inner_text().split()[0]
    page.keyboard.press("Enter")
    expect(page.locator(f"{STORY} header > .tok")).to_have_text(here)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    closed(page)
    expect(focused).to_contain_text(here)
    page.keyboard.press("Escape")
    expect(focused).to_have_count(0)
    page.keyboard.press("ArrowRight")
    at_step(page, 4)
    # One stop of Tab leads to the tokens.
    arrive(page, f"{server}/compare?step=3")
    walk = page.get_by_role("button", name="Tokens on this page")
    walk.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(walk).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".tok:focus")).to_have_count(1)
    token = page.locator("table.merges [data-training=bpe] .tok").first
    token.click()
    expect(page.locator(STORY)).to_have_attribute("data-training", "bpe")
    page.keyboard.press("Escape")
    closed(page)
    expect(token).to_be_focused()
