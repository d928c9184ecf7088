"""Test the form of texts for visitors in the sources."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*(ROOT / "pages").rglob("*.py"), *(ROOT / "wordpiece").rglob("*.py")])
DRAWING = ("panels", "screens", "lessons", "shell")
PAGES = [path for path in SOURCES if path.relative_to(ROOT).parts[1] in DRAWING]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls of a module, each with the last name of what is called."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            called = node.func
            yield called.attr if isinstance(called, ast.Attribute) else ast.unparse(called), node


def test_numbers_are_written_by_the_locale():
    for path in PAGES:
        formatted = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FormattedValue)]
        assert [ast.unparse(node) for node in formatted if node.format_spec] == [], path


TRUSTED = {
    ("prose.py", "message(template)"),  # the argument of `prose`
    ("html.py", "message(template, plural, context=context, **facts)"),
}


OF_A_SCORE = {*"pair left right fraction value sign decimal n count".split()}
"""The places that `Formula` fills in the texts of a score."""


@cache
def filled_in(path: Path) -> set[str | None]:
    """Return the names of the facts that a module fills into messages; None for unknown ones."""
    filling = [call for name, call in calls(path) if name in ("fill", "fill_all", "of")]
    names = {keyword.arg for call in filling for keyword in call.keywords}
    return names | (OF_A_SCORE if path.parent.name == "scoring" else set())


@cache
def filled_elsewhere() -> set[str | None]:
    """Return the names of the facts that other modules may fill into a module's messages."""
    return {name for path in SOURCES if path.parent.name != "scoring" for name in filled_in(path)}


def wrong_in(path: Path, name: str, call: ast.Call) -> bool:
    """Return whether a message is not a literal, or its facts do not match its places."""
    said = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
    if len(said) < len(call.args):
        return (path.name, ast.unparse(call)) not in TRUSTED
    if name == "prose":
        return False
    keywords = {keyword.arg for keyword in call.keywords}
    places = {found for each in said for found in re.findall(r"\{(\w+)(?::[^{}]*)?\}", str(each))}
    facts = keywords | filled_in(path) | (filled_elsewhere() - {None})
    return not (
        all(str(each) == str(each).strip() != "" for each in said)
        and (len(said) == 1 or "n" in facts)
        and (None in facts or places <= facts)
        and keywords - {"n", "context", None} <= places
    )


def test_messages_are_literals_that_name_what_they_get():
    """Otherwise they could be neither extracted nor compared with their translations."""
    handing_on = {"wordpiece/message.py", "pages/locale/__init__.py"}
    for path in SOURCES:
        found = [
            ast.unparse(call)
            for name, call in calls(path)
            if name in ("say", "message", "prose") and call.args and wrong_in(path, name, call)
        ]
        assert name_of(path) in handing_on or found == [], path
