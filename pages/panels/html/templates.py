"""HTML templates: `.html` files beside the panels, filled in by Jinja2 with autoescape on.

A template gets data and decides how it looks. Everything put into it is escaped unless it is
`Markup`. Inside, ``_("In {n} word", "In {n} words", n=n)`` says a message with its tokens in code
type, ``say(...)`` the same as plain text for an attribute, and these filters write values:
``number``, ``cell`` (a number of a score, as its score wants it), ``visible``, ``sentence`` (a
message or several), ``told`` (a message as plain text). A fact of ``_`` may be `Markup`, such as a
chip.

A file is one panel, for `render`, or holds the pieces of one as macros, for `pieces` and `macro`. A
line break between two tags or places, with what indents the next line, is not part of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol

import jinja2
from jinja2.ext import Extension
from markupsafe import Markup, escape

from pages import locale
from pages.panels.html.text import sentence, visible
from wordpiece.message import Fact, Language, message, parts
from wordpiece.scoring import Cell


class _LineBreaks(Extension):
    """Leave out the line breaks between tags and places."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Replace each by a comment of as many lines, so that errors name the right line."""
        breaks = re.compile(r"(?<=[>}])[ \t]*(\n\s*)(?=[<{])")
        return breaks.sub(lambda found: "{#" + "\n" * found[1].count("\n") + "#}", source.strip())


_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parents[2]),
    autoescape=True,
    auto_reload=False,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=False,
    extensions=[_LineBreaks],
)


def _sentence(template: str, plural: str = "", /, *, context: str = "", **facts: Fact) -> Markup:
    if not facts:
        return _fixed(template, context, locale.language())
    said = parts(message(template, plural, context=context, **facts), locale.language())
    if len(said) == 1 and type(said[0]) is str:
        return escape(said[0])
    return sentence(said)


@lru_cache(maxsize=4096)
def _fixed(template: str, context: str, language: Language) -> Markup:
    """Return a message without facts, from a cache: a page has dozens of these."""
    return sentence(parts(message(template, context=context), language))


def _cell(cell: Cell) -> str:
    return locale.number(cell.value, cell.style)


def _filter(written: Callable[..., str]) -> Callable[..., str]:
    """Return a filter that is applied whenever a template is filled in.

    Jinja2 would apply it to a constant once, in the language of the first visitor.
    """

    @jinja2.pass_context
    def apply(_: object, *values: Any) -> str:
        return written(*values)

    return apply


_ENVIRONMENT.globals.update(_=_sentence, say=locale.say)
_ENVIRONMENT.filters.update(
    number=_filter(locale.number),
    cell=_filter(_cell),
    visible=visible,
    sentence=_filter(sentence),
    told=_filter(locale.told),
)


@cache
def _template(name: str) -> jinja2.Template:
    return _ENVIRONMENT.get_template(name)


def render(name: str, **values: Any) -> Markup:
    """Return a template filled in.

    Args:
        name: its file, from `pages/` on, such as ``panels/shared/card.html``.
        values: what it gets, by name, beside the ``language`` of the screen.

    Raises:
        jinja2.UndefinedError: it asks for a value that it does not get.
    """
    return Markup(_template(name).render(values, language=locale.language()))


class Pieces(Protocol):
    """What `pieces` returns."""

    def __call__(self, macro: str, /, **values: Any) -> Markup:
        """Return a macro filled in.

        Raises:
            AttributeError: the file has no such macro.
            TypeError: it gets a value that it does not ask for.
            jinja2.UndefinedError: it asks for a value that it does not get.
        """


def pieces(name: str) -> Pieces:
    """Return a function that fills in the macros of a template file, which `render` names alike."""

    def piece(called: str, /, **values: Any) -> Markup:
        return macro(name, called)(**values)

    return piece


@cache
def macro(name: str, called: str) -> Callable[..., Markup]:
    """Return one macro of a template as a function, which may get its values in their order.

    Jinja2 has escaped what the macro returns, and so gives it as `Markup`.

    Args:
        name: the template's file, as in `render`.
        called: the macro's name.
    """
    found: Callable[..., Markup] = getattr(_template(name).module, called)
    return found
