"""The reference pages: every public name has an entry with an example that runs; links lead on."""

import doctest
import re
import sys
import warnings
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import wordpiece
from docs.reference import build, pages, public

WITHOUT_EXAMPLES = ("wordpiece.cli",)
"""What is called from a shell: its examples are those of `--help`."""


class Page(HTMLParser):
    """The ids, the links and the kinds of tags of a page."""

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


def test_every_public_name_has_an_example_that_runs():
    """Or words, for anything but a class or function."""
    shown = pages()  # imports all of them
    modules = [module for name, module in sys.modules.items() if name.startswith("wordpiece")]
    tests = [test for module in modules for test in doctest.DocTestFinder().find(module)]
    # As `pytest --doctest-modules` collects them, by the class or function that has them.
    run = {test.name for test in tests if test.examples}
    run |= {name.rpartition(".")[0] for name in run}
    missing = []
    for member in (each for page in shown.values() for each in public(page)):
        explained = bool(member.docstring.strip())
        if member.kind in ("class", "function"):
            # As `wordpiece.scoring.ratio.Ratio`, wherever else it can be imported from.
            explained = f"{member.obj.__module__}.{member.obj.__qualname__}" in run
        if not explained and member.modulename not in WITHOUT_EXAMPLES:
            missing.append(member.fullname)
    assert missing == []


@pytest.mark.slow
def test_each_name_has_its_entry(site):
    for name, page in pages().items():
        ids = Page(site / file_of(name)).ids
        assert [m.qualname for m in public(page) if m.qualname not in ids] == [], name
    named = {name for name in wordpiece.__all__ if not name.startswith("__")}
    assert {member.qualname for member in public(pages()["wordpiece"])} == named


@pytest.mark.slow
def test_no_link_is_dead(site):
    parsed = {path: Page(path) for path in site.rglob("*.html")}
    ways = 0
    for path, page in parsed.items():
        for link in page.links:
            if re.match("https?:", link):
                continue
            file, _, anchor = unquote(link).partition("#")
            target = (path.parent / file).resolve() if file else path
            assert target in parsed, f"{path.name}: {link}"
            assert not anchor or anchor in parsed[target].ids, f"{path.name}: {link}"
            ways += 1
    assert ways > 1000
