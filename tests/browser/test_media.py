"""Forced colours, paper and a narrow screen: what a page keeps, and what it drops."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.conftest import (
    VIEWPORT,
    box,
    lead,
    ready,
    scheme,
    settled,
    still,
    visitor,
)
from tests.browser.test_predict import TOO_WIDE
from tests.browser.test_train import next_merge


def visit(page: Page, address: str, shows: str) -> None:
    lead(page, address)
    expect(page.locator(shows).first).to_be_visible()
    ready(page)


@pytest.fixture
def forced(page: Page) -> Page:
    """A page of a visitor whose system sets all colours."""
    page.emulate_media(forced_colors="active", color_scheme="dark")
    return page


def style(element: Locator, *names: str) -> tuple[str, ...]:
    """The styles that remain of an element's look."""
    return tuple(
        element.first.evaluate("(e, names) => names.map(n => getComputedStyle(e)[n])", list(names))
    )


LOOK = ("outlineStyle", "outlineWidth", "textDecorationLine", "textDecorationStyle")
"""All that tells one chip from another where colours do not."""


def test_forced_colours_keep_chips_and_what_they_mean(server: str, forced: Page):
    page = forced
    visit(page, f"{server}/?forced=3.5&step=3", "ul.words")
    looks = {
        "plain": style(page.locator("ul.words .tok:not(.new, .next)"), *LOOK),
        "just merged": style(page.locator(".card .tok.new"), *LOOK),
        "merges next": style(page.locator("ul.words .tok.next"), *LOOK),
        "in no word": style(page.locator("dl.vocabulary .tok.unused"), *LOOK),
    }
    chosen = style(page.locator("dl.vocabulary .tok.chosen"), "borderLeftStyle")
    assert chosen == ("solid",)
    expect(page.locator("table.scores .tie").first).to_have_text("tie")
    assert style(page.locator("table.scores .tie"), "borderTopStyle") == ("solid",)
    rows = page.locator("table.scores tbody tr")
    win, other = (style(row.locator("td"), "backgroundColor") for row in rows.all()[:2])
    assert win != other
    visit(page, f"{server}/encode?step=9&text=mug", ".tok.unknown")
    looks["unknown"] = style(page.locator(".encoded .tok.unknown"), *LOOK)
    assert all(edge != "none" for edge, *_ in looks.values())
    assert len(set(looks.values())) == len(looks), looks


def test_forced_colours_keep_what_is_chosen(server: str, forced: Page):
    page = forced
    visit(page, f"{server}/compare?corpus=course&step=3", ".columns")
    links = page.get_by_test_id("stTopNavLink")
    here = links.and_(page.locator("[aria-current=page]"))
    expect(here).to_have_text("Compare")
    assert style(here, "borderBottomStyle", "borderBottomWidth") == ("solid", "4px")
    assert style(links, "borderBottomStyle") == ("none",)
    assert style(page.locator(".pages [aria-current]"), "borderBottomStyle") == ("solid",)
    words, others = page.get_by_role("radiogroup", name="Show").get_by_role("radio").all()[:2]
    assert style(words, "backgroundColor") != style(others, "backgroundColor")
    visit(page, f"{server}/?corpus=story&read=words", "ul.words")
    on, off = page.locator(".switch button").all()[:2]
    assert style(on, "backgroundColor") != style(off, "backgroundColor")


def luminance(colour: str) -> float:
    """Of a CSS colour, by the Web Content Accessibility Guidelines."""
    channels = (int(value) / 255 for value in re.findall(r"\d+", colour)[:3])
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mark_is_seen(page: Page) -> None:
    """The dot at the current step is visible on its background, and lies within the chart."""
    charts = page.locator("[data-testid=stVegaLiteChart] svg:visible")
    for chart in charts.all():
        dot = chart.locator(".layer_3_marks path").first
        expect(dot).to_be_attached()
        colour, ground, shift = chart.evaluate(
            """(svg) => [getComputedStyle(svg.querySelector(".layer_3_marks path")).fill,
              getComputedStyle(svg).backgroundColor, getComputedStyle(svg).filter]"""
        )
        paper = 0.0 if "invert" in shift else 1.0  # a dark chart is drawn inverted
        light = luminance(ground) if not ground.endswith(" 0)") else paper
        lights = sorted([luminance(colour), light])
        assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 3, (colour, ground)
        outer, inner = box(chart), box(dot)
        assert outer["x"] <= inner["x"] <= outer["x"] + outer["width"]
        assert outer["y"] <= inner["y"] <= outer["y"] + outer["height"]
    assert charts.count()


def test_forced_colours_keep_the_mark_of_a_chart(server: str, forced: Page):
    visit(forced, f"{server}/?step=3", ".st-key-train_sizes .layer_3_marks path")
    mark_is_seen(forced)


PAPER = {
    "train": ("/?step=3", ".card"),
    "compare": ("/compare?step=3&show=growth", ".measures_board_head0 h2"),
    "encode": ("/encode?step=9&text=pugs+mug+unhug&with=replay", ".encoded"),
    "plan": ("/lessons?plan=45&step=0", ".plan"),
    "lesson-growth": ("/lessons?lesson=end-of-word&part=5&step=0", "p.saying"),
}

WITH_CHARTS = ("train", "compare", "lesson-growth")

WIDTH, HEIGHT = 703, 1032
"""Pixels of an A4 sheet within its margins."""

DROPPED = (
    *("stSidebar", "stHeader", "stTopNavLink", "stFileUploader"),
    *("stSlider", "stExpandSidebarButton"),
)

KEPT = (
    "[class*=predict_answers], [class*=take_home], [data-testid=stSelectbox], "
    "[aria-checked=true], table, .own"
)
"""Buttons that say something: answers to choose from, names of files, what a field stands at."""


def test_paper_has_the_page_and_nothing_around_it(server: str, page: Page):
    for number, name in enumerate(PAPER):
        on_paper(server, page, name, ("light", "dark", "dark", "light")[number % 4])


def on_paper(server: str, page: Page, name: str, on_screen: str) -> None:
    """Check what a page has on paper, printed from a screen in some scheme."""
    address, shows = PAPER[name]
    visit(page, server + address, shows)
    scheme(page, on_screen)
    settled(page)
    if name in WITH_CHARTS:
        expect(page.locator("svg .layer_3_marks path").first).to_be_attached()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    still(page)
    for test_id in DROPPED:
        for each in page.get_by_test_id(test_id).all():
            expect(each).to_be_hidden()
    for button in page.locator("[data-testid=stMain] button:visible").all():
        assert button.evaluate(f"e => !!e.closest('{KEPT}')"), button.inner_text()
    assert page.evaluate(TOO_WIDE) == []
    block = box(page.get_by_test_id("stMainBlockContainer"))
    assert block["x"] == 0 and block["width"] == WIDTH
    # Dark letters on white, whatever the screen has.
    assert luminance(style(page.locator(shows), "color")[0]) < 0.1
    assert style(page.get_by_test_id("stApp"), "backgroundColor") == ("rgb(255, 255, 255)",)
    if name == "train":
        grounds = style(page.locator(".card .tok.new"), "backgroundColor", "printColorAdjust")
        assert grounds == ("rgb(255, 224, 138)", "exact")
    if name in WITH_CHARTS:
        mark_is_seen(page)
    page.emulate_media(media="screen")
    page.set_viewport_size(VIEWPORT)


def test_the_words_are_on_a_small_screen(server: str, page: Page, browser: Browser):
    """After a merge at 200 % of a projector's size, and with a question on a phone."""
    page.set_viewport_size({"width": 640, "height": 400})
    visit(page, f"{server}/?step=1", "ul.words")
    next_merge(page).click()
    expect(page.locator(".where b")).to_have_text("2")
    still(page)
    merged = box(page.locator("ul.words .tok.new").first)
    assert merged["y"] + merged["height"] <= 400
    for width, height in ((390, 844), (844, 390)):
        size: ViewportSize = {"width": width, "height": height}
        with visitor(browser, viewport=size, has_touch=True, is_mobile=True) as context:
            phone = context.new_page()
            visit(phone, f"{server}/predict", "ul.words")
            still(phone)
            last = box(phone.locator("ul.words li").last)
            assert last["y"] + last["height"] <= height
            sidebar = phone.get_by_test_id("stSidebar")
            expect(sidebar).to_have_attribute("data-collapsed", "true")
            phone.set_viewport_size({"width": height, "height": width})  # the phone is turned
            still(phone)
            expect(sidebar).to_have_attribute("data-collapsed", "true")


def test_compare_fits_320_pixels(server: str, page: Page):
    page.set_viewport_size({"width": 320, "height": 640})
    for query in ("", "?by=size&step=20&library=True", "?corpus=text-en&step=3"):
        visit(page, f"{server}/compare{query}", "table.cuts")
        still(page)
        main = page.get_by_test_id("stMain")
        assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0, query
        last = page.locator(".st-key-compare_show button").last
        assert last.evaluate("e => e.getBoundingClientRect().right") <= 320 - 28, query
