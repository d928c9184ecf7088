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
