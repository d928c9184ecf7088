"""Presenter mode on a projector of 1280 x 800: a whole page fits, and keys lead everywhere."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    SIZES,
    box,
    find_cut,
    idle,
    layouts,
    lead,
    ready,
    settled,
    shoot,
    still,
)

BEYOND = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const wide = [main, ...main.querySelectorAll(".sides, .sides *, table, .card, svg.marks")]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
    .map((e) => `${e.tagName}.${e.className}`);
  const isCut = (e) => e.scrollWidth > e.clientWidth + 1;
  const cut = [...main.querySelectorAll(".scroll")].filter(isCut).length;
  return [main.scrollWidth - main.clientWidth, main.scrollHeight - main.clientHeight, wide, cut];
}"""
"""How many pixels lie beyond the window, and what does."""


def fits(page: Page, name: str) -> None:
    """Check that nothing is cut off."""
    still(page)
    shoot(page, f"present-{name}")
    assert page.evaluate(BEYOND) == [0, 0, [], 0], name


def present(page: Page, address: str, shows: str) -> None:
    lead(page, address)
    expect(page.locator(shows).first).to_be_visible()
    ready(page)


def hears(page: Page) -> None:
    """Wait until the page hears keys."""
    settled(page)
    idle(page)


def choose(page: Page, key: str, panel: str, shows: str) -> None:
    """Show a panel by its key."""
    expect(page.locator(f".st-key-panel_{panel} button")).to_be_attached()
    hears(page)
    page.keyboard.press(key)
    expect(page.locator(shows).first).to_be_visible()


def turn(page: Page, key: str, path: str, shows: str) -> None:
    """Go to another page by a key."""
    page.keyboard.press(key)
    expect(page).to_have_url(re.compile(rf"/{path}\?"))
    expect(page.locator(shows).first).to_be_visible()
    ready(page)


def test_keys_lead_everywhere_and_all_fits(server: str, page: Page):
    """`test_translated` looks at more states, in French."""
    present(page, f"{server}/?present=1&step=0", ".sides table.scores")
    strip = page.locator(".strip")
    expect(strip).to_have_text(re.compile("Toy words.*step 0 of 9Train"))
    # The words and all six pairs, side by side.
    expect(page.locator("ul.words li:visible")).to_have_count(5)
    expect(page.locator("table.scores tbody tr:visible")).to_have_count(6)
    page.keyboard.press("End")
    expect(strip).to_contain_text("step 9 of 9")
    page.keyboard.press("Home")
    expect(strip).to_contain_text("step 0 of 9")
    for key, panel, shows in (
        ("2", "scores", "table.scores"),
        ("3", "vocabulary", "dl.vocabulary"),
        ("4", "growth", "svg.marks"),
        ("5", "alone", "ul.words"),
        ("1", "words", ".sides"),
    ):
        choose(page, key, panel, shows)
        if panel == "alone":
            fits(page, f"train-{panel}")
    page.locator("table.scores [data-pick]").nth(2).click()
    expect(page.locator(".anatomy")).to_be_visible()
    fits(page, "train-pair")
    page.locator("[data-back]").click()
    expect(page.locator(".anatomy")).to_have_count(0)
    hears(page)
    page.keyboard.press("s")
    expect(page.locator("[data-go=next] .label")).to_have_text("Count")
    hears(page)
    for phase in ("Count", "Score", "Choose", "Merge"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".phases [aria-current]")).to_contain_text(phase)
        if phase == "Score":
            fits(page, "train-score")
    hears(page)
    page.keyboard.press("h")
    expect(page.locator(".card")).to_contain_text("Which pair merges next?")
    page.keyboard.press("ArrowRight")
    expect(page.locator("table.scores tr.win")).to_have_count(1)
    fits(page, "train-revealed")
    # One key leads to Compare, and one back.
    turn(page, "n", "compare", ".columns")
    expect(strip).to_have_text(re.compile("Toy words.*step 1 of 9Compare"))
    turn(page, "b", "", ".sides")
    turn(page, "n", "compare", ".columns")
    for key, panel, shows in (
        ("2", "parting", "table.parting"),
        ("3", "sentence", "dl.sentence"),
        ("4", "growth", "svg.marks"),
    ):
        choose(page, key, panel, shows)
        if panel == "growth":
            expect(page.locator("svg.marks")).to_have_count(4)
            expect(page.locator("dl.sentence")).to_have_count(0)
    turn(page, "n", "encode", ".encoded")
    expect(strip).to_have_text(re.compile("Toy words.*step 1 of 9Encode"))
    for key, panel, shows in (("2", "word", "ol.trace"), ("3", "counts", "table.scores")):
        choose(page, key, panel, shows)
    present(page, f"{server}/compare?present=1&step=9&library=True", "table.merges")
    expect(page.locator("table.merges thead th")).to_have_count(3)
    fits(page, "compare-library")
    unigram = "?lang=fr&recipe=unigram&present=1&step=1&removal_panel=lattice"  # the longest text
    present(page, f"{server}/{unigram}", ".lattice")
    fits(page, "unigram-lattice")
    for long in ("step=0&library=True", "step=12", "step=60&reading=text"):
        present(page, f"{server}/compare?corpus=story&present=1&{long}", ".columns")
        fits(page, f"compare-{long}")


def test_the_names_of_files_are_whole(server: str, page: Page):
    buttons = page.locator("[class*=st-key-take_home_row_] button")
    present(page, f"{server}/take-home?present=1&step=4", ".strip")
    expect(buttons.filter(has_text="worksheet-answers.html")).to_be_visible()
    assert find_cut(buttons.locator("div, p")) == []


def test_a_clicker_or_enter_shows_the_answer_and_goes_on(server: str, page: Page):
    present(page, f"{server}/predict?present=1&step=0", "h2.asked")
    for number, key in enumerate(("PageDown", "Enter"), 1):
        expect(page.locator("h2.asked .sr")).to_contain_text(f"Question {number} of")
        for shows in (".verdict", ".st-key-predict_skip"):
            hears(page)
            page.keyboard.press(key)
            expect(page.locator(shows)).to_be_visible()


def test_a_field_of_an_earlier_panel_takes_no_keys(server: str, page: Page):
    """Something was typed before; when its panel comes, 4 is still the key of the next one."""
    page.goto(f"{server}/compare?step=3&show=sentence")
    ready(page)
    field = page.get_by_label("Text to encode")
    field.fill("pugs")
    expect(page.locator("dl.sentence")).to_contain_text("##gs")
    lead(page, f"{server}/compare?present=1&step=3")
    expect(page.locator(".st-key-panel_growth button")).to_be_attached()
    idle(page)  # its key is heard
    for key, panel in {"3": "dl.sentence", "4": ".chart-key"}.items():
        page.keyboard.press(key)
        expect(page.locator(panel).first).to_be_visible()
        hears(page)


def test_escape_leaves_presenter_mode_but_not_what_it_closes(server: str, page: Page):
    present(page, f"{server}/encode?present=1&step=3", ".encoded")
    sidebar = page.get_by_test_id("stSidebar")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_focused()
    expect(dialog).to_contain_text("next and previous page")
    card = box(dialog)
    assert card["y"] + card["height"] <= 800  # all keys are in sight
    idle(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    field = page.get_by_role("textbox", name="Text to encode")
    field.press_sequentially("nb")  # letters, not keys for pages
    field.press("Escape")
    settled(page)
    expect(field).to_have_value("nb")
    expect(page.locator(".encoded .tok.unknown")).to_be_visible()  # the letters have arrived
    expect(sidebar).to_be_hidden()
    expect(field).not_to_be_focused()
    hears(page)
    page.keyboard.press("Escape")
    expect(sidebar).to_be_visible()
    expect(page).not_to_have_url(re.compile("present=1"))
    page.keyboard.press("Escape")  # and does not enter it
    settled(page)
    expect(sidebar).to_be_visible()


def test_the_big_screen(server: str, page: Page):
    """The words and the card are readable at eight metres, and a clicker steps."""
    present(page, f"{server}/?present=1&step=3", "ul.words")
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    main = page.locator("[data-testid=stMain]")
    # On a screen two metres wide the letters of 1/46 of its width are 43 mm high at this size; at
    # eight metres that is as large as a newspaper's text at arm's length.
    for width, height, name in layouts(page, SIZES[:2]):
        wide, tall = main.evaluate("e => [e.scrollWidth - e.clientWidth, e.scrollHeight]")
        assert wide <= 0 and tall <= height, f"{tall} high at {name}"
        shoot(page, f"present-words-{name}")
        for text in ("ul.words .tok", ".card .why", ".card .tok"):
            look = "e => parseFloat(getComputedStyle(e).fontSize)"
            assert page.locator(text).first.evaluate(look) >= min(width / 50, height / 31)
    page.keyboard.press("PageDown")  # a clicker
    expect(page.locator(".card-top")).to_contain_text("Merge 4")
    page.keyboard.press("PageUp")
    expect(page.locator(".card-top")).to_contain_text("Merge 3")
