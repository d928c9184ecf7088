"""What only a browser shows of the first visit, slow motion, and rows."""

from playwright.sync_api import Page, expect

from bench.waits import wait_for_condition, wait_for_promise
from tests.browser.conftest import move, quiet, ready, still
from tests.browser.test_axe import AXE, RUN

BOXES = """(names) => names.map((name) => {
  const { x, y, width } = document.querySelector(name).getBoundingClientRect();
  return [name, x, y, width].map((it) => typeof it === "number" ? Math.round(it) : it).join(" ");
})"""
"""The left, the top and the width of panels."""

HIDDEN = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  return [main.scrollHeight - main.clientHeight, main.scrollWidth - main.clientWidth];
}"""
"""How much of the page is out of sight, below and to the right."""

APART = """() => {
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  return box(".card .frac .over").top - box(".card .phases").bottom;
}"""
"""Pixels between the fraction and the tabs above it."""


def test_a_first_visit_begins_at_the_front_door(server: str, newcomer: Page):
    page = newcomer
    page.add_init_script(path=AXE)
    page.goto(server)
    ready(page)
    field = page.get_by_role("textbox", name="What pieces does a language model read?")
    expect(page.locator("p.pieces")).to_contain_text("sleep, less, ness")
    expect(page.locator(".card")).to_be_hidden()
    expect(page.locator("table.scores")).to_be_hidden()
    expect(page.get_by_role("button", name="Next merge")).to_be_in_viewport()
    field.fill("Where does a tokenizer cut the longer words? " * 3 + "🎉")  # on two lines
    expect(page.locator("p.pieces .u.unknown")).to_have_text("[UNK]")
    expect(field).to_be_focused()
    door = [{}, ".st-key-door"]
    assert wait_for_promise(page, RUN, door, what="axe, on the front door") == []
    still(page)
    words = page.evaluate(BOXES, ["ul.words"])
    toy = page.get_by_role("button", name="Toy words: hug, pug, pun")
    toy.focus()
    page.keyboard.press("ArrowRight")
    expect(toy).to_be_hidden()
    expect(page.locator(".card")).to_contain_text("Merge 1")
    expect(page.locator("table.scores:not(.guest)")).to_be_visible()
    still(page)
    assert page.evaluate(BOXES, ["ul.words"]) == words
    page.keyboard.press("Home")
    toy.click()
    expect(page.locator(".card")).to_contain_text("Every word is first split into symbols")
    expect(page.locator(".card")).to_be_focused()
    for step in ("1", "2", "3"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".where b")).to_have_text(step)
    stored = "() => localStorage.getItem('merge-by-merge.welcome') === '1'"
    wait_for_condition(page, stored, what="the browser to know the visitor")
    page.goto(server)
    ready(page)
    quiet(page)
    expect(toy).to_be_hidden()
    # A link to a step does not lead to it. `test_secure` closes it by its button.
    page.evaluate("localStorage.clear()")
    page.goto(f"{server}/?step=2")
    ready(page)
    page.keyboard.press("Home")
    expect(page.locator(".card")).to_contain_text("Every word is first split")


def test_panels_keep_their_places_in_slow_motion_and_a_key_chooses_a_pair(server: str, page: Page):
    page.goto(f"{server}/?pace=slow&step=1")
    ready(page)
    names = [".card", "ul.words", "table.scores", "p.counts", "ul.words li:nth-child(5)"]
    label = page.locator(".phases [aria-current]")
    places = set()
    for phase in ("4 Merge", "1 Count", "2 Score", "3 Choose", "4 Merge"):
        expect(label).to_have_text(phase)
        still(page)
        places.add(tuple(page.evaluate(BOXES, names)))
        assert page.evaluate(HIDDEN) == [0, 0]
        if phase != "1 Count":
            assert page.evaluate(APART) >= 3
        page.keyboard.press("ArrowRight")
    assert len(places) == 1, places
    page.keyboard.press("p")
    expect(page.locator(".sides")).to_be_visible()
    expect(label).to_have_text("1 Count")
    quiet(page)  # presenter mode is drawn to its end
    page.keyboard.press("ArrowRight")
    expect(label).to_have_text("2 Score")
    still(page)
    assert page.evaluate(HIDDEN) == [0, 0]
    page.set_viewport_size({"width": 400, "height": 860})
    page.keyboard.press("p")
    expect(page.locator(".sides")).to_have_count(0)
    still(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 400
    # A pair is chosen with the keyboard.
    page.set_viewport_size({"width": 1280, "height": 800})
    move(page, f"{server}/?step=2")
    second = page.locator("table.scores tbody tr button").nth(1)
    second.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".anatomy")).to_be_visible()
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-pressed", "true")
