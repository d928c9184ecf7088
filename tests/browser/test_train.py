"""The Train page in a real browser: what only JavaScript, layout and an address bar can show."""

import re

from playwright.sync_api import Locator, Page, expect

from bench.waits import wait_for_condition
from tests.browser.conftest import box, move, quiet, ready, settled, still


def visit(page: Page, address: str) -> None:
    page.goto(address)
    expect(next_merge(page)).to_be_visible()
    expect(page.locator("ul.words, .prose .u").first).to_be_visible()
    ready(page)


def next_merge(page: Page) -> Locator:
    return page.get_by_role("button", name="Next merge", exact=True)


def at_step(page: Page, step: int, total: int = 9) -> None:
    """The stepper, the card and the address all show a step."""
    expect(page.locator(".where")).to_have_text(f"step {step:,} of {total:,}")
    label = f"Merge {step:,}" if step else "Start"
    # While a script runs, what is left of the last board is hidden.
    expect(page.locator(".card-top:visible")).to_have_text(re.compile(rf"^{label}(\D|$)"))
    expect(page).to_have_url(re.compile(rf"[?&]step={step}(&|$)"))


def last_step(page: Page, before: int = 0) -> int:
    """Wait for a training with another last step than before, and return that step."""
    last = page.locator(".where i:visible")  # a new stepper is hidden until it knows its steps
    expect(last).to_have_text(re.compile(rf"^(?!{before:,}$)[1-9][0-9,]*$"))
    return int((last.text_content() or "").replace(",", ""))


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).first.click()
    page.get_by_role("option", name=option, exact=True).click()


def open_advanced(page: Page) -> None:
    """Open the settings under "Advanced"; a list that opens while they move closes again."""
    page.locator("summary", has_text="Advanced").click()
    still(page)


def test_three_clicks_back_and_reload(server: str, page: Page):
    visit(page, server)
    at_step(page, 0)
    for step, token in enumerate(("##gs", "hu", "hugs"), 1):
        next_merge(page).click()
        at_step(page, step)
        expect(page.locator(".card .tok.new")).to_have_text(token)
    page.keyboard.press("ArrowLeft")
    at_step(page, 2)
    expect(page.locator(".card .tok.new")).to_have_text("hu")
    page.reload()
    at_step(page, 2)
    expect(page.locator(".card .tok.new")).to_have_text("hu")


def test_play_and_pause(server: str, page: Page):
    visit(page, f"{server}/?corpus=story")  # which does not end before it is paused
    page.keyboard.press("Space")
    page.get_by_label("Speed").select_option("3×")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".where b")).to_have_text(re.compile(r"^([3-9]|\d\d+)$"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    step = page.locator(".where b").inner_text()
    # A stopped stepper keeps its step for longer than three merges would take.
    quiet(page, 3 * int(page.get_by_label("Speed").input_value()))
    expect(page.locator(".where b")).to_have_text(step)
    move(page, f"{server}/?step=8")
    page.keyboard.press("Space")
    at_step(page, 9)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def click_chart(page: Page, fraction: float) -> None:
    still(page)  # a chart that is drawn again would lose the click
    chart = page.locator("[data-testid=stVegaLiteChart]").first
    size = box(chart)
    chart.click(position={"x": size["width"] * fraction, "y": size["height"] * 0.4})


def test_the_slider_and_clicks_in_the_chart(server: str, page: Page):
    visit(page, server)
    page.get_by_role("slider", name="Step").fill("7")
    at_step(page, 7)
    for fraction, steps in ((0.94, "[89]"), (0.2, "[0-2]"), (0.94, "[89]")):
        click_chart(page, fraction)
        expect(page.locator(".where b")).to_have_text(re.compile(f"^{steps}$"))
        step = int(page.locator(".where b").inner_text())
        at_step(page, step)
    # The same spot once more, from a step that was reached by a button.
    page.keyboard.press("Home")
    at_step(page, 0)
    click_chart(page, 0.94)
    at_step(page, step)


def test_a_click_moves_the_mark_in_a_chart_that_stays(server: str, page: Page):
    visit(page, f"{server}/?step=3")
    mark = page.locator("#mark-train_sizes")
    expect(mark).to_have_value("3 15 7")
    chart = page.locator(".st-key-train_sizes svg.marks")
    css = ".st-key-train_sizes svg.marks .mark-rule.role-mark line"
    rule = page.locator(css).first
    stays = chart.and_(page.locator("[data-seen]"))
    for _ in range(20):  # at first it is drawn again as its data and its width come
        if stays.count():
            break
        expect(rule).to_be_attached()
        chart.evaluate("svg => { svg.dataset.seen = 1 }")
        settled(page)
        quiet(page)

    def place() -> float:
        return float(rule.evaluate("line => line.getBoundingClientRect().x"))

    def moved(before: float) -> None:
        wait_for_condition(
            page,
            "([css, x]) => document.querySelector(css)?.getBoundingClientRect().x - x > 5",
            [css, before],
            what="the mark of the chart to move",
        )
        expect(stays).to_have_count(1)

    for step, value in ((4, "4 16 7"), (9, "9 21 5")):
        before = place()
        page.keyboard.press("End") if step == 9 else next_merge(page).click()
        at_step(page, step)
        expect(mark).to_have_value(value)
        moved(before)


def test_the_pages_of_a_list_with_the_keyboard(server: str, page: Page):
    visit(page, f"{server}/?corpus=course&step=3")
    pages = page.get_by_role("navigation", name="Pages: Words")
    words = page.locator("ul.words li")
    first = words.first.inner_text()
    following = pages.get_by_role("button", name="Next page")
    following.focus()
    seen = {first}
    for number in (2, 3):
        page.keyboard.press("Enter")
        expect(pages.locator("[aria-current=page]")).to_have_text(str(number))
        expect(following).to_be_focused()
        seen.add(words.first.inner_text())
    assert len(seen) == 3
    page.keyboard.press("ArrowRight")  # another step begins at the first page
    at_step(page, 4, 25)
    expect(pages.locator("[aria-current=page]")).to_have_text("1")


SLOW_CLOCK = """() => {
  const now = performance.now.bind(performance), begin = now();
  performance.now = () => begin + (now() - begin) / 100;
}"""
"""Keys that come within 1.5 seconds are one movement, also on a machine that takes longer."""


def next_movement(page: Page) -> None:
    """Wait until a click is a separate movement: see BURST in stepper.js."""
    end = page.evaluate("performance.now() + 1600")
    wait_for_condition(page, "(end) => performance.now() > end", end, what="the end of a movement")


def test_browser_back(server: str, page: Page):
    visit(page, f"{server}/?corpus=course&step=3")
    at_step(page, 3, 25)
    expect(page.locator(".st-key-sidebar_vocab_size input")).to_have_value("70")
    next_merge(page).click()
    at_step(page, 4, 25)
    next_movement(page)
    choose(page, "Words", "low, lower, newest, …")
    expect(page.locator(".where i")).to_have_text("13")
    at_step(page, 0, 13)
    page.go_back()
    at_step(page, 4, 25)
    page.go_back()
    at_step(page, 3, 25)
    page.reload()
    at_step(page, 3, 25)
    ready(page)
    page.evaluate(SLOW_CLOCK)
    for _ in range(5):
        page.keyboard.press("ArrowRight", delay=20)
    at_step(page, 8, 25)
    page.evaluate("delete performance.now")
    next_movement(page)
    page.go_back()  # a burst of keys is one movement
    at_step(page, 3, 25)
