"""Collect the messages of the sources, and update the catalogs: `make messages`.

A message is a call with literal templates: ``message("…", "…", context="…")`` and ``say``,
``prose`` of a lesson, and ``_("…")`` in a template. The first argument of a lesson's ``Scene`` and
``Quiz`` is one, too. A call without literals is an error, since it could not be translated. Left
out is what only a terminal or a program shows, which is in English: an `ArgumentError` above all.
Catalogs have no line numbers or dates, so that their diffs show only changed messages.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import jinja2
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from jinja2 import nodes

from pages.locale.catalogued import DOMAIN, TRANSLATIONS, read_catalog
from wordpiece.message import forms

ROOT = Path(__file__).parents[2]
TEMPLATE = TRANSLATIONS / f"{DOMAIN}.pot"

_SAID = {"message", "say", "_say", "prose", "_"}
_TEXT_FIRST = {"Scene", "Quiz"}
"""Classes whose first argument is a template; the others are not."""
_SOURCES = ("app.py", "pages", "wordpiece")
_ENGLISH = (
    "wordpiece/cli/",
    "wordpiece/__main__.py",
    "wordpiece/tokenizer.py",
    "wordpiece/training/slots.py",
)
"""Sources of which only a terminal or a program shows messages, which are not translated."""
_DATED = re.compile(r'^"(POT?-|Project|Report|Last-|Language-Team|Generated).*\n', re.MULTILINE)
"""Headers of a catalog to leave out."""

Found = tuple[str, str, str]
"""Context, template and plural of a message; missing ones are empty."""


def in_python(source: str) -> Iterator[Found]:
    """Yield the messages of a module, in the order of the source.

    >>> list(in_python('say("{n} {n:pair|pairs}", n=2); message("Back", context="button")'))
    [('', '{n} pair', '{n} pairs'), ('button', 'Back', '')]
    >>> list(in_python('raise ArgumentError(message("n must be a number."))'))
    []

    Raises:
        ValueError: a template is not a literal.
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    raising = (call for call in calls if getattr(call.func, "id", "") == "ArgumentError")
    raised = {id(said) for call in raising for said in call.args}
    for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in _TEXT_FIRST:
            yield _found(call.args[:1], [], name, call.lineno)
        elif name in _SAID and id(call) not in raised and not _hands_on(call):
            contexts = [word.value for word in call.keywords if word.arg == "context"]
            yield _found(call.args, contexts, name, call.lineno)


def _hands_on(call: ast.Call) -> bool:
    """Return whether a call passes on its function's parameter ``template``."""
    first = call.args[0] if call.args else None
    return getattr(first, "id", getattr(first, "attr", "")) == "template"


def in_html(source: str) -> Iterator[Found]:
    """Yield the messages of a Jinja2 template.

    >>> list(in_html('<p>{{ _("{n} pair", "{n} pairs", n=count) }}</p>'))
    [('', '{n} pair', '{n} pairs')]
    """
    parsed = jinja2.Environment().parse(source)
    calls = parsed.find_all(nodes.Call)
    for call in sorted(calls, key=lambda each: each.lineno):
        name = getattr(call.node, "name", "")
        if name in _SAID:
            contexts = [word.value for word in call.kwargs if word.key == "context"]
            yield _found(call.args, contexts, name, call.lineno)


def _found(templates: Sequence[object], contexts: Sequence[object], name: str, line: int) -> Found:
    """Return a message from the arguments of a call: one or two templates, and its context."""
    values = [getattr(each, "value", None) for each in (*templates, *contexts)]
    words = [value for value in values if isinstance(value, str)]
    if len(words) < len(values) or not 1 <= len(templates) <= 2:
        raise ValueError(f"Line {line}: the templates of {name}(…) are not written out.")
    context = words.pop() if contexts else ""
    return context, *forms(*words)


def sources(root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Yield path and text of each file with messages, in a fixed order."""
    paths = [root / _SOURCES[0]]
    for folder in _SOURCES[1:]:
        paths += sorted((root / folder).rglob("*.py")) + sorted((root / folder).rglob("*.html"))
    for path in paths:
        name = path.relative_to(root).as_posix()
        if not name.startswith(_ENGLISH):
            yield name, path.read_text(encoding="utf-8")


def extract(files: Iterable[tuple[str, str]]) -> Catalog:
    """Return the messages of files, given by path and text.

    >>> [each.id for each in extract([("a.py", 'say("Back"); say("Next")')]) if each.id]
    ['Back', 'Next']

    Raises:
        ValueError: two different messages have the same first template.
    """
    catalog = Catalog(fuzzy=False, charset="utf-8")
    plurals: dict[tuple[str, str], str] = {}
    for path, source in files:
        for context, template, plural in (in_html if path.endswith(".html") else in_python)(source):
            if plurals.setdefault((context, template), plural) != plural:
                raise ValueError(f"{path}: {template!r} has two plurals. Give one a context.")
            said = (template, plural) if plural else template
            catalog.add(said, locations=[(path, None)], context=context or None)  # type: ignore[list-item]
    return catalog


def to_po(catalog: Catalog) -> str:
    """Return a catalog as the text of a `.po` file."""
    for entry in catalog:
        # Tests check the placeholders; Babel would flag them as Python formats.
        entry.flags -= {"python-format", "python-brace-format"}
    out = io.BytesIO()
    write_po(out, catalog, width=0, include_lineno=False, ignore_obsolete=True)
    text = out.getvalue().decode()
    # Babel begins with a standard comment.
    return _DATED.sub("", text[text.index('msgid ""') :])


def update(new: Iterable[str] = (), folder: Path = TRANSLATIONS) -> None:
    """Write the template, and update each catalog from it.

    A changed sentence counts as a new one; there is no fuzzy matching.

    Args:
        new: languages that get a new catalog, by their CLDR names, such as "zh_Hant".
        folder: the folder of the catalogs.
    """
    template = extract(sources())
    (folder / TEMPLATE.name).write_text(to_po(template), encoding="utf-8")
    paths = {path.parts[-3]: path for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    for name in new:
        paths.setdefault(name, folder / name / "LC_MESSAGES" / f"{DOMAIN}.po")
    for name, path in sorted(paths.items()):
        catalog = read_catalog(path) if path.exists() else Catalog(name, fuzzy=False)
        catalog.update(template, no_fuzzy_matching=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(to_po(catalog), encoding="utf-8")


if __name__ == "__main__":
    update(sys.argv[1:])
