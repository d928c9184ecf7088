"""Which language a visitor reads: the one chosen, else the link's, else the browser's.

The other language is English between brackets, as in `test_language`.
"""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from streamlit.runtime.context import ContextProxy

from pages import locale
from pages.state import language
from pages.state.links import Screen, from_link, to_link
from tests.pages.app import App
from tests.pages.test_language import Bracketed
from wordpiece.message import message


class Pseudo(Bracketed):
    code, name, direction = "fr", "⟦Français⟧", "rtl"


class Other(Bracketed):
    code, name = "zh-Hant", "⟦繁體⟧"


@pytest.fixture(autouse=True)
def languages(monkeypatch):
    found = {"en": locale.LANGUAGES["en"], "fr": Pseudo(), "zh-Hant": Other()}
    monkeypatch.setattr(locale, "LANGUAGES", found)
    yield found
    locale.use("en")


@pytest.fixture
def browser(monkeypatch) -> dict[str, Any]:
    """What the browser says of itself."""
    said: dict[str, Any] = {"locale": None, "cookies": {}}
    monkeypatch.setattr(ContextProxy, "locale", property(lambda _: said["locale"]))
    monkeypatch.setattr(ContextProxy, "cookies", property(lambda _: said["cookies"]))
    return said


def is_french(app: App) -> bool:
    return app.test.selectbox(key="sidebar_recipe").label == "⟦Recipe⟧"


def choose(app: App, code: str) -> None:
    app.test.selectbox(key="language").set_value(code).run()
    locale.use(code)  # AppTest asks for the labels of options from here


def test_the_link_says_it(browser):
    browser["locale"] = "en-GB"
    app = App(lang="fr", step="2")
    locale.use("fr")
    assert is_french(app) and app.stepper["step"] == 2
    assert app.test.query_params["lang"] == "fr"
    assert app.test.selectbox(key="language").value == "fr"
    app.go(3)  # a part of the page runs, and not app.py
    assert app.stepper["say"].startswith("⟦") and app.test.query_params["lang"] == "fr"


@pytest.mark.parametrize(
    ("says", "is_read"),
    [("fr-CA", "fr"), ("zh-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("de", "en"), ("", "en")],
)
def test_else_the_browser(browser, says, is_read):
    browser["locale"] = says
    app = App(step="1")
    assert app.test.selectbox(key="language").value == is_read
    assert "lang" not in app.test.query_params  # whoever opens the address has a browser, too


def test_what_was_chosen_comes_before_link_and_browser(browser):
    browser["locale"] = "fr"
    browser["cookies"] = {language.COOKIE: "en"}
    app = App(lang="zh-Hant", step="1")
    assert not is_french(app) and app.test.query_params["lang"] == "en"
    browser["cookies"] = {language.COOKIE: "xx"}
    assert is_french(App())


def test_a_language_that_is_not_there(browser):
    app = App(lang="tlh", step="2")
    assert [each.value for each in app.test.warning] == [
        "The link says lang\\=tlh, which does not exist here; the sidebar has the languages\\."
    ]
    assert not is_french(app) and app.stepper["step"] == 2


@pytest.mark.parametrize("page", ["train", "compare", "encode", "predict", "lessons", "take_home"])
def test_choosing_keeps_the_screen(browser, page):
    query = {
        "train": {"corpus": "course", "recipe": "bpe", "step": "4", "look": "2", "panel": "scores"},
        "compare": {"corpus": "toy", "step": "3", "by": "size", "sentence": "hugs bugs"},
        "encode": {"text": "hugs bugs", "step": "3", "view": "word", "special": "on"},
        "predict": {"set": "7", "ask": "mixed", "step": "0"},
        "lessons": {"lesson": "toy-wordpiece", "part": "3", "step": "0"},
        "take_home": {"corpus": "story", "recipe": "hugging-face", "step": "5"},
    }[page]
    app = App(page, **query)
    before = {name: app.test.query_params[name] for name in app.test.query_params}
    for code in ("fr", "zh-Hant", "en"):
        choose(app, code)
        assert not app.test.exception and not app.test.warning and not app.test.error
        after = {name: app.test.query_params[name] for name in app.test.query_params}
        assert after.pop("lang") == code and after == before


def test_what_was_typed_stays(browser):
    app = App("encode", step="9", text="hugs")
    app.test.selectbox(key="sidebar_corpus").set_value("text").run()
    app.test.text_area(key="own_text").set_value("low lower lowest").run()
    before = app.text
    choose(app, "fr")
    choose(app, "en")
    assert app.text == before


def test_a_class_in_two_languages(browser):
    french, english = App(lang="fr"), App(lang="en")
    for step in range(1, 5):
        for app, code in ((french, "fr"), (english, "en")):
            locale.use(code)
            app.go(step)
    assert "⟦" not in english.html
    assert "⟦" in french.html


def test_callbacks_speak_it(browser):
    app = App(lang="fr")
    locale.use("fr")
    app.test.selectbox(key="sidebar_corpus").set_value("text").run()
    app.enter("text", "hug pug")
    assert "⟦" in app.test.session_state["state"].own["text"].name


def test_begin_anew_keeps_the_language(browser):
    app = App(step="2")
    choose(app, "fr")
    state = app.test.session_state["state"]
    state.become(type(state)())
    assert app.test.run() and is_french(app)


def test_one_language_is_no_choice(browser, monkeypatch):
    monkeypatch.setattr(locale, "LANGUAGES", {"en": locale.LANGUAGES["en"]})
    assert "language" not in {each.key for each in App().test.selectbox}


def test_links_carry_it():
    query, behind = to_link("train", Screen(language="fr"))
    assert query["lang"] == "fr" and behind == []
    assert from_link("train", query)[0].language == "fr"
    assert "lang" not in to_link("train", Screen())[0]


def test_what_is_made_later_is_in_the_language_of_now():
    locale.use("fr")
    made = locale.bound(lambda: locale.say("Back"))
    heard: list[str] = []

    def elsewhere():
        heard.extend([locale.say("Back"), made(), locale.say("Back")])

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert heard == ["Back", "⟦Back⟧", "Back"]
    assert re.match("⟦", locale.told(message("Back")))
