"""The Predict page in a real browser: keys, the field, and how it all fits on the screen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests import golden
from tests.browser.conftest import layouts, listening, move, quiet, ready, settled, shoot
from tests.pages.test_predict import COURSE, asked
from wordpiece.teaching.quiz import KINDS, Question, TypedQuestion


def visit(page: Page, address: str) -> None:
    page.goto(address)
    expect(answers(page).or_(tokens(page)).first).to_be_visible(timeout=20_000)
    ready(page)


def answers(page: Page):
    return page.locator(".st-key-predict_answers button")


def tokens(page: Page):
    return page.locator(".st-key-predict_tokens button")


def field(page: Page):
    return page.get_by_role("textbox", name="Your tokens")


def at_question(page: Page, at: int, right: int) -> None:
    expect(page.locator(".run .where")).to_have_text(f"Question {at + 1} of 10")
    expect(page.locator(".run")).to_contain_text(f"{right} right")


def right_key(question: Question) -> str:
    return str([c.right for c in question.candidates].index(True) + 1)


def press(page: Page, key: str) -> None:
    """Answer by a key, once the answers are there."""
    listening(answers(page).nth(int(key) - 1))
    page.keyboard.press(key)


def next_question(page: Page) -> None:
    listening(page.locator(".st-key-predict_next button"))
    page.keyboard.press("Enter")


def test_a_run_by_keys_and_mouse(server: str, page: Page):
    visit(page, f"{server}/predict")
    for at, question in enumerate(asked()):
        at_question(page, at, at)
        if not isinstance(question, TypedQuestion):
            press(page, right_key(question))
        elif at % 2:  # typed, and checked by Enter
            field(page).fill(" ".join(question.tokens))
            field(page).press("Enter")
        else:
            for i, token in enumerate(question.tokens, 1):
                tokens(page).nth(question.choices.index(token)).click()
                expect(field(page)).to_have_value(" ".join(question.tokens[:i]))
            page.get_by_role("button", name="Check").click()
        expect(page.locator(".verdict")).to_contain_text("Right")
        page.locator(".run .where").click()
        next_question(page)
    expect(page.locator(".result .score")).to_have_text("10 of 10 right")
    page.get_by_role("button", name="Next set").click()
    expect(page).to_have_url(re.compile("[?&]set=2(&|$)"))
    at_question(page, 0, 0)


def test_keys_typed_into_a_field_belong_to_the_field(server: str, page: Page):
    visit(page, f"{server}/predict?ask=next")
    number = page.get_by_role("textbox", name="Question set")
    number.click()
    number.press("End")
    number.press_sequentially("2")
    quiet(page, 500)
    assert page.locator(".verdict").count() == 0
    number.press("Enter")
    expect(page).to_have_url(re.compile("[?&]set=12(&|$)"))
    quiet(page, 500)
    assert page.locator(".verdict").count() == 0


def test_typed_and_clicked_tokens_go_together(server: str, page: Page):
    visit(page, f"{server}/predict?ask=split")
    question = asked(kind="split")[0]
    field(page).press_sequentially("1 ##g")  # digits are no shortcuts here
    tokens(page).nth(question.choices.index("##n")).click()
    expect(field(page)).to_have_value("1 ##g ##n")
    page.get_by_role("button", name="Undo").click()
    expect(field(page)).to_have_value("1 ##g")
    page.get_by_role("button", name="Clear").click()
    expect(field(page)).to_have_value("")


def test_a_wrong_answer_by_mouse_and_a_reload(server: str, page: Page):
    visit(page, f"{server}/predict?ask=next&set=3")
    question = asked(kind="next", seed=3)[0]
    verdicts = [c.right for c in question.candidates]
    answers(page).nth(verdicts.index(False)).click()
    expect(page.locator(".verdict")).to_contain_text("Not quite")
    expect(page.locator("ul.revealed .frac")).to_have_count(4)
    expect(page.locator("ul.revealed li.right .tags")).to_contain_text("merges next")
    assert answers(page).count() == 0
    page.reload()
    expect(answers(page)).to_have_count(4, timeout=20_000)
    expect(page.locator(".run")).to_contain_text("0 right")


def test_strange_words_are_shown_as_text(server: str, page: Page):
    alerts = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    visit(page, f"{server}/predict")
    page.get_by_role("combobox", name="Corpus").first.click()
    page.get_by_role("option", name="Your own word table").click()
    area = page.get_by_role("textbox", name="Words and counts")
    area.fill("<b>x</b>\t3\n<img/src=x/onerror=alert(1)>\t2\n$*_$*_\t4\n`a`b``\t3")
    page.get_by_role("button", name="Train on this table").click()
    expect(page).to_have_url(re.compile("corpus=table"))  # written last; until then what is
    settled(page)  # drawn anew would close a list that has been opened
    expect(page.get_by_text("Still on screen")).to_have_count(0)
    page.get_by_role("combobox", name="Questions").click()
    page.get_by_role("option", name="BPE's next merge").click()
    expect(page.locator("h2.asked")).to_contain_text("BPE")
    page.locator("h2.asked").click()  # out of the field, which would take the keys
    for _ in range(3):
        listening(answers(page).first)
        labels = answers(page).locator("code")
        assert labels.count() == 2 * answers(page).count()
        page.keyboard.press("1")
        expect(page.locator(".verdict")).to_be_visible()
        next_question(page)
        expect(page.locator(".verdict")).to_have_count(0)
    main = page.locator("[data-testid=stMain]")
    assert main.locator("img, ul.words b, .stButton em, .katex").count() == 0
    assert alerts == []


def test_layout(server: str, page: Page):
    """Nothing scrolls sideways; on the projector a question fits with its answer."""
    main = page.locator("[data-testid=stMain]")

    def fits(state: str) -> None:
        for width, *_, name in layouts(page, ((1280, 800), (400, 860))):
            assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0, f"{state} at {name}"
            if width == 1280:
                tall = main.evaluate("e => e.scrollHeight - e.clientHeight")
                assert tall <= 0, f"{state} at {name}"
            shoot(page, f"predict-{state}-{name}")

    visit(page, f"{server}/predict")
    for kind in KINDS:
        move(page, f"{server}/predict?corpus=course&set=2&ask={kind}&step=0")
        expect(page.locator(".verdict")).to_have_count(0)
        if kind == "split":  # a long word has a long trace, and scrolls
            for question in asked(golden.COURSE, "split", 2, **COURSE):
                if len(question.trace.probes) > 40:
                    break
                field(page).fill("x")
                field(page).press("Enter")
                expect(page.locator(".verdict")).to_be_visible()
                next_question(page)
                expect(page.locator(".verdict")).to_have_count(0)
        fits(kind)
        if kind in ("split", "replay"):
            field(page).fill("x")
            field(page).press("Enter")
        else:
            press(page, "1")
        expect(page.locator(".verdict")).to_be_visible()
        fits(f"{kind}-answered")
        if kind == "split":
            trace = page.get_by_role("region", name="How the word is tokenized")
            trace.evaluate("e => e.scrollTo(0, e.scrollHeight)")
            expect(trace.locator("li").last).to_be_in_viewport(ratio=0.9)
