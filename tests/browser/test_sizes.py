"""Large screens and phones: type and charts grow, charts are labelled, pages are a tap away."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import box, open_help, ready, still

TITLES = """(chart) => {
  const box = (e) => { const { left, right, top, bottom } = e.getBoundingClientRect(); return { left, right, top, bottom }; };
  const svg = chart.querySelector("svg.marks"), frame = box(svg);
  const texts = [...svg.querySelectorAll("text")].filter((e) => e.textContent && getComputedStyle(e).opacity !== "0");
  const boxes = texts.map((e) => ({ text: e.textContent, ...box(e) }));
  const deep = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top); // of the letters 2/3 are ink
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || deep(a, b) < 0.3 * (a.bottom - a.top);
  return {
    titles: [...svg.querySelectorAll(".role-axis-title text")].map((e) => e.textContent),
    cut: boxes.filter((b) => b.left < frame.left - 1 || b.right > frame.right + 1 || b.top < frame.top - 1 || b.bottom > frame.bottom + 1),
    over: boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => !apart(a, b)).map((b) => [a.text, b.text])),
  };
}"""  # noqa: E501
"""A chart's titles, and which letters are cut off or cover others."""


def visit(page: Page, address: str, shows: str) -> None:
    page.goto(address)
    expect(page.locator(shows).first).to_be_visible()
    ready(page)


def labelled(page: Page, charts: str, titles: list[str]) -> None:
    chart = page.locator(charts)
    chart.scroll_into_view_if_needed()
    expect(chart.locator("svg.marks")).to_be_visible()
    still(page)
    found = chart.evaluate(TITLES)
    assert found == {"titles": titles, "cut": [], "over": []}


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    still(page)


def test_type_and_charts_grow_with_the_screen(server: str, page: Page):
    visit(page, f"{server}/?step=1", "svg.marks")  # with the most rows of scores
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    height_of = "e => e.getBoundingClientRect().height"
    sizes = {}
    for width, height in ((1280, 800), (1920, 1080)):
        resize(page, width, height)
        chart = page.locator(".st-key-train_sizes")
        sizes[width] = [
            page.locator(".card .why").evaluate(size),
            page.get_by_role("combobox", name="Words").first.evaluate(size),
            chart.locator(".role-axis-label text").first.evaluate(size),
            chart.locator("svg.marks").evaluate(height_of),
            page.get_by_test_id("stSidebar").evaluate("e => e.clientWidth"),
        ]
        labelled(page, ".st-key-train_sizes", ["merges made", "entries"])
        labelled(page, ".st-key-train_length", ["merges made", "tokens"])
        # All of it is on one screen, and fills it.
        main = page.get_by_test_id("stMain")
        assert main.evaluate("e => e.scrollHeight - e.clientHeight") <= 0
        bottom = page.locator(".st-key-train_length").evaluate(
            "e => e.getBoundingClientRect().bottom"
        )
        assert bottom > 0.85 * height
    for small, large in zip(sizes[1280], sizes[1920], strict=True):
        assert 1.25 < large / small < 1.5, sizes


def test_below_a_text_its_best_scores_and_its_length_are_on_the_first_screen(
    server: str, page: Page
):
    visit(page, f"{server}/?corpus=story&step=30", "svg.marks")
    still(page)
    expect(page.locator(".prose")).to_be_in_viewport(ratio=1)
    expect(page.locator("table.scores tbody tr").nth(3)).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-train_length")).to_be_in_viewport(ratio=1)


def test_the_charts_of_compare_are_labelled(server: str, page: Page):
    visit(page, f"{server}/compare?step=3&show=growth&library=True", ".chart-key")
    for number, title in enumerate(
        ["tokens", "tokens per word", "characters per token", "words that are one token"]
    ):
        labelled(page, f".st-key-compare_{number}_step", ["merges made", title])


@pytest.mark.parametrize("language", ["fr", "ru"])  # the longest texts, and the widest words
def test_the_sidebar_and_the_line_of_the_stepper_fit(server: str, page: Page, language: str):
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, f"{server}/?lang={language}&step=3&pace=slow", "ul.words")
    open_help(page)
    sidebar = page.get_by_test_id("stSidebarContent")
    assert sidebar.evaluate("e => e.scrollHeight - e.clientHeight") <= 0
    expect(page.locator(".st-key-language")).to_be_in_viewport(ratio=1)
    where, pace = box(page.locator(".where")), box(page.locator(".st-key-pace_slow"))
    assert where["y"] < pace["y"] + pace["height"]
    assert where["x"] + where["width"] <= pace["x"]


def test_on_a_phone_every_page_is_one_tap_away(server: str, page: Page):
    page.set_viewport_size({"width": 400, "height": 800})
    # Streamlit knows a phone by its name.
    page.add_init_script(
        "Object.defineProperty(navigator, 'userAgent', { value: 'iPhone Mobile Safari' })"
    )
    visit(page, f"{server}/?step=3", "ul.words")
    pages = page.get_by_role("navigation", name="Pages", exact=True)
    titles = ["Train", "Compare", "Encode", "Predict", "By hand", "Lessons", "Take home"]
    expect(pages.get_by_role("link")).to_have_text(titles)
    for width in (400, 320):
        resize(page, width, 800)
        for link in pages.get_by_role("link").all():
            expect(link).to_be_in_viewport(ratio=1)
        boxes = [box(link) for link in pages.get_by_role("link").all()]
        for one, other in pairwise(boxes):
            assert one["x"] + one["width"] <= other["x"] or other["y"] > one["y"]
        for e in ("[data-testid=stMain]", "html"):
            wide = page.locator(e).evaluate("e => e.scrollWidth - e.clientWidth")
            assert wide <= 0
    pages.get_by_role("link", name="Compare").click()
    expect(page).to_have_url(re.compile(r"/compare\?.*step=3"))  # the session goes along
    expect(page.locator(".columns")).to_be_visible()
    expect(pages.locator("[aria-current=page]")).to_have_text("Compare")
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar).to_have_attribute("data-collapsed", "true")
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(sidebar).to_have_attribute("data-collapsed", "false")
    for link in pages.get_by_role("link").all():
        expect(link).to_be_in_viewport(ratio=1)
    pages.get_by_role("link", name="Train").click()
    expect(page.locator(".card")).to_be_visible()
    expect(sidebar).to_have_attribute("data-collapsed", "true")
    resize(page, 1280, 800)
    expect(pages).to_be_hidden()
