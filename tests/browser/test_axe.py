"""axe-core, which looks at a page as assistive technology does, on every page and in every state.

Each state is looked at by all of axe's rules, colours once for each look of a text, in light and in
dark. A visit goes through many states, for to open a page takes longer than to look at it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from pages.lessons.model import Lesson
from pages.panels.lessons.exercise import typed_answer
from tests.browser import conftest
from tests.browser.conftest import BACKGROUND, lead, ready
from tests.browser.test_predict import answers, field, next_question
from tests.browser.test_take_home import get, link
from tests.browser.test_train import choose, next_merge
from tests.large import large_table
from tests.pages.test_lessons import answers_of, right_answer
from tests.pages.test_predict import asked
from wordpiece.teaching.quiz import Question, TypedQuestion

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"


class Allowed(NamedTuple):
    """What axe finds in something that Streamlit makes, and that we cannot mend."""

    rule: str
    selector: str
    reason: str


ALLOWED = (
    Allowed(
        "presentation-role-conflict",
        "[data-testid=stFileUploaderDropzone]",
        "Streamlit's file uploader is a section with a name and the role of none.",
    ),
)

COLOUR = ("color-contrast", "link-in-text-block")
"""The rules of colours. They take the most time."""

NO_COLOUR = {"rules": {rule: {"enabled": False} for rule in COLOUR}}

RUN = """async ([options, within, allowed]) => {
  const results = await axe.run(within ?? document, { resultTypes: ["violations"], ...options });
  const of = (target) => target.flat().reduce(
    (root, selector) => (root.shadowRoot ?? root).querySelector(selector), document);
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => ({
    known: allowed.findIndex(([rule, selector]) =>
      rule === id && of(node.target)?.matches(selector)),
    said: `${id}: ${node.target.flat().join(" ")}: ${node.failureSummary}`,
  })));
}"""

# A colour on its way to another one is not looked at, nor waited for.
AT_ONCE = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(
  "*, ::before, ::after { transition: none !important; animation: none !important }");
document.adoptedStyleSheets.push(sheet);
"""

# What decides how the texts within are drawn: their classes, their state, the elements around them
# that have a class or a name, and whether the page is presented. Texts that are alike in this are
# alike in either scheme. Classes that Streamlit computes are left out, as they change with it.
TEXTS = """(within) => {
  const kinds = new Map();
  const kind = (element) => {
    if (kinds.has(element)) return kinds.get(element);
    if (element === document.documentElement) return "";
    const own = [...element.classList].filter((name) => !/^(st[-A-Z]|e[a-z0-9]{6,}|_)/.test(name));
    const named = ["data-testid", "kind", "role", "type"].map((name) => element.getAttribute(name))
      .filter((name) => name && !/^st(App|Html|Column|.*(Block|Container|Wrapper))/.test(name));
    const style = (element.getAttribute("style") ?? "").match(/(--|\\b(color|background))[^;]*/g);
    const states = [...element.attributes]
      .filter(({ name }) => /^(aria-(current|checked|selected|disabled|pressed|expanded)|disabled)/
        .test(name))
      .map(({ name, value }) => `${name}=${value}`);
    const all = [...own, ...named, ...states, ...(style ?? [])];
    kinds.set(element, all.length ? [element.tagName, ...all].join(" ") : "");
    return kinds.get(element);
  };
  const presented = new URLSearchParams(location.search).get("present") ?? "";
  const looks = new Set(), roots = [document];
  for (const root of roots)
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (within && !(root.host ?? element).closest(within)) continue;
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!text && !element.matches("input, textarea, select")) continue;
      if (!element.checkVisibility()) continue;
      const chain = [presented, element.tagName];
      for (let e = element; e && chain.length < 7; e = e.parentElement ?? e.getRootNode().host)
        if (e === element || kind(e)) chain.push(kind(e));
      looks.add(chain.join(" < "));
    }
  return [...looks];
}"""

SEEN: set[str] = set()
"""Looks of texts of which the colours have been looked at in both schemes."""

MAIN = "[data-testid=stMain]"
POPOVER = "[data-testid=stPopoverBody], [data-testid=stPopover]"
DIALOG = "[role=dialog]"


class Look:
    """Looks at states, and remembers what axe finds in them."""

    def __init__(self, page: Page):
        self.page = page
        self.found: list[str] = []
        self.known: set[int] = set()
        self.schemes = ["light", "dark"]
        self.whole = True

    def visit(self, address: str, shows: str = ".stepper.live") -> None:
        """Open a page; it is looked at as a whole when it is looked at for the first time."""
        lead(self.page, address)
        expect(self.page.locator(shows).first).to_be_visible()
        if self.page.get_by_test_id("stApp").count():
            ready(self.page)
        self.whole = True

    def press(self, key: str, shows: str) -> None:
        """Press a key; wait for what it shows."""
        self.page.keyboard.press(key)
        expect(self.page.locator(shows).first).to_be_visible()

    def popover(self, key: str) -> None:
        """Open a popover, look at it, and close it."""
        stand_in, own = f"[data-pick='open:{key}']", f".st-key-{key} button[aria-expanded=false]"
        closed = self.page.locator(f"{stand_in}, {own}")
        expect(closed).to_have_count(1)  # none is left of the board before
        closed.click()
        body = self.page.get_by_test_id("stPopoverBody")
        expect(body).to_be_visible()
        self(key, POPOVER)
        self.page.keyboard.press("Escape")
        expect(body).to_have_count(0)
        expect(closed).to_be_visible()

    def __call__(self, state: str, part: str = MAIN, *, settled: bool = True) -> None:
        """Look at what is on screen; what is new in it in light and in dark.

        Args:
            state: what it is, for the report.
            part: what is new in it. All the rest is looked at once in a visit.
            settled: whether to wait until nothing is being worked out.
        """
        within = None if self.whole else part
        self.whole = False
        # Colours are looked at only if some text looks like none before it; then also in the other
        # scheme, which Streamlit takes long to put on.
        here, there = self.schemes
        self._show(here, settled=settled)
        looks = {*self.page.evaluate(TEXTS, within)}
        new = not looks <= SEEN
        self._run(state, here, {} if new else NO_COLOUR, within)
        if new:
            self._show(there, settled=settled)
            self._run(state, there, {"runOnly": COLOUR}, within)
            SEEN.update(looks)
            self.schemes.reverse()

    def _run(self, state: str, scheme: str, options: dict[str, Any], part: str | None) -> None:
        for each in self.page.evaluate(RUN, [options, part, [each[:2] for each in ALLOWED]]):
            if each["known"] >= 0:
                self.known.add(each["known"])
            else:
                self.found.append(f"{state}, {scheme}: {each['said']}")

    def _show(self, scheme: str, *, settled: bool) -> None:
        self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        app = self.page.get_by_test_id("stApp")
        if app.count():
            expect(app).to_have_css("background-color", BACKGROUND[scheme])
            if settled:
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


def test_train(server: str, look: Look):
    page = look.page
    look.visit(server)
    look("start")
    next_merge(page).click()
    expect(page.locator(".card .tok.new")).to_have_text("##gs")
    look("a merge")
    for panel in ("card", "words", "vocabulary", "scores", "growth"):
        look.popover(f"train_why_{panel}")
    look.popover("words_menu")
    look.popover("share")
    look.press("?", "[role=dialog] dl.keys")
    look("keys", DIALOG)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("table.scores button[data-pick='2']").click()
    expect(page.locator(".anatomy")).to_be_visible()
    look("a pair looked at")
    page.get_by_role("button", name="Merge this instead").click()
    expect(page.locator(".card .forced")).to_be_visible()
    look("a merge of one's own")
    page.keyboard.press("End")
    expect(page.locator(".card .after")).to_be_visible()
    look("the last merge")


def test_train_by_phases(server: str, look: Look):
    look.visit(f"{server}/?step=2&pace=slow")
    look("slow motion: merged")
    for phase in ("Count", "Score", "Choose"):
        look.press("ArrowRight", f".phases [aria-current]:has-text('{phase}')")
        look(f"slow motion: {phase}")
    look.visit(f"{server}/?step=2&pace=reveal")
    look("the winner hidden")
    look.press("ArrowRight", ".card .formula")
    look("the winner shown")


def test_train_presented(server: str, look: Look):
    page = look.page
    look.visit(f"{server}/?step=3&present=1", "ul.words")
    look("words presented")
    panels = {"2": "table.scores", "3": "dl.vocabulary", "4": ".chart-key"}
    expect(page.locator(".st-key-panel_growth button")).to_be_attached()
    for key, panel in panels.items():
        look.press(key, panel)
        look(f"{panel} presented")


def test_train_on_a_megabyte(server: str, look: Look):
    page = look.page
    look.visit(f"{server}/?corpus=shakespeare&step=500", ".pages")
    page.locator(".train_board_left .pages button", has_text="›").click()
    expect(page.locator(".pages [aria-current=page]").first).to_have_text("2")
    look("a long list's second page")
    page.locator("[data-pick=all]").click()
    expect(page.get_by_label("Tokens that contain")).to_be_visible()
    look("the whole vocabulary")


RECIPES = ("likelihood", "blog-code", "end-of-word-bpe", "replay")


def test_texts(server: str, look: Look):
    page = look.page
    look.visit(f"{server}/?corpus=story&read=text&step=60&recipe=bpe", ".prose .u")
    look("a text")
    page.locator(".prose .u").first.hover()
    look("a token that is pointed at")
    look.visit(f"{server}/compare?corpus=story&reading=text&step=60", ".prose .u")
    look("two texts")
    text = "the gate unlocked ☃ the mill " * 12
    look.visit(f"{server}/encode?corpus=story&step=60&text={text}", ".prose .u.unknown")
    look("a long text")


def test_recipes(server: str, look: Look):
    for recipe in RECIPES:
        look.visit(f"{server}/?recipe={recipe}&step=2", ".card")
        look(f"recipe {recipe}")
    assert look.known == {*range(len(ALLOWED))}, "what is allowed is no longer needed"
    look.visit(f"{server}/?corpus=story&step=20&normalizer=nfc_lowercase", ".card")
    look("tags")
    look.visit(f"{server}/?corpus=social&step=20", ".card")
    look("emoji and invisible characters")


def test_messages(server: str, look: Look, tmp_path: Path):
    """Notices and errors, one's own corpora, and a training that takes its time."""
    page = look.page
    look.visit(f"{server}/?corpus=nope&recipe=nope&step=zz&forced=2.99", "[role=alert]")
    look("a link with problems")
    choose(page, "Corpus", "Your own text …")
    page.get_by_label("Text", exact=True).fill("a \u200b\u0301 ## <b>")
    page.get_by_role("button", name="Train on this text").click()
    expect(page.locator("ul.words")).to_contain_text("<")
    look.whole = True
    look("one's own text")
    choose(page, "Ties go to", "Random, with a seed")
    expect(page.get_by_role("spinbutton", name="Seed")).to_be_visible()
    page.get_by_role("spinbutton", name="Vocabulary size").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Still on screen")).to_be_visible()
    look.whole = True
    look("an error")
    look.visit(f"{server}/?corpus=file&of=12345678", "[role=alert]")
    look("a file awaited")
    uploader = page.locator("[data-testid=stFileUploader] input[type=file]")
    bad = tmp_path / "photo.txt"
    bad.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    uploader.set_input_files(bad)
    expect(page.get_by_text("This is a PNG picture")).to_be_visible()
    look.whole = True
    look("a file refused")
    long = tmp_path / "long.tsv"
    long.write_text(large_table(50_000), encoding="utf-8")
    uploader.set_input_files(long)
    expect(page.get_by_text(re.compile("Training: [1-9]"))).to_be_visible()
    look("a training", settled=False)
    page.get_by_role("button", name="Cancel, and keep what is learned so far").click()
    expect(page.get_by_text("You cancelled the training after")).to_be_visible()
    look.whole = True
    look("a training cancelled")


def test_compare(server: str, look: Look):
    page = look.page
    look.visit(f"{server}/compare", ".columns")
    look("start")
    next_merge(page).click()
    expect(page.locator(".column .tok.new")).to_have_count(3)
    look("a merge")
    for key in ("compare_why_columns", "compare_why_parting", "cuts_menu"):
        look.popover(key)
    page.get_by_label("Type a sentence").fill("pugs mug")
    expect(page.locator("dl.sentence")).to_contain_text("[UNK]")
    look("a sentence")
    look.visit(f"{server}/compare?corpus=course&step=8&by=size", ".column .at b")
    look("by size")
    look.visit(f"{server}/compare?corpus=story&words=gpt2&step=12&recipe=end-of-word-bpe")
    expect(page.locator(".pages")).to_be_visible()
    look("other words for BPE, and another recipe")
    look.visit(f"{server}/compare?present=1&step=3", ".columns")
    look("columns presented")
    panels = {"2": "p.parting", "3": "ul.cuts", "4": "dl.sentence", "5": ".chart-key"}
    expect(page.locator(".st-key-panel_growth button")).to_be_attached()
    for key, panel in panels.items():
        look.press(key, panel)
        look(f"{panel} presented")


def test_encode(server: str, look: Look, tmp_path: Path):
    page = look.page
    look.visit(f"{server}/encode", ".encoded")
    look("start")
    page.get_by_role("button", name="Show an example: pugs").click()
    expect(page.locator(".tok.unknown").first).to_be_visible()
    look("vocabulary or merges, with an unknown word")
    for key in ("encode_why_result", "encode_why_decoded", "encode_why_trace", "encode_longer"):
        look.popover(key)
    page.get_by_label("Text to encode").fill("~ ^")
    choose(page, "Special tokens", "on")
    expect(page.locator(".encoded").first).to_contain_text("[CLS]")
    choose(page, "Encode with", "BPE")
    expect(page.locator(".encoded")).to_have_count(1)
    look("nothing but unknown words, by BPE, with special tokens")
    page.get_by_label("Text to encode").fill(" ")
    expect(page.get_by_text("there is no word in this text")).to_be_visible()
    look("no word")
    page.get_by_role("button", name="Use another vocabulary").click()
    vocabulary = tmp_path / "vocab.txt"
    vocabulary.write_text("[UNK]\nhug\n##s\n", encoding="utf-8")
    body = page.get_by_test_id("stPopoverBody")
    body.locator("input[type=file]").set_input_files(vocabulary)
    expect(page.get_by_text("tokens encode now")).to_be_visible()
    look.whole = True
    look("another vocabulary")
    look.visit(f"{server}/encode?present=1&step=3", ".encoded")
    look("tokens presented")
    expect(page.locator(".st-key-panel_counts button")).to_be_attached()
    for key, panel in {"2": "ol.trace", "3": "table.scores"}.items():
        look.press(key, panel)
        look(f"{panel} presented")


def answer(page: Page, question: Question, *, right: bool) -> None:
    """Answer a question on Predict."""
    if isinstance(question, TypedQuestion):
        field(page).fill(" ".join(question.tokens) if right else "x")
        field(page).press("Enter")
    else:
        place = [candidate.right for candidate in question.candidates].index(right)
        answers(page).nth(place).click()
    expect(page.locator(".verdict.right" if right else ".verdict.wrong")).to_be_visible()


def test_predict(server: str, look: Look):
    page = look.page
    seen = set()
    look.visit(f"{server}/predict", "h2.asked")
    for at, question in enumerate(asked()):
        expect(page.locator(".run .where")).to_have_text(f"Question {at + 1} of 10")
        before, right = question.kind not in seen, (question.kind, "right") not in seen
        if before:
            look(f"{question.kind}: asked")
            counts = page.get_by_text("Show the counts")
            if counts.count():
                counts.click()
                look(f"{question.kind}: counts")
        answer(page, question, right=before)
        if before or right:
            look(f"{question.kind}: {'right' if before else 'wrong'}")
        seen |= {question.kind} | ({(question.kind, "right")} if not before else set())
        next_question(page)
    expect(page.locator(".result")).to_be_visible()
    look("the result")


def test_predict_presented(server: str, look: Look):
    page = look.page
    look.visit(f"{server}/predict?present=1&ask=next", "h2.asked")
    look("asked")
    answers(page).first.click()
    expect(page.locator(".verdict")).to_be_visible()
    look("answered")
    look.visit(f"{server}/predict?size=12", "p.none")
    look("no questions")


@pytest.mark.parametrize("first", range(4))
def test_lessons(server: str, look: Look, first: int):
    for lesson in LESSONS[first::4]:
        every_part(server, look, lesson)


def every_part(server: str, look: Look, lesson: Lesson) -> None:
    """Look at all parts of a lesson, and at its exercise answered."""
    page = look.page
    look.visit(f"{server}/lessons?lesson={lesson.id}&part=1&step=0", ".lesson-head")
    for part in range(1, lesson.parts + 1):
        expect(page.locator(".lesson-head")).to_contain_text(f"Part {part} of {lesson.parts}")
        look(f"{lesson.id}: part {part}")
        if part < lesson.parts:
            page.locator(".st-key-lesson_next button").click()
    verdict = page.locator(".lesson-verdict")
    label = typed_answer(lesson.exercise[0])
    if label:
        page.get_by_label(label).fill("x")
        page.get_by_role("button", name="Check").click()
        expect(verdict).to_be_visible()
        look(f"{lesson.id}: a wrong answer")
        page.get_by_label(label).fill(right_answer(lesson.exercise[0]))
        page.get_by_role("button", name="Check").click()
    else:
        right, wrong = answers_of(lesson.exercise[0])
        choices = page.locator(".st-key-lesson_choices button")
        choices.nth(min(wrong)).click()
        expect(verdict).to_be_visible()
        look(f"{lesson.id}: a wrong answer")
        choices.nth(min(right)).click()
    expect(page.locator(".lesson-verdict.right").first).to_be_visible()
    look(f"{lesson.id}: a right answer")


def test_plans_and_codes(server: str, look: Look):
    look.visit(f"{server}/lessons?plan=45", ".plan")
    look("a teacher's plan")
    look.press("q", "dialog.scan svg")
    look("a QR code", "dialog.scan")


def test_take_home(server: str, look: Look, tmp_path: Path):
    page = look.page
    look.visit(f"{server}/take-home?step=3", "p.take")
    look("WordPiece")
    table = link("hug\t3", 1)
    look.visit(f"{server}/take-home?recipe=bpe&{table}", "p.take")
    look("BPE, one's own table")
    merges = tmp_path / "merges.txt"
    merges.write_text("#version: 0.2\nu g\nu n\nh ug\n", encoding="utf-8")
    look.visit(f"{server}/take-home?recipe=replay", "p.take")
    page.locator("input[type=file]").first.set_input_files(merges)
    expect(page.get_by_text("were made here")).to_be_visible()
    look("a merges file")
    look.visit(get(page, "worksheet.html", tmp_path).as_uri(), "main")
    look("the worksheet")
