"""HTML templates: the `.html` files beside the panels, filled in by Jinja2 with autoescape on.

A template gets data and decides how it looks. Everything put into it is escaped unless it is
`Markup`. Inside, ``_("In {n} word", "In {n} words", n=n)`` says a message with its tokens in code
type, ``say(...)`` the same as plain text for an attribute, and these filters write values:
``number``, ``cell`` (a number of a score, as its score wants it), ``visible``, ``sentence`` (a
message or several), ``told`` (a message as plain text).

A place of a message may be filled with HTML, which stays as it is: ``_("They met {times}",
times=bold)`` where ``bold`` is `Markup`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from pages import locale
from pages.panels.markup import Markup
from pages.panels.visible import sentence, visible
from wordpiece.message import Fact, message
from wordpiece.scoring import Cell

_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parents[1]),
    autoescape=True,
    auto_reload=False,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=False,
)


def _sentence(template: str, plural: str = "", /, *, context: str = "", **facts: Fact) -> Markup:
    if facts:
        return sentence(message(template, plural, context=context, **facts))
    return Markup.escape(locale.say(template, context=context))


def _cell(cell: Cell) -> str:
    return locale.number(cell.value, cell.style)


_ENVIRONMENT.globals.update(_=_sentence, say=locale.say)
_ENVIRONMENT.filters.update(
    number=locale.number,
    cell=_cell,
    visible=visible,
    sentence=sentence,
    told=locale.told,
)


@cache
def _template(name: str) -> jinja2.Template:
    return _ENVIRONMENT.get_template(name)


def render(name: str, **values: Any) -> Markup:
    """Return a template filled in.

    Args:
        name: its file, from `pages/` on, such as ``panels/card.html``.
        values: what it gets, by name.

    Raises:
        jinja2.UndefinedError: it asks for a value that it does not get.
    """
    return Markup(_template(name).render(values))


@cache
def macro(name: str, called: str) -> Callable[..., Markup]:
    """Return a macro of a template as a function, for a piece too small to be a template.

    Args:
        name: the template's file, as in `render`.
        called: the macro's name.
    """
    written = getattr(_template(name).module, called)

    def fill_in(*values: Any) -> Markup:
        return Markup(written(*values))

    return fill_in
