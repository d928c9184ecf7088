"""The Predict page in a real browser: keys, the field, and how it all fits on the screen."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import VIEWPORT, lead, listening, move, quiet, ready, shoot, still
from tests.pages.test_predict import expected_questions
from wordpiece.teaching.quiz import KINDS, ChoiceQuestion, PairQuestion, TypedQuestion

TOO_WIDE = """() => [...document.querySelectorAll("[data-testid=stMain] *")].filter((e) => {
  const box = e.getBoundingClientRect();
  const seen = box.width > 1 && box.height > 1 && getComputedStyle(e).visibility === "visible";
  return seen && !e.closest(".sr, svg, .scroll") && (box.right > innerWidth + 1 || box.left < -1);
}).map((e) => e.outerHTML.slice(0, 100))"""
"""What lies beyond the window."""


def visit(page: Page, address: str) -> None:
    lead(page, address)
    expect(answers(page).or_(tokens(page)).first).to_be_visible()
    ready(page)


def answers(page: Page) -> Locator:
    return page.locator(".st-key-predict_answers button")


def tokens(page: Page) -> Locator:
    return page.locator(".st-key-predict_tokens button")


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Tokens, with spaces between them")


def at_question(page: Page, at: int, right: int) -> None:
    expect(page.locator(".run .where")).to_have_text(f"Question {at + 1} of 10")
    if at:
        expect(page.locator(".run")).to_contain_text(f"{right} of {at} right")


def right_key(question: ChoiceQuestion) -> str:
    return str([c.right for c in question.candidates].index(True) + 1)


def press(page: Page, key: str) -> None:
    """Answer by a key, once the answers are there."""
    listening(answers(page).nth(int(key) - 1))
    page.keyboard.press(key)


def answer_anything(page: Page, kind: str) -> None:
    """Type a token, or click on the first option."""
    if kind in ("split", "replay"):
        field(page).fill("x")
        field(page).press("Enter")
    else:
        answers(page).first.click()
    expect(page.locator(".verdict")).to_be_visible()


def next_question(page: Page) -> None:
    listening(page.locator(".st-key-predict_next button"))
    page.keyboard.press("Enter")


def test_questions_of_a_run_by_keys_and_mouse(server: str, page: Page):
    visit(page, f"{server}/predict")
    for at, question in enumerate(expected_questions()[:6]):
        at_question(page, at, at)
        if isinstance(question, PairQuestion) and at:
            press(page, right_key(question))
        elif isinstance(question, PairQuestion):
            answers(page).nth(int(right_key(question)) - 1).focus()
            page.keyboard.press("Enter")
        elif at % 2:  # typed, and checked by Enter
            field(page).fill(" ".join(question.tokens))
            field(page).press("Enter")
        else:
            for i, token in enumerate(question.tokens, 1):
                tokens(page).nth(question.choices.index(token)).click()
                expect(field(page)).to_have_value(" ".join(question.tokens[:i]))
            page.get_by_role("button", name="Check").click()
        expect(page.locator(".verdict")).to_contain_text("Right")
        if at < 3:  # the focus goes where the eye goes
            expect(page.locator(".verdict")).to_be_focused()
            page.keyboard.press("Tab")
            expect(page.locator(".st-key-predict_next button")).to_be_focused()
        else:
            page.locator(".run .where").click()
        next_question(page)
        if at < 3:
            expect(page.locator("h2.asked")).to_be_focused()
    at_question(page, 6, 6)


def test_keys_typed_into_a_field_belong_to_the_field(server: str, page: Page):
    visit(page, f"{server}/predict?ask=next&step=0")
    number = page.get_by_role("spinbutton", name="Question set")
    number.click()
    number.press("End")
    number.press_sequentially("2")
    quiet(page, 500)
    assert page.locator(".verdict").count() == 0
    number.press("Enter")
    expect(page).to_have_url(re.compile("[?&]set=12(&|$)"))
    quiet(page, 500)
    assert page.locator(".verdict").count() == 0
    # A wrong answer by mouse, and a reload.
    verdicts = [c.right for c in expected_questions(kind="next", seed=12)[0].candidates]
    answers(page).nth(verdicts.index(False)).click()
    expect(page.locator(".verdict")).to_contain_text("Not quite")
    expect(page.locator("ul.revealed .frac")).to_have_count(4)
    expect(page.locator("ul.revealed li.right .tags")).to_contain_text("merges next")
    expect(answers(page)).to_have_count(0)
    page.reload()
    expect(page.locator(".verdict")).to_contain_text("Not quite")
    # Typed and clicked tokens go together.
    visit(page, f"{server}/predict?ask=split&step=0")
    question = expected_questions(kind="split")[0]
    assert isinstance(question, TypedQuestion)
    field(page).press_sequentially("1 ##g")  # digits are no shortcuts here
    tokens(page).nth(question.choices.index("##n")).click()
    expect(field(page)).to_have_value("1 ##g ##n")
    page.get_by_role("button", name="Undo").click()
    expect(field(page)).to_have_value("1 ##g")


def test_layout(server: str, page: Page):
    """On a screen of 1280 x 800 a question fits with its answer, and 320 pixels are wide enough.

    A page is as wide as that on a projector's screen at four times its size.
    """
    main = page.locator("[data-testid=stMain]")

    def fits(state: str) -> None:
        for width, height in ((1280, 800), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            still(page)
            beyond = "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
            wide, tall = main.evaluate(beyond)
            assert wide <= 0 and (width == 320 or tall <= 0), state
            shoot(page, f"predict-{state}-{width}")
        assert page.evaluate(TOO_WIDE) == [], state
        page.set_viewport_size(VIEWPORT)

    visit(page, f"{server}/predict")
    for kind in KINDS:
        move(page, f"{server}/predict?corpus=course&set=2&ask={kind}&step=0")
        expect(page.locator(".verdict")).to_have_count(0)
        fits(kind)
        if kind in ("split", "replay"):
            field(page).fill("x")
            field(page).press("Enter")
        else:
            press(page, "1")
        expect(page.locator(".verdict")).to_be_visible()
        fits(f"{kind}-answered")
