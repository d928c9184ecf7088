"""Choosing a pair in a real browser: the click, the focus after it, and what follows."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_keyboard import enter
from tests.browser.test_train import at_step, visit


def pair_button(page: Page, rank: int) -> Locator:
    return page.locator(f"table.scores button[data-pick*='\"Look\",{rank}]']")


def panel(page: Page, pair: str) -> Locator:
    return page.get_by_role("region", name=f"The pair {pair}")


def test_the_keyboard_keeps_its_place_and_a_pair_is_merged_instead(server: str, page: Page):
    visit(page, server)
    pair_button(page, 3).focus()
    page.keyboard.press("Enter")
    expect(panel(page, "##u ##g")).to_be_visible()
    expect(page.locator(".stepper [aria-live]")).to_have_text(
        "##u and ##g: count 20, rank 3 by score."
    )
    expect(pair_button(page, 3)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # presses the button, and plays nothing
    expect(panel(page, "p ##u")).to_be_visible()
    expect(pair_button(page, 4)).to_be_focused()
    at_step(page, 0)
    pair_button(page, 2).click()
    expect(panel(page, "h ##u")).to_contain_text("15 / (15 × 36) = 1/36")
    expect(pair_button(page, 2)).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    close = page.get_by_role("button", name="Close", exact=True)
    enter(close)
    expect(close).to_have_count(0)
    expect(pair_button(page, 2)).to_be_focused()
    page.keyboard.press("Enter")
    enter(page.get_by_role("button", name="Merge this instead"))
    expect(page.locator(".where b")).to_have_text("1")
    expect(page).to_have_url(re.compile(r"[?&]step=1(&|$)"))
    card = page.locator(".card")
    expect(card.locator(".tok.new")).to_have_text("hu")
    expect(card).to_contain_text("Merges chosen by hand: 1")
    expect(card).to_be_focused()
    expect(panel(page, "h ##u")).to_have_count(0)
    enter(page.get_by_role("button", name="Undo", exact=True))
    expect(card).not_to_contain_text("Merges chosen by hand")
    expect(card).to_be_focused()


def test_quick_clicks_and_another_page(server: str, page: Page):
    visit(page, server)
    for rank in (2, 3, 4, 5, 6):
        pair_button(page, rank).click()
    expect(panel(page, "b ##u")).to_be_visible()
    # Another page and back: the listener is there again, and only once.
    page.get_by_role("link", name="Compare").click()
    expect(page.locator(".columns")).to_be_visible()
    page.get_by_role("link", name="Train").click()
    expect(panel(page, "b ##u")).to_be_visible()
    pair_button(page, 3).click()
    expect(panel(page, "##u ##g")).to_be_visible()
