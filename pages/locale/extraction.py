"""Find messages to translate, for Babel: `babel.cfg` lists the sources, `make messages` runs it.

A message is a call with literal templates: ``message("…", "…", context="…")`` and ``say``,
``prose`` of a lesson, and ``_("…")`` in a template. The first argument of a lesson's ``Scene`` and
``Quiz`` is one, too. A call without literals is an error, since it could not be translated. Left
out is what only a terminal or a program shows, which is in English: an `ArgumentError` above all.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import BinaryIO

import jinja2
from jinja2 import nodes

from wordpiece.message import forms

_SAID = {"message", "say", "_say", "prose", "_"}
_TEXT_FIRST = {"Scene", "Quiz"}
"""Classes whose first argument is a template; the others are not."""

Found = tuple[int, str, tuple[str, ...], list[str]]
"""A message as Babel expects it: line, name in gettext, arguments, and comments, here none."""


def in_python(file: BinaryIO, *_: object, **_options: object) -> Iterator[Found]:
    """Yield the messages of a module, in the order of the source.

    >>> from io import BytesIO
    >>> list(in_python(BytesIO(b'say("{n} {n:pair|pairs}", n=2)')))
    [(1, 'ngettext', ('{n} pair', '{n} pairs'), [])]
    >>> list(in_python(BytesIO(b'message("Back", context="button")')))
    [(1, 'pgettext', ('button', 'Back'), [])]
    >>> list(in_python(BytesIO(b'raise ArgumentError(message("n must be a number."))')))
    []

    Raises:
        ValueError: a template is not a literal.
    """
    calls = [node for node in ast.walk(ast.parse(file.read())) if isinstance(node, ast.Call)]
    raising = (call for call in calls if getattr(call.func, "id", "") == "ArgumentError")
    raised = {id(said) for call in raising for said in call.args}
    for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in _TEXT_FIRST:
            yield _read_message(call.args[:1], [], name, call.lineno)
        elif name in _SAID and id(call) not in raised and not _hands_on(call):
            contexts = [word.value for word in call.keywords if word.arg == "context"]
            yield _read_message(call.args, contexts, name, call.lineno)


def _hands_on(call: ast.Call) -> bool:
    """Return whether a call passes on its function's parameter ``template``."""
    first = call.args[0] if call.args else None
    return getattr(first, "id", getattr(first, "attr", "")) == "template"


def in_html(file: BinaryIO, *_: object, **_options: object) -> Iterator[Found]:
    """Yield the messages of a Jinja2 template.

    >>> from io import BytesIO
    >>> list(in_html(BytesIO(b'<p>{{ _("{n} pair", "{n} pairs", n=count) }}</p>')))
    [(1, 'ngettext', ('{n} pair', '{n} pairs'), [])]
    """
    parsed = jinja2.Environment().parse(file.read().decode())
    calls = parsed.find_all(nodes.Call)
    for call in sorted(calls, key=lambda each: each.lineno):
        name = getattr(call.node, "name", "")
        if name in _SAID:
            contexts = [word.value for word in call.kwargs if word.key == "context"]
            yield _read_message(call.args, contexts, name, call.lineno)


def _read_message(
    templates: Sequence[object], contexts: Sequence[object], name: str, line: int
) -> Found:
    """Return a message from the arguments of a call: one or two templates, and its context."""
    values = [getattr(each, "value", None) for each in (*templates, *contexts)]
    words = [value for value in values if isinstance(value, str)]
    if len(words) < len(values) or not 1 <= len(templates) <= 2:
        raise ValueError(f"Line {line}: the templates of {name}(…) are not written out.")
    context = [words.pop()] if contexts else []
    said = [form for form in forms(*words) if form]
    function = f"{'n' if said[1:] else ''}{'p' if context else ''}gettext"
    return line, function, (*context, *said), []
