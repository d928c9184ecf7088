"""The Encode page in a real browser: typing, stepping back, and a vocabulary from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import layouts, quiet, ready, serving, shoot, still, visitor
from tests.browser.test_train import at_step, next_merge


def visit(page: Page, address: str) -> None:
    page.goto(address)
    expect(next_merge(page)).to_be_visible()
    expect(page.locator(".encoded").first).to_be_visible()
    ready(page)


def tokens(page: Page, encoder: int = 0):
    return page.locator(".encoded").nth(encoder).locator(".tok bdi")


def test_the_tokens_follow_the_typing(server: str, page: Page):
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


def test_stepping_back_in_training_changes_the_encoding(server: str, page: Page):
    visit(page, f"{server}/encode?step=3&with=wordpiece&text=hugs")
    expect(tokens(page)).to_have_text(["hugs"])
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".where")).to_have_text("step 2 of 9")
    expect(tokens(page)).to_have_text(["hu", "##gs"])
    page.reload()
    expect(tokens(page)).to_have_text(["hu", "##gs"])


def test_the_pugs_example(server: str, page: Page):
    visit(page, f"{server}/encode")
    page.get_by_role("button", name="Show an example: pugs").click()
    expect(tokens(page, 0)).to_have_text(["pug", "##s", "[UNK]", "hugs"])
    expect(tokens(page, 1)).to_have_text(["pu", "##gs", "[UNK]", "##u", "##g", "hugs"])
    expect(page.get_by_text("which order they were learned")).to_be_visible()


def test_another_vocabulary(server: str, page: Page, tmp_path: Path):
    file = tmp_path / "vocab.txt"
    file.write_text("[UNK]\nhug\n##s\n", encoding="utf-8")
    visit(page, f"{server}/encode?text=Hugs")
    page.get_by_role("button", name="Use another vocabulary").click()
    page.locator("[data-testid=stFileUploader] input[type=file]").set_input_files(file)
    expect(tokens(page)).to_have_text(["hug", "##s"])
    expect(page.get_by_text("vocab.txt: its 3 tokens encode now.")).to_be_visible()


def cell(page: Page, token: str, encoder: int = 0) -> Locator:
    """A token with what stands below it."""
    cells = page.locator(".encoded").nth(encoder).locator(".cell")
    return cells.filter(has=page.locator("bdi").get_by_text(token, exact=True)).first


def marked(page: Page) -> tuple[str, list[list[str]]]:
    """The characters that are marked, and the tokens of each encoder."""
    characters = page.locator(".typed .at").all_text_contents()
    encoders = page.locator(".encoded").all()
    return "".join(characters), [
        encoder.locator(".cell.at bdi").all_text_contents() for encoder in encoders
    ]


PLACES = """() => [...document.querySelectorAll(".spanned, .spanned *")].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
}).join()"""
"""Where everything stands that can be marked."""


def test_pointing_at_a_token_marks_its_characters(server: str, page: Page):
    sent: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda told: sent.append(told)))
    visit(page, f"{server}/encode?step=9&text=pugs++Mug+hugs&with=replay")
    still(page)
    asked, places = len(sent), page.evaluate(PLACES)
    assert marked(page) == ("", [[], []])
    cell(page, "##s").hover()
    assert marked(page) == ("s", [["##s"], ["##gs"]])
    cell(page, "[UNK]").hover()
    assert marked(page) == ("Mug", [["[UNK]"], ["[UNK]", "##u", "##g"]])
    # From a character to its tokens, in both ways to encode.
    page.locator(".typed [data-span='0 2']").hover()
    assert marked(page) == ("pu", [["pug"], ["pu"]])
    page.locator(".typed [data-span='4 6']").hover()
    assert marked(page) == ("  ", [[], []])
    assert page.evaluate(PLACES) == places
    page.get_by_role("heading", name="Counts").hover()
    assert marked(page) == ("", [[], []])
    assert len(sent) == asked


def test_by_keyboard_a_token_marks_its_characters_and_says_which(server: str, page: Page):
    visit(page, f"{server}/encode?step=9&text=pugs+hugs&with=wordpiece")
    page.keyboard.press("t")
    page.keyboard.press("End")
    token = tokens(page).locator("xpath=..")
    expect(token.last).to_be_focused()
    assert marked(page) == ("hugs", [["hugs"]])
    for _ in range(2):  # what it says does not grow
        page.keyboard.press("ArrowLeft")
        expect(token.nth(1)).to_have_attribute(
            "aria-description", re.compile("^id 7, characters 3–4; opens its story$")
        )
        assert marked(page) == ("s", [["##s"]])
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert marked(page) == ("", [[]])


def test_tokens_that_share_a_character(server: str, page: Page):
    visit(page, f"{server}/encode?recipe=byte-level-bpe&step=9&text=%C3%A9+%E6%9D%B1")
    cell(page, "©").hover()
    assert marked(page) == ("é", [["Ã", "©"]])
    page.locator(".typed").get_by_text("東").hover()
    assert marked(page) == ("東", [["æ", "Ŀ", "±"]])


def test_by_touch(server: str, browser: Browser):
    with visitor(browser, has_touch=True, viewport={"width": 400, "height": 860}) as context:
        page = context.new_page()
        visit(page, f"{server}/encode?step=9&text=pugs+hugs&with=wordpiece")
        page.locator(".typed [data-span='3 4']").tap()
        assert marked(page) == ("s", [["##s"]])
        cell(page, "hugs").locator("small").tap()
        assert marked(page) == ("hugs", [["hugs"]])
        page.get_by_role("heading", name="Counts").tap()
        assert marked(page) == ("", [[]])


def test_a_long_text_tells_the_characters_of_a_token(server: str, page: Page):
    text = "%F0%9F%98%80+hugs%0A" * 60  # a character of two UTF-16 units
    page.goto(f"{server}/encode?step=9&with=wordpiece&text={text}")
    expect(page.locator(".prose .u").first).to_be_visible()
    ready(page)
    page.locator(".prose .u").nth(3).hover()
    expect(page.locator(".prose .told")).to_contain_text("characters 9–13")
    expect(page.locator(".prose .u.at")).to_have_text("hugs")


def test_cased_or_uncased_and_special_tokens(server: str, page: Page, tmp_path: Path):
    file = tmp_path / "vocab.txt"
    file.write_text("[UNK]\nhug\n##s\n[MASK]\n[\n]\nmask\n", encoding="utf-8")
    visit(page, f"{server}/encode?text=Hugs[MASK]")
    page.get_by_role("button", name="Use another vocabulary").click()
    page.locator("[data-testid=stFileUploader] input[type=file]").set_input_files(file)
    expect(tokens(page)).to_have_text(["hug", "##s", "[MASK]"])
    page.keyboard.press("Escape")
    expect(page.get_by_text("so the text is lowercased first")).to_be_visible()
    page.get_by_role("radio", name="Cased: keep capitals").click()
    expect(tokens(page)).to_have_text(["[UNK]", "[MASK]"])
    choice = page.get_by_role("group", name="Special tokens in the text")
    choice.get_by_role("button", name="split").click()
    expect(tokens(page)).to_have_text(["[UNK]", "[", "[UNK]", "]"])
    expect(page).to_have_url(re.compile("added=split"))
    page.get_by_role("radio", name="Uncased: lowercase it").click()
    expect(tokens(page)).to_have_text(["hug", "##s", "[", "mask", "]"])


def test_strange_text_is_shown_as_text(server: str, page: Page):
    alerts = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    visit(page, f"{server}/encode?text=x")
    field = page.get_by_role("textbox", name="Text to encode")
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    field.fill(f"<img/src=x/onerror=alert(1)> {family} e\u0301 שלום *b* $y$")
    expect(page.locator(".decoded").first).to_contain_text("“<” is unknown")
    expect(page.locator(".decoded").first).to_contain_text("“img” is unknown")
    assert page.locator(".encoded img, .decoded img, .typed img").count() == 0
    expect(page.locator(".typed q")).to_contain_text("<img/src=x/onerror=alert(1)> \U0001f468")
    assert alerts == []


def test_a_broken_character_does_not_lose_the_text(server: str, page: Page):
    visit(page, f"{server}/encode?text=x&with=bpe&corpus=story&step=20")
    field = page.get_by_role("textbox", name="Text to encode")
    field.evaluate(
        """field => {
          const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          set.call(field, "a\\ud800b \\u0000 end");
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    expect(tokens(page)).to_contain_text(["a", "[UNK]", "b"])
    expect(page.locator(".decoded")).to_contain_text("“\ufffd” is unknown")


def test_train_and_encode_share_corpus_and_step(server: str, page: Page):
    page.goto(f"{server}/?corpus=course&step=7")
    at_step(page, 7, 25)
    page.get_by_role("link", name="Encode").click()
    expect(page.locator(".where")).to_have_text("step 7 of 25")
    expect(page).to_have_url(re.compile("/encode.*corpus=course.*step=7"))
    page.go_back()
    at_step(page, 7, 25)


def test_the_first_visitor_may_come_by_a_deep_link(page: Page):
    with serving() as address:
        visit(page, f"{address}/encode?step=9&with=wordpiece&text=hugs")
        expect(tokens(page)).to_have_text(["hugs"])
        expect(page.get_by_role("link", name="Train")).to_be_visible()
        assert page.get_by_text("Page not found").count() == 0


def test_layout(server: str, page: Page):
    """Nothing scrolls sideways."""
    visit(page, f"{server}/encode?step=9&text=pugs+mug+unhug&with=replay")
    main = page.locator("[data-testid=stMain]")
    for *_, name in layouts(page):
        assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0, name
        shoot(page, f"encode-{name}")


def test_bytes_never_meet_an_unknown(server: str, page: Page):
    """Words split by BERT and spelled by their bytes: what is typed is spelled like them."""
    visit(page, f"{server}/encode?recipe=byte-level-bpe&corpus=social&split=bert&step=9&text=a")
    page.get_by_role("textbox", name="Text to encode").fill("ж")
    expect(tokens(page)).to_have_text(["Ð", "¶"])
    expect(page.locator(".decoded")).to_contain_text("ж")
    page.reload()
    expect(tokens(page)).to_have_text(["Ð", "¶"])
    expect(page.locator(".stException")).to_have_count(0)
