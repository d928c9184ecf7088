"""In another language nothing stays English: every sentence goes through the locale.

The other language is English between brackets. What a page says outside of any bracket is what
no translation would reach.
"""

from __future__ import annotations

import re
from html import unescape

import pytest

from pages import locale
from pages.components import page, share, stepper
from pages.lessons import LESSONS
from pages.panels import charts, compare, encode, exercise, lesson, predict, take_home
from pages.panels.prose import fill, plain
from pages.panels.questions import PANELS, questions
from pages.panels.worksheet import worksheet
from pages.trainings.job import Job, sample_source
from pages.trainings.named import TRAININGS
from pages.trainings.settings import suggested
from tests.golden import TOY
from wordpiece import BPEEncoder, BPETrainer, Timeline, WordPieceEncoder, WordPieceTrainer
from wordpiece.message import ENGLISH, Language, Message
from wordpiece.recipes import RECIPES
from wordpiece.teaching import quiz
from wordpiece.teaching.grading import grade
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
    """Words of a page that stand in no bracket; tokens and figures left out."""
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


@pytest.mark.parametrize("taken", LESSONS, ids=[lesson.id for lesson in LESSONS])
def test_lessons(taken):
    drawn = lesson.heading(1, taken.title, 1, taken.parts)
    drawn += lesson.heading(1, taken.title, 1, taken.parts, quiet=True)
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
    for group in take_home.groups(job.result(), 3):
        assert group.title.startswith("⟦")
        assert untranslated("".join(map(take_home.item, group.items))) == []


def test_predict(toy):
    bpe = trained(BPETrainer(TOY))
    asked = quiz.questions(toy, bpe)
    assert {question.kind for question in asked} == {"next", "bpe", "split", "change"}
    drawn = predict.marks([True, False], 2, 5) + predict.nothing_to_ask(toy)
    answered = []
    for question in asked:
        drawn += predict.asked(question, 3)
        right = question.tokens[0] if question.kind == "split" else question.right.row.pair
        answered.append((question, right, grade(question, right)))
        if question.kind != "split":
            drawn += predict.counts(question) + predict.revealed(question, right)
    drawn += predict.result(answered)
    assert untranslated(drawn) == []


def test_compare(toy):
    each = {"wordpiece": toy, "bpe": trained(BPETrainer(TOY))}
    each["hugging-face"] = each["bpe"]
    comparison = Comparison(each)
    columns = [
        compare.Column(
            name=name,
            rule=locale.told(compare.RULES[name]),
            learned=[comparison.learned(name, k, 3) for k in (3, 2)],
            step=3,
            steps=5,
            vocabulary=9,
            remark="",
            score=timeline.score,
        )
        for name, timeline in each.items()
    ]
    drawn = compare.columns(columns) + compare.third_column() + compare.sameness(locale.say("x"))
    drawn += compare.cuts(comparison.words(3, [0, 1]), list(each))
    encoded = [
        compare.Encoded(name, locale.say("how"), WordPieceEncoder(["[UNK]", name]).encode("a b"))
        for name in each
    ]
    drawn += compare.encoded(encoded)
    scores = {name: timeline.score for name, timeline in each.items()}
    divergence = comparison.divergence("wordpiece", "bpe")
    drawn += compare.parting(divergence, (locale.message("said"),), scores)
    short = re.compile(r'<(span aria-hidden="true")>.*?</span>')
    assert [text for text in untranslated(short.sub("", drawn)) if text != "gs"] == []
    for measure in compare.measures(comparison, [0, 3]):
        assert untranslated(compare.measure_in_words(measure, comparison)) == []
        assert measure.title.startswith("⟦") and measure.remark.startswith("⟦")


def test_encode(toy):
    one, other = WordPieceEncoder.from_timeline(toy, 3), BPEEncoder.from_timeline(toy, 3)
    tokens = one.encode("hugs pun " * 600)
    drawn = [
        encode.tokens(tokens, around=("[", "]")),
        encode.statistics([("", encode.Statistics.of("hugs", tokens))]),
        encode.decoded("-", []),
        encode.decoded("-", ["-"] * 9),
        *encode.traced(one.trace("hugs")),
        *encode.traced(other.trace("hugs")),
    ]
    assert untranslated("".join(drawn)) == []


def test_charts_and_whys(toy):
    said = charts.growth_in_words(toy, ["vocabulary", "in_use"])
    assert untranslated(said) == []
    assert untranslated(charts.growth_keys(toy.growth(3), [["vocabulary"], ["in_use"]])) == []
    for panel in PANELS:
        menu = questions(panel)
        assert menu.label.startswith("⟦") and menu.about.startswith("⟦")


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
