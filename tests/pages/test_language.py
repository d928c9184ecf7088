"""The choice of the visitor's language, and complete translation into it.

The other languages are English between brackets, so text outside of brackets is a text that
translations would not reach.
"""

import re
from html import unescape
from typing import Any

import pytest
from streamlit.runtime.context import ContextProxy

from pages import locale
from pages.lessons import LESSONS
from pages.panels.layout import QUESTIONS
from pages.state import language
from tests.browser.pseudo import Bracketed
from tests.pages.app import App
from tests.pages.test_lessons import IDS, give
from tests.pages.test_predict import choose, expected_questions, field, next_question
from tests.pages.test_why import CASES, ask
from wordpiece.message import ENGLISH
from wordpiece.teaching.quiz import TypedQuestion


class Pseudo(Bracketed):
    code, name, direction = "fr", "⟦Français⟧", "rtl"


class Other(Bracketed):
    code, name = "zh-Hant", "⟦繁體⟧"


@pytest.fixture(autouse=True)
def languages(monkeypatch):
    found = {"en": ENGLISH, "fr": Pseudo(), "zh-Hant": Other()}
    monkeypatch.setattr(locale, "LANGUAGES", found)
    yield found
    locale._in_use.set(ENGLISH)


@pytest.fixture
def browser(monkeypatch) -> dict[str, Any]:
    """The headers of a browser."""
    says: dict[str, Any] = {"locale": None, "cookies": {}}
    monkeypatch.setattr(ContextProxy, "locale", property(lambda _: says["locale"]))
    monkeypatch.setattr(ContextProxy, "cookies", property(lambda _: says["cookies"]))
    return says


def untranslated(html: str) -> list[str]:
    """The words of a page outside of brackets, without tokens and figures."""
    html = re.sub(r"<(style|code|bdi|q|abbr)\b.*?</\1>", " ", html, flags=re.S)
    texts = [*re.split(r"<[^>]*>", html), *re.findall(r'(?:title|aria-label)="([^"]*)"', html)]
    # A message may hold HTML, so brackets are looked for in all of the text.
    text = unescape("\0".join(texts))
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = shorter
    return [part for part in re.split("\0", text) if re.search("[A-Za-z]{2}", part)]


# Complete translation.

STATES: list[tuple[str, dict[str, str]]] = [
    ("train", {"step": "2"}),
    ("train", {"corpus": "course", "step": "4", "pace": "slow", "phase": "count"}),
    ("train", {"step": "2", "look": "2", "pace": "reveal"}),
    ("train", {"step": "3", "forced": "2.3", "ties": "random", "size": "20"}),
    ("train", {"step": "3", "read": "text", "corpus": "story"}),
    ("train", {"corpus": "file", "recipe": "replay"}),
    ("train", {"corpus": "text"}),
    ("train", {"recipe": "unigram", "step": "6"}),
    ("train", {"recipe": "top-down-guide", "step": "6"}),
    ("compare", {"step": "3"}),
    ("compare", {"step": "3", "show": "prune"}),
    ("compare", {"step": "3", "by": "size", "sentence": "hugs bugs", "corpus": "course"}),
    ("encode", {"step": "9", "text": "hugs bugs 🤗", "special": "on"}),
    ("encode", {"step": "9", "text": "hugs pun " * 200, "view": "counts", "with": "replay"}),
    ("encode", {"step": "9", "text": "hugs", "view": "word", "with": "both"}),
    ("encode", {"step": "7", "text": "hugs", "with": "dropout"}),
    ("predict", {"ask": "next"}),
    ("predict", {"ask": "split"}),
    ("by_hand", {"table": "3"}),
    ("by_hand", {"table": "3", "rule": "bpe", "level": "fill"}),
    ("by_hand", {"table": "3", "level": "alone", "focus": "old-counts"}),
    ("lessons", {"done": "why-subwords,bpe.4"}),
    ("lessons", {"lesson": "wordpiece", "part": "2"}),
    ("lessons", {"plan": "45"}),
    ("take_home", {"step": "3"}),
]
LABELLED = (
    *("button", "selectbox", "toggle", "text_input", "text_area", "number_input", "slider"),
    *("radio", "multiselect", "download_button", "file_uploader"),
)
SAYING = ("caption", "warning", "info", "error")


def labels(app: App) -> list[str]:
    """The texts of widgets and messages, without tokens and names of files."""
    widgets: list[Any] = [widget for kind in LABELLED for widget in app.test.get(kind)]
    messages: list[Any] = [block for kind in SAYING for block in app.test.get(kind)]
    found = [getattr(it, name, "") or "" for it in widgets for name in ("label", "help")]
    found += [it.value for it in messages]
    of_corpus = r"`[^`]*`|\\?#\\?#\w+|\\(?=\W)|\S+\s+\\?\+\s+\S+"
    of_corpus += r"|^(merges.txt|walking|marché|hugs?|[bhp]u|p?un|do|low ?est ?new ?est)$"
    of_corpus += r"|^([Nn]ell walked|Schuster|TensorFlow Text|Hugging Face LLM|tokenizers \W).*"
    return [re.sub(of_corpus, "", said) for said in found]


OF_CORPUS = (
    r'<span class="sr">\S+: </span>|<small>[\w.]+</small>|<span aria-hidden="true">.*?</span>'
)
"""Words of the corpus, and the short names of recipes in columns."""


def in_french(page: str, **query: str) -> App:
    locale.use("fr")
    return App(page, **query, lang="fr")


def has_no_english(app: App) -> None:
    assert not app.test.exception
    assert untranslated(re.sub(OF_CORPUS, " ", app.html)) == []
    assert untranslated("<p>".join(labels(app))) == []


@pytest.mark.parametrize(("page", "query"), STATES)
def test_nothing_on_a_page_is_left_in_english(page, query):
    has_no_english(in_french(page, **query))


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_no_part_or_question_of_a_lesson_is_left_in_english(lesson):
    app = in_french("lessons", lesson=lesson.id, part="1", step="0")
    for _ in range(1, lesson.parts):
        has_no_english(app)
        app.press("lesson_next")
    for right in (False, True):
        give(app, lesson.id, lesson.exercise.question, right=right)
        has_no_english(app)


@pytest.mark.slow
@pytest.mark.parametrize("right", [True, False])
def test_no_kind_of_question_is_left_in_english(right):
    app = in_french("predict")
    for at, question in enumerate(expected_questions()):
        if isinstance(question, TypedQuestion):
            field(app).input(" ".join(question.tokens) if right else "##").run()
            app.press("predict_check")
        else:
            choose(app, at, [each.right for each in question.candidates].index(right))
        has_no_english(app)
        next_question(app)
    has_no_english(app)


@pytest.mark.slow
@pytest.mark.parametrize(("panel", "question", "query"), [case[:3] for case in CASES])
def test_no_answer_to_why_is_left_in_english(panel, question, query):
    app = in_french(QUESTIONS[panel].key.partition("_")[0], **query)
    ask(app, panel, question)
    has_no_english(app)


# The choice: the chosen language, else that of the link, else that of the browser.


def is_french(app: App) -> bool:
    return app.test.selectbox(key="sidebar_recipe").label == "⟦Rule⟧"


def choose_language(app: App, code: str) -> None:
    app.test.selectbox(key="language").set_value(code).run()
    locale.use(code)  # AppTest asks for the labels of options from here


def test_the_language_of_the_link_comes_before_that_of_the_browser(browser):
    browser["locale"] = "en-GB"
    app = App(lang="fr", step="2")
    locale.use("fr")
    assert is_french(app) and app.stepper["step"] == 2
    assert app.query["lang"] == "fr"
    assert app.test.selectbox(key="language").value == "fr"
    app.go(3)  # a part of the page runs, and not app.py
    assert app.stepper["say"].startswith("⟦") and app.query["lang"] == "fr"
    # A callback uses it, too.
    app.train_on("text", "hug pug")
    assert "⟦" in app.test.session_state["state"].own["text"].name


@pytest.mark.parametrize(
    ("says", "is_read"),
    [("fr-CA", "fr"), ("zh-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("de", "en"), ("", "en"),
     (None, "en")],
)  # fmt: skip
def test_without_a_link_the_browser_says_it(browser, says, is_read):
    browser["locale"] = says
    app = App(step="1")
    assert app.test.selectbox(key="language").value == is_read
    assert "lang" not in app.query  # another visitor's browser may ask for another


def test_the_language_chosen_comes_before_link_and_browser(browser):
    browser["locale"] = "fr"
    browser["cookies"] = {language.COOKIE: "en"}
    app = App(lang="zh-Hant", step="1")
    assert not is_french(app) and app.query["lang"] == "en"
    browser["cookies"] = {language.COOKIE: "xx"}
    assert is_french(App())


def test_a_language_that_does_not_exist_is_english_with_a_sentence(browser):
    app = App(lang="tlh", step="2")
    assert len(app.messages) == 1 and not is_french(app) and app.stepper["step"] == 2


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("train", {"corpus": "course", "recipe": "bpe", "step": "4", "look": "2"}),
        ("encode", {"text": "hugs bugs", "step": "3", "view": "word", "special": "on"}),
        ("lessons", {"lesson": "wordpiece", "part": "3", "step": "0"}),
    ],
)
def test_choosing_keeps_the_screen(browser, page, query):
    app = App(page, **query)
    before = app.query
    for code in ("fr", "zh-Hant", "en"):
        choose_language(app, code)
        assert app.messages == []
        assert app.query == before | {"lang": code}


@pytest.mark.parametrize(
    ("page", "asks", "shows"),
    [
        ("by_hand", ["by_hand_progress"], "wall"),
        ("predict", ["predict_class", "room_next"], "options"),
    ],
)
def test_the_class_keeps_its_question_in_another_language(browser, page, asks, shows):
    app = App(page)
    for button in asks:
        app.press(button)
    for code in ("fr", "en"):
        choose_language(app, code)
        assert f'class="{shows}"' in app.html and "room_close" in app.buttons
        assert ("room_again" in app.buttons) == (page == "predict")


def test_a_typed_text_stays_in_another_language(browser):
    app = App("encode", step="9", text="hugs")
    app.train_on("text", "a b c")  # which is refused
    before = app.text
    for code in ("fr", "en"):
        choose_language(app, code)
        assert len(app.messages) == 1
        assert app.test.text_area(key="own_text").value == "a b c"
    assert app.text == before


def test_two_visitors_at_the_same_step_have_their_own_languages(browser):
    """The cache of a class has separate entries for each language."""
    french, english = App(lang="fr"), App(lang="en")
    for step in range(1, 4):
        for app, code in ((french, "fr"), (english, "en")):
            locale.use(code)
            app.go(step)
            assert ("⟦" in app.html) == (code == "fr")
            chart: Any = app.test.get("vega_lite_chart")[0]
            assert ("⟦" in chart.proto.alt) == (code == "fr")
        assert untranslated(re.sub(OF_CORPUS, " ", french.html)) == []
