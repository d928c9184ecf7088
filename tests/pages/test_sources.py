"""docs/sources.md: each address opens the page it names, which shows what one should look for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.lessons import LESSONS
from pages.panels.why import PANELS
from pages.state.links import QUERY
from tests.pages.app import App
from tests.pages.messages import said
from wordpiece.teaching.answers import asked_at

TEXT = (Path(__file__).parents[2] / "docs" / "sources.md").read_text(encoding="utf-8")

SECTIONS = {
    "Hugging Face course, WordPiece tokenization, in French": (
        "Introduction",
        "Algorithme d'entraînement",
        "Algorithme de tokenisation",
        "Implémentation",
    ),
    "Hugging Face course, WordPiece tokenization, in Russian": (
        "Алгоритм обучения",
        "Алгоритм токенизации",
        "Реализация WordPiece",
    ),
    "Hugging Face course, Byte-Pair Encoding tokenization, in Russian": (
        "Introduction",
        "Алгоритм обучения",
        "Алгоритм токенизации",
        "Реализация BPE",
    ),
    'A blog post, "Wordpiece"': ("Intro", "learner", "Segmenter", "Code"),
    "A Chinese article on WordPiece": (
        "WordPiece and BPE",
        "loved, loving, loves",
        "Why subwords",
        "Training",
        "+1, 0, −1",
        "Code",
        "Encoding",
        "Decoding",
        "European languages and Chinese",
        "References",
    ),
}
"""The sections of each text, in order."""

PAGES = {
    "/": "train",
    "/lessons": "lessons",
    "/encode": "encode",
    "/compare": "compare",
    "/predict": "predict",
    "/take-home": "take_home",
}


class Row(NamedTuple):
    """A row of a table: its text and section, the addresses, and what is to be seen there."""

    source: str
    section: str
    idea: str
    where: str
    addresses: list[str]
    seen: list[str]


def rows() -> list[Row]:
    found = []
    for part in TEXT.split("\n## ")[1:]:
        source, _, body = part.partition("\n")
        for line in re.findall(r"^\| (?!Section)(.*) \|$", body, re.MULTILINE):
            section, idea, where, seen = (cell.strip() for cell in f"{line} ".split(" | "))
            addresses = re.findall(r"`(/[^`]*)`", where)
            found.append(
                Row(source, section, idea, where, addresses, re.findall("`([^`]+)`", seen))
            )
    return found


def query_of(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


@cache
def opened(address: str) -> tuple[App, str]:
    """A page, and what it shows, the labels of its buttons and fields included."""
    app = App(PAGES[urlsplit(address).path], **query_of(address))
    labels = [button.label for button in app.test.button]
    return app, " ".join([app.text, *labels]).replace("\\", "")


ADDRESSES = sorted({address for row in rows() for address in row.addresses})


def test_every_section_has_an_address():
    of_sources: dict[str, list[str]] = {}
    for row in rows():
        sections = of_sources.setdefault(row.source, [])
        if row.section not in sections:
            sections.append(row.section)
        assert row.addresses or "glossary" in row.where, row.idea
    assert of_sources == {source: [*sections] for source, sections in SECTIONS.items()}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_opens_what_it_names(address):
    """The app has no remark about it, and follows every part of it."""
    query = query_of(address)
    app, shown = opened(address)
    assert said(app) == [] and {*query} <= {*QUERY}
    lost = {name: value for name, value in query.items() if app.query.get(name) != value}
    assert lost == {}
    if "lesson" in query:
        lesson = next(each for each in LESSONS if each.id == query["lesson"])
        assert str(lesson.title) in shown
        assert f"Part {query.get('part', 1)} of {lesson.parts}" in shown


@pytest.mark.parametrize("row", [row for row in rows() if row.seen], ids=lambda row: row.idea)
def test_what_to_look_for_is_there(row: Row):
    """Of several addresses one may show it."""
    shown = " ".join(opened(address)[1] for address in row.addresses)
    assert [text for text in row.seen if text not in shown] == []


def test_questions_are_asked_on_their_page():
    asked = re.findall(r"`(/[^`]*)` \*Why\?\* `([a-z]+)`", TEXT)
    assert len(asked) >= 8
    for address, id in asked:
        page = PAGES[urlsplit(address).path]
        panels = [panel for panel, about in PANELS.items() if about.page == page]
        assert any(question.id == id for panel in panels for question in asked_at(panel)), id


def test_every_lesson_is_in_the_table():
    named = {*re.findall(r"`/lessons\?lesson=([a-z-]+)", TEXT)}
    assert named == {lesson.id for lesson in LESSONS}
