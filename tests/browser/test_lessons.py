"""The Lessons page in a real browser: keys, what it remembers, and how it looks."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.waits import wait_for_condition
from pages.lessons import LESSONS
from tests.browser.conftest import (
    count_pages,
    find_cut,
    layouts,
    listening,
    move,
    quiet,
    ready,
    shoot,
)

KEY = "merge-by-merge.lessons"

BLOCKED = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("blocked", "SecurityError"); },
});
"""


def heading(page: Page) -> Locator:
    return page.locator(".lesson-head")


def at_part(page: Page, part: int, of: int) -> None:
    """The part is on screen, all of it, and its keys are heard."""
    expect(heading(page)).to_contain_text(f"Part {part} of {of}")
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")
    listening(page.locator(".st-key-lesson_next button"))


def visit(page: Page, address: str) -> None:
    page.goto(address)
    expect(heading(page)).to_be_visible()
    ready(page)


def test_a_teachers_plan_stays_while_its_links_open(server: str, page: Page):
    """From the list of lessons to the plan; a link opens its screen in another tab."""
    visit(page, f"{server}/lessons?step=0")
    page.get_by_role("button", name="45 minutes: why WordPiece is not BPE").click()
    plan = page.locator(".plan")
    expect(plan).to_be_visible()
    expect(page).to_have_url(re.compile("plan=45"))
    with page.expect_popup() as opened:
        plan.locator("a[href*='pace=reveal&step=0']").first.click()
    screen = opened.value
    expect(screen.locator("ul.words")).to_be_visible()
    assert {"pace=reveal", "present=1", "step=0"} <= {*screen.url.partition("?")[2].split("&")}
    screen.close()
    expect(plan).to_be_visible()
    main = page.get_by_test_id("stMain")
    for width, _, name in layouts(page, ((1280, 800), (320, 640))):
        assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
        for place in plan.locator(".places a").all():
            box = place.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
            assert box["height"] >= 24
        shoot(page, f"plan-{name}")
    for name in ("45", "20"):
        page.goto(f"{server}/lessons?plan={name}&step=0")
        expect(plan).to_contain_text(f"{name} minutes")
        ready(page)
        sheet = page.pdf(format="A4", prefer_css_page_size=True)
        assert count_pages(sheet) == 2


def remembers(page: Page, progress: str | None) -> None:
    """Wait until the browser has stored a progress."""
    is_stored = "([key, now]) => localStorage.getItem(key) === now"
    try:
        wait_for_condition(page, is_stored, [KEY, progress], what=f"a progress of {progress}")
    except AssertionError as error:
        raise AssertionError(page.evaluate("key => localStorage.getItem(key)", KEY)) from error


def test_a_lesson_by_keys_is_remembered_and_can_be_forgotten(server: str, page: Page):
    visit(page, f"{server}/lessons")
    page.get_by_role("button", name="Lesson 3", exact=True).click()
    for part in range(1, 9):
        at_part(page, part, 9)
        page.keyboard.press("ArrowRight")
    at_part(page, 9, 9)
    page.keyboard.press("ArrowLeft")
    at_part(page, 8, 9)
    page.keyboard.press("ArrowRight")
    at_part(page, 9, 9)
    # The question, wrong and then right.
    page.get_by_role("button", name=re.compile(r"p\s+\+\s+##u")).click()
    expect(page.locator(".verdict.wrong")).to_contain_text("17 / (17 × 21) = 1/21")
    page.get_by_role("button", name=re.compile(r"hu\s+\+\s+##g")).click()
    expect(page.locator(".verdict.right")).to_contain_text("10 / (10 × 15) = 1/15")
    expect(page).to_have_url(re.compile("done=wordpiece(&|$)"))
    page.reload()
    at_part(page, 9, 9)
    # A new visit with a bare address.
    remembers(page, "wordpiece")
    page.goto(f"{server}/lessons")
    states = page.locator(".lesson-entry .state b")
    expect(states).to_have_text(["done"])
    # A link adds to it, and an earlier one names an earlier lesson.
    page.goto(f"{server}/lessons?lesson=encoding&part=2&done=4&step=0")
    at_part(page, 2, 8)
    remembers(page, "wordpiece,longest-match.2,course-practice")
    expect(page).to_have_url(re.compile("part=2"))
    visit(page, f"{server}/lessons")
    page.get_by_role("button", name="Forget my progress").click()
    expect(states).to_have_count(0)
    remembers(page, None)
    visit(page, f"{server}/lessons")
    expect(page.get_by_role("button", name="Lesson 1", exact=True)).to_be_visible()
    page.get_by_role("button", name="Lesson 3", exact=True).click()
    at_part(page, 1, 9)
    page.go_back()
    expect(page.locator(".lesson-entry")).to_have_count(len(LESSONS))


def test_a_browser_that_stores_nothing(server: str, page: Page):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(BLOCKED)
    visit(page, f"{server}/lessons?lesson=why-subwords&part=1")
    at_part(page, 1, 7)
    page.keyboard.press("ArrowRight")
    at_part(page, 2, 7)
    page.reload()
    at_part(page, 2, 7)
    page.goto(server)  # the front door would be there on every visit
    quiet(page)
    expect(page.locator(".card")).to_be_visible()
    assert not [error for error in errors if "blocked" in error]


def test_keys_stay_in_fields_and_links_lead_to_the_pages(server: str, page: Page):
    visit(page, f"{server}/lessons?lesson=longest-match&part=3&step=0")
    field = page.get_by_role("textbox", name="Word")
    field.press("End")
    field.press("ArrowLeft")
    quiet(page, 300)
    at_part(page, 3, 8)
    field.press("Escape")
    page.keyboard.press("ArrowRight")
    at_part(page, 4, 8)
    page.keyboard.press("ArrowLeft")
    at_part(page, 3, 8)
    field.fill("hugs")  # and no Enter
    expect(page.locator(".encoded .tok bdi")).to_have_text(["hug", "##s"])
    page.get_by_role("link", name="Try it on Encode").click()
    expect(page).to_have_url(re.compile("/encode.*text=pugs"))
    expect(page.locator(".encoded").first).to_contain_text("pug")


def test_layout(server: str, page: Page):
    """Nothing scrolls sideways, and at 1280 x 800 a part of a lesson is all on one screen."""
    main = page.locator("[data-testid=stMain]")
    visit(page, f"{server}/lessons")
    sizes = [(1280, 800), (320, 640)]
    for part, query in [
        ("list", "done=1,2.3"),
        ("unseen", "lesson=why-subwords&part=6"),
        ("special", "lesson=text-and-ids&part=3"),
        ("bytes", "lesson=bytes-as-alphabet&part=2"),
        ("table", "lesson=more-encoders&part=2"),
        ("languages", "lesson=token-cost&part=5"),
    ]:
        move(page, f"{server}/lessons?{query}&step=0")
        expect(heading(page)).to_be_visible()
        for width, *_, name in layouts(page, sizes):
            assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0, f"{part} at {name}"
            if width > 640 and part != "list":  # all of it on one screen
                tall = main.evaluate("e => e.scrollHeight - e.clientHeight")
                assert tall <= 0, f"{part} at {name}"
            shoot(page, f"lessons-{part}-{name}")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_options_are_whole_on_a_phone(server: str, page: Page, language: str):
    page.set_viewport_size({"width": 400, "height": 800})
    for lesson, part in (("token-cost", 6), ("published-rules", 5), ("slips-found", 8)):
        visit(page, f"{server}/lessons?lesson={lesson}&part={part}&lang={language}")
        options = page.locator(".st-key-lesson_choices button")
        expect(options.first).to_be_visible()
        assert find_cut(options.locator("div, p")) == [], lesson


def test_the_last_lesson_leads_to_the_lessons_beyond_the_classes(server: str, page: Page):
    visit(page, f"{server}/lessons?lesson=published-rules&part=5")
    page.locator(".st-key-lesson_next button").click()
    expect(page.get_by_role("heading", name="Beyond the classes")).to_be_focused()
    expect(page.locator("[class*=st-key-lesson_row_]").nth(1)).to_be_in_viewport(ratio=1)
