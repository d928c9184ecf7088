"""Rules for what a visitor reads: where it may stand, and in what form."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*(ROOT / "pages").rglob("*.py"), *(ROOT / "wordpiece").rglob("*.py")])

PAGES = [
    path
    for path in sorted((ROOT / "pages").rglob("*.py"))
    if path.is_relative_to(ROOT / "pages")
    and path.parts[len(ROOT.parts) + 1] in ("panels", "screens", "lessons", "shell")
]


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def docstrings(module: ast.Module) -> set[int]:
    """Strings that stand by themselves, by id."""
    found = (node.value for node in ast.walk(module) if isinstance(node, ast.Expr))
    return {id(value) for value in found if isinstance(value, ast.Constant)}


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_html_of_more_than_one_tag_is_in_templates(path):
    module = tree(path)
    skip = docstrings(module)
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skip:
            assert len(re.findall(r"<[a-z]", node.value)) <= 1, f"line {node.lineno}"
            assert "export default" not in node.value, f"JavaScript in line {node.lineno}"


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_numbers_are_written_by_the_locale(path):
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            raise AssertionError(f"line {node.lineno}: {ast.unparse(node.format_spec)}")


@pytest.mark.parametrize("path", SOURCES, ids=ids)
def test_messages_are_literals_that_name_what_they_get(path):
    """So that they can be extracted, and a translation can be checked against them."""
    if path.name == "message.py" or ids(path) == "pages/locale/__init__.py":
        return
    for call in (node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)):
        if called(call) not in ("say", "message", "prose") or not call.args:
            continue
        keywords = {keyword.arg for keyword in call.keywords}
        literal = all(isinstance(arg, ast.Constant) for arg in call.args)
        assert literal or (path.name, ast.unparse(call)) in TRUSTED, ast.unparse(call)
        if not literal or called(call) == "prose":
            continue
        said = [arg.value for arg in call.args]
        places = {name for each in said for name in re.findall(r"\{(\w+)(?::\w+)?\}", each)}
        assert all(each == each.strip() for each in said), said
        assert None in keywords or places <= keywords, said
        assert keywords - {"n", "context", None} <= places, said


TRUSTED = {
    ("prose.py", "message(text.template)"),  # which `prose` was called with
    ("templates.py", "message(template, plural, context=context, **facts)"),
    ("templates.py", "message(template, context=context)"),
}

WIDGETS = {
    "button", "caption", "checkbox", "code", "download_button", "error", "expander",
    "file_uploader", "form_submit_button", "info", "number_input", "page_link", "pills", "popover",
    "radio", "segmented_control", "selectbox", "slider", "text_area", "text_input", "toggle",
    "warning", "write",
}  # fmt: skip


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_no_widget_is_labelled_by_a_bare_string(path):
    for call in (node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)):
        if called(call) not in WIDGETS or not isinstance(call.func, ast.Attribute):
            continue
        if ast.unparse(call.func.value) == "LOG":
            continue
        first = [] if called(call) == "page_link" else call.args[:1]  # which is an address
        for value in [*first, *(k.value for k in call.keywords if k.arg in SHOWN)]:
            parts = value.values if isinstance(value, ast.JoinedStr) else [value]
            words = [part.value for part in parts if isinstance(part, ast.Constant)]
            assert not re.search("[A-Za-z]", "".join(map(str, words))), ast.unparse(call)


SHOWN = {"label", "placeholder", "help"}

LESSONS = sorted((ROOT / "pages" / "lessons").glob("*.py"))


@pytest.mark.parametrize("path", LESSONS, ids=ids)
def test_lessons_are_data(path):
    module = tree(path)
    taken = {
        node.module
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and node.module != "__future__"
    }
    allowed = {"pages.lessons", "pages.lessons.model", "wordpiece.message"}
    if path.name == "model.py":
        allowed |= {"collections.abc", "dataclasses", "typing"}
        allowed |= {"pages.trainings.named", "wordpiece.records"}
    assert taken <= allowed
    functions = {node.name for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}
    assert functions <= {"prose", "parts"}


PANELS = sorted((ROOT / "pages" / "panels").glob("*.py"))


@pytest.mark.parametrize("path", PANELS, ids=ids)
def test_panels_know_neither_state_nor_widgets(path):
    taken = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            taken |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            taken |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    above = ("streamlit", "pages.state", "pages.components", "pages.shell", "pages.screens")
    assert not [name for name in taken if name.startswith(above)]


# Phrases that no textbook would print.

STIFF = {
    r"\b[Tt]hey met\b": "They occur together 5 times",
    r"\bgo(es)? on behind\b": "continues after it",
    r"\bkeep to each other\b": "occur mainly together",
    r"\balone unknown\b|\bthe rest goes on\b": "Only m is unknown: training never saw it",
    r"\bmerges? (has|have) been made\b": "After 1 merge",
    r"\bHow many entries has\b": "How many entries does it have",
    r"\bare of no use\b": "not all are needed",
    r"\bgoes away inside a merge\b": "The right part loses its ##",
    r"\}? are none\b": "##e and u are not a pair",
    r"\bgoes on with a word\b": "a token continues a word",
    r"\b(cut|split) otherwise\b": "split differently from training",
    r"\bare made of what\b": "later merges build on earlier ones",
    r"\bis left .{1,12} instead of\b": "##u now occurs 16 times, not 17",
    r"\bFor that, its parts\b": "Its parts are too common for so few meetings",
    r"\bmerges? that ends\b": "From merge 8 on, some tokens are unused",
    r"\b[Ww]hite space\b": "whitespace; One space was added",
    r"\bprint and formula\b": "Where the texts and the formula disagree",
    r"\bbegins no word\b": "does not start a word",
    r"\bA token a line\b|\bone token a line\b": "One token per line",
    r"\bSVG is not taken\b": "where SVG is not accepted",
    r"\bcut alike\b": "split the same way",
    r"[\d}] different words?\b": "1 distinct word",
    r"\bBPE would (have|take)\b|\bBPE's choice\b|\bBPE looks at\b": "the top pair by count",
    r"\bshare everything but\b": "What differs is the score, and how a word is encoded",
    r"\b[Tt]he main way to\b": "calls BPE a main way to implement WordPiece",
    r"\b[Ff]irst BPE for text\b": "The first BPE used to split words",
}
"""What is stiff or wrong, and what to write."""

READ = [
    *SOURCES,
    *sorted((ROOT / "pages").rglob("*.html")),
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "sample_corpora" / "README.md",
]


def read_aloud(path: Path) -> list[str]:
    """What a visitor or reader may read in a file: sentences, not docstrings or comments."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return [re.sub(r"\s+", " ", re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL))]
    module = tree(path)
    skip = docstrings(module)
    constants = (node for node in ast.walk(module) if isinstance(node, ast.Constant))
    return [it.value for it in constants if isinstance(it.value, str) and id(it) not in skip]


@pytest.mark.parametrize("path", [p for p in READ if p.name != "CHANGELOG.md"], ids=ids)
def test_no_stiff_phrase_is_left(path):
    said = read_aloud(path)
    found = {phrase for phrase in STIFF if any(re.search(phrase, each) for each in said)}
    assert not found, {STIFF[phrase] for phrase in found}


def test_the_stiff_phrases_are_those_of_sentences_that_were_there():
    was = (
        "They met {times}.", "goes on behind it", "keep to each other", "the rest goes on",
        "Now {n} merges have been made.", "How many entries has it", "some are of no use",
        "It goes away inside a merge", "{left} and {right} are none", "goes on with a word",
        "are cut otherwise than", "are made of what the earlier ones left",
        "{part} is left {times} instead of {before}", "For that, its parts are too common.",
        "After {n} merges that ends.", "White space came in", "When print and formula part",
        "begins no word", "A token a line.", "where SVG is not taken", "is cut alike by all three",
        "{n} different words", "BPE would have merged",
        "They share everything but the score", "calls BPE the main way to implement WordPiece",
        "The first BPE for text adds a symbol",
    )  # fmt: skip
    assert all(any(re.search(phrase, each) for each in was) for phrase in STIFF)
