"""In another language nothing stays English: every sentence goes through the locale.

The other language is English between brackets. What a page says outside of any bracket is what
no translation would reach.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from collections.abc import Callable
from html import unescape

import pytest
from markupsafe import Markup

from pages import locale, panels
from pages.components import page, share, stepper
from pages.lessons import LESSONS, model
from pages.panels import boards
from pages.panels.compare import columns, sentence, words
from pages.panels.compare.measures import measure_in_words, measures
from pages.panels.encode.counts import Statistics, statistics
from pages.panels.encode.tokens import decoded
from pages.panels.encode.tokens import tokens as encode_tokens
from pages.panels.lessons import exercise
from pages.panels.lessons import page as lesson
from pages.panels.lessons.prose import fill, plain
from pages.panels.predict import question as predict
from pages.panels.predict import run
from pages.panels.shared import charts
from pages.panels.shared.parting import parting
from pages.panels.shared.trace import traced
from pages.panels.take_home import files
from pages.panels.take_home.worksheet import worksheet
from pages.panels.train.board import train_board
from pages.panels.train.view import TrainScene, TrainView
from pages.panels.why import PANELS, questions
from pages.trainings.job import Job, Training, sample_source
from pages.trainings.named import TRAININGS
from pages.trainings.samples import FOLDER, TEXTS, samples
from pages.trainings.settings import Settings, suggested
from pages.trainings.store import Store
from tests.golden import TOY
from tests.pages import test_texts
from wordpiece import BPEEncoder, BPETrainer, Timeline, WordPieceEncoder, WordPieceTrainer
from wordpiece.message import ENGLISH, Language, Message
from wordpiece.recipes import RECIPES
from wordpiece.teaching import quiz
from wordpiece.teaching.grading import Verdict, grade
from wordpiece.training.comparison import Comparison


class Bracketed(Language):
    """English between brackets, with commas in numbers made points."""

    def template(self, said: Message) -> str:
        return f"⟦{super().template(said)}⟧"

    def number(self, value, style=""):
        return super().number(value, style).replace(",", ".")

    def joints(self, count: int) -> tuple[str, str]:
        return "⟦; ⟧", "⟦ und ⟧"


BRACKETED = Bracketed()


@pytest.fixture(autouse=True)
def bracketed(monkeypatch):
    monkeypatch.setattr(locale, "language", lambda: BRACKETED)


def untranslated(html: str) -> list[str]:
    """The words of a page outside of brackets, without tokens and figures."""
    html = re.sub(r"<(style|code|bdi|q|abbr)\b.*?</\1>", " ", html, flags=re.S)
    texts = [*re.split(r"<[^>]*>", html), *re.findall(r'(?:title|aria-label)="([^"]*)"', html)]
    # A message may hold HTML, so brackets are looked for in all of the text.
    text = unescape("\0".join(texts))
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = shorter
    return [part for part in re.split("\0", text) if re.search("[A-Za-z]{2}", part)]


def trained(trainer) -> Timeline:
    trainer.run()
    return trainer.timeline()


@pytest.fixture
def toy() -> Timeline:
    return trained(WordPieceTrainer(TOY))


def test_what_is_looked_for_is_found():
    assert untranslated("<p>⟦a ⟦b⟧ <b>c</b>⟧ <i>dd</i></p>") == ["dd"]
    assert locale.say("{n} word", "{n} words", n=1200) == "⟦1.200 words⟧"


@pytest.mark.parametrize("taken", LESSONS, ids=[each.id for each in LESSONS])
def test_lessons(taken):
    drawn = lesson.heading(1, taken.title, 1, taken.parts)
    drawn += lesson.entry(1, taken.title, taken.line, 5, locale.say("done"), done=True)
    drawn += lesson.welcome(0, 8) + lesson.welcome(3, 8)
    drawn += lesson.asking(fill(taken.exercise[0].ask, taken.training), 1, 2)
    assert untranslated(drawn) == []
    for text in [scene.text for scene in taken.scenes] + [q.ask for q in taken.exercise]:
        said = plain(fill(text, taken.training))
        assert said.startswith("⟦") and said.endswith("⟧")
    assert locale.told(taken.link.label).startswith("⟦")
    for question in taken.exercise:
        assert not [label for label in exercise.options(question) if "⟦" in label]


@pytest.mark.parametrize("panel", test_texts.PANELS, ids=repr)
def test_panels_on_a_text(panel):
    for text in ("Hugs, Ünlocked 🤗 | the gate", "newer", " "):
        assert untranslated(test_texts.html(panel, text)) == []
    assert exercise.typed_answer(model.Decoded(model.Prose(""), "low", 0, ())).startswith("⟦")


def test_trainings_of_lessons():
    for named in TRAININGS.values():
        assert locale.told(named.title).startswith("⟦") and locale.told(named.rule).startswith("⟦")


@pytest.mark.parametrize("name", ["toy", "course", "story"])
@pytest.mark.parametrize("recipe", ["wordpiece", "bpe"])
def test_the_worksheet(name, recipe):
    settings = suggested(name, recipe)
    source = sample_source(settings)
    job = Job((settings, source.digest), source)
    while not job.advance(10):
        pass
    html = worksheet(job.result().timeline, RECIPES[recipe], corpus="<i>")
    asked, answers = str(html).split('<section class="answers"')
    title = RECIPES[recipe].title
    assert [text for text in untranslated(asked) if text != title] == []
    # The answers to the questions are the grader's.
    assert untranslated("<x " + answers.split("<ol>")[0]) == []


def test_what_can_be_taken_home():
    settings = suggested("toy", "wordpiece")
    source = sample_source(settings)
    job = Job((settings, source.digest), source)
    assert job.advance(20)
    for group in files.groups(job.result(), 3):
        assert group.title.startswith("⟦")
        assert untranslated("".join(map(files.item, group.items))) == []


def test_predict(toy):
    bpe = trained(BPETrainer(TOY))
    asked = quiz.questions(toy, bpe)
    assert {question.kind for question in asked} == {"next", "bpe", "split", "change", "replay"}
    drawn = run.marks([Verdict(True, ()), Verdict(False, ())], 2, 5) + predict.nothing_to_ask(toy)
    answered = []
    for question in asked:
        drawn += predict.asked(question, 3)
        typed = question.kind in ("split", "replay")
        right = question.tokens[0] if typed else question.right.row.pair
        answered.append((question, right, grade(question, right)))
        if question.kind == "replay":
            drawn += predict.merges(question)
        if not typed:
            drawn += predict.counts(question) + predict.revealed(question, right)
    drawn += run.result(answered)
    assert untranslated(drawn) == []


def test_compare(toy):
    each = {"wordpiece": toy, "bpe": trained(BPETrainer(TOY))}
    each["hugging-face"] = each["bpe"]
    comparison = Comparison(each)
    each_column = [
        columns.Column(
            name=name,
            rule=locale.told(columns.RULES[name]),
            learned=[comparison.learned(name, k, 3) for k in (3, 2)],
            step=3,
            steps=5,
            vocabulary=9,
            remark="",
            score=timeline.score,
        )
        for name, timeline in each.items()
    ]
    drawn = columns.columns(each_column) + columns.third_column()
    drawn += columns.sameness(locale.say("x"))
    drawn += words.cuts(comparison.words(3, [0, 1]), list(each), [0, 1])
    encoded = [
        sentence.Encoded(name, locale.say("how"), WordPieceEncoder(["[UNK]", name]).encode("a b"))
        for name in each
    ]
    drawn += sentence.encoded(encoded)
    scores = {name: timeline.score for name, timeline in each.items()}
    divergence = comparison.divergence("wordpiece", "bpe")
    drawn += parting(divergence, (locale.message("said"),), scores)
    short = re.compile(r'<(span aria-hidden="true")>.*?</span>')
    assert [text for text in untranslated(short.sub("", drawn)) if text != "gs"] == []
    for measure in measures(comparison, [0, 3]):
        assert untranslated(measure_in_words(measure, comparison)) == []
        assert measure.title.startswith("⟦") and measure.remark.startswith("⟦")


def test_encode(toy):
    one, other = WordPieceEncoder.from_timeline(toy, 3), BPEEncoder.from_timeline(toy, 3)
    tokens = one.encode("hugs pun " * 600)
    drawn = [
        encode_tokens(tokens, around=("[", "]")),
        statistics([("", Statistics.of("hugs", tokens))]),
        decoded("-", []),
        decoded("-", ["-"] * 9),
        *traced(one.trace("hugs")),
        *traced(other.trace("hugs")),
    ]
    assert untranslated("".join(drawn)) == []


def test_charts_and_whys(toy):
    said = charts.growth_in_words(toy, ["vocabulary", "in_use"])
    assert untranslated(said) == []
    assert untranslated(charts.growth_keys(toy.growth(3), [["vocabulary"], ["in_use"]])) == []
    for panel in PANELS:
        menu = questions(panel)
        assert menu.label.startswith("⟦") and menu.about.startswith("⟦")


def test_samples():
    catalogue = json.loads((FOLDER / "catalogue.json").read_text(encoding="utf-8"))
    assert [entry["id"] for entry in catalogue] == [*samples()] == [*TEXTS]
    for sample in samples().values():
        assert locale.told(sample.title).startswith("⟦") and len(sample.title.template) <= 25
        assert locale.told(sample.shows).startswith("⟦") and len(sample.shows.template) <= 110
    for entry in catalogue:  # nothing to read is in the catalogue, where no translation finds it
        assert not [value for value in entry.values() if isinstance(value, str) and " " in value]


def kept_functions() -> list[Callable[..., Markup]]:
    """All functions of panels whose HTML is kept."""
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(panels.__path__, f"{panels.__name__}.")
        if not found.name.endswith(".convert")  # a program
    ]
    return [
        it
        for module in modules
        for it in vars(module).values()
        if type(getattr(it, "kept", 0)) is dict
    ]


def test_a_view_in_two_languages_is_kept_twice(toy, monkeypatch):
    """And so is every piece of HTML on its board, by its language."""
    functions = kept_functions()
    assert len({id(each) for each in functions}) >= 6
    for function in functions:
        function.kept.clear()
    monkeypatch.setattr(boards, "_kept", Store(each=10_000, nbytes=10**9))
    source = sample_source(Settings())
    training = Training(Settings(), "toy", source.kind, toy, "whitespace")
    drawn = {}
    for language in (ENGLISH, BRACKETED, ENGLISH, BRACKETED):
        monkeypatch.setattr(locale, "language", lambda language=language: language)
        view = TrainView(settings=Settings(), step=2, language=language)
        board = boards.shared(view, lambda view=view: train_board(TrainScene(view, training)))
        assert drawn.setdefault(language, board) is board
    assert len(boards._kept._kept) == 2
    assert "⟦" not in drawn[ENGLISH].panels and "Words now" in drawn[ENGLISH].panels
    assert "⟦Words now⟧" in drawn[BRACKETED].panels
    for function in functions:
        languages = {key[0] for key in function.kept}
        assert languages in ({ENGLISH, BRACKETED}, set()), function.__name__
        arguments = [key[1:] for key in function.kept]
        assert len(arguments) == 2 * len({*arguments})


def test_components():
    with pytest.MonkeyPatch.context() as english:  # what Jinja works out once must not be English
        english.setattr(locale, "language", lambda: ENGLISH)
        assert 'data-thousands=","' in stepper._stepper.html()
    drawn = stepper._stepper.html() + share._share.html()
    assert drawn.count("⟦") > 20 and "<b>0</b>" in drawn
    keys = r'<button|aria-keyshortcuts="\w+"|<kbd aria-hidden="true">[←→]</kbd>'
    assert untranslated(re.sub(keys, "<i", drawn)) == []
    assert 'data-thousands="."' in drawn and 'data-where="⟦step {step} of {last}⟧"' in drawn
    handed_over = re.findall(r' data-(?!go|thousands)[a-z-]+="([^"]*)"', drawn)
    assert len(handed_over) == 5 and all(said.startswith("⟦") for said in handed_over)
    assert all(locale.told(said).startswith("⟦") for said in (*page.REFUSALS.values(), page.LOST))


def test_english_is_what_it_was():
    assert ENGLISH.number(1200) == "1,200"
