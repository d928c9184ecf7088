"""Every page in a language that marks what it has translated.

`tests/pages/test_language.py` tests more states, without the texts that scripts and Streamlit add.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bench.serving import serving
from tests.browser.conftest import lead, open_help, quiet, ready, settled
from tests.browser.pseudo import CODE

# Texts outside of brackets, and names of elements: "tag.class: text". A message may hold elements.
UNMARKED = """() => {
  const SILENT = "script, style, noscript, code, pre, bdi, q, abbr, kbd, svg title, [translate=no]";
  const UNUSED = "[data-testid=stElementToolbar], [data-testid^=stNumberInputStep], " +
    "[data-testid^=stMainMenuItem], .stMenuVersionCopyButton, .stFileUploader *";
  const found = [];
  let depth = 0;
  const where = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join(".")}`;
  const say = (text, element, kind) => {
    let left = "";
    let level = kind ? 0 : depth;
    for (const char of text) {
      if (char === "⟦") level += 1;
      else if (char === "⟧") level -= 1;
      else if (!level) left += char;
    }
    if (!kind) depth = level;
    if (/\\p{L}{2}/u.test(left)) found.push(`${where(element)}${kind}: ${left.trim()}`);
  };
  const visit = (node) => {
    const { parentElement = node.getRootNode().host } = node;
    if (node.nodeType === 3) return say(node.data, parentElement, "");
    if (node.nodeType === 1) {
      if (node.matches(SILENT) || node.matches("[aria-hidden=true] *")) return;
      if (node.matches(UNUSED) && !node.checkVisibility()) return;
      for (const name of ["title", "aria-label", "placeholder", "alt", "aria-description",
        "aria-roledescription", "aria-valuetext"])
        if (node.hasAttribute(name)) say(node.getAttribute(name), node, `[${name}]`);
      if (node.shadowRoot) [...node.shadowRoot.childNodes].forEach(visit);
    }
    node.childNodes.forEach(visit);
  };
  visit(document.body);
  return [...new Set(found)];
}"""


ALLOWED = (
    r"Made with Streamlit v",
    r"^strong\.: Merge by Merge$",
    r"\[aria-roledescription\]",  # Vega's, for a chart
    r"^(p|span|small)\.(sr)?: \w+:?$",  # a word of the corpus
    r"^p\.: [\w-]+\.(json|txt|csv|jsonl|svg|png|html)$",
    r"^span\.: (BPE|HF) \d$",
    r"\[placeholder\]: (hug pug pun bun hugs$|u g\n)",
    r"\[aria-label\]: merges\.txt$",
    r"stFileChip|: \d+\.\dMB$",
)
"""Texts of others, words of the corpus, and names of files."""

STATES = (
    "/?step=2", "/?corpus=course&step=4&pace=slow&phase=count", "/?step=3&pace=reveal",
    "/?step=2&look=2", "/?step=3&present=1&panel=scores", "/?step=3&story=hugs",
    "/?corpus=file&step=2", "/?recipe=merges&step=0", "/compare?step=3",
    "/compare?step=3&show=parting&by=size", "/encode?step=9&text=hugs bugs&view=word&special=on",
    "/compare?step=3&show=sentence&sentence=hugs", "/predict?step=0&set=2",
    "/encode?step=9&text=hugs bugs&view=counts&with=replay", "/lessons?step=0",
    "/lessons?step=0&lesson=wordpiece&part=2", "/take-home?step=3",
    "/lessons?step=0&plan=45", "/by_hand?step=0", "/by_hand?step=0&level=alone&focus=old-counts",
)  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(run=("-m", "tests.browser.pseudo")) as started:
        yield started.address


def unmarked(page: Page) -> list[str]:
    found = page.evaluate(UNMARKED)
    return [each for each in found if not any(re.search(one, each) for one in ALLOWED)]


def test_nothing_is_left_in_english(server: str, page: Page):
    page.goto(f"{server}/?lang={CODE}&step=1")
    ready(page)
    expect(page.locator("html")).to_have_attribute("lang", CODE)
    found = {}
    for state in STATES[::2]:
        lead(page, f"{server}{state}&lang={CODE}")
        ready(page)
        settled(page)
        assert page.title().startswith("⟦")
        found[state] = unmarked(page)
    assert {state: left for state, left in found.items() if left} == {}


def test_what_opens_is_not_left_in_english(server: str, page: Page, tmp_path: Path):
    page.goto(f"{server}/?lang={CODE}&step=2")
    ready(page)
    for key in ("g", "?", "q"):
        page.keyboard.press(key)
        dialog = page.locator("dialog[open], [role=dialog]").first
        expect(dialog).to_be_visible()
        settled(page)
        assert unmarked(page) == []
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        quiet(page)  # the page hears keys again
    page.get_by_label("⟦Main menu⟧").click()
    expect(page.get_by_text("⟦System⟧")).to_be_visible()
    assert unmarked(page) == []
    page.keyboard.press("Escape")
    field = page.locator(".st-key-sidebar_corpus input")
    open_help(page)
    field.click()
    field.press_sequentially("zzz")
    expect(page.get_by_text("⟦No results⟧")).to_be_visible()
    assert unmarked(page) == []
    field.press("Escape")
    lead(page, f"{server}/?corpus=file&step=2&lang={CODE}")
    expect(page.get_by_test_id("stFileUploader").get_by_text("⟦Upload⟧")).to_be_visible()
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(21 * 2**20)
    page.locator("input[type=file]").set_input_files(huge)
    expect(page.get_by_text("⟦File must be")).to_be_visible()
    assert unmarked(page) == []
    # On a turned phone, the navigation puts some pages into a menu.
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.get_by_test_id("stTopNavSection")).to_have_text(re.compile(r"^⟦\d more⟧"))


def test_the_choice_keeps_the_screen_and_stays(server: str, page: Page):
    page.goto(f"{server}/?corpus=course&recipe=bpe&step=4&look=2")
    ready(page)
    board = page.locator(".board")
    expect(board).not_to_contain_text("⟦")
    field = page.locator(".st-key-language input")
    open_help(page)
    field.click()
    page.get_by_role("option", name="⟦Esperanto⟧").click()
    expect(board).to_contain_text("⟦")
    settled(page)
    expect(page).to_have_url(re.compile("lang=eo"))
    expect(page.locator("html")).to_have_attribute("lang", CODE)
    for part in ("corpus=course", "recipe=bpe", "step=4", "look=2"):
        assert part in page.url
    page.goto(f"{server}/?step=2&lang=en")  # a link in another language than the one chosen
    ready(page)
    expect(board).to_contain_text("⟦")
