"""Sharing in a real browser: the clipboard and the address bar."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from bench.waits import wait_for_promise
from tests.browser.conftest import box, layouts, open_share, quiet, shoot
from tests.browser.test_encode import tokens
from tests.browser.test_encode import visit as visit_encode
from tests.browser.test_train import at_step, next_merge, visit
from tests.pages.test_qr import drawing, expected


@pytest.fixture
def reader(page: Page) -> Page:
    """A visitor who lets the page use the clipboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def share(page: Page) -> None:
    open_share(page)
    expect(page.get_by_test_id("stCode")).to_be_visible()


def link(page: Page) -> str:
    return page.get_by_test_id("stCode").inner_text().strip()


def clipboard(page: Page) -> str:
    script = "() => navigator.clipboard.readText()"
    return str(wait_for_promise(page, script, what="the text in the clipboard"))


def copied(page: Page) -> str:
    page.get_by_test_id("stCode").hover()
    page.get_by_role("button", name="Copy to clipboard").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return clipboard(page)


def at_merge(page: Page, step: int) -> None:
    """Like `at_step`, for a training with chosen merges, of which the card says more."""
    expect(page.locator(".card-top")).to_contain_text(f"Merge {step}")
    expect(page).to_have_url(re.compile(rf"[?&]step={step}(&|$)"))


def shared(page: Page) -> str:
    """The link to the screen: its address, and the language of the page."""
    return f"{page.url}&lang=en"


def test_a_copied_link_restores_the_screen(server: str, reader: Page):
    """`test_replicas` kills a server, and another one restores the screens."""
    visit(reader, f"{server}/?forced=3.5&step=3")
    next_merge(reader).click()
    at_merge(reader, 4)
    share(reader)
    first = copied(reader)
    assert first == shared(reader) == link(reader)
    assert parse_qs(urlsplit(reader.url).query) == {"forced": ["3.5"], "step": ["4"]}
    reader.keyboard.press("Escape")
    encode = f"{server}/encode?forced=3.5&step=3&with=wordpiece&text=hugs+mug"
    visit_encode(reader, encode)
    written = reader.get_by_role("textbox", name="Text to encode")
    written.press("End")
    written.press_sequentially(" pugs")
    expect(reader).to_have_url(re.compile("pugs"))
    share(reader)
    typed = copied(reader)
    shown = tokens(reader).all_inner_texts()

    visit(reader, first)
    at_merge(reader, 4)
    expect(reader.locator(".card .tok.new")).to_have_text("hugs")
    reader.get_by_role("button", name="Back", exact=True).click()
    at_merge(reader, 3)
    expect(reader.locator(".card-top")).to_contain_text("chosen by hand")
    expect(reader.locator(".card .tok.new")).to_have_text("hug")
    visit_encode(reader, typed)
    expect(tokens(reader)).to_have_text(shown)
    expect(reader.get_by_role("textbox", name="Text to encode")).to_have_value("hugs mug pugs")


def test_a_screen_as_a_qr_code(server: str, page: Page):
    """By the key and by the button, in presenter mode, too, and by Esc back to where one was."""
    visit_encode(page, f"{server}/encode?step=3&text=%3Cb%3Ehugs")
    share(page)
    code = page.get_by_role("dialog").get_by_role("img", name="QR code of this screen")
    expect(code).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("Phones cannot reach this address")
    assert drawing(code.evaluate("image => image.outerHTML")) == expected(link(page))
    assert page.get_by_role("dialog").locator("b").count() == 0
    page.get_by_role("button", name="Close").click()
    expect(code).to_be_hidden()

    visit(page, f"{server}/?step=1&present=1")
    quiet(page)  # its keys are heard
    page.keyboard.press("ArrowRight")
    page.keyboard.press("q")  # at once: the step may not be reported yet
    expect(code).to_be_visible()
    # Presenter mode stays on the projector.
    assert link(page) == f"{server}/?step=2&lang=en"
    assert drawing(code.evaluate("image => image.outerHTML")) == expected(link(page))
    for width, height, name in layouts(page, ((1280, 800), (320, 640))):
        place = box(code)
        assert place["x"] >= 0 and place["x"] + place["width"] <= width
        assert place["width"] >= min(0.55 * height, 0.7 * width) - 1
        if width > 640:
            assert place["y"] >= 0 and place["y"] + place["height"] <= height
        shoot(page, f"qr-{name}")
    page.keyboard.press("Escape")
    expect(code).to_be_hidden()
    at_step(page, 2)
    assert "present=1" in page.url
    page.keyboard.press("ArrowRight")
    at_step(page, 3)
