"""Test the reference pages: every public name has a docstring and an entry, all links work."""

import re
import warnings
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import wordpiece
from docs.reference import build, pages, public


class Page(HTMLParser):
    """Collect the ids, the links and the tags of a page."""

    def __init__(self, path: Path):
        super().__init__()
        self.ids: set[str] = set()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        self.ids.add(found.get("id") or "")
        if tag == "a" and (link := found.get("href")):
            self.links.append(link)

    def handle_endtag(self, tag: str) -> None:
        self.tags.add(tag)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reference")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        build(folder, source=False)
    return folder


def file_of(name: str) -> str:
    return f"{name.replace('.', '/')}.html"


def test_every_public_name_is_explained():
    missing = [
        member.fullname
        for page in pages().values()
        for member in public(page)
        if not member.docstring.strip()
    ]
    assert missing == []
    named = {name for name in wordpiece.__all__ if not name.startswith("__")}
    assert {member.qualname for member in public(pages()["wordpiece"])} == named


@pytest.mark.slow
def test_all_links_work(site):
    parsed = {path: Page(path) for path in site.rglob("*.html")}
    checked = 0
    for path, page in parsed.items():
        for link in page.links:
            if re.match("https?:", link):
                continue
            file, _, anchor = unquote(link).partition("#")
            target = (path.parent / file).resolve() if file else path
            assert target in parsed, f"{path.name}: {link}"
            assert not anchor or anchor in parsed[target].ids, f"{path.name}: {link}"
            checked += 1
    assert checked > 1000
