"""The Encode page in a real browser: typing, pointing, and a vocabulary from elsewhere."""

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import move, quiet, ready, still, until, visitor
from tests.browser.test_train import next_merge


def visit(page: Page, address: str) -> None:
    page.goto(address)
    drawn(page)


def drawn(page: Page) -> None:
    expect(next_merge(page)).to_be_visible()
    expect(page.locator(".encoded").first).to_be_visible()
    ready(page)


def tokens(page: Page, encoder: int = 0) -> Locator:
    return page.locator(".encoded").nth(encoder).locator(".tok bdi")


def test_the_tokens_follow_the_typing_and_the_step(server: str, page: Page):
    visit(page, f"{server}/encode?step=9&with=wordpiece&text=hug")
    expect(tokens(page)).to_have_text(["hug"])
    field = page.get_by_role("textbox", name="Text to encode")
    field.press("End")
    field.press_sequentially("s mug")  # and no Enter
    expect(tokens(page)).to_have_text(["hugs", "[UNK]"])
    expect(page).to_have_url(re.compile("text=hugs(\\+|%20)mug"))
    # Arrow keys move in the field, not in the training.
    field.press("ArrowLeft")
    quiet(page, 400)
    expect(page.locator(".where")).to_have_text("step 9 of 9")
    # A broken character does not lose the text.
    field.evaluate(
        """field => {
          const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          set.call(field, "hugs \\ud800 p \\u0000 end");
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    expect(tokens(page)).to_contain_text(["hugs", "[UNK]", "p"])
    expect(page.locator(".decoded")).to_contain_text("“\ufffd” is unknown")
    field.fill("hugs")
    expect(tokens(page)).to_have_text(["hugs"])
    field.blur()
    page.keyboard.press("Home")
    expect(tokens(page)).to_have_text(["h", "##u", "##g", "##s"])
    page.reload()
    expect(tokens(page)).to_have_text(["h", "##u", "##g", "##s"])


def cell(page: Page, token: str, encoder: int = 0) -> Locator:
    """A token with what is below it."""
    cells = page.locator(".encoded").nth(encoder).locator(".cell")
    return cells.filter(has=page.locator("bdi").get_by_text(token, exact=True)).first


def marked(page: Page) -> tuple[str, list[list[str]]]:
    """The characters that are marked, and the tokens of each encoder."""
    characters = page.locator(".typed .at").all_text_contents()
    encoders = page.locator(".encoded").all()
    return "".join(characters), [
        encoder.locator(".cell.at bdi").all_text_contents() for encoder in encoders
    ]


def expect_marks(page: Page, characters: str, tokens: list[list[str]]) -> None:
    """Wait until just these characters and these tokens of each encoder are marked."""
    until(lambda: marked(page) == (characters, tokens), page)


PLACES = """() => [...document.querySelectorAll(".spanned, .spanned *")].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
}).join()"""
"""Where everything is that can be marked."""


def test_pointing_at_a_token_marks_its_characters(server: str, page: Page):
    sent: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(data)))
    visit(page, f"{server}/encode?step=9&text=pugs++Mug+hugs&with=replay")
    still(page)
    asked, places = len(sent), page.evaluate(PLACES)
    expect_marks(page, "", [[], []])
    cell(page, "##s").hover()
    expect_marks(page, "s", [["##s"], ["##gs"]])
    cell(page, "[UNK]").hover()
    expect_marks(page, "Mug", [["[UNK]"], ["[UNK]", "##u", "##g"]])
    # From a character to its tokens, in both ways to encode.
    page.locator(".typed [data-span='0 2']").hover()
    expect_marks(page, "pu", [["pug"], ["pu"]])
    page.locator(".typed [data-span='4 6']").hover()
    expect_marks(page, "  ", [[], []])
    assert page.evaluate(PLACES) == places
    page.get_by_role("heading", name="Counts").hover()
    expect_marks(page, "", [[], []])
    assert len(sent) == asked
    # Tokens that share a character.
    move(page, f"{server}/encode?recipe=byte-level-bpe&step=9&text=%C3%A9+%E6%9D%B1")
    cell(page, "©").hover()
    expect_marks(page, "é", [["Ã", "©"]])
    page.locator(".typed").get_by_text("東").hover()
    expect_marks(page, "東", [["æ", "Ŀ", "±"]])
    # In a long text, with a character of two UTF-16 units.
    move(page, f"{server}/encode?step=9&with=wordpiece&text={'%F0%9F%98%80+hugs%0A' * 60}")
    expect(page.locator(".prose .u").first).to_be_visible()
    ready(page)
    page.locator(".prose .u").nth(3).hover()
    expect(page.locator(".prose .told")).to_contain_text("offsets 9–13")
    expect(page.locator(".prose .u:hover")).to_have_text("hugs")


def test_by_keyboard_a_token_marks_its_characters_and_describes_itself(server: str, page: Page):
    visit(page, f"{server}/encode?step=9&text=pugs+hugs&with=wordpiece")
    page.keyboard.press("t")
    page.keyboard.press("End")
    token = tokens(page).locator("xpath=..")
    expect(token.last).to_be_focused()
    expect_marks(page, "hugs", [["hugs"]])
    for _ in range(2):  # the description does not grow
        page.keyboard.press("ArrowLeft")
        expect(token.nth(1)).to_have_attribute(
            "aria-description",
            re.compile("^id 7, offsets 3–4; opens the story of this token, if it has one$"),
        )
        expect_marks(page, "s", [["##s"]])
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect_marks(page, "", [[]])


def test_by_touch(server: str, browser: Browser):
    with visitor(browser, has_touch=True, viewport={"width": 400, "height": 860}) as context:
        page = context.new_page()
        visit(page, f"{server}/encode?step=9&text=pugs+hugs&with=wordpiece")
        page.locator(".typed [data-span='3 4']").tap()
        expect_marks(page, "s", [["##s"]])
        cell(page, "hugs").locator("small").tap()
        expect_marks(page, "hugs", [["hugs"]])
        page.get_by_role("heading", name="Counts").tap()
        expect_marks(page, "", [[]])
