"""docs/sources.md: each address opens the page it names, with the text to look for."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.lessons import LESSONS
from pages.state.links import QUERY
from tests.pages.app import App

TEXT = (Path(__file__).parents[2] / "docs" / "sources.md").read_text(encoding="utf-8")

PAGES = {
    "/": "train", "/lessons": "lessons", "/encode": "encode", "/compare": "compare",
    "/predict": "predict", "/by_hand": "by_hand", "/take-home": "take_home",
}  # fmt: skip


class Row(NamedTuple):
    """A row of a table: its idea, the addresses, and the texts to look for."""

    idea: str
    where: str
    addresses: list[str]
    seen: list[str]


def rows() -> list[Row]:
    found = []
    for line in re.findall(r"^\| (?!Section)(.*) \|$", TEXT, re.MULTILINE):
        _, idea, where, seen = (cell.strip() for cell in f"{line} ".split(" | "))
        addresses = re.findall(r"`(/[^`]*)`", where)
        found.append(Row(idea, where, addresses, re.findall("`([^`]+)`", seen)))
    return found


def query_of(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


@cache
def opened(address: str) -> tuple[App, str]:
    """A page and its text, including the labels of its buttons and fields."""
    app = App(PAGES[urlsplit(address).path], **query_of(address))
    labels = [button.label for button in app.test.button]
    return app, " ".join([app.text, *labels]).replace("\\", "")


ADDRESSES = sorted({address for row in rows() for address in row.addresses})


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_opens_what_it_names(address):
    """The app uses every parameter, and has no remark about the address."""
    query = query_of(address)
    app, shown = opened(address)
    assert app.messages == [] and {*query} <= {*QUERY}
    lost = {name: value for name, value in query.items() if app.query.get(name) != value}
    assert lost == {}
    if "lesson" in query:
        lesson = next(each for each in LESSONS if each.id == query["lesson"])
        assert str(lesson.title) in shown
        assert f"Part {query.get('part', 1)} of {lesson.parts}" in shown


@pytest.mark.parametrize("row", [row for row in rows() if row.seen], ids=lambda row: row.idea)
def test_what_to_look_for_is_there(row: Row):
    """If a row has several addresses, one of them must show the text."""
    shown = " ".join(opened(address)[1] for address in row.addresses)
    assert [text for text in row.seen if text not in shown] == []
