"""Phones in a room: a class joins, votes, changes its mind, and sees the answer.

The tests control the rooms directly, without a teacher's screen.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from bench.steered import Teacher, steered
from pages.rooms.state import Ask
from tests.browser.conftest import until, visitor
from tests.browser.test_axe import AXE, Look

PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}

VOTED = "Your vote was counted. You can change it while the question is open."
WAIT = "Wait for the next question."
CLOSED = "The room is closed."
NO_ROOM = "No room has this code. The code may be mistyped, or its room is no longer open."

Room = tuple[str, str]


@pytest.fixture(scope="module")
def classroom() -> Iterator[tuple[str, Teacher]]:
    """The address of a server, and what steers its rooms."""
    with steered() as (server, teacher):
        yield server.address, teacher


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Give out phones; nothing may go wrong on any of them."""
    wrong: list[str] = []
    with ExitStack() as stack:

        def take(**options: Any) -> Page:
            context = stack.enter_context(visitor(browser, **{"viewport": PHONE, **options}))
            context.add_init_script(path=AXE)
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            return page

        yield take
    assert not wrong


def said(page: Page) -> Locator:
    return page.locator("#said")


def option(page: Page, text: str) -> Locator:
    return page.locator(".option").filter(has_text=text)


def choose(page: Page, text: str) -> None:
    option(page, text).click()
    expect(option(page, text)).to_have_attribute("aria-pressed", "true")
    expect(said(page)).to_have_text(VOTED)


def ask(teacher: Teacher, room: Room, title: str, options: list[str], right: int) -> None:
    teacher.ask(*room, Ask(title, tuple(options), frozenset({right})))


def tally(teacher: Teacher, room: Room) -> list[int]:
    return [*teacher.status(*room).tallies[-1]]


def joined(teacher: Teacher, room: Room) -> int:
    return teacher.status(*room).joined


def test_three_phones_answer(classroom: tuple[str, Teacher], phone: Callable[..., Page]):
    address, teacher = classroom
    room = teacher.open()
    code = room[0]
    ann, ben, cem = phones = [phone(), phone(viewport=NARROW, color_scheme="dark"), phone()]
    fetched: list[str] = []
    ann.on("request", lambda request: fetched.append(request.url))

    # The code may be typed in any way; a scanned link brings it along.
    ann.goto(f"{address}/join")
    field = ann.get_by_label("Code of the room")
    expect(field).to_be_focused()
    look = Look(ann)
    look("the code is asked for")
    ann.keyboard.press("Enter")
    expect(ann.get_by_role("alert")).to_have_text("Enter the code that the teacher shows.")
    field.fill("ccc ccc")
    ann.keyboard.press("Enter")
    expect(ann.get_by_role("alert")).to_have_text(NO_ROOM)
    field.fill(f" {code[:3].lower()}-{code[3:]} ")
    ann.get_by_role("button", name="Join").click()
    for page in (ben, cem):
        page.goto(f"{address}/join?code={code}")
    for page in phones:
        expect(said(page)).to_have_text(WAIT)
    look("waiting", "main")
    assert joined(teacher, room) == 3

    # A question; a vote can be changed, also by keys.
    ask(teacher, room, "Which pair merges next?", ["h + ##u", "##u + ##g", "<b>x</b> + 👍"], 1)
    for page in phones:
        expect(page.get_by_role("heading", name="Which pair merges next?")).to_be_visible()
        expect(page.locator("#options").get_by_role("button")).to_have_text(
            ["A h + ##u", "B ##u + ##g", "C <b>x</b> + 👍"]
        )
        expect(said(page)).to_have_text("Choose an answer.")
        expect(page.get_by_role("status")).to_contain_text("Which pair merges next?")
    look("a question", "main")
    choose(ann, "h + ##u")
    choose(ann, "##u + ##g")
    choose(ben, "<b>x</b>")
    option(cem, "h + ##u").focus()
    cem.keyboard.press("Space")
    expect(said(cem)).to_have_text(VOTED)
    look("a vote", "main")
    assert tally(teacher, room) == [1, 1, 1]

    # Where the phone was, it is after a reload.
    ann.reload()
    expect(option(ann, "##u + ##g")).to_have_attribute("aria-pressed", "true")
    expect(said(ann)).to_have_text(VOTED)
    assert tally(teacher, room) == [1, 1, 1]
    assert joined(teacher, room) == 3

    # The same question again; the keyboard stays where the question is.
    cem.locator(".option").first.focus()
    teacher.again(*room)
    for page in phones:
        expect(said(page)).to_have_text("The question is asked again. Answer it.")
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    expect(cem.locator("#title")).to_be_focused()
    choose(ann, "##u + ##g")
    choose(ben, "<b>x</b>")
    assert tally(teacher, room) == [0, 1, 1]

    # The answer, by word and sign.
    teacher.reveal(*room)
    verdicts = (
        "✓ Your answer is right.",
        "✗ Your answer is wrong.",
        "You did not answer this time.",
    )
    for page, verdict in zip(phones, verdicts, strict=True):
        expect(page.locator("#verdict")).to_have_text(verdict)
        expect(page.get_by_role("status")).to_contain_text(verdict)
    for page in phones:
        expect(option(page, "##u + ##g")).to_contain_text("✓ Right")
        expect(said(page)).to_have_text(WAIT)
    expect(option(ann, "##u + ##g")).to_contain_text("Your answer")
    expect(option(ben, "<b>x</b>")).to_contain_text("✗ Your answer")
    expect(option(ben, "h + ##u")).to_have_text("A h + ##u")
    look("the answer", "main")

    # The teacher opens another room: the phones move to it.
    following = teacher.open()
    teacher.end(*room, following[0])
    for page in phones:
        expect(said(page)).to_have_text(WAIT)
    until(lambda: joined(teacher, following) == 3, ann)
    until(lambda: following[0] in ann.url, ann)

    # The end; another room can be joined from there.
    teacher.end(*following)
    for page in phones:
        expect(said(page)).to_have_text(CLOSED)
    look("the end", "main")
    assert not look.found, "\n".join(look.found)
    expect(field).to_be_focused()

    # The page requests nothing from other hosts, and stores no cookie.
    assert fetched and all(url.startswith(f"{address}/join") for url in fetched)
    assert not ann.context.cookies()


def test_a_phone_that_was_away(classroom: tuple[str, Teacher], phone: Callable[..., Page]):
    address, teacher = classroom
    room = teacher.open()
    ask(teacher, room, "How is “hugs” tokenized?", ["hug ##s", "h ##u ##g ##s"], 0)
    page = phone(viewport=NARROW)
    page.goto(f"{address}/join?code={room[0]}")
    choose(page, "hug ##s")

    # A vote that is tapped without a connection is counted once there is one.
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_have_text(
        "The connection is lost. This page is trying to connect again."
    )
    option(page, "h ##u").click()
    expect(said(page)).to_have_text("Sending your vote …")
    assert tally(teacher, room) == [1, 0]
    page.context.set_offline(False)
    expect(said(page)).to_have_text(VOTED)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert tally(teacher, room) == [0, 1]

    # The new question is shown; a vote for the old one is rejected.
    page.context.set_offline(True)
    option(page, "hug ##s").click()
    long = "Ġvery" * 30
    ask(teacher, room, f"Which one is {long}?", [f"{long} + ##s", "hug"], 0)
    page.context.set_offline(False)
    expect(option(page, long)).to_be_visible()
    expect(said(page)).to_have_text("Choose an answer.")
    assert tally(teacher, room) == [0, 0]
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    for button in page.locator(".option").all():
        box = button.bounding_box()
        assert box and box["height"] >= 48

    # A phone that sends too many requests waits in the room.
    busy = "This phone sends too many requests. Wait a moment."
    page.route("**/view", lambda r: r.fulfill(status=429, json={"error": busy}), times=2)
    expect(page.get_by_role("alert")).to_have_text(busy)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(option(page, long)).to_be_visible()

    # A second tab is the same voter.
    choose(page, "hug")
    other = page.context.new_page()
    other.goto(f"{address}/join?code={room[0]}")
    expect(option(other, "hug").last).to_have_attribute("aria-pressed", "true")
    choose(other, long)
    expect(option(page, long)).to_have_attribute("aria-pressed", "true")
    choose(other, "hug")
    other.close()
    assert joined(teacher, room) == 1 and tally(teacher, room) == [0, 1]

    # A voter that the room does not know joins again; so does one who cannot remember.
    page.evaluate(
        "code => localStorage.setItem('merge-by-merge:room', `${code} x`)",
        room[0],
    )
    page.reload()
    expect(said(page)).to_have_text("Choose an answer.")
    page.evaluate("localStorage.setItem('merge-by-merge:room', '{')")
    page.reload()
    expect(said(page)).to_have_text("Choose an answer.")
    choose(page, "hug")
    assert tally(teacher, room) == [0, 2]

    # The room is closed: no phone is left waiting.
    teacher.end(*room)
    expect(said(page)).to_have_text(CLOSED)
    expect(page.get_by_label("Code of the room")).to_be_visible()
