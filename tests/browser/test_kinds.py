"""Trainings that do not merge, by keys and clicks, and on the wall."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import idle, ready, settled
from tests.browser.test_present import fits, present


def test_removals_by_keys_and_clicks(server: str, page: Page):
    page.goto(f"{server}/?recipe=unigram&step=4")
    expect(page.locator(".lattice")).to_be_visible()
    ready(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card-top")).to_contain_text("Removal 5")
    expect(page.locator(".arc.gone")).to_have_text("ugs0.0325")
    expect(page.locator(".arc.best b bdi")).to_have_text(["hug", "s"])
    settled(page)
    idle(page)
    page.keyboard.press("l")
    expect(page.locator(".arc.best b bdi")).to_have_text(["h", "u", "g", "s"])
    page.locator("ul.splits button", has_text="bun").click()
    expect(page.locator(".arc.best b bdi")).to_have_text(["b", "u", "n"])
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card-top")).to_contain_text("Removal 6")
    expect(page.locator(".arc.gone b bdi")).to_have_text("bu")
    expect(page).to_have_url(re.compile("word=4"))


def test_removals_and_decisions_fit_on_the_wall(server: str, page: Page):
    for panel in ("words", "lattice", "costs", "vocabulary"):
        present(page, f"{server}/?recipe=unigram&step=1&present=1&removal_panel={panel}", ".card")
        fits(page, f"unigram-{panel}")
    for step in (0, 7, 12):
        present(page, f"{server}/?recipe=top-down-guide&present=1&step={step}", ".substrings")
        fits(page, f"top-down-{step}")
