"""The Compare page in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import layouts, ready, shoot
from tests.browser.test_train import next_merge


def visit(page: Page, server: str, query: str = "") -> None:
    page.goto(f"{server}/compare{query}")
    expect(page.locator(".columns")).to_be_visible()
    ready(page)


def at(page: Page, step: int, *newest: str) -> None:
    """The stepper, the address and the three columns stand at a step."""
    expect(page.locator(".where b")).to_have_text(f"{step:,}")
    expect(page).to_have_url(re.compile(rf"[?&]step={step}(&|$)"))
    for column, token in zip(("wordpiece", "bpe", "hugging-face"), newest, strict=False):
        expect(page.locator(f".column.{column} .last .tok.new")).to_have_text(token)


def test_three_steps_and_to_where_they_part(server: str, page: Page):
    visit(page, server)
    expect(page.locator(".column .last .tok.new")).to_have_count(0)
    for step, newest in enumerate(
        (("##gs", "ug", "##ug"), ("hu", "un", "##un"), ("hugs", "hug", "hug")), 1
    ):
        next_merge(page).click()
        at(page, step, *newest)
    expect(page.locator("p.parting")).to_contain_text("WordPiece takes ##g + ##s (5 times)")
    page.get_by_role("button", name="Go there").click()
    at(page, 1, "##gs", "ug", "##ug")
    page.reload()
    at(page, 1, "##gs", "ug", "##ug")


def test_from_train_with_its_step_and_back(server: str, page: Page):
    page.goto(f"{server}/?corpus=course&step=4")
    expect(page.locator(".where b")).to_have_text("4")
    page.get_by_role("link", name="Compare").click()
    at(page, 4)
    expect(page).to_have_url(re.compile("corpus=course"))


def test_by_size(server: str, page: Page):
    visit(page, server, "?corpus=course&step=8")
    page.get_by_role("radio", name="by vocabulary size").click()
    expect(page).to_have_url(re.compile("by=size"))
    expect(page.locator(".column.wordpiece .at")).to_contain_text("waits")
    page.get_by_role("button", name="Last", exact=True).click()
    for column in page.locator(".column .at").all():
        expect(column).to_contain_text("vocabulary 70")
    page.reload()
    for column in page.locator(".column .at").all():
        expect(column).to_contain_text("vocabulary 70")


def test_typing_changes_the_chips_without_enter(server: str, page: Page):
    visit(page, server, "?step=9")
    rows = page.locator("dl.sentence dd")
    expect(rows).to_have_count(3)
    page.get_by_label("Type a sentence").click()
    page.keyboard.type("pugs mug")
    expect(rows.nth(0)).to_have_text("pug ##s [UNK]")
    expect(rows.nth(1)).to_have_text("pug s [UNK] ug")
    page.keyboard.press("ArrowLeft")  # belongs to the field, not to the stepper
    expect(page.locator(".where b")).to_have_text("9")


def test_a_click_in_a_chart_goes_there(server: str, page: Page):
    visit(page, server)
    chart = page.locator("[data-testid=stVegaLiteChart]").nth(1)
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] * 0.97, "y": box["height"] * 0.4})
    expect(page.locator(".where b")).to_have_text(re.compile("^[89]$"))


def test_charts_stand_two_by_two_also_for_the_back_row(server: str, page: Page):
    page.set_viewport_size({"width": 1280, "height": 800})
    charts = page.locator("[data-testid=stVegaLiteChart] svg")
    for big in ("", "&present=1&show=growth"):
        page.goto(f"{server}/compare?step=4{big}")
        expect(page.locator("section.column")).to_have_count(0 if big else 3)
        expect(charts).to_have_count(4)
        page.wait_for_function("""() => {
            const svgs = [...document.querySelectorAll("[data-testid=stVegaLiteChart] svg")];
            const [a, b, c, d] = svgs.map((svg) => svg.getBoundingClientRect());
            const rows = a.y === b.y && b.y < c.y && c.y === d.y;
            return rows && a.x === c.x && c.x < b.x && b.x === d.x;
        }""")
    last = charts.last.bounding_box()
    assert last["y"] + last["height"] <= 800


def test_layout(server: str, page: Page):
    """No step scrolls sideways, and the words begin on the first screen at 1280 x 800."""
    visit(page, server, "?step=1")
    main = page.locator("[data-testid=stMain]")
    for step in (1, 2, 3):
        at(page, step)
        for width, height, name in layouts(page):
            assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0, f"{step} at {name}"
            if width >= 1280:
                for below in ("p.parting", "ul.cuts li >> nth=0"):
                    box = page.locator(below).bounding_box()
                    assert box["y"] + box["height"] <= height, f"{step} at {name}"
            if step == 3:
                shoot(page, f"compare-{name}")
        page.keyboard.press("ArrowRight")
