"""Stepping in the page: at once, in order, and visible."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.waits import wait_for_condition
from tests.browser.conftest import idle, quiet, ready, settled
from tests.browser.test_train import at_step

# Record each animation from now on, and hold it at its beginning: no motion can be over before a
# test looks at it.
RECORD = """() => {
  const { animate } = Element.prototype;
  window.moving = [];
  Element.prototype.animate = function (...all) {
    const animation = animate.apply(this, all);
    animation.pause();
    animation.currentTime = 0;
    window.moving.push(animation);
    return animation;
  };
}"""
END = "() => window.moving.splice(0).forEach((one) => one.finish())"

# Press a key, and return the title of the card that is drawn by it in the same moment.
PRESS = """(key) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  return document.querySelector(".card-top").textContent.slice(0, 7);
}"""

# The same while something moves; return also how many copies are left, and whether they still move.
PRESS_IN_MOTION = """(key) => {
  const old = window.moving.splice(0);
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const title = document.querySelector(".card-top").textContent.slice(0, 7);
  const guests = document.querySelectorAll(".guest").length;
  return [title, guests, old.map((animation) => animation.playState)];
}"""

# Hold back what the page sends until `letGo` is called, and note the events of the stepper.
HOLD = """() => {
  window.positions = [];
  document.addEventListener("merge-by-merge:position", (event) => positions.push(event.detail));
  const { send } = WebSocket.prototype, held = [];
  WebSocket.prototype.send = function (data) { held.push(() => send.call(this, data)); };
  window.letGo = () => {
    WebSocket.prototype.send = send;
    held.forEach((go) => go());
  };
}"""

# Note each board that is on screen for a frame, by the title of its card.
WATCH = """() => {
  window.cards = [];
  const look = () => {
    const [title] = /^(Start|Merge \\d+)/.exec(document.querySelector(".card-top").textContent);
    if (title !== window.cards.at(-1)) window.cards.push(title);
    requestAnimationFrame(look);
  };
  look();
}"""

# A key in every other frame. A timer would press more than one in a frame on a busy machine.
THIRTY_KEYS = """() => {
  let frames = 0;
  const press = () => {
    const event = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
    if (frames % 2 === 0) document.body.dispatchEvent(event);
    if (++frames < 60) requestAnimationFrame(press);
  };
  requestAnimationFrame(press);
}"""

# The tokens of the words and their copies, and how opaque each is.
TOKENS = """() => [...document.querySelectorAll("ul.words li .tok")].map((token) => ({
  text: token.textContent, seen: Number(getComputedStyle(token).opacity),
  guest: token.classList.contains("guest"),
}))"""

# How far below the top of the words the newest entry of the vocabulary is.
ENTRY = """() => document.querySelector("dl.vocabulary .tok.new").getBoundingClientRect().y -
  document.querySelector("ul.words").getBoundingClientRect().y"""

# Go to a time in beats, and return the elements that have appeared and the class of the first row.
BEAT = """(beats) => {
  window.moving.forEach((one) => { one.currentTime = 640 * beats; });
  const seen = (css) => getComputedStyle(document.querySelector(css)).opacity > 0.5;
  const top = (row) => row.getBoundingClientRect().top;
  const rows = [...document.querySelectorAll("table.guest tbody tr")];
  const { className } = rows.sort((one, other) => top(one) - top(other))[0];
  const all = [".frac .over", ".frac .under", "table.guest", ".card .new"];
  return [...all.filter(seen), className];
}"""

RESTS = "() => !document.querySelector('.board').dataset.motion"


def shown(page: Page) -> int:
    return int(page.locator(".where b").inner_text())


@pytest.fixture
def toy(server: str, page: Page) -> Page:
    page.goto(server)
    ready(page)
    return page


def step(page: Page, key: str) -> None:
    """Press a key, and wait for the server's answer and for the end of all motion."""
    there = shown(page) + {"ArrowRight": 1, "ArrowLeft": -1}[key]
    page.keyboard.press(key)
    page.wait_for_url(re.compile(rf"step={there}\b"))
    settled(page)
    idle(page)  # the boards of the next steps are taken in
    wait_for_condition(page, RESTS, what="the end of the motion")


def not_a_storm(page: Page) -> None:
    """Wait until a move is shown as a motion: see STORM in stepper.js."""
    later = page.evaluate("performance.now() + 150")
    wait_for_condition(page, "(at) => performance.now() > at", later, what="the end of a storm")


def press(page: Page, key: str) -> list[dict[str, Any]]:
    """Press a key, and return the tokens of the words at the beginning of the motion."""
    not_a_storm(page)
    page.keyboard.press(key)
    wait_for_condition(page, "() => window.moving.length", what="a motion")
    tokens: list[dict[str, Any]] = page.evaluate(TOKENS)
    return tokens


def test_a_step_is_drawn_without_the_server_and_touches_only_what_differs(toy: Page):
    step(toy, "ArrowRight")
    toy.evaluate(
        """() => document.querySelectorAll("ul.words li").forEach(
          (row) => { row.mark = row.querySelector(".sr").textContent; })"""
    )
    toy.evaluate(HOLD)
    assert toy.evaluate(PRESS, "ArrowRight") == "Merge 2"
    expect(toy.locator(".card .tok.new")).to_have_text("hu")
    expect(toy.locator("dl.vocabulary .tok.new")).to_have_text("hu, id 13")
    assert toy.evaluate(PRESS, "ArrowRight") == "Merge 3"
    assert toy.evaluate("positions") == [{"step": 2, "phase": ""}, {"step": 3, "phase": ""}]
    toy.evaluate("letGo()")
    at_step(toy, 3)
    marks = toy.evaluate(
        """() => [...document.querySelectorAll("ul.words li")].map(
          (row) => [row.mark, row.querySelector(".sr").textContent])"""
    )
    assert len(marks) == 5 and all(mark == word for mark, word in marks)


def test_thirty_keys_in_a_second_show_every_card(server: str, page: Page):
    page.goto(f"{server}/?corpus=story&step=0")
    ready(page)
    page.evaluate(WATCH)
    page.evaluate(THIRTY_KEYS)
    expect(page.locator(".card-top")).to_contain_text("Merge 30")
    page.wait_for_url("**step=30**")
    quiet(page, 800)  # nothing that was under way moves it again
    expect(page.locator(".where b")).to_have_text("30")
    assert page.evaluate("window.cards") == ["Start", *(f"Merge {n}" for n in range(1, 31))]


def test_two_tokens_join_and_the_next_key_ends_it(toy: Page):
    step(toy, "ArrowRight")
    toy.evaluate(RECORD)
    begin = press(toy, "ArrowRight")
    copies = {token["text"] for token in begin if token["guest"]}
    assert copies == {"h", "##u"}, "of what is joined"
    assert [token["seen"] for token in begin if token["text"] == "hu"] == [0, 0], "not there yet"
    assert toy.evaluate(ENTRY) < 80, "the new token begins at the words"
    toy.evaluate(END)
    expect(toy.locator(".guest")).to_have_count(0)
    expect(toy.locator(".board[data-motion]")).to_have_count(0)
    assert [t["seen"] for t in toy.evaluate(TOKENS) if t["text"] == "hu"] == [1, 1]
    assert toy.evaluate(ENTRY) > 200, "and drops into the vocabulary"
    settled(toy)
    back = press(toy, "ArrowLeft")
    assert not any(token["guest"] for token in back)
    toy.evaluate(END)
    expect(toy.locator(".guest")).to_have_count(0)
    assert "hu" not in [token["text"] for token in toy.evaluate(TOKENS)]
    # The next key.
    settled(toy)
    press(toy, "ArrowRight")
    expect(toy.locator(".guest").first).to_be_attached()
    title, guests, states = toy.evaluate(PRESS_IN_MOTION, "ArrowRight")
    assert (title, guests) == ("Merge 3", 0) and {*states} <= {"idle", "finished"}
    toy.evaluate(END)
    at_step(toy, 3)


def test_a_newcomer_sees_three_merges_in_four_beats_and_any_key_ends_them(
    server: str, newcomer: Page
):
    page, guests = newcomer, newcomer.locator("b.guest")
    page.goto(server)
    ready(page)
    page.evaluate(RECORD)
    press(page, "ArrowRight")
    expect(page.locator("dl.vocabulary .tok.new:not(.guest)")).to_have_text("##gs, id 12")
    expect(guests).to_have_text(["+5"])
    count, score, choose = [".frac .over"], [".frac .over", ".frac .under"], "table.guest"
    assert page.evaluate(BEAT, 0.5) == [""]
    assert page.evaluate(BEAT, 1.1) == [*count, ""]
    assert page.evaluate(BEAT, 1.9) == [*score, ""]
    assert page.evaluate(BEAT, 2.9) == [*score, choose, "win"]
    marks = "[...document.querySelectorAll('[id^=mark-]')].map(({ value }) => value.split(' ')[0])"
    assert (shown(page), {*page.evaluate(marks)}) == (0, {"0"})
    assert page.evaluate(BEAT, 3.9) == [*score, ".card .new", "win"]
    page.keyboard.press("x")
    expect(page.locator(".board[data-motion], .guest")).to_have_count(0)
    expect(page.locator(".where b")).to_have_text("1")
    wait_for_condition(page, f"{marks}.every((step) => step === '1')", what="marks at step 1")
    press(page, "ArrowRight")
    expect(guests).to_have_text(["+10", "+5"])
    not_a_storm(page)
    assert page.evaluate(PRESS_IN_MOTION, "ArrowRight")[:1] == ["Merge 3"]
    expect(guests).to_have_text(["+5"])
    not_a_storm(page)
    page.evaluate(PRESS_IN_MOTION, "ArrowRight")
    expect(page.locator(".board[data-motion=on]")).to_be_attached()
    expect(guests).to_have_count(0)


def test_a_page_that_opens_at_its_first_merge_is_there_at_once(server: str, page: Page):
    page.add_init_script(f"({RECORD})()")
    page.goto(f"{server}/compare?step=1")
    ready(page)
    expect(page.locator("table.race tr.differs").first).to_be_visible()
    quiet(page)
    assert page.evaluate("window.moving.length") == 0


def test_nothing_moves_with_the_switch_off_or_with_reduced_motion(toy: Page):
    def moves(key: str, newest: str) -> int:
        not_a_storm(toy)
        toy.keyboard.press(key)
        expect(toy.locator("dl.vocabulary .tok.new:not(.guest)")).to_have_text(newest)
        count: int = toy.evaluate("window.moving.splice(0).length")
        return count

    def switch(on: bool) -> None:
        toy.keyboard.press("?")
        box = toy.get_by_role("checkbox", name="Animate")
        expect(box).to_be_checked(checked=not on)
        box.set_checked(on)
        toy.keyboard.press("Escape")
        expect(box).to_have_count(0)
        ready(toy)
        quiet(toy)  # the dialog has closed, and the page hears keys again

    step(toy, "ArrowRight")
    switch(on=False)
    toy.evaluate(RECORD)
    assert moves("ArrowRight", "hu, id 13") == 0
    expect(toy).to_have_url(re.compile("step=2"))
    toy.reload()  # the browser remembers the switch
    ready(toy)
    switch(on=True)
    toy.emulate_media(reduced_motion="reduce")
    toy.evaluate(RECORD)
    assert moves("ArrowRight", "hugs, id 14") == 0
    toy.emulate_media(reduced_motion="no-preference")
    assert moves("ArrowLeft", "hu, id 13") > 0
    toy.evaluate(END)


def test_what_is_clicked_with_a_step_belongs_to_the_step_on_screen(toy: Page):
    """Streamlit then asks for the part that has the step alone; see `run_whole_page_if_asked`."""
    step(toy, "ArrowRight")
    toy.evaluate(
        """() => {
          const event = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
          document.body.dispatchEvent(event);
          document.querySelector("table.scores button[data-pick]").click();
        }"""
    )
    toy.wait_for_url("**look=1**")
    assert "step=2" in toy.url and shown(toy) == 2
    toy.locator("[data-back]").click()
    expect(toy.locator(".anatomy")).to_have_count(0)
    settled(toy)
    quiet(toy)  # a script that closing caused would set the step back
    # Two steps, and a button of the page.
    toy.evaluate(
        """() => {
          const event = { key: "ArrowRight", bubbles: true };
          for (let n = 0; n < 2; n++)
            document.body.dispatchEvent(new KeyboardEvent("keydown", event));
          document.querySelector(".st-key-present button").click();
        }"""
    )
    expect(toy.locator("[data-testid=stSidebar]")).to_be_hidden()
    expect(toy).to_have_url(re.compile(r"step=4&present=1$"))
    at_step(toy, 4)
