"""The glossary by key: where the focus goes, what axe finds, and that it fits."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import layouts, open_help, quiet, shoot
from tests.browser.test_axe import DIALOG, Look, look  # noqa: F401
from tests.browser.test_keyboard import arrive, enter

TERMS = "dl.glossary dt"


def opened(page: Page) -> None:
    expect(page.get_by_role("dialog", name="Glossary")).to_be_visible()
    expect(page.locator(TERMS).first).to_be_visible()


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


def test_axe_and_every_size(server: str, look: Look):  # noqa: F811
    page = look.page
    look.visit(f"{server}/?step=3&present=1", "ul.words")
    page.keyboard.press("g")
    opened(page)
    look.whole = False  # the page around it is looked at elsewhere
    look("the glossary", DIALOG)
    for width, _, size in layouts(page, ((1280, 800), (400, 860))):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.get_by_role("dialog").bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
        shoot(page, f"glossary-{size}")
