"""HTML templates: the `.html` files beside the panels, filled in by Jinja2 with autoescape on.

A template gets data and decides how it looks. Everything put into it is escaped unless it is
`Markup`. Inside, ``_("In {n} word", "In {n} words", n=n)`` says a message with its tokens in code
type, ``say(...)`` the same as plain text for an attribute, and these filters write values:
``number``, ``visible``, ``sentence`` (a message or several). A fact of ``_`` may be `Markup`, such
as a chip.

A file is one panel, for `render`, or holds the pieces of one as macros, for `pieces`. A line break
between two tags or places, with what indents the next line, is not part of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol

import jinja2
from jinja2.ext import Extension

from pages import locale
from pages.panels import html
from pages.panels.markup import Markup
from wordpiece.message import Fact, Language, Message, Part, message, parts


class _LineBreaks(Extension):
    """Leave out the line breaks between tags and places."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Make a comment of each, so that errors name the right line."""
        breaks = re.compile(r"(?<=[>}])[ \t]*(\n\s*)(?=[<{])")
        return breaks.sub(lambda found: "{#" + "\n" * found[1].count("\n") + "#}", source.strip())


_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parents[1]),
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
    if len(said) == 1 and isinstance(said[0], str):
        return Markup.escape(said[0])
    return html.sentence(said)


@lru_cache(maxsize=4096)
def _fixed(template: str, context: str, language: Language) -> Markup:
    """Return what has no facts in it; a page has dozens of these."""
    return html.sentence(parts(message(template, context=context), language))


def sentence(said: Message | Iterable[Message | Part]) -> Markup:
    """Draw a message, or several with spaces between them, with tokens in code type."""
    if isinstance(said, Message):
        return html.sentence(parts(said, locale.language()))
    # What is no message is a piece of a sentence, and brings its spaces along.
    each = [(one, isinstance(one, Message)) for one in said]
    return html.join(
        html.sentence(parts(one, locale.language()) if isinstance(one, Message) else (one,))
        + (" " if whole and i < len(each) - 1 else "")
        for i, (one, whole) in enumerate(each)
    )


_ENVIRONMENT.globals.update(_=_sentence, say=locale.say)
_ENVIRONMENT.filters.update(number=locale.number, visible=html.visible, sentence=sentence)


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


class Pieces(Protocol):
    """What `pieces` returns."""

    def __call__(self, macro: str, /, **values: Any) -> Markup:
        """A macro filled in.

        Raises:
            AttributeError: the file has no such macro.
            TypeError: it gets a value that it does not ask for.
            jinja2.UndefinedError: it asks for a value that it does not get.
        """


def pieces(name: str) -> Pieces:
    """The macros of a template file, from `pages/` on: small pieces of HTML, by their names."""

    @cache
    def found(macro: str) -> Any:
        return getattr(_template(name).module, macro)

    def piece(macro: str, /, **values: Any) -> Markup:
        return Markup(found(macro)(**values))

    return piece
