"""Screens in other languages: they fit, also a phone and a projector, and are not in English.

French has the longest texts, Russian the widest words, and Chinese the tallest lines. English has
layout tests of its own for each page.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.lessons import LESSONS
from tests.browser.conftest import lead, listening, ready, shoot, still, visitor
from tests.browser.test_languages import STATES
from tests.browser.test_present import BEYOND
from tests.browser.test_room import PHONE, code_on, press
from tests.pages.english import english, is_english

PRESENTED = (
    "/?step=0",
    "/?step=2",
    "/?step=9",
    "/?step=1&pace=slow&phase=count",
    "/?step=1&pace=slow&phase=choose",
    "/?step=2&pace=reveal",
    "/?step=2&panel=scores",
    "/?step=2&panel=vocabulary",
    "/?step=2&panel=growth",
    "/compare?step=1",
    "/compare?step=1&show=parting",
    "/compare?step=1&show=words",
    "/compare?step=1&show=sentence",
    "/compare?step=1&show=growth",
    "/encode?step=1&text=hugs",
    "/encode?step=1&text=hugs&view=word",
    "/encode?step=1&text=hugs&view=counts",
    "/predict?step=0&corpus=course&set=2&ask=next",
    "/predict?step=0&corpus=course&set=2&ask=change",
    "/predict?step=0&corpus=course&set=2&ask=split",
)
"""Screens on a projector."""

CUT = """() => {
  const SILENT = ".sr, [aria-hidden=true], svg, style, textarea, [data-testid=stSidebar], " +
    "[data-testid=stHeader], .st-key-lesson_keys";
  const found = [];
  const roots = [document];
  const name = (e) => `${e.tagName}.${[...e.classList].join(".")}: ${e.textContent.slice(0, 60)}`;
  const scrolls = (e) => {
    for (let at = e; at && !at.matches("[data-testid=stMain]"); at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
        return true;
    return false;
  };
  const main = document.querySelector("[data-testid=stMain]") ?? document.documentElement;
  if (main.scrollWidth > main.clientWidth) found.push("the page scrolls sideways");
  for (const root of roots)
    for (const e of root.querySelectorAll("*")) {
      if (e.shadowRoot) roots.push(e.shadowRoot);
      if (![...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
      if (!e.checkVisibility() || e.closest(SILENT)) continue;
      const { left, right, width } = e.getBoundingClientRect();
      if (width <= 2) continue;
      const style = getComputedStyle(e);
      if (left < innerWidth && right > innerWidth + 1 && !scrolls(e))
        found.push(`beyond ${name(e)}`);
      if (/hidden|clip/.test(style.overflowX) && e.scrollWidth > e.clientWidth + 1)
        found.push(`cut ${name(e)}`);
    }
  return [...new Set(found)];
}"""
"""Which texts are cut off, or lie beyond the window."""


WITH_SHADOWS = """(body) => {
  const all = [...body.querySelectorAll("*")].map((e) => e.shadowRoot).filter(Boolean);
  return body.getHTML({ shadowRoots: all });
}"""
"""The HTML of the page, what its components draw included."""


Size = tuple[int, int]
USUAL, TELEPHONE = (1280, 800), (400, 860)


@pytest.fixture
def speaking(request: pytest.FixtureRequest, server: str, page: Page) -> str:
    """Let the page be in a language; return its code."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server}/?lang={request.param}&step=1")
    ready(page)
    assert page.evaluate("document.documentElement.lang") == request.param
    return str(request.param)


def spoken(*codes: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("speaking", codes, indirect=True)


def show(page: Page, address: str) -> None:
    lead(page, address)
    ready(page)
    still(page)


def left(page: Page) -> list[str]:
    """What is English on the page, inside open shadow roots, too."""
    found = english(page.locator("body").evaluate(WITH_SHADOWS))
    tokens = {"Merge by Merge", *page.locator(".tok bdi").all_inner_texts()}
    # A sentence for screen readers has tokens, such as "is", as plain text.
    return [text for text in found if text not in tokens and is_english(without(tokens, text))]


def without(tokens: set[str], text: str) -> str:
    return " ".join(word for word in text.split() if word not in tokens)


def wrong_on_a_projector(page: Page) -> list[str]:
    """What is English on a page, or does not fit a window of which nothing may be scrolled."""
    beyond = page.evaluate(BEYOND)
    return [*left(page), *page.evaluate(CUT), *[f"beyond {beyond}"] * (beyond != [0, 0, [], 0])]


def only_wrong(found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {state: wrong for state, wrong in found.items() if wrong}


@pytest.mark.parametrize(
    ("speaking", "sizes"),
    [("fr", (USUAL, TELEPHONE)), ("ru", (TELEPHONE,))],
    indirect=["speaking"],
)
def test_every_screen(server: str, page: Page, speaking: str, sizes: tuple[Size, ...]):
    found: dict[str, list[str]] = {}
    for state in STATES:
        show(page, f"{server}{state}&lang={speaking}")
        found[state] = left(page)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            still(page)
            found[state] += [f"at {width}: {each}" for each in page.evaluate(CUT)]
        sizes = sizes[::-1]  # the next page begins with the size that the window has
    assert only_wrong(found) == {}


@spoken("fr", "zh-Hant")
def test_on_a_projector(server: str, page: Page, speaking: str):
    found = {}
    for number, state in enumerate(PRESENTED):
        show(page, f"{server}{state}&present=1&lang={speaking}")
        found[state] = wrong_on_a_projector(page)
        shoot(page, f"present-{speaking}-{number}")
    assert only_wrong(found) == {}


@pytest.mark.parametrize("first", range(3))
@spoken("fr")
def test_every_scene_of_every_lesson_fits(server: str, page: Page, speaking: str, first: int):
    found = {}
    for lesson in LESSONS[first::3]:
        for part in range(1, lesson.parts + 1):
            state = f"/lessons?lesson={lesson.id}&part={part}"
            show(page, f"{server}{state}&step=0&present=1&lang={speaking}")
            found[state] = wrong_on_a_projector(page)
    assert only_wrong(found) == {}


@spoken("ru")
def test_answers_on_a_projector(server: str, page: Page, speaking: str):
    found = {}
    for kind in ("next", "bpe", "change", "split", "replay"):
        query = f"present=1&corpus=course&set=2&ask={kind}&step=0&lang={speaking}"
        show(page, f"{server}/predict?{query}")
        if kind in ("split", "replay"):
            field = page.locator("[data-testid=stMain] input[type=text]").first
            field.fill("x")
            field.press("Enter")
        else:
            listening(page.locator(".st-key-predict_answers button").first)
            page.keyboard.press("1")
        expect(page.locator(".verdict")).to_be_visible()
        still(page)
        found[kind] = wrong_on_a_projector(page)
        shoot(page, f"answered-{speaking}-{kind}")
    assert only_wrong(found) == {}


@spoken("fr")
def test_a_room(server: str, page: Page, browser: Browser, speaking: str):
    """The code, the vote and the answer, on the projector and on a phone in the same language."""
    found: dict[str, list[str]] = {}

    def check(what: str) -> None:
        still(page)
        found[what] = wrong_on_a_projector(page)
        shoot(page, f"room-{speaking}-{what}")
        found[f"{what}, phone"] = phone.evaluate(CUT) + left(phone)
        shoot(phone, f"room-{speaking}-{what}-phone")

    query = f"present=1&corpus=course&set=2&ask=next&step=0&lang={speaking}"
    with visitor(browser, **PHONE, locale=speaking) as student:
        phone = student.new_page()
        phone.goto(f"{server}/join")
        assert phone.evaluate("document.documentElement.lang") == speaking
        expect(phone.locator("#enter")).to_be_visible()
        show(page, f"{server}/predict?{query}")
        press(page, "a", ".invite")
        check("code")
        phone.goto(f"{server}/join?code={code_on(page)}")
        press(page, "a", "ol.options")
        option = phone.locator("#options button").first
        expect(option).to_be_visible()
        check("question")
        option.click()
        expect(option).to_have_attribute("aria-pressed", "true")
        check("vote")
        press(page, "Enter", "table.votes")
        expect(phone.locator("#verdict")).to_be_visible()
        check("answer")
    assert only_wrong(found) == {}
