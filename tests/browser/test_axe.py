"""axe-core, which looks at a page as assistive technology does, finds nothing on any page.

Each page is looked at in the state that shows most, and in the states whose markup differs. The
colours of each page are looked at in light and in dark.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.waits import wait_for_promise
from pages.lessons import LESSONS
from tests.browser import conftest
from tests.browser.conftest import BACKGROUND, lead, ready
from tests.browser.test_predict import (
    answer_anything,
    next_question,
)
from tests.browser.test_take_home import get
from tests.browser.test_train import choose, next_merge, open_advanced
from tests.pages.test_lessons import answers_of, right_answer
from tests.pages.test_predict import unigram_questions

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"


COLOUR = ("color-contrast", "link-in-text-block")
"""The rules of colours."""

# Streamlit's uploader is a section with a name and the role of none, which we cannot mend.
RUN = """async ([options, within]) => {
  const results = await axe.run(within ?? document, { resultTypes: ["violations"], ...options });
  const known = ({ id }, { html }) =>
    id === "presentation-role-conflict" && html.includes("stFileUploaderDropzone");
  return results.violations.flatMap((rule) => rule.nodes.filter((node) => !known(rule, node)).map(
    (node) => `${rule.id}: ${node.target.flat().join(" ")}: ${node.failureSummary}`));
}"""

# A colour on its way to another one is not looked at, nor waited for.
AT_ONCE = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(
  "*, ::before, ::after { transition: none !important; animation: none !important }");
document.adoptedStyleSheets.push(sheet);
"""

MAIN = "[data-testid=stMain]"


class Look:
    """Looks at states, and remembers what axe finds in them."""

    def __init__(self, page: Page):
        self.page = page
        self.found: list[str] = []
        self.schemes = ["light", "dark"]
        self.whole = True

    def visit(self, address: str, shows: str = ".stepper.live") -> None:
        """Open a page; it is looked at as a whole when it is looked at for the first time."""
        lead(self.page, address)
        expect(self.page.locator(shows).first).to_be_visible()
        if self.page.get_by_test_id("stApp").count():
            ready(self.page)
            expect(self.page.locator("h1")).to_have_count(1)
        self.whole = True

    def dialog(self, key: str) -> None:
        """Open a dialog, look at it, and close it."""
        self.page.locator(f"[data-pick*='\"{key}\"'], .st-key-{key} button").click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        self(key, "[role=dialog]")
        self.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)

    def __call__(self, state: str, part: str = MAIN) -> None:
        """Look at what is on screen by all rules; at a whole page's colours in both schemes.

        Args:
            state: what it is, for the report.
            part: what is new in it. All the rest is looked at once in a visit. Parts are looked at
                in one scheme, in turn.
        """
        here, there = self.schemes
        self._show(here)
        self._run(state, here, {}, None if self.whole else part)
        if self.whole:
            self._show(there)
            self._run(state, there, {"runOnly": COLOUR}, None)
        self.whole = False
        self.schemes.reverse()

    def once(self, state: str, scheme: str) -> None:
        """Look at the main part by all rules, in one scheme."""
        self._show(scheme)
        self._run(state, scheme, {}, MAIN)

    def _run(self, state: str, scheme: str, options: dict[str, Any], part: str | None) -> None:
        argument = [options, part]
        found = wait_for_promise(self.page, RUN, argument, what=f"axe, on {state}")
        self.found += [f"{state}, {scheme}: {each}" for each in found]

    def _show(self, scheme: str) -> None:
        self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        app = self.page.get_by_test_id("stApp")
        if app.count():
            expect(app).to_have_css("background-color", BACKGROUND[scheme])
            conftest.settled(self.page)


@pytest.fixture
def look(page: Page) -> Iterator[Look]:
    """Nothing that is looked at may violate a rule."""
    assert AXE.exists(), "axe-core is missing: make test"
    page.add_init_script(path=AXE)
    page.add_init_script(AT_ONCE)
    page.emulate_media(reduced_motion="reduce")  # what moves half seen has colours half seen
    look = Look(page)
    yield look
    assert not look.found, "\n".join(look.found)


STATES = {
    "train": (
        ("?forced=2.3&step=3&look=2", ".anatomy"),
        ("?step=2&pace=slow&phase=score", ".phases [aria-current]"),
        ("?step=3&present=1&panel=scores", "table.scores"),
        ("?recipe=replay", "[data-testid=stFileUploader]"),
        ("?corpus=story&step=60&recipe=bpe", ".prose .u"),
        ("?recipe=unigram&step=5", ".lattice"),
        ("?recipe=top-down-guide&step=7", ".substrings"),
        ("?corpus=story&step=150&story=stopping", ".story"),
    ),
    "compare": (
        ("compare?corpus=course&step=12&recipe=end-of-word-bpe", ".pages"),
        ("compare?corpus=course&step=8&by=size&library=True", ".column .at b"),
        ("compare?step=3&present=1&show=parting", "p.parting"),
        ("compare?step=3&show=prune", "table.cuts"),
    ),
    "others": (
        ("encode?present=1&step=3&view=word", "ol.trace"),
        (f"encode?corpus=course&step=9&text={'the gate unlocked ☃ the mill ' * 12}", ".u.unknown"),
        ("lessons?step=0", ".lesson-entry"),
        ("lessons?plan=45&step=0", ".plan"),
        ("take-home?step=3", "p.take"),
        ("by_hand?step=0", ".card"),
        ("by_hand?step=0&level=alone&present=1", ".hand button"),
        ("by_hand?step=0&level=alone&rule=unigram", ".pieces button"),
    ),
}
"""Addresses that need no click to show what differs, and what is there then."""


@pytest.mark.parametrize("states", STATES.values(), ids=STATES)
def test_states_of_pages(server: str, look: Look, states: tuple[tuple[str, str], ...]):
    for address, shows in states:
        look.visit(f"{server}/{address}", shows)
        look(address)


def test_train(server: str, look: Look):
    page = look.page
    look.visit(f"{server}/?corpus=story&step=150", ".pages")
    page.locator("[data-pick*='vocabulary_all']").click()
    expect(page.locator("[data-pick*='vocabulary_menu']")).to_be_visible()
    look("the whole vocabulary")
    look.visit(f"{server}/?step=0")
    next_merge(page).click()
    expect(page.locator(".card .tok.new")).to_have_text("##gs")
    look("a merge")
    page.get_by_role("button", name="Draw your guess first").click()
    expect(page.locator(".sketch .field")).to_be_visible()
    look("a curve to be drawn")
    conftest.open_help(page)
    look.dialog("train_why_scores")
    for key, state in (
        ("?", "[role=dialog] dl.keys"),
        ("g", "[role=dialog] dl.glossary"),
        ("q", "[role=dialog] img.qr"),
    ):
        page.keyboard.press(key)
        expect(page.locator(state).first).to_be_visible()
        look(state, "[role=dialog]")
        page.keyboard.press("Escape")
        expect(page.locator(state).first).to_be_hidden()
        conftest.quiet(page)  # the page hears keys again


def test_messages(server: str, look: Look, tmp_path: Path):
    """Notices, errors and one's own corpora."""
    page = look.page
    look.visit(f"{server}/?corpus=nope&recipe=nope&step=zz&forced=2.99", "[role=alert]")
    look("a link with problems")
    choose(page, "Words", "Your own text …")
    page.get_by_label("Text", exact=True).fill("a \u200b\u0301 ## <b>")
    page.get_by_role("button", name="Start training").click()
    expect(page.get_by_role("group", name="The text in tokens")).to_contain_text("<")
    open_advanced(page)
    choose(page, "Ties go to", "Random, with a seed")
    expect(page.get_by_role("spinbutton", name="Seed")).to_be_visible()
    page.get_by_role("spinbutton", name="Vocabulary size").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The screen shows a training with other settings")).to_be_visible()
    look.whole = True
    look("an error in one's own text")
    look.visit(f"{server}/?corpus=file&of=12345678", "[role=alert]")
    uploader = page.locator("[data-testid=stFileUploader] input[type=file]")
    bad = tmp_path / "photo.txt"
    bad.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    uploader.set_input_files(bad)
    expect(page.get_by_text("The format of this file is PNG")).to_be_visible()
    look.whole = True
    look("a file refused")


def test_compare(server: str, look: Look):
    page = look.page
    look.visit(f"{server}/compare?step=1", ".columns")
    expect(page.locator(".column .tok.new")).to_have_count(2)
    for key in ("compare_why_columns", "cuts_menu"):
        look.dialog(key)
    page.get_by_role("radio", name="One sentence").click()
    page.get_by_label("Text to encode").fill("pugs mug")
    expect(page.locator("dl.sentence")).to_contain_text("[UNK]")
    look("a sentence")


def test_encode(server: str, look: Look):
    page = look.page
    look.visit(f"{server}/encode", ".encoded")
    page.get_by_role("button", name="Show an example: pugs").click()
    expect(page.locator(".tok.unknown").first).to_be_visible()
    look("vocabulary or merges, with an unknown word")
    for key in ("encode_why_trace", "encode_longer"):
        look.dialog(key)
    page.get_by_label("Text to encode").fill("~ ^")
    page.get_by_text("Special tokens", exact=True).click()
    expect(page.locator(".encoded").first).to_contain_text("[CLS]")
    choose(page, "Encode with", "BPE")
    expect(page.locator(".encoded")).to_have_count(1)
    look("only unknown words, by BPE, with special tokens")


def test_predict(server: str, look: Look):
    """Two kinds of questions, their answers, and the result of a run."""
    page = look.page
    for kind in ("next", "split"):
        query = f"corpus=course&set=2&step=0&ask={kind}"
        look.visit(f"{server}/predict?{query}", "h2.asked")
        counts = page.get_by_text("Show rule and counts")
        if counts.count():
            counts.click()
        look(f"{kind}: asked")
        answer_anything(page, kind)
        look(f"{kind}: answered")
    look.visit(f"{server}/predict?recipe=unigram&ask=cheapest", "h2.asked")
    answer_anything(page, "cheapest")
    look("a removal: answered")
    next_question(page)
    last = len(unigram_questions("cheapest"))
    for number in range(2, last + 1):
        expect(page.locator(".run .where")).to_have_text(f"Question {number} of {last}")
        page.locator(".st-key-predict_skip button").click()
        expect(page.locator(".verdict")).to_be_visible()
        next_question(page)
    expect(page.locator(".result .score")).to_be_visible()
    look("the result")


def scenes() -> list[str]:
    """One scene of the lessons with each kind of panel, as a query."""
    found: dict[type, str] = {}
    for lesson in LESSONS:
        for part, scene in enumerate(lesson.scenes, 1):
            found.setdefault(type(scene.panel), f"lesson={lesson.id}&part={part}")
    return [*found.values()]


def test_exercises(server: str, look: Look):
    """An answer to choose and a typed one, wrong and then right."""
    page = look.page
    for lesson in (LESSONS[0], LESSONS[3]):
        look.visit(
            f"{server}/lessons?lesson={lesson.id}&part={lesson.parts}&step=0", ".lesson-head"
        )
        question = lesson.exercise.question
        label = question.typed_answer()
        for right in (False, True):
            if label:
                page.get_by_label(label).fill(right_answer(question) if right else "x")
                page.get_by_role("button", name="Check").click()
            else:
                place = min(answers_of(question)[0 if right else 1])
                page.locator(".st-key-lesson_choices button").nth(place).click()
            state = "right" if right else "wrong"
            expect(page.locator(f".verdict.{state}").first).to_be_visible()
            look(f"{lesson.id}: {state}")


def test_the_worksheet(server: str, look: Look, tmp_path: Path):
    page = look.page
    look.visit(f"{server}/take-home?step=3", "p.take")
    look.visit(get(page, "worksheet.html", tmp_path).as_uri(), "main")
    look("the worksheet")
