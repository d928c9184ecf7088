"""Take home in a real browser: every kind of file, and the worksheet on paper."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from pages.panels.take_home.exercises import plan
from pages.panels.take_home.worksheet import answers, worksheet
from pages.state.links import Screen, to_link
from pages.trainings.job import Source, sample_source, train
from pages.trainings.settings import Settings, suggest_settings
from tests.browser.conftest import count_pages, move, ready
from wordpiece.recipes import RECIPES

HOSTILE = (
    "<script>alert(1)</script>\t3\n=1+1\t2\n"
    + "x" * 130
    + "\t1\nשלום\t4\nالسلام\t2\n蜘蛛的咖啡馆\t3\ne\u0301\u200d\U0001f468\t2\nnull\t5\n"
)


def link(text: str, step: int) -> str:
    """A link with a word table in it."""
    settings = Settings("table", pre_tokenizer="bert")
    query, behind = to_link("take_home", Screen(settings, step, own=text))
    assert not behind
    return urlencode(query)


def visit(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("p.take").last).to_be_visible()
    ready(page)


def get(page: Page, label: str, folder: Path) -> Path:
    """Click a file's button; the file."""
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name=label, exact=False).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_the_file_is_that_of_the_step_on_screen(server: str, page: Page, tmp_path: Path):
    visit(page, f"{server}/take-home?step=4")
    expect(page.get_by_text("toy-step-4-vocab.txt")).to_be_visible()
    path = get(page, "vocab.txt", tmp_path)
    assert path.name == "toy-step-4-vocab.txt"
    assert path.read_text().splitlines()[-2:] == ["hugs", "hug"]
    # BPE has files that replay merges.
    move(page, f"{server}/take-home?recipe=bpe&step=2")
    assert get(page, "merges.txt", tmp_path).read_text() == "#version: 0.2\nu g\nu n\n"
    expect(page.get_by_role("button", name="vocab.txt")).to_have_count(0)
    assert json.loads(get(page, "vocab.json", tmp_path).read_text())["ug"]


# --- Paper -------------------------------------------------------------------------------------


WIDTHS = {"A4": 688, "Letter": 710}
"""Pixels between the margins."""

PRINTED = [
    *(("toy", "wordpiece", 2), ("chinese", "wordpiece", 2)),
    ("hostile", "bpe", 3),  # with a word of 130 characters
]
"""A corpus, a recipe, and the most pages of tasks; a short worksheet has one page."""

TOO_WIDE = """() => [...document.querySelectorAll("body *")]
  .filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize(("name", "recipe", "most"), PRINTED)
def test_the_worksheet_prints(page: Page, tmp_path: Path, name: str, recipe: str, most: int):
    """Nothing is cut off at the right, and each sheet of answers begins on a new page."""
    if name == "hostile":
        settings = Settings("table", recipe=recipe, pre_tokenizer="bert")
        source = Source.of("your table", "table", HOSTILE)
    else:
        settings = suggest_settings(name, recipe)
        source = sample_source(settings)
    timeline, corpus = train(settings, source).timeline, f"{source.name} <b>"
    long = plan(timeline, RECIPES[recipe], corpus)
    short = plan(timeline, RECIPES[recipe], corpus, is_short=True)
    sheet = tmp_path / "worksheet.html"
    page.emulate_media(media="print")
    papers = {1: worksheet(short), most: worksheet(long), 1 + (most + 1) // 2: answers(short, long)}
    for allowed, html in papers.items():
        sheet.write_bytes(html.encode())
        page.goto(f"file://{sheet}")
        for paper, width in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(TOO_WIDE) == []
            asked = count_pages(page.pdf(format=paper))
            assert asked <= allowed if name == "hostile" else asked == allowed
    page.emulate_media(media="screen")
