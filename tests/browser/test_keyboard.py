"""With the keyboard alone: where the focus is can be seen, and it goes where the eye goes."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.waits import wait_for_condition
from tests.browser.conftest import box, lead, quiet, ready, still
from tests.browser.test_train import at_step

# The element that has the focus, also within a component.
ACTIVE = """
const within = (element) => element?.shadowRoot?.activeElement
  ? within(element.shadowRoot.activeElement) : element;
const active = () => document.activeElement === document.body ? null
  : within(document.activeElement);
"""

# The ring of what has the focus: its kind, and its contrast with what is behind it.
RING = (
    "() => {"
    + ACTIVE
    + """
  const up = (e) => e.parentElement ?? e.getRootNode().host ?? null;
  const rgb = (css) => {
    const [r, g, b, a = 1] = css.match(/[\\d.]+/g).map(Number);
    return a < 1 ? null : [r, g, b];
  };
  const light = (c) => {
    const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = c.map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const behind = (e) => {
    for (; e; e = up(e)) {
      const color = rgb(getComputedStyle(e).backgroundColor);
      if (color) return color;
    }
    return [255, 255, 255];
  };
  const focused = active();
  if (!focused) return null;
  const is = focused.getAttribute("data-testid") ?? focused.className;
  const kind = [focused.tagName, focused.type, is].join(" ");
  const name = (focused.ariaLabel ?? focused.innerText ?? "").slice(0, 40);
  for (let e = focused, i = 0; e && i < 5; e = up(e), i++) {
    const style = getComputedStyle(e), color = rgb(style.outlineColor);
    if (style.outlineStyle !== "solid" || parseFloat(style.outlineWidth) < 2 || !color) continue;
    const inside = parseFloat(style.outlineOffset) < 0;
    const [a, b] = [light(color), light(behind(inside ? e : up(e)))];
    return { kind, name, contrast: Math.max(a, b) / Math.min(a, b) };
  }
  return { kind, name, contrast: 0 };
}"""
)

ADDRESSES = {
    "train": "/?step=3&look=2", "compare": "/compare?step=3",
    "encode": "/encode?step=9&text=pugs", "predict": "/predict", "by hand": "/by_hand?level=alone",
    "lesson": "/lessons?lesson=wordpiece&part=6&step=0", "take home": "/take-home?step=3",
    "presented": "/?step=3&present=1",
}  # fmt: skip


def arrive(page: Page, address: str) -> None:
    lead(page, address)
    expect(page.locator("h1")).to_have_count(1)
    ready(page)
    quiet(page)


def enter(button: Locator) -> None:
    button.focus()
    button.page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("scheme", "names"),
    [
        ("light", ["encode", "predict", "by hand", "lesson", "take home"]),
        ("dark", ["encode", "train", "presented"]),
    ],
)
def test_the_focus_can_be_seen(
    server: str, page: Page, scheme: Literal["light", "dark"], names: list[str]
):
    """Each stop of Tab has a ring of 2 px or more that contrasts with what is behind it by 3:1."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    unseen: list[str] = []
    for name in names:
        arrive(page, server + ADDRESSES[name])
        for _ in range(100):
            page.keyboard.press("Tab")
            ring = page.evaluate(RING)
            if ring is None:
                break
            if ring["contrast"] < 3:
                unseen.append(f"{name}: {ring}")
        else:
            raise AssertionError(f"{name}: Tab does not come to an end")
    assert not unseen, "\n".join(unseen)


# Where the focus goes.


def test_a_dialog_is_entered_by_tab_closed_by_escape_and_returns_the_focus(server: str, page: Page):
    arrive(page, f"{server}/?step=3")
    dialog = page.get_by_role("dialog")
    find = page.get_by_role("button", name="Find, sort")
    enter(find)
    field = dialog.get_by_role("textbox", name="Words that contain")
    expect(field).to_be_visible()
    expect(page.locator("[role=dialog]:focus-within")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(find).to_be_focused()
    quiet(page)
    # Enter closes the dialog, and the list has only what was found.
    enter(find)
    field.fill("pun")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator("ul.words li")).to_have_count(1)
    expect(page.get_by_role("button", name="Find: pun")).to_be_focused()
    quiet(page)
    why = page.get_by_role("button", name="Why? Words")
    enter(why)
    first = dialog.get_by_role("radio").first
    expect(first).to_be_visible()
    first.focus()
    page.keyboard.press("ArrowDown")  # theirs, and no step back
    expect(dialog.get_by_role("radio").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(why).to_be_focused()
    at_step(page, 3)


def test_a_lesson_by_keyboard(server: str, page: Page):
    arrive(page, f"{server}/lessons")
    title = page.locator("h1")
    enter(page.get_by_role("button", name="Lesson 2", exact=True))
    expect(title).to_contain_text("Lesson 2")
    expect(title).to_be_focused()
    on = page.locator(".st-key-lesson_next button")
    enter(on)
    expect(page.locator(".lesson-head")).to_contain_text("Part 2 of 7")
    expect(on).to_be_focused()
    enter(page.locator(".st-key-lesson_back button"))  # and there is no part before
    expect(page.locator(".lesson-head")).to_contain_text("Part 1 of 7")
    expect(title).to_be_focused()
    arrive(page, f"{server}/lessons?lesson=wordpiece&part=9&step=0")
    wrong = page.get_by_role("button", name=re.compile(r"p\s+\+\s+##u"))
    enter(wrong)
    expect(page.locator(".verdict.wrong")).to_be_visible()
    expect(wrong).to_be_focused()  # to try another one
    right = page.get_by_role("button", name=re.compile(r"hu\s+\+\s+##g"))
    enter(right)
    expect(page.locator(".verdict.right")).to_be_visible()
    expect(right).to_be_focused()
    enter(page.get_by_role("button", name="All lessons"))
    expect(title).to_have_text("Lessons")
    expect(title).to_be_focused()
    enter(page.get_by_role("button", name="Forget my progress"))
    expect(page.get_by_role("button", name="Forget my progress")).to_have_count(0)
    expect(title).to_be_focused()


def test_the_first_stop_of_tab_leads_to_the_merge_buttons(server: str, page: Page):
    arrive(page, f"{server}/?step=3")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the step buttons")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next merge")).to_be_focused()


def test_tab_goes_down_the_page_of_a_text(server: str, page: Page):
    arrive(page, f"{server}/?corpus=story&step=5")
    text = page.get_by_role("group", name="The text in tokens")
    page.locator("[class*='_board_below'] button.menu").focus()
    page.keyboard.press("Tab")
    expect(text).to_be_focused()
    still(page)  # it has scrolled into view
    links = page.get_by_test_id("stHeader").bounding_box()
    assert links and box(text)["y"] > links["y"] + links["height"]


def test_presenting_and_back(server: str, page: Page):
    arrive(page, f"{server}/?step=3")
    present = page.locator(".st-key-present button")
    enter(present)
    expect(page.locator("[data-testid=stSidebar]")).to_be_hidden()
    expect(page.locator(".card")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card-top")).to_contain_text("Merge 4")
    expect(page.locator(".card")).to_be_focused()
    # The steps are out of sight until Tab comes to them.
    page.get_by_test_id("stMain").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Next merge")).to_be_in_viewport(ratio=1)
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stSidebar]")).to_be_visible()
    expect(present).to_be_focused()


# The next button on the page of a kind not seen yet, and its kind; Compare's charts are as Train's.
BUTTONS = r"""(seen) => {
  const keyed = (b) => b.closest("[class*=st-key-]").className.match(/st-key-(\S+)/)[1];
  const kind = (b) =>
    (b.dataset.pick?.replace(/^\["Open".*/, "open") ?? keyed(b).replace(/(_get|_row)_.*/, "$1") +
      (b.ariaLabel ?? "").split(":")[0]).replace(/\d+/g, "#");
  const last = (b) => /^pace_|sketching/.test(kind(b)); // they change what is shown
  window.button = [...document.querySelectorAll("[data-testid=stMain] button")].filter((b) =>
    b.checkVisibility({ visibilityProperty: true }) && !b.disabled &&
    !/^compare_\d/.test(keyed(b)) && !seen.includes(kind(b)))
    .sort((a, b) => last(a) - last(b))[0];
  return window.button ? kind(window.button) : null;
}"""


def test_no_button_drops_the_focus(server: str, page: Page):
    """Every kind of button on Train is pressed by key; then something has the focus."""
    seen: list[str] = []
    page.set_viewport_size({"width": 1280, "height": 2000})  # charts are drawn once in view
    arrive(page, server + ADDRESSES["train"])
    for _ in range(50):
        kind = page.evaluate(BUTTONS, seen)
        if kind is None:  # unless the page is being drawn
            quiet(page)
            kind = page.evaluate(BUTTONS, seen)
        if kind is None:
            break
        seen.append(kind)
        page.evaluate("() => button.focus()")
        page.keyboard.press("Enter")
        quiet(page)
        # The data of a chart take a while.
        focused = "() => {" + ACTIVE + "return active() !== null }"
        wait_for_condition(page, focused, what=f"the focus after {kind}")
        page.keyboard.press("Escape")
        quiet(page, 100)  # or the next button would be one of a page that is half drawn
    else:
        raise AssertionError("buttons do not come to an end")
    assert len(seen) >= 8


def test_closing_and_opening_the_sidebar(server: str, page: Page):
    arrive(page, f"{server}/lessons")
    enter(page.locator("[data-testid=stSidebarCollapseButton] button"))
    opens = page.get_by_test_id("stExpandSidebarButton")
    expect(opens).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=stSidebarCollapseButton] button")).to_be_focused()
