"""Stepping in the page: at once, in order, and seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SETTLED, idle, quiet, ready, until
from tests.browser.test_train import at_step

# Note each board that is on screen for a frame, by the title of its card.
WATCH = """() => {
  window.cards = [];
  const look = () => {
    const [title] = /^(Start|Merge \\d+)/.exec(document.querySelector(".card-top").textContent);
    if (title !== window.cards.at(-1)) window.cards.push(title);
    window.watching = requestAnimationFrame(look);
  };
  look();
}"""

# Press a key and pause what it sets in motion, at its beginning.
PAUSED = """async (key) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const moving = () => document.querySelector(".board").getAnimations({ subtree: true });
  while (!moving().length) await new Promise(requestAnimationFrame);
  window.moving = moving();
  window.moving.forEach((one) => { one.pause(); one.currentTime = 0; });
}"""
AT = "(time) => window.moving.forEach((one) => { one.currentTime = time; })"
END = "() => window.moving.forEach((one) => one.finish())"

# Where the tokens of the words and their copies are, and how much of each is seen.
TOKENS = """() => [...document.querySelectorAll("ul.words li .tok")].map((token) => ({
  text: token.textContent, x: token.getBoundingClientRect().x, y: token.getBoundingClientRect().y,
  width: token.getBoundingClientRect().width,
  seen: Number(getComputedStyle(token).opacity), guest: token.classList.contains("guest"),
}))"""


def shown(page: Page) -> int:
    return int(page.locator(".where b").inner_text())


@pytest.fixture
def toy(server: str, page: Page) -> Page:
    page.goto(server)
    ready(page)
    return page


def step(page: Page, key: str) -> None:
    """Press a key; the server's answer is there, and nothing moves any more."""
    there = shown(page) + {"ArrowRight": 1, "ArrowLeft": -1}[key]
    page.keyboard.press(key)
    page.wait_for_url(re.compile(rf"step={there}\b"))
    page.wait_for_function(SETTLED)
    idle(page)  # the boards of the next steps are taken in
    page.wait_for_function("() => !document.querySelector('.board').dataset.motion")


def test_a_step_is_drawn_without_the_server(toy: Page):
    step(toy, "ArrowRight")
    # Whatever the page wants to tell the server waits.
    drawn = toy.evaluate(
        """async () => {
          const heard = [];
          document.addEventListener("merge-by-merge:position", (event) => heard.push(event.detail));
          const { send } = WebSocket.prototype;
          const held = [];
          WebSocket.prototype.send = function (data) { held.push(() => send.call(this, data)); };
          const press = (key) => {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            return document.querySelector(".card-top").textContent.slice(0, 7);
          };
          const at = [press("ArrowRight")];
          await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame);
          at.push(press("ArrowRight"));
          WebSocket.prototype.send = send;
          held.forEach((go) => go());
          return [at, heard];
        }"""
    )
    assert drawn == [["Merge 2", "Merge 3"], [{"step": 2, "phase": ""}, {"step": 3, "phase": ""}]]
    toy.wait_for_url("**step=3**")


def test_thirty_keys_in_a_second_show_every_card(server: str, page: Page):
    page.goto(f"{server}/?corpus=story&step=0")
    ready(page)
    page.evaluate(WATCH)
    page.evaluate(
        """() => new Promise((done) => {
          let left = 30;
          const timer = setInterval(() => {
            const event = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
            document.body.dispatchEvent(event);
            if (!--left) { clearInterval(timer); done(); }
          }, 33);
        })"""
    )
    page.wait_for_function("() => document.querySelector('.card-top').textContent.includes('30')")
    page.wait_for_url("**step=30**")
    assert shown(page) == 30
    assert page.evaluate("window.cards") == ["Start", *(f"Merge {n}" for n in range(1, 31))]


def test_only_what_differs_is_touched(toy: Page):
    step(toy, "ArrowRight")
    toy.evaluate(
        """() => {
          const rows = [...document.querySelectorAll("ul.words li")];
          rows.forEach((row) => { row.mark = row.querySelector(".sr").textContent; });
        }"""
    )
    step(toy, "ArrowRight")
    marks = toy.evaluate(
        """() => [...document.querySelectorAll("ul.words li")].map(
          (row) => [row.mark, row.querySelector(".sr").textContent])"""
    )
    assert len(marks) == 5 and all(mark == word for mark, word in marks)


def test_two_tokens_join_and_part(toy: Page):
    step(toy, "ArrowRight")
    toy.evaluate(PAUSED, "ArrowRight")
    before = {(t["text"]): t for t in toy.evaluate(TOKENS) if t["guest"]}
    assert set(before) == {"h", "##u"}, "copies of what is joined"
    news = [t for t in toy.evaluate(TOKENS) if t["text"] == "hu"]
    assert [t["seen"] for t in news] == [0, 0], "not there yet"
    toy.evaluate(AT, 180)
    halfway = [t for t in toy.evaluate(TOKENS) if t["guest"]]
    gap = {t["text"]: t["x"] for t in halfway}
    assert gap["##u"] - gap["h"] < before["##u"]["x"] - before["h"]["x"], "they come together"
    toy.evaluate(AT, 349)
    assert all(t["seen"] > 0.9 for t in toy.evaluate(TOKENS) if t["text"] == "hu")
    toy.evaluate(END)
    expect(toy.locator(".guest")).to_have_count(0)
    expect(toy.locator(".board[data-motion]")).to_have_count(0)
    toy.wait_for_function(SETTLED)
    # And back, from the one to the two.
    toy.evaluate(PAUSED, "ArrowLeft")
    back = toy.evaluate(TOKENS)
    assert {t["text"] for t in back if t["guest"]} == {"hu"}
    toy.evaluate(END)
    expect(toy.locator(".guest")).to_have_count(0)
    assert [t["text"] for t in toy.evaluate(TOKENS)].count("hu") == 0


def test_rows_glide_and_the_token_drops_into_the_vocabulary(toy: Page):
    step(toy, "ArrowRight")
    toy.evaluate(PAUSED, "ArrowRight")
    entry = "() => document.querySelector('dl.vocabulary .tok.new').getBoundingClientRect().y"
    top = "() => document.querySelector('ul.words').getBoundingClientRect().y"
    assert toy.evaluate(entry) < toy.evaluate(top) + 80
    toy.evaluate(END)
    toy.wait_for_function("() => !document.querySelector('.board').dataset.motion")
    assert toy.evaluate(entry) > toy.evaluate(top) + 200


def test_the_next_key_ends_it_at_once(toy: Page):
    step(toy, "ArrowRight")
    toy.evaluate(PAUSED, "ArrowRight")
    assert toy.locator(".guest").count()
    toy.keyboard.press("ArrowRight")
    old = toy.evaluate("window.moving.map((one) => one.playState)")
    assert set(old) <= {"idle", "finished"}
    toy.wait_for_url("**step=3**")
    expect(toy.locator(".guest")).to_have_count(0)


@pytest.mark.parametrize("how", ["the switch", "reduced motion"])
def test_nothing_moves_if_it_should_not(toy: Page, how: str):
    if how == "the switch":
        toy.locator(".moves input").uncheck()
    else:
        toy.emulate_media(reduced_motion="reduce")
    step(toy, "ArrowRight")
    count = """(key) => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      return document.querySelector(".board").getAnimations({ subtree: true }).length;
    }"""
    assert toy.evaluate(count, "ArrowRight") == 0
    assert "Merge 2" in toy.locator(".card-top").inner_text()
    if how == "the switch":  # and the browser remembers it
        toy.reload()
        ready(toy)
        assert not toy.locator(".moves input").is_checked()
    else:
        toy.emulate_media(reduced_motion="no-preference")


def test_with_the_winner_hidden_the_page_holds_nothing_that_tells_it(server: str, page: Page):
    told: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))),
    )
    page.goto(f"{server}/?pace=reveal&corpus=course")
    ready(page)
    for place in ("step=0.*phase=shown", r"step=1(?!.*phase)", "step=1.*phase=shown"):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(re.compile(place))
    expect(page.locator("tr.win")).to_be_visible()
    quiet(page)  # all of this has come
    told.clear()
    page.keyboard.press("ArrowRight")  # merge 2, and the question for the third
    until(lambda: told, page)
    page.wait_for_function(SETTLED)
    expect(page.locator(".card-top")).to_contain_text("Merge 3")
    assert not any(re.search(r'class=\\\\+"win', each) for each in told)
    expect(page.locator("tr.win")).to_have_count(0)


def test_what_is_picked_belongs_to_the_step_on_screen(toy: Page):
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


@pytest.mark.parametrize("steps", [1, 2])
def test_a_step_and_a_button_of_the_page_at_once(toy: Page, steps: int):
    """Streamlit then asks for the part that has the step alone; see `run_whole_page_if_asked`."""
    toy.evaluate(
        """(steps) => {
          const event = { key: "ArrowRight", bubbles: true };
          for (let n = 0; n < steps; n++)
            document.body.dispatchEvent(new KeyboardEvent("keydown", event));
          document.querySelector(".st-key-present button").click();
        }""",
        steps,
    )
    expect(toy.locator("[data-testid=stSidebar]")).to_be_hidden()
    expect(toy).to_have_url(re.compile(rf"present=1&step={steps}$"))
    at_step(toy, steps)
