"""Which language a visitor reads, and that nothing stays English in it.

The other languages are English between brackets, so what a page shows outside of any bracket is
what no translation would reach.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from markupsafe import Markup
from streamlit.runtime.context import ContextProxy

from pages import locale, panels
from pages.components import page, share, stepper
from pages.panels import boards
from pages.panels.take_home.worksheet import worksheet
from pages.panels.train.board import train_board
from pages.panels.train.view import TrainScene, TrainView
from pages.panels.why import PANELS, questions
from pages.state import language
from pages.trainings.job import Job, Training, sample_source
from pages.trainings.named import TRAININGS
from pages.trainings.samples import FOLDER, TEXTS, samples
from pages.trainings.settings import Settings, suggested
from pages.trainings.store import Store
from tests.pages.app import App
from tests.pages.messages import said
from wordpiece.message import ENGLISH, Language, Message
from wordpiece.recipes import RECIPES


class Bracketed(Language):
    """English between brackets, with commas in numbers made points."""

    def template(self, said: Message) -> str:
        return f"⟦{super().template(said)}⟧"

    def number(self, value: Any, style: str = "") -> str:
        return super().number(value, style).replace(",", ".")

    def joints(self, count: int) -> tuple[str, str]:
        return "⟦; ⟧", "⟦ und ⟧"


class Pseudo(Bracketed):
    code, name, direction = "fr", "⟦Français⟧", "rtl"


class Other(Bracketed):
    code, name = "zh-Hant", "⟦繁體⟧"


BRACKETED = Bracketed()


@pytest.fixture(autouse=True)
def languages(monkeypatch):
    found = {"en": ENGLISH, "fr": Pseudo(), "zh-Hant": Other()}
    monkeypatch.setattr(locale, "LANGUAGES", found)
    yield found
    locale._in_use.set(ENGLISH)


@pytest.fixture
def browser(monkeypatch) -> dict[str, Any]:
    """What the browser says of itself."""
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


# Nothing stays English.

STATES: list[tuple[str, dict[str, str]]] = [
    ("train", {"step": "2"}),
    ("train", {"corpus": "course", "step": "4", "pace": "slow", "phase": "count"}),
    ("train", {"step": "2", "look": "2", "pace": "reveal"}),
    ("train", {"step": "3", "forced": "2.3", "ties": "random", "size": "20"}),
    ("train", {"step": "3", "read": "text", "corpus": "story"}),
    ("train", {"corpus": "file", "recipe": "replay"}),
    ("train", {"corpus": "text"}),
    ("compare", {"step": "3"}),
    ("compare", {"step": "3", "by": "size", "sentence": "hugs bugs", "corpus": "course"}),
    ("encode", {"step": "9", "text": "hugs bugs 🤗", "special": "on"}),
    ("encode", {"step": "9", "text": "hugs pun " * 200, "view": "counts", "with": "replay"}),
    ("encode", {"step": "9", "text": "hugs", "view": "word", "with": "both"}),
    ("predict", {"ask": "next"}),
    ("predict", {"ask": "split"}),
    ("lessons", {"done": "subwords,toy-bpe.4"}),
    ("lessons", {"lesson": "toy-wordpiece", "part": "2"}),
    ("lessons", {"plan": "45"}),
    ("take_home", {"step": "3"}),
]
LABELLED = ("button", "selectbox", "toggle", "text_input", "text_area", "number_input", "slider")
LABELLED += ("radio", "multiselect", "download_button", "file_uploader")
SAYING = ("caption", "warning", "info", "error")


def labels(app: App) -> list[str]:
    """What widgets and messages say, without tokens in backticks and names of files."""
    widgets = [widget for kind in LABELLED for widget in app.test.get(kind)]
    found = [getattr(it, name, None) for it in widgets for name in ("label", "help")]
    found += [it.value for kind in SAYING for it in app.test.get(kind)]
    named = {None, "", "merges.txt"}
    return [re.sub(r"`[^`]*`|\\(?=\W)", "", said) for said in found if said not in named]


OF_CORPUS = (
    r'<span class="sr">\S+: </span>|<small>[\w.]+</small>|<span aria-hidden="true">.*?</span>'
)
"""Words of the corpus, and the short names of recipes in columns."""


@pytest.mark.parametrize(("page", "query"), STATES)
def test_nothing_on_a_page_is_left_in_english(page, query):
    locale.use("fr")
    app = App(page, **query, lang="fr")
    assert not app.test.exception
    assert untranslated(re.sub(OF_CORPUS, " ", app.html)) == []
    assert untranslated("<p>".join(labels(app))) == []


def test_what_is_left_in_english_is_found():
    assert untranslated("<p>⟦a ⟦b⟧ <b>c</b>⟧ <i>dd</i></p>") == ["dd"]


@pytest.mark.parametrize(("name", "recipe"), [("course", "wordpiece"), ("story", "bpe")])
def test_the_worksheet(name, recipe):
    locale.use("fr")
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


def test_titles_menus_and_captions():
    locale.use("fr")
    for named in TRAININGS.values():
        assert locale.told(named.title).startswith("⟦") and locale.told(named.rule).startswith("⟦")
    for panel in PANELS:
        menu = questions(panel)
        assert menu.label.startswith("⟦") and menu.about.startswith("⟦")
    for sample in samples().values():
        assert locale.told(sample.title).startswith("⟦") and len(sample.title.template) <= 25
        assert locale.told(sample.shows).startswith("⟦") and len(sample.shows.template) <= 110
    catalogue = json.loads((FOLDER / "catalogue.json").read_text(encoding="utf-8"))
    assert [entry["id"] for entry in catalogue] == [*samples()] == [*TEXTS]
    for entry in catalogue:  # nothing to read is in the catalogue, where no translation finds it
        assert not [value for value in entry.values() if isinstance(value, str) and " " in value]


def test_components():
    assert 'data-thousands=","' in stepper._stepper.html()
    locale.use("fr")  # what Jinja works out once must not be English
    drawn = stepper._stepper.html() + share._share.html()
    assert drawn.count("⟦") > 20 and "<b>0</b>" in drawn
    keys = r'<button|aria-keyshortcuts="\w+"|<kbd aria-hidden="true">[←→]</kbd>'
    assert untranslated(re.sub(keys, "<i", drawn)) == []
    assert 'data-thousands="."' in drawn and 'data-where="⟦step {step} of {last}⟧"' in drawn
    handed_over = re.findall(r' data-(?!go|thousands)[a-z-]+="([^"]*)"', drawn)
    assert len(handed_over) == 5 and all(said.startswith("⟦") for said in handed_over)
    assert all(locale.told(said).startswith("⟦") for said in (*page.REFUSALS.values(), page.LOST))


# What is kept is kept by language.


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


def test_a_view_in_two_languages_is_kept_twice_as_is_every_piece_of_its_html(monkeypatch):
    functions: list[Any] = kept_functions()
    assert len({id(each) for each in functions}) >= 6
    for function in functions:
        function.kept.clear()
    monkeypatch.setattr(boards, "_kept", Store(each=10_000, nbytes=10**9))
    source = sample_source(Settings())
    job = Job((Settings(), source.digest), source)
    assert job.advance(20)
    training = Training(Settings(), "toy", source.kind, job.result().timeline, "whitespace")
    drawn: dict[Language, Any] = {}
    for spoken in (ENGLISH, BRACKETED, ENGLISH, BRACKETED):
        monkeypatch.setattr(locale, "language", lambda spoken=spoken: spoken)
        view = TrainView(settings=Settings(), step=2, language=spoken)
        board = boards.shared(view, lambda view=view: train_board(TrainScene(view, training)))
        assert drawn.setdefault(spoken, board) is board
    assert len(boards._kept._kept) == 2
    assert "⟦" not in drawn[ENGLISH].panels and "Words now" in drawn[ENGLISH].panels
    assert "⟦Words now⟧" in drawn[BRACKETED].panels
    for function in functions:
        languages = {key[0] for key in function.kept}
        assert languages in ({ENGLISH, BRACKETED}, set()), function.__name__
        arguments = [key[1:] for key in function.kept]
        assert len(arguments) == 2 * len({*arguments})


# Which language: the one chosen, else that of the link, else that of the browser.


def is_french(app: App) -> bool:
    return app.test.selectbox(key="sidebar_recipe").label == "⟦Recipe⟧"


def choose(app: App, code: str) -> None:
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
    # A callback speaks it, too.
    app.test.selectbox(key="sidebar_corpus").set_value("text").run()
    app.enter("text", "hug pug")
    assert "⟦" in app.test.session_state["state"].own["text"].name


@pytest.mark.parametrize(
    ("says", "is_read"),
    [
        ("fr-CA", "fr"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("de", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
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
    assert len(said(app)) == 1 and not is_french(app) and app.stepper["step"] == 2


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("train", {"corpus": "course", "recipe": "bpe", "step": "4", "look": "2"}),
        ("encode", {"text": "hugs bugs", "step": "3", "view": "word", "special": "on"}),
        ("lessons", {"lesson": "toy-wordpiece", "part": "3", "step": "0"}),
    ],
)
def test_choosing_keeps_the_screen(browser, page, query):
    app = App(page, **query)
    before = app.query
    for code in ("fr", "zh-Hant", "en"):
        choose(app, code)
        assert said(app) == []
        assert app.query == before | {"lang": code}
    # Beginning anew keeps the language.
    choose(app, "fr")
    state = app.test.session_state["state"]
    state.become(type(state)())
    app.test.run()
    assert app.test.selectbox(key="language").value == "fr"


def test_a_typed_text_stays_in_another_language(browser):
    app = App("encode", step="9", text="hugs")
    app.test.selectbox(key="sidebar_corpus").set_value("text").run()
    app.enter("text", "a b c")  # which is refused
    before = app.text
    for code in ("fr", "en"):
        choose(app, code)
        assert len(said(app)) == 1
        assert app.test.text_area(key="own_text").value == "a b c"
    assert app.text == before


def test_a_class_in_two_languages(browser):
    french, english = App(lang="fr"), App(lang="en")
    for step in range(1, 4):
        for app, code in ((french, "fr"), (english, "en")):
            locale.use(code)
            app.go(step)
            assert ("⟦" in app.html) == (code == "fr")


def test_one_language_is_no_choice(browser, monkeypatch):
    monkeypatch.setattr(locale, "LANGUAGES", {"en": ENGLISH})
    assert "language" not in {each.key for each in App().test.selectbox}
