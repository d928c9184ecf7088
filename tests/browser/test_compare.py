"""The Compare page in a real browser."""

import re

from playwright.sync_api import Page, expect

from bench.waits import wait_for_condition
from tests.browser.conftest import layouts, lead, ready, shoot, still
from tests.browser.test_train import next_merge

TWO_BY_TWO = """() => {
  const svgs = [...document.querySelectorAll("[data-testid=stVegaLiteChart] svg")];
  const [a, b, c, d] = svgs.map((svg) => svg.getBoundingClientRect());
  const rows = a.y === b.y && b.y < c.y && c.y === d.y;
  return rows && a.x === c.x && c.x < b.x && b.x === d.x;
}"""


def visit(page: Page, address: str) -> None:
    lead(page, address)
    expect(page.locator(".columns")).to_be_visible()
    ready(page)


def at(page: Page, step: int, *newest: str) -> None:
    """The stepper, the address and the columns are at a step."""
    expect(page.locator(".where b")).to_have_text(f"{step:,}")
    expect(page).to_have_url(re.compile(rf"[?&]step={step}(&|$)"))
    for column, token in zip(("wordpiece", "bpe"), newest, strict=True):
        expect(page.locator(f".column.{column} .last .tok.new")).to_have_text(token)


def test_from_train_three_steps_and_to_the_first_difference(server: str, page: Page):
    """No step scrolls sideways, and words and merges are on the first screen of a projector."""
    page.goto(f"{server}/?step=1")
    expect(page.locator(".where b")).to_have_text("1")
    page.get_by_role("link", name="Compare").click()
    at(page, 1, "##gs", "ug")  # the step comes along
    ready(page)
    main = page.locator("[data-testid=stMain]")
    for step, newest in ((2, ("hu", "un")), (3, ("hugs", "hug"))):
        next_merge(page).click()
        at(page, step, *newest)
    for width, height, name in layouts(page):
        assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0, name
        if width >= 1280:
            for below in ("table.cuts", "table.merges"):
                box = page.locator(below).bounding_box()
                assert box and box["y"] + box["height"] <= height, name
        shoot(page, f"compare-{name}")
    page.get_by_role("radio", name="First difference").click()
    expect(page.locator("p.parting")).to_contain_text("##g + ##s, which occurs 5 times")
    page.get_by_role("button", name="Go to merge").click()
    at(page, 1, "##gs", "ug")
    page.reload()
    at(page, 1, "##gs", "ug")


def test_a_sentence_while_it_is_typed_and_a_click_in_a_chart(server: str, page: Page):
    visit(page, f"{server}/compare?step=9&show=sentence")
    rows = page.locator("dl.sentence dd")
    expect(rows).to_have_count(2)
    page.get_by_label("Text to encode").click()
    page.keyboard.type("pugs mug")  # and no Enter
    expect(rows.nth(0)).to_have_text("pug ##s [UNK]")
    expect(rows.nth(1)).to_have_text("pug s [UNK] ug")
    page.keyboard.press("ArrowLeft")  # belongs to the field, not to the stepper
    expect(page.locator(".where b")).to_have_text("9")
    lead(page, f"{server}/compare?corpus=course&by=size&step=9")
    expect(page.locator(".where")).to_have_text("vocabulary size 43")
    lead(page, f"{server}/compare?corpus=course&by=step&step=9")
    expect(page.locator(".where")).to_have_text(re.compile("^step 9 of "))
    lead(page, f"{server}/compare?step=0&show=growth")
    ready(page)
    chart = page.locator("[data-testid=stVegaLiteChart]").nth(1)
    chart.scroll_into_view_if_needed()
    still(page)  # a chart that is drawn again would lose the click
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": box["width"] * 0.97, "y": box["height"] * 0.4})
    expect(page.locator(".where b")).to_have_text(re.compile("^[89]$"))


def test_charts_are_two_by_two_also_for_the_back_row(server: str, page: Page):
    charts = page.locator("[data-testid=stVegaLiteChart] svg")
    for big in ("", "&present=1"):
        lead(page, f"{server}/compare?step=4&show=growth{big}")
        expect(charts).to_have_count(4)
        wait_for_condition(page, TWO_BY_TWO, what="charts that are two by two")
    last = charts.last.bounding_box()
    assert last and last["y"] + last["height"] <= 800
