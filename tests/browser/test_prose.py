"""The text in tokens, in a real browser: what is drawn and said, and what is kept from the page."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.waits import wait_for_condition, wait_for_promise
from pages.state.links import pack
from tests.browser.conftest import layouts, lead, ready, settled, shoot
from tests.browser.test_train import at_step, last_step

LINES = """(text) => {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const found = [], range = new Range();
  for (let node; (node = walker.nextNode());) {
    range.selectNodeContents(node);
    found.push(...range.getClientRects());
  }
  const tops = [...new Set(found.map(({ top }) => Math.round(top)))].sort((a, b) => a - b);
  return tops.map((top) => {
    const boxes = found.filter((box) => Math.round(box.top) === top && box.width);
    const lefts = boxes.map(({ left }) => left), rights = boxes.map(({ right }) => right);
    return [Math.min(...lefts), Math.max(...rights)];
  });
}"""
"""The left and right end of each line."""

MOVE = """(step) => document.dispatchEvent(
  new CustomEvent("merge-by-merge:position", { detail: { step } }),
)"""
"""What the stepper does at once when it moves."""

FRAME = "document.querySelector('.prose .scroller')"

NEW_IN_VIEW = """(frame) => {
  const view = frame.getBoundingClientRect();
  const isInView = ({ top, bottom }) => top > view.top - 2 && bottom < view.bottom + 2;
  const units = [...frame.querySelectorAll(".u.new")];
  return units.filter((unit) => isInView(unit.getBoundingClientRect())).length;
}"""
"""The number of new tokens in view."""

WIDE = "() => document.documentElement.scrollWidth - innerWidth"

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
WAVE = "\U0001f44b\U0001f3fd e\u0301te\u0301"
SCRIPTS = f"السلام عليكم ورحمة الله\nनमस्ते दुनिया क्षत्रिय\n{FAMILY} wave {WAVE}\n"


def visit(page: Page, address: str) -> None:
    lead(page, address)
    expect(page.locator(".prose .u").first).to_be_visible()
    ready(page)


def units(page: Page, pane: int = 0) -> Locator:
    return page.locator(".prose .text").nth(pane).locator(".u")


def details(page: Page) -> Locator:
    return page.locator(".prose .told")


def test_the_text_follows_the_step_and_gives_details(server: str, page: Page):
    own = pack("pug hugs hug hug pun\nbun")
    visit(page, f"{server}/?corpus=text&own={own}")
    words = page.locator(".prose .text > span")
    expect(words).to_have_count(6)
    expect(units(page)).to_have_text([*"pughugshughugpunbun"])
    # The text changes without the server.
    page.evaluate(MOVE, 2)
    expect(page.locator(".prose .u.new").first).to_be_visible()
    expect(page.locator(".card-top")).to_contain_text("Start")
    page.evaluate(MOVE, 0)
    expect(page.locator(".prose .u.new")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".prose .u.new").first).to_be_visible()
    total = last_step(page)
    at_step(page, 1, total)
    page.keyboard.press("End")
    at_step(page, total, total)
    expect(units(page)).to_have_text(["pug", "hugs", "hug", "hug", "pun", "bun"])
    page.keyboard.press("Home")
    expect(units(page)).to_have_count(19)
    # Details by pointer.
    expect(details(page)).to_be_empty()
    page.keyboard.press("End")
    at_step(page, total, total)
    units(page).nth(1).hover()
    expect(details(page)).to_have_text(
        re.compile(
            r"^hugs\s*id \d+\s*×1 in this text\s*"
            r"made by merge \d+ from \w+ and ##\w+\s*offsets 4–8$"
        ),
        use_inner_text=True,
    )


def test_the_frame_scrolls_to_a_new_token_that_is_out_of_view(server: str, page: Page):
    page.emulate_media(reduced_motion="reduce")  # it scrolls at once
    visit(page, f"{server}/?corpus=story&step=25")
    wait_for_condition(page, f"() => ({NEW_IN_VIEW})({FRAME})", what="the token of the link's step")
    visit(page, f"{server}/?corpus=story&step=4")
    frame, total = page.locator(".prose .scroller"), last_step(page)
    top = "(frame) => frame.scrollTop"
    places = [0]
    for step in (5, 6, 7):
        if step == 7:
            page.emulate_media(reduced_motion="no-preference")
        page.keyboard.press("ArrowRight")
        at_step(page, step, total)
        wait_for_condition(page, f"() => ({NEW_IN_VIEW})({FRAME})", what="a new token in view")
        places.append(frame.evaluate(top))
    # The token of step 6 is in view after step 5.
    assert places[0] < places[1] == places[2] != places[3]
    assert page.locator(".stMain").evaluate("(main) => main.scrollTop + scrollY") == 0
    # A reader who points at the text keeps the place.
    settled(page)
    frame.hover()
    frame.evaluate("(frame) => { frame.scrollTop = 0 }")
    page.keyboard.press("ArrowLeft")
    at_step(page, 6, total)
    settled(page)
    assert frame.evaluate(NEW_IN_VIEW) == 0 == frame.evaluate(top)


def test_a_token_opens_its_story_by_pointer_and_by_keyboard(server: str, page: Page):
    visit(page, f"{server}/compare?corpus=story&reading=text&step=40")
    story = page.get_by_role("dialog")
    last = units(page, 1).nth(2)
    expect(last).to_have_text("lock")
    last.click()
    expect(story.locator(".story")).to_contain_text("BPE")
    page.keyboard.press("Escape")
    expect(story).to_have_count(0)
    expect(last).to_be_focused()
    expect(details(page).locator("code").first).to_have_text("lock")
    page.keyboard.press("ArrowRight")
    expect(units(page, 1).nth(3)).to_be_focused()
    expect(details(page).locator("code").first).to_have_text("able")
    expect(units(page, 1).nth(3)).to_have_accessible_description(
        re.compile("^able, id .*; opens the story of this token, if it has one$")
    )
    page.keyboard.press("Enter")
    expect(story.locator(".story")).to_contain_text("able")
    page.keyboard.press("Escape")
    expect(story).to_have_count(0)


def test_a_text_of_many_parts(server: str, page: Page):
    """As many characters as may be typed, mostly of one line without a space."""
    text = "First line.\n" + ("the,gate,of,lower,willow;" * 10_000)[: 100_000 - 12]
    page.goto(f"{server}/encode?corpus=story&step=60&with=wordpiece")
    expect(page.get_by_text("Paste a longer text")).to_be_visible()
    ready(page)
    page.get_by_role("button", name="Paste a longer text").click()
    field = page.get_by_role("textbox", name="Paste a longer text")
    field.fill(text)
    field.press("Control+Enter")
    page.get_by_role("button", name="Encode", exact=True).click()
    shown = page.locator(".prose .text")
    expect(shown).to_contain_text("First line.")
    units(page).first.hover()
    expect(details(page)).to_contain_text("in this part of the text")
    turn = page.get_by_role("navigation", name="Pages: Text").get_by_role("button")
    turn.get_by_text("40", exact=True).click()
    expect(shown).to_contain_text(text[-25:])
    expect(shown).not_to_contain_text("First line.")
    turn.get_by_text("1", exact=True).click()
    expect(shown).to_contain_text("First line.")


def test_what_is_copied_is_the_text(server: str, page: Page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = ("the gate of the mill " * 30).strip() + "\n\n<b>bold</b>\n" + SCRIPTS
    visit(page, f"{server}/encode?corpus=story&step=60&with=bpe&text={quote(text)}")
    assert page.locator(".prose b:not(.told b)").count() == 0
    page.locator(".prose .text").evaluate("(text) => getSelection().selectAllChildren(text)")
    page.keyboard.press("Control+c")
    copied = wait_for_promise(page, "() => navigator.clipboard.readText()", what="the clipboard")
    assert copied == text.rstrip("\n")


def test_any_script_is_drawn_as_written(server: str, page: Page):
    text = SCRIPTS * 3
    visit(page, f"{server}/encode?corpus=text&own={pack(SCRIPTS)}&step=9&text={quote(text)}")
    shown = page.locator(".prose .text").first
    expect(shown).to_have_text(text, use_inner_text=True)
    # Tokens cut the text and change nothing of how it is written: a line is as wide as plain.
    lines = shown.evaluate(LINES)
    shown.evaluate("(text) => { text.textContent = text.textContent }")
    for line, plain in zip(lines, shown.evaluate(LINES), strict=True):
        assert line == pytest.approx(plain, abs=2)
    (_, right), (left, _) = lines[:2]
    width = shown.bounding_box()
    assert width and right > left + width["width"] / 2  # Arabic begins at the right


def test_compare_shows_two_texts_that_break_at_the_same_places(server: str, page: Page):
    visit(page, f"{server}/compare?corpus=story&reading=text&by=size&step=40")
    texts = page.locator(".prose .text")
    expect(texts).to_have_count(2)
    expect(texts.last).to_have_text(texts.first.text_content() or "no text")
    lines = "(text) => [text.getBoundingClientRect().top, text.offsetHeight]"
    left, right = (text.evaluate(lines) for text in texts.all())
    assert left == right
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=41"))
    settled(page)


def test_layout_and_words_by_a_key_in_presenter_mode(server: str, page: Page):
    for path, size in {
        "?step=60": (400, 860),
        "compare?step=60&reading=text": (400, 860),
        "?step=60&present=1": (1280, 800),
    }.items():
        visit(page, f"{server}/{path}&corpus=story")
        for _, _, name in layouts(page, [size]):
            assert page.evaluate(WIDE) <= 0, (path, name)
            expect(page.locator(".prose .u").first).to_be_visible()
            place = re.sub(r"\W+", "-", path).strip("-")
            shoot(page, f"prose-{place}-{name}")
    page.keyboard.press("w")
    expect(page.locator("ul.words")).to_be_visible()
    expect(page.locator(".prose")).to_have_count(0)
    page.keyboard.press("w")
    expect(page.locator(".prose .u").first).to_be_visible()
    page.get_by_role("button", name="Words", exact=True).click()
    expect(page.locator("ul.words")).to_be_visible()
