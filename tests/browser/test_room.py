"""A teacher asks the class: one browser on the projector, and others on phones."""

import csv
import io
import re
from contextlib import ExitStack

from playwright.sync_api import Browser, Page, expect

from tests import golden
from tests.browser.conftest import idle, ready, settled, visitor
from tests.browser.test_present import fits
from tests.pages.test_predict import COURSE, expected_questions

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}


def press(page: Page, key: str, shows: str) -> None:
    """Press a key once it is heard, and wait for what it leads to."""
    settled(page)
    idle(page)
    page.keyboard.press(key)
    expect(page.locator(shows).first).to_be_visible()


def code_on(page: Page) -> str:
    return page.locator(".invite-code").inner_text().replace(" ", "")


def choose(phone: Page, option: int, asks: str = "Choose an answer.") -> None:
    """Vote, once the phone asks for it."""
    expect(phone.locator("#said")).to_have_text(asks)
    phone.locator("#options button").nth(option).click()
    expect(phone.locator("#said")).to_contain_text("Your vote was counted")


def join(page: Page, server: str, code: str) -> None:
    page.goto(f"{server}/join?code={code}")


def test_a_class_votes_talks_votes_again_and_reads(server: str, page: Page, browser: Browser):
    run = expected_questions(golden.COURSE, "next", 2, **COURSE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server}/predict?present=1&corpus=course&set=2&ask=next")
    expect(page.locator("h2.asked")).to_be_visible()
    ready(page)
    press(page, "a", ".invite")
    expect(page.locator(".invite-warning")).to_contain_text("Phones cannot reach this address")
    expect(page.locator("img.qr")).to_have_js_property("complete", True)
    assert page.locator("img.qr").evaluate("(image) => image.naturalWidth > 0")
    box = page.locator("img.qr").bounding_box()
    assert box and box["width"] > 560
    fits(page, "room-code")
    code = code_on(page)
    count = page.locator(".room-count")
    with visitor(browser, **PHONE) as one, visitor(browser, **PHONE) as two:
        phones = [context.new_page() for context in (one, two)]
        for phone in phones:
            join(phone, server, code)
        expect(count).to_have_text("Phones connected: 2")  # by the stream: nothing is clicked
        press(page, "a", "ol.options")
        fits(page, "room-vote")
        right = next(i for i, c in enumerate(run[0].candidates) if c.right)
        wrong = (right + 1) % len(run[0].candidates)
        for phone in phones:
            expect(phone.get_by_role("heading", name="Which pair merges next?")).to_be_visible()
            choose(phone, wrong)
        expect(count).to_have_text("Answers: 2, phones connected: 2")
        press(page, "a", ".invite")  # the code, for who comes late
        press(page, "a", "ol.options")
        expect(count).to_have_text("Answers: 2, phones connected: 2")
        press(page, "r", "ol.options")
        expect(count).to_have_text("Answers: 0, phones connected: 2")
        choose(phones[0], right, "The question is asked again. Answer it.")
        expect(count).to_have_text("Answers: 1, phones connected: 2")
        for _ in range(3):  # hands are counted as fast as they are pressed
            page.keyboard.press(f"Digit{right + 1}")
        page.keyboard.press(f"Shift+Digit{right + 1}")
        expect(count).to_have_text("Answers: 3")
        page.get_by_role("button", name=f"Add a hand for {'ABCD'[wrong]}").click()
        press(page, "Enter", "table.votes")
        rows = page.locator("table.votes tbody tr")
        expect(rows.nth(right).locator("td.vote b")).to_have_text(["0", "3"])
        expect(rows.nth(wrong).locator("td.vote b")).to_have_text(["2", "1"])
        expect(rows.nth(right)).to_contain_text("✓ right")
        fits(page, "room-answer")
        press(page, "Enter", "ol.options")
        expect(count).to_have_text("Answers: 0, phones connected: 2")
        # A page that is loaded again finds its room, and its address does not hold the key.
        page.goto(page.url)
        expect(count).to_have_text("Answers: 0, phones connected: 2")
        assert "key" not in page.url and code not in page.url
        choose(phones[1], 0)
        expect(count).to_have_text("Answers: 1, phones connected: 2")
        page.keyboard.press("Escape")
        ready(page)
        for number in range(2, len(run) + 1):
            expect(page.locator("h2.asked .sr")).to_contain_text(f"Question {number} of")
            settled(page)
            page.get_by_role("button", name="Skip").click()
        expect(page.locator("table.outcomes tbody tr")).to_have_count(len(run))
        with page.expect_download() as download:
            page.get_by_role("button", name="Download the table").click()
        text = download.value.path().read_text(encoding="utf-8")
        votes = [row for row in csv.DictReader(io.StringIO(text)) if row["question"] == "1"]
        assert next(row["votes_2"] for row in votes if row["right"] == "true") == "3"
        page.get_by_role("button", name="Close the room").click()
        expect(page.locator(".st-key-room_close")).to_have_count(0)
        assert not errors


def test_no_vote_is_cut_off_in_a_narrow_window(server: str, page: Page):
    page.goto(f"{server}/predict?ask=next&set=3")
    expect(page.locator("h2.asked")).to_be_visible()
    ready(page)
    press(page, "a", ".invite")
    press(page, "a", ".room-hand")
    press(page, "r", ".room-hand")
    press(page, "ArrowRight", "table.votes.two")
    for width in (1280, 1030, 800, 390):  # up to 800 pixels with the sidebar
        page.set_viewport_size({"width": width, "height": 800})
        last = page.locator("td.vote").last.bounding_box()
        assert last and last["x"] + last["width"] <= width


def test_the_plan_of_45_minutes_is_played_in_one_room(server: str, page: Page, browser: Browser):
    """The plan in one tab, each of its screens in another, and three phones."""
    page.goto(f"{server}/lessons?plan=45")
    ready(page)
    results, code, voted = page.locator(".st-key-room_live .room-count"), "", set()
    with ExitStack() as stack:
        phones = [stack.enter_context(visitor(browser, **PHONE)).new_page() for _ in range(3)]
        for number, link in enumerate(page.locator(".plan-steps a").all()):
            address = link.get_attribute("href") or ""
            with page.context.expect_page() as opened:
                link.click()
            wall = opened.value
            ready(wall)
            if "present=1" in address:
                fits(wall, f"plan-{number}")
            if address in voted or not {"pace=reveal", "step=0"} <= {*re.split("[?&]", address)}:
                wall.close()
                continue
            voted.add(address)
            press(wall, "a", ".invite")
            if code:
                assert code_on(wall) == code
                expect(wall.locator(".st-key-room_next")).to_contain_text(", 3 phones")
            code = code or code_on(wall)
            for phone in phones:
                if code not in phone.url:
                    join(phone, server, code)
                    expect(phone.locator("#said")).to_have_text("Wait for the next question.")
            press(wall, "ArrowRight", "ol.options")
            said, rounds = "Choose an answer.", ((0, 1, 1), (1, 1, 1))
            for votes in rounds:
                for phone, option in zip(phones, votes, strict=True):
                    choose(phone, option, said)
                expect(wall.locator(".room-count")).to_contain_text(
                    "Answers: 3, phones connected: 3"
                )
                if said == "Choose an answer.":
                    press(wall, "r", "ol.options")
                said = "The question is asked again. Answer it."
            press(wall, "PageDown", "table.votes")
            fits(wall, f"plan-vote-{len(voted)}")
            rows = wall.locator("table.votes tbody tr")
            shares = [
                sum("right" in (rows.nth(o).get_attribute("class") or "") for o in votes)
                for votes in rounds
            ]
            first, second = (f"{100 * n / 3:.0f}%" for n in shares)
            expect(wall.locator(".shares")).to_have_text(f"{first} → {second} right")
            expect(results).to_have_text(f"{shares[1]} of 3 right")
            expect(results).to_be_in_viewport()
            press(wall, "PageDown", ".card")
            for phone in phones:
                expect(phone.locator("#said")).to_have_text("Wait for the next question.")
            wall.close()
    assert len(voted) == 3
