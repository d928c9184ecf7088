"""docs/sources.md and docs/teaching.md: each address is a page that draws.

Those of the first show what one should look for.
"""

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
from wordpiece.teaching.answers import QUESTIONS, asked_at

TEXT = (Path(__file__).parents[2] / "docs" / "sources.md").read_text(encoding="utf-8")

NOT_YET_WRITTEN: set[str] = set()
"""Lessons named there that do not exist yet; empty once all do."""

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


def known(address: str) -> bool:
    """Whether an address is of a page, or of a lesson that exists."""
    return dict(parse_qsl(urlsplit(address).query)).get("lesson") not in NOT_YET_WRITTEN


@cache
def opened(address: str) -> App:
    url = urlsplit(address)
    return App(PAGES[url.path], **dict(parse_qsl(url.query)))


PLAN = (Path(__file__).parents[2] / "docs" / "teaching.md").read_text(encoding="utf-8")
"""The lesson plans, whose addresses are opened as well."""

NAMED = {address for row in rows() for address in row.addresses}
NAMED |= {*re.findall(r"`(/[^`]*)`", PLAN)}
ADDRESSES = sorted(address for address in NAMED if known(address))


def test_every_section_has_a_place():
    of_sources: dict[str, list[str]] = {}
    for row in rows():
        sections = of_sources.setdefault(row.source, [])
        if row.section not in sections:
            sections.append(row.section)
        assert row.addresses or "glossary" in row.where, row.idea
    assert of_sources == {source: [*sections] for source, sections in SECTIONS.items()}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_opens_what_it_names(address):
    """Nothing in it is unknown to the app, which says so in a warning, and the page draws."""
    query = dict(parse_qsl(urlsplit(address).query))
    assert {*query} <= {*QUERY}
    app = opened(address)
    assert not app.test.exception and not app.test.error and not app.test.warning
    assert app.html
    if "lesson" in query:
        lesson = next(each for each in LESSONS if each.id == query["lesson"])
        assert 1 <= int(query.get("part", "1")) <= lesson.parts
        assert str(lesson.title) in app.text


@pytest.mark.parametrize("row", [row for row in rows() if row.seen], ids=lambda row: row.idea)
def test_what_to_look_for_is_there(row: Row):
    """At the first address that can be opened yet; one of several may show it."""
    shown = " ".join(shown_at(address) for address in row.addresses if known(address))
    assert [text for text in row.seen if text not in shown] == []


def shown_at(address: str) -> str:
    """What a page shows, the labels of its buttons and fields included."""
    app = opened(address)
    labels = [button.label for button in app.test.button]
    return " ".join([app.text, *labels]).replace("\\", "")


def test_questions_are_asked_on_their_page():
    asked = re.findall(r"`(/[^`]*)` \*Why\?\* `([a-z]+)`", TEXT)
    assert len(asked) >= 8
    ids = {question.id for question in QUESTIONS}
    for address, id in asked:
        page = PAGES[urlsplit(address).path]
        panels = [panel for panel, about in PANELS.items() if about.page == page]
        assert id in ids
        assert any(question.id == id for panel in panels for question in asked_at(panel)), id


def test_lessons_that_are_there_are_not_called_missing():
    """Every lesson is in the table of sources, and in the lesson plan."""
    assert not NOT_YET_WRITTEN & {lesson.id for lesson in LESSONS}
    for text in (TEXT, PLAN):
        named = {*re.findall(r"`/lessons\?lesson=([a-z-]+)", text)}
        assert named == NOT_YET_WRITTEN | {lesson.id for lesson in LESSONS}
