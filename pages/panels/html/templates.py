"""HTML templates: `.html` files next to the panels, rendered by Jinja2 with autoescape.

A template gets data and decides how it looks. Every value is escaped unless it is `Markup`. In a
template, ``_("In {n} word", "In {n} words", n=n)`` translates a message, with its tokens in code
type, and ``say(...)`` does the same as plain text for an attribute. Filters format values:
``number``, ``cell`` (a number in the format of its score), ``visible``, ``sentence`` (one message
or several), ``to_text`` (a message as plain text). A fact of ``_`` may be `Markup`, such as a chip.

A file is one panel, for `render`, and its first comment lists its context, the names that it gets
(``context:`` and, for each, ``name: what it is``); or it has its pieces as macros, for `pieces`,
whose parameters are what they get. A line break between two tags or placeholders, with the
indentation after it, is not part of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import jinja2
from jinja2.ext import Extension
from markupsafe import Markup, escape

from pages import locale
from pages.panels.html.text import data_token, sentence, shorten, visible
from wordpiece.message import Fact, Language, message, parts
from wordpiece.scoring import Cell


class _LineBreaks(Extension):
    """Remove the line breaks between tags and placeholders."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Replace each by a comment with as many lines, so that errors have the right line."""
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
    """Return a message without facts; cached, since a page has dozens of them."""
    return sentence(parts(message(template, context=context), language))


def _cell(cell: Cell) -> str:
    return locale.number(cell.value, cell.style)


def _filter(written: Callable[..., str]) -> Callable[..., str]:
    """Return a filter that runs each time that a template is rendered.

    Otherwise Jinja2 would apply it to a constant once, in the language of the first visitor.
    """

    @jinja2.pass_context
    def apply(_: object, *values: Any) -> str:
        return written(*values)

    return apply


_ENVIRONMENT.globals.update(_=_sentence, say=locale.say)
_ENVIRONMENT.filters.update(
    number=_filter(locale.number),
    capital=locale.capital,
    cell=_filter(_cell),
    data_token=data_token,
    shorten=shorten,
    visible=visible,
    sentence=_filter(sentence),
    to_text=_filter(locale.to_text),
)


@cache
def _template(name: str) -> jinja2.Template:
    return _ENVIRONMENT.get_template(name)


def render(name: str, **values: Any) -> Markup:
    """Render a template.

    Args:
        name: its file, relative to `pages/`, such as ``panels/shared/card.html``.
        values: its variables, besides the ``language`` of the screen.

    Raises:
        jinja2.UndefinedError: a variable is missing.
    """
    return Markup(_template(name).render(values, language=locale.language()))


def pieces(name: str) -> Callable[..., Markup]:
    """Return a function that renders the macros of a template file, named as in `render`.

    Its first argument is the name of the macro, which gets the others. Jinja2 escapes them in the
    macro. For an argument that the macro does not have, it raises a TypeError.
    """

    def piece(macro: str, /, *values: Any, **named: Any) -> Markup:
        found: Callable[..., Markup] = getattr(_template(name).module, macro)
        return found(*values, **named)

    return piece
