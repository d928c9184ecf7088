"""Screens in other languages: they fit, also a phone and a projector.

French has the longest texts, Russian the widest words, and Chinese the tallest lines. English has
separate layout tests for each page.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.lessons import LESSONS
from tests.browser.conftest import lead, ready, shoot, still, visitor
from tests.browser.test_axe import Look, look, scenes  # noqa: F401
from tests.browser.test_languages import STATES
from tests.browser.test_present import BEYOND
from tests.browser.test_room import PHONE, code_on, press

PRESENTED = (
    "/?step=0", "/?step=2", "/?step=9", "/?step=1&pace=slow&phase=count",
    "/?step=1&pace=slow&phase=choose", "/?step=2&pace=reveal", "/?step=2&panel=scores",
    "/?step=2&panel=vocabulary", "/?step=2&panel=growth", "/compare?step=1",
    "/compare?step=1&show=parting", "/compare?step=1&library=True", "/compare?step=1&show=sentence",
    "/compare?step=1&show=growth", "/encode?step=1&text=hugs",
    "/encode?step=1&text=hugs&view=word", "/encode?step=1&text=hugs&view=counts",
    "/predict?step=0&corpus=course&set=2&ask=next",
    "/predict?step=0&corpus=course&set=2&ask=change",
    "/predict?step=0&corpus=course&set=2&ask=split",
    "/?corpus=shakespeare&step=0", "/?corpus=shakespeare&step=9",
    "/?corpus=shakespeare&step=0&pace=slow&phase=score",
    "/?corpus=story&step=3&pace=slow&phase=score", "/?corpus=story&step=196&panel=words",
    "/?corpus=story&step=30&panel=vocabulary", "/?recipe=unigram&step=1&removal_panel=costs",
    "/?recipe=top-down-guide&step=7",
)  # fmt: skip
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


USUAL, TELEPHONE = (1280, 800), (400, 860)


@pytest.fixture
def speaking(request: pytest.FixtureRequest, server: str, page: Page) -> str:
    """Let the page be in a language; return its code."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server}/?lang={request.param}&step=1")
    ready(page)
    expect(page.locator("html")).to_have_attribute("lang", request.param)
    return str(request.param)


def spoken(*codes: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("speaking", codes, indirect=True)


def show(page: Page, address: str) -> None:
    lead(page, address)
    ready(page)
    still(page)


def wrong_on_a_projector(page: Page) -> list[str]:
    """What does not fit a window of which nothing may be scrolled."""
    beyond = page.evaluate(BEYOND)
    return [*page.evaluate(CUT), *[f"beyond {beyond}"] * (beyond != [0, 0, [], 0])]


def only_wrong(found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {state: wrong for state, wrong in found.items() if wrong}


@pytest.mark.parametrize(
    ("speaking", "size", "states"),
    [("fr", USUAL, STATES[1::2]), ("ru", TELEPHONE, STATES[::2])],
    indirect=["speaking"],
)
def test_screens(
    server: str, page: Page, speaking: str, size: tuple[int, int], states: tuple[str, ...]
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: dict[str, list[str]] = {}
    for state in states:
        show(page, f"{server}{state}&lang={speaking}")
        found[state] = page.evaluate(CUT)
    assert only_wrong(found) == {}


@pytest.mark.parametrize(
    ("speaking", "screens"),
    [("fr", PRESENTED), ("zh-Hant", PRESENTED[1::5])],
    indirect=["speaking"],
)
def test_on_a_projector(server: str, page: Page, speaking: str, screens: tuple[str, ...]):
    found = {}
    for number, state in enumerate(screens):
        show(page, f"{server}{state}&present=1&lang={speaking}")
        found[state] = wrong_on_a_projector(page)
        shoot(page, f"present-{speaking}-{number}")
    assert only_wrong(found) == {}


@spoken("fr")
def test_lessons_on_a_projector(server: str, look: Look, speaking: str):  # noqa: F811
    """Each kind of panel and of question. axe looks at half of them in light, at half in dark."""
    exercises = {
        type(lesson.exercise.question): f"lesson={lesson.id}&part={lesson.parts}"
        for lesson in LESSONS
    }
    places, found = [*scenes(), *exercises.values()], {}
    for scheme, some in (("light", places[::2]), ("dark", places[1::2])):
        for place in some:
            show(look.page, f"{server}/lessons?{place}&step=0&present=1&lang={speaking}")
            found[place] = wrong_on_a_projector(look.page)
            look.once(place, scheme)
    assert only_wrong(found) == {}


@spoken("fr", "ru")
def test_a_room(server: str, page: Page, browser: Browser, speaking: str):
    """The code, the vote and the answer, on the projector and on a phone in the same language."""
    found: dict[str, list[str]] = {}

    def check(what: str) -> None:
        still(page)
        found[what] = wrong_on_a_projector(page)
        shoot(page, f"room-{speaking}-{what}")
        found[f"{what}, phone"] = phone.evaluate(CUT)
        shoot(phone, f"room-{speaking}-{what}-phone")

    query = f"present=1&set=2&ask=change&step=0&lang={speaking}"
    with visitor(browser, **PHONE, locale=speaking) as student:
        phone = student.new_page()
        phone.goto(f"{server}/join")
        expect(phone.locator("html")).to_have_attribute("lang", speaking)
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
        press(page, "r", "ol.options")
        press(page, "Enter", "table.votes")
        expect(phone.locator("#options .right")).to_be_visible()
        check("answer")
    assert only_wrong(found) == {}
