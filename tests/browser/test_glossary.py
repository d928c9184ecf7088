"""The glossary by key: where the focus goes."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import idle, open_help, quiet, settled
from tests.browser.test_keyboard import arrive, enter

TERMS = "dl.glossary dt"


def opened(page: Page) -> None:
    expect(page.get_by_role("dialog", name="Glossary")).to_be_visible()
    expect(page.locator(TERMS).first).to_be_visible()
    settled(page)
    idle(page)  # its keys are heard


def test_a_key_opens_it_escape_closes_it_and_the_focus_goes_back(server: str, page: Page):
    addresses = ("/predict?step=0", "/?step=3")
    main = page.get_by_test_id("stMain")
    for address in addresses:
        arrive(page, server + address)
        main.focus()
        page.keyboard.press("g")
        opened(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(main).to_be_focused()
    open_help(page)
    button = page.locator(".st-key-glossary button")
    enter(button)
    opened(page)
    quiet(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()
