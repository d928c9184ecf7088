"""Hostile words in a real browser: wherever a user's text is shown it stays text."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from bench.waits import wait_for_condition
from pages.state.links import Screen, to_link
from pages.trainings.settings import Settings
from tests.browser.conftest import idle, lead, open_share, quiet, ready, settled
from tests.browser.test_take_home import get

HTML = [
    "<img src=x onerror=window.hit=1>", "<script>window.hit=1</script>",
    "<svg/onload=window.hit=1>", "</style><b>bold</b>", '"onmouseover="window.hit=1', "<!--",
    "&lt;b&gt;", "{{7*7}}",
]  # fmt: skip
MARKDOWN = (
    "**bold** $x^2$ [a](javascript:window.hit=1) ![i](x) :material/share: :red[x] `code` ~~gone~~"
).split()
CELLS = ["=HYPERLINK(1)", "+1+1", "-1-1", "@SUM", "a\t=b", "a\r=b"]
SCRIPT = ["datum.x", "__proto__", "constructor", "%s${1}"]
NO_SPACE = [word.replace(" ", "/") for word in HTML + MARKDOWN + SCRIPT]
WORDS = HTML + MARKDOWN + CELLS + SCRIPT
NAME = "<img src=x onerror=window.hit=1> **b** :red[x] $y$.txt"

# What any of these would become if it were taken for HTML or Markdown. The page itself has bold
# type and pictures, but none that says or shows this.
FOREIGN = """() => {
  const all = [...document.querySelectorAll("body *")];
  const handlers = ["onerror", "onload", "onmouseover"];
  return all.filter(e =>
    handlers.some(name => e.hasAttribute(name))
    || (e.matches("img, svg, iframe") && (e.getAttribute("src") === "x"))
    || (e.matches("a") && /^javascript:/i.test(e.getAttribute("href") || ""))
    || (e.matches("script, style") && e.textContent.includes("window.hit"))
    || (e.matches("b, strong, em, del") && /^(bold|gone|b)$/.test(e.textContent))
    || e.matches(".katex, .stMarkdownColoredText")
    || (e.matches("[data-testid=stIconMaterial], [role=img]") && e.closest("p, label")
        && e.textContent === "share" && !e.closest(".st-key-share"))
  ).map(e => e.outerHTML.slice(0, 120));
}"""


def link(page: str, words: list[str], step: int = 0, **notes: str) -> str:
    """A link with a table of these words; the first is the most frequent."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerows((word, 40 - i) for i, word in enumerate(words))
    screen = Screen(
        Settings("table", pre_tokenizer="bert"), step, notes, own="word,count\n" + table.getvalue()
    )
    query, behind = to_link(page, screen)
    assert not behind
    return urlencode(query)


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A visitor whose page must not be taken over: no dialog, no script of ours broken."""
    wrong: list[str] = []

    def refuse(dialog: Dialog) -> None:
        wrong.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    harmless(page)
    assert wrong == []


def harmless(page: Page) -> None:
    """Nothing of the users has come to life, once there was time for it."""
    if page.get_by_test_id("stApp").count():
        settled(page)
    wait_for_condition(
        page, "() => [...document.images].every((image) => image.complete)", what="pictures"
    )
    idle(page)
    assert page.evaluate("window.hit") is None
    assert page.evaluate(FOREIGN) == []


def visit(page: Page, address: str, first: str = "[class*=_board]") -> None:
    """Open a page, and wait until an element is on it."""
    lead(page, address)
    expect(page.locator(first).last).to_be_visible()
    expect(page.locator("[data-testid=stException]")).to_have_count(0)
    ready(page)


def drawn(text: str) -> str:
    """A word as chips draw it."""
    return text.replace("\t", "TAB").replace("\r", "CR").replace("\n", "LF").replace(" ", "space")


def letters(chips: Locator) -> str:
    """Chips put together again."""
    tokens = chips.all_inner_texts()
    return tokens[0] + "".join(token.removeprefix("##") for token in tokens[1:])


def test_every_page_shows_words_as_text(server: str, page: Page):
    # Letter by letter, before and after all merges.
    for at in range(0, len(WORDS), 5):
        some = WORDS[at : at + 5]
        visit(page, f"{server}/?{link('train', some)}")
        rows = page.locator("ul.words li")
        expect(rows).to_have_count(len(some))
        quiet(page)  # the rows may still be those of the last words
        assert [letters(row.locator(".tok bdi")) for row in rows.all()] == [*map(drawn, some)]
        page.keyboard.press("End")
        expect(page.get_by_text("every word is one symbol, so no pair is left")).to_be_visible()
        whole = rows.locator(".tok bdi")
        expect(whole).to_have_count(len(some))
        assert sorted(whole.all_inner_texts()) == sorted(map(drawn, some))
        harmless(page)
    # A pair looked at, and answers.
    visit(page, f"{server}/?{link('train', WORDS, 30, look='2')}")
    page.get_by_role("button", name="Merge this instead").click()
    expect(page.locator(".card-top")).to_contain_text("chosen by hand")
    page.get_by_role("button", name=re.compile("Why\\?")).first.click()
    expect(page.locator(".answer")).to_be_visible()
    harmless(page)
    # Compare, and a sentence there.
    sentence = " ".join(NO_SPACE)[:600]
    shown = link("compare", WORDS, 25, show="sentence", sentence=sentence, find="<")
    visit(page, f"{server}/compare?{shown}")
    field = page.get_by_role("textbox", name="Text to encode")
    expect(field).to_have_value(sentence)
    harmless(page)
    field.fill("__proto__<img/src=x/onerror=window.hit=1>")
    rows = page.locator("dl.sentence dd")
    expect(rows.nth(1).locator(".tok bdi").first).to_have_text(re.compile("^_"))
    for row in rows.all():
        assert letters(row.locator(".tok bdi")) == "__proto__<img/src=x/onerror=window.hit=1>"
    # Encode, and a vocabulary whose name is hostile, too.
    visit(page, f"{server}/encode?{link('encode', WORDS, 20, text=' '.join(NO_SPACE)[:900])}")
    pills = page.get_by_role("radiogroup", name="How a word is encoded")
    expect(pills).to_contain_text("<img/src=x/onerror=wind")
    harmless(page)
    vocabulary = "\n".join(["[UNK]", *NO_SPACE, "##" + NO_SPACE[0]])
    page.get_by_role("button", name="Use another vocabulary").click()
    page.locator("[data-testid=stFileUploader] input[type=file]").set_input_files(
        {"name": NAME, "mimeType": "text/plain", "buffer": vocabulary.encode()}
    )
    expect(page.get_by_text(f"{NAME} · vocabulary size {len(NO_SPACE) + 2}")).to_be_visible()
    expect(page.get_by_role("heading", name=NAME).first).to_be_visible()
    harmless(page)
    open_share(page)
    expect(page.get_by_text(f"The link does not contain this: {NAME}.")).to_be_visible()
    harmless(page)


def test_what_is_refused_is_quoted_as_text(server: str, page: Page):
    visit(page, f"{server}/?corpus=%3Cimg+src%3Dx+onerror%3Dwindow.hit%3D1%3E&ties=**b**&size=$x$")
    for said in ("corpus=<img src=x onerror=window.hit=1>,", "ties=**b**,", "size=$x$,"):
        expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()
    harmless(page)
    visit(page, f"{server}/?corpus=file")
    uploader = page.locator("[data-testid=stFileUploader] input[type=file]")
    uploader.set_input_files({"name": NAME, "mimeType": "text/plain", "buffer": b"\xff"})
    expect(
        page.get_by_text(f"{NAME}: Line 1: The file is not valid UTF-8 at the byte 0xFF")
    ).to_be_visible()
    harmless(page)


def test_files_hold_text_only(server: str, page: Page, tmp_path: Path):
    # BPE has no ##, so a token may begin with anything.
    visit(page, f"{server}/take-home?{link('take_home', WORDS, 40)}&recipe=bpe", "p.take")
    harmless(page)
    expect(page.get_by_role("button", name="merges.txt")).to_be_disabled()
    expect(page.get_by_text("because of its character U+0020")).to_be_visible()
    svg, sheet = (get(page, name, tmp_path) for name in ("growth.svg", "worksheet.html"))
    for file in (svg, sheet):
        page.goto(f"file://{file}")
        harmless(page)
        expect(page.locator("script, img, iframe")).to_have_count(0)
    assert not re.search(r"onerror|__proto__|datum|HYPERLINK|\*", svg.read_text("utf-8"))
    words = page.locator("table.words td:nth-child(2)").all_inner_texts()
    assert words and {word.replace("\n", "") for word in words} <= {*map(drawn, WORDS)}
