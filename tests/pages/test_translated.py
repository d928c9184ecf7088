"""The app in Russian, the longest language, and in Chinese, with the widest glyphs: no English.

Each lesson and each answer is read in one of the two; all catalogs are checked as a whole in
`test_translations`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from pages.lessons import LESSONS
from pages.lessons.model import Lesson
from pages.locale import say, told
from pages.panels.lessons.prose import fill, plain
from pages.panels.why import PANELS
from pages.trainings import named
from tests.pages.app import App
from tests.pages.english import english, is_english
from tests.pages.test_lessons import IDS, folded, give, press, shows
from tests.pages.test_predict import asked, choose, field, go_on
from tests.pages.test_why import CASES, ask
from wordpiece.teaching.quiz import TypedQuestion

CODES = ("ru", "zh-Hant")


def left(app: App) -> list[str]:
    """What is English on the page, the labels, helps and options of widgets included."""
    assert not app.test.exception
    found: list[str] = []
    for kind in ("button", "selectbox", "toggle", "text_input", "number_input", "slider", "radio"):
        widgets: list[Any] = [*app.test.get(kind)]
        for widget in widgets:
            found += [widget.label or "", getattr(widget, "help", "") or ""]
            found += getattr(widget, "options", ())
    return english(app.html) + [text for text in found if is_english(text)]


@pytest.mark.slow
@pytest.mark.parametrize(("lesson", "code"), [*zip(LESSONS, cycle(CODES), strict=False)], ids=IDS)
def test_every_part_and_question_of_a_lesson(
    lesson: Lesson, code: str, speaking: Callable[[str], None]
):
    speaking(code)
    app = App("lessons", lesson=lesson.id, part="1", step="0", lang=code)
    for number in range(1, lesson.parts):
        assert shows(app, plain(fill(lesson.scenes[number - 1].text, lesson.training)))
        assert folded(told(lesson.title)) in app.text and left(app) == []
        press(app, "lesson_next")
    for i, question in enumerate(lesson.exercise):
        for right in (False, True):
            give(app, lesson.id, i, question, right=right)
            assert left(app) == []
    assert app.query["done"] == lesson.id and say("This lesson is done.") in app.text


@pytest.mark.slow
@pytest.mark.parametrize(("code", "right"), [("ru", True), ("zh-Hant", False)])
def test_every_kind_of_question_right_and_wrong(
    code: str, right: bool, speaking: Callable[[str], None]
):
    speaking(code)
    app = App("predict", lang=code)
    for at, question in enumerate(asked()):
        assert left(app) == []
        if isinstance(question, TypedQuestion):
            field(app).input(" ".join(question.tokens) if right else "##").run()
            press(app, "predict_check")
        else:
            choose(app, at, [each.right for each in question.candidates].index(right))
        assert left(app) == []
        go_on(app)
    assert left(app) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("panel", "question", "query", "code"),
    [(*case[:3], code) for case, code in zip(CASES, cycle(CODES), strict=False)],
)
def test_every_answer_to_why(panel, question, query, code, speaking):
    speaking(code)
    app = App(PANELS[panel].page, **query, lang=code)
    ask(app, panel, question)
    assert left(app) == []


@pytest.mark.parametrize(("code", "sample"), [("fr", "french"), ("ru", "russian"), ("en", "story")])
def test_the_lesson_on_size_has_the_sample_of_the_language(code, sample, speaking):
    speaking(code)
    assert named.timeline("story-bpe").words == named.timeline(sample).words
    app = App("lessons", lesson="vocabulary-size", part="1", step="0", lang=code)
    (link,) = app.test.get("page_link")
    assert f"corpus={sample}" in link.proto.query_string


@pytest.mark.parametrize("code", ["en", "fr", "ru"])
def test_the_words_of_a_family_share_three_letters_and_then_differ(code, speaking):
    speaking(code)
    trained = named.timeline("family")
    assert {len(symbols) for symbols in trained.splits(2).values()} != {1}
    assert all(symbols[0] == trained.merge(2).token for symbols in trained.splits(2).values())
    assert sum(symbols[0] == trained.merge(3).token for symbols in trained.splits(3).values()) == 2
