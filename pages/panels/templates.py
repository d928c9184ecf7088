"""HTML templates: the `.html` files beside the panels, filled in by Jinja2 with autoescape on.

A template gets data and decides how it looks. Everything put into it is escaped unless it is
`Markup`. Inside, ``_("In {n} word", "In {n} words", n=n)`` says a message with its tokens in code
type, ``say(...)`` the same as plain text for an attribute, and these filters write values:
``number``, ``visible``, ``sentence``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from pages import locale
from pages.panels import html
from pages.panels.markup import Markup
from wordpiece.message import Fact, message, parts

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
    said = message(template, plural, context=context, **facts)
    return html.sentence(parts(said, locale.language()))


_ENVIRONMENT.globals.update(_=_sentence, say=locale.say)
_ENVIRONMENT.filters.update(number=locale.number, visible=html.visible, sentence=html.sentence)


@cache
def _template(name: str) -> jinja2.Template:
    return _ENVIRONMENT.get_template(name)


def render(name: str, **values: Any) -> Markup:
    """A template filled in.

    Args:
        name: its file, from `pages/` on, such as ``panels/card.html``.
        values: what it gets, by name.

    Raises:
        jinja2.UndefinedError: it asks for a value that it does not get.
    """
    return Markup(_template(name).render(values))
