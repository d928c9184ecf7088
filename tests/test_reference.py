"""The reference pages: every public name has an entry with an example that runs; links lead on."""

import doctest
import importlib
import re
import sys
import warnings
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import wordpiece
from docs.reference import build, pages, public
from docs.reference.modules import INNER

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
    """Or words, if it is no class or function."""
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


def test_what_the_package_says_to_read_has_a_page():
    """The table of `wordpiece`'s docstring names files by their last name."""
    shown = pages()
    table = str(wordpiece.__doc__).split("=====\n", 1)[1]
    named = set(re.findall(r"`([a-z_]+)`", table))
    named -= {name.rpartition(".")[2] for name in INNER}
    assert len(named) > 30
    assert [name for name in sorted(named) if not any(p.endswith(f".{name}") for p in shown)] == []
    for name in shown:
        importlib.import_module(name)


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


@pytest.mark.slow
def test_a_docstring_is_shown_as_it_is_written(site):
    """A mark such as ``</w>`` is no tag, and a sentence before code no heading of a section."""
    headings = set()
    for path in site.rglob("wordpiece/**/*.html"):
        text = path.read_text(encoding="utf-8")
        headings |= set(re.findall(r'<h6 id="[^"]*">([^<]*)</h6>', text))
        assert Page(path).tags.isdisjoint({"unk", "tab", "w", "s", "pad", "cls", "sep"}), path
    assert headings <= {"Arguments:", "Attributes:", "Raises:", "Returns:", "Yields:"}
    assert headings


@pytest.mark.slow
def test_the_front_page_leads_to_all_others(site):
    links = Page(site / "wordpiece.html").links
    others = [name for name in pages() if name != "wordpiece"]
    assert [name for name in others if file_of(name) not in links] == []
    text = (site / "wordpiece.html").read_text(encoding="utf-8")
    assert "<code>continuation prefix" in text or "continuation prefix:" in text  # the notation
    assert '<a href="wordpiece/textbook.html"><code>textbook</code></a>' in text
    assert "<table>" in text and "====" not in re.sub(r"<pre>.*?</pre>", "", text, flags=re.DOTALL)
