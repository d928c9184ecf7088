"""The HTML of panels: text, templates, and the elements that every panel uses.

Every function that draws returns `Markup`, and the app shows only `Markup`. MarkupSafe escapes
everything else that is inserted, such as a user's text. Invisible characters get visible names.

Templates are `.html` files next to the panels, rendered by Jinja2 with autoescape. A template gets
data and decides how it looks. Every value is escaped unless it is `Markup`. In a template,
``_("In {n} word", "In {n} words", n=n)`` translates a message, with its tokens in code type, and
``say(...)`` does the same as plain text for an attribute. Filters format values: ``number``,
``cell`` (a number in the format of its score), ``visible``, ``sentence`` (one message or several),
``to_text`` (a message as plain text). A fact of ``_`` may be `Markup`, such as a chip.

A file is one panel, for `render`, and its first comment lists its context, the names that it gets
(``context:`` and, for each, ``name: what it is``); or it has macros, for `pieces`, whose parameters
are what they get. A line break between two tags or placeholders, with the
indentation after it, is not part of the page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import jinja2
from jinja2.ext import Extension
from markupsafe import Markup, escape

from pages import locale
from pages.locale import say
from pages.panels.actions import Choose, encode
from wordpiece.message import Fact, Message, Part, Strong, Token, message, parts
from wordpiece.scoring import Cell

Said = Message | Iterable[Message | Part]
"""One message, several messages, or the parts of a sentence."""

_NAMES = (
    "ZWSP ZWNJ ZWJ WJ ALM LRM RLM LRE RLE PDF LRO RLO LRI RLI FSI PDI VS15 VS16 BOM NBSP SHY NNBSP "
    "TAB LF CR"
)

INVISIBLE = {unicodedata.lookup(name): name for name in _NAMES.split()}
INVISIBLE |= {"\u3000": "IDSP", " ": "space"}
"""Invisible characters, and their names on screen, which are those of Unicode if it has one."""

JOINERS = "\u200c\u200d\ufe0e\ufe0f\u00ad\u00a0\u202f\u3000"
"""Those that change the look of their neighbours, and so are not named between two of them."""

MAX_READABLE = 1_000
"""The most characters of a text that `readable` shows."""


def visible(text: str) -> Markup:
    """Return a token's text with names for invisible characters.

    >>> visible("##<b>"), visible("\\t"), visible("##\\u0301")
    (Markup('##&lt;b&gt;'), Markup('<i class="ctl">TAB</i>'), Markup('##◌\u0301'))
    """
    if text.isascii() and text.isprintable() and " " not in text:
        return escape(text)
    return Markup("").join(_visible(text, i) for i in range(len(text)))


def _visible(text: str, i: int) -> Markup:
    """Return the character at ``i`` as `visible` draws it."""
    char = text[i]
    before = text[i - 1] if i else ""
    # Between two visible characters a mark or joiner has its effect; elsewhere it needs a name.
    dangling = i == len(text) - 1 and char in "\u200c\u200d"
    alone = dangling or before in ("", "#") or unicodedata.category(before) == "Cf"
    category = unicodedata.category(char)
    if category in ("Mn", "Mc", "Me") and char not in INVISIBLE:
        return escape("◌" + char if before in ("", "#", "Ġ") else char)
    if char in INVISIBLE and (alone or char not in JOINERS):
        return _draw_name(INVISIBLE[char])
    if category in ("Cc", "Cs", "Cn", "Co") or (category == "Cf" and alone):
        return _draw_name("U+" + format(ord(char), "04X"))
    return escape(char)


def _draw_name(name: str) -> Markup:
    return Markup('<i class="ctl">%s</i>') % name


def shorten(text: str, most: int) -> str:
    """Return a text with at most ``most`` characters; "…" replaces the rest."""
    return text if len(text) <= most else text[: most - 1] + "…"


def readable(text: str) -> Markup:
    """Return the beginning of a text, with names for invisible characters other than spaces."""
    parts = re.split("( +)", shorten(text, MAX_READABLE))
    return Markup("").join(visible(part) if part.strip(" ") else part for part in parts)


def sentence(said: Said | None) -> Markup:
    """Return a message as HTML, with its tokens in code type and emphasis in bold type.

    Args:
        said: a message; several messages, which are joined by the language's separator; or the
            parts of a sentence, which include their spaces. None gives an empty text.
    """
    if isinstance(said, Message):
        return Markup("").join(map(_part, parts(said, locale.language())))
    drawn: list[Markup | str] = []
    gap = False
    for each in said or ():
        if gap:
            drawn.append(locale.language().gap)
        gap = isinstance(each, Message)
        drawn.append(sentence(each) if isinstance(each, Message) else _part(each))
    return Markup("").join(drawn)


def _part(part: Part) -> Markup | str:
    """Return a part as HTML, or as text to escape."""
    if isinstance(part, Token):
        return Markup('<code class="t">%s</code>') % visible(part.text)
    return Markup("<b>%s</b>") % str(part) if isinstance(part, Strong) else part


class _LineBreaks(Extension):
    """Remove the line breaks between tags and placeholders."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Replace each by a comment with as many lines, so that errors have the right line."""
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


def _translate(template: str, plural: str = "", /, *, context: str = "", **facts: Fact) -> Markup:
    return sentence(message(template, plural, context=context, **facts))


def _cell(cell: Cell) -> str:
    return locale.number(cell.value, cell.style)


def _filter(written: Callable[..., str]) -> Callable[..., str]:
    """Return a filter that runs each time that a template is rendered.

    Jinja2 applies others to a constant only once, in the language of the first visitor. With
    ``optimized=False`` it would still do so to a constant that is printed alone.
    """
    return jinja2.pass_context(lambda _, *values: written(*values))


_ENVIRONMENT.globals.update(_=_translate, say=locale.say)
_ENVIRONMENT.filters.update(
    number=_filter(locale.number),
    capital=locale.capital,
    cell=_filter(_cell),
    shorten=shorten,
    visible=visible,
    sentence=_filter(sentence),
    to_text=_filter(locale.to_text),
)


def render(name: str, **values: Any) -> Markup:
    """Render a template.

    Args:
        name: its file, relative to `pages/`, such as ``panels/shared/card.html``.
        values: its variables, besides the ``language`` of the screen.

    Raises:
        jinja2.UndefinedError: a variable is missing.
    """
    return Markup(_ENVIRONMENT.get_template(name).render(values, language=locale.language()))


def pieces(name: str) -> Callable[..., Markup]:
    """Return a function that renders the macros of a template file, named as in `render`.

    Its first argument is the name of the macro, which gets the others. Jinja2 escapes them in the
    macro. For an argument that the macro does not have, it raises a TypeError.
    """

    def piece(macro: str, /, *values: Any, **named: Any) -> Markup:
        found: Callable[..., Markup] = getattr(_ENVIRONMENT.get_template(name).module, macro)
        return found(*values, **named)

    return piece


EMPTY = Markup("")
_SPACE = Markup(" ")

_piece = pieces("panels/elements.html")


def join(parts: Iterable[Markup | str]) -> Markup:
    """Concatenate parts; plain strings among them are escaped."""
    return EMPTY.join(parts)


def join_with_spaces(parts: Iterable[Markup]) -> Markup:
    """Join parts by spaces, which screen readers and copied text need."""
    return _SPACE.join(parts)


def element(name: str, css: str, *parts: Markup | str) -> Markup:
    """Return an element with CSS classes around parts; empty if the parts are empty.

    >>> element("p", "note", "a < b"), element("p", "note", "")
    (Markup('<p class="note">a &lt; b</p>'), Markup(''))
    """
    content = join(parts)
    return Markup('<{0} class="{1}">{2}</{0}>').format(name, css, content) if content else EMPTY


def stack(parts: Iterable[Markup]) -> Markup:
    """Return parts one below the other."""
    return Markup('<div class="stack">{}</div>').format(join(parts))


def nothing(remark: str) -> Markup:
    """Return a remark in place of an empty list, or at its end."""
    return element("p", "none", remark)


def and_more(n: int) -> Markup:
    """Return a remark that ``n`` entries are left out; empty for 0."""
    return nothing(say("… and {n} more", n=n)) if n else EMPTY


def act(value: str, label: str, *, primary: bool = False, back: bool = False) -> Markup:
    """Return a button that reports a value as a pick when it is clicked.

    With ``back`` the button closes something and disappears with it, and the focus returns to the
    button that was clicked before.
    """
    return _piece("act", value, label, primary, back)


def switch(about: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Return buttons of which at most one is on.

    Args:
        about: the label of the group, for screen readers.
        options: the label of each button, by the value that it reports.
        chosen: the value of the button that is on.
    """
    return _piece("switch", about, options, chosen)


def choices(about: str, field: str, titles: Mapping[str, str], value: str) -> Markup:
    """Return a `switch` that sets a field, by its name, to one of the values in ``titles``."""
    options = {encode(Choose(field, each)): title for each, title in titles.items()}
    return switch(about, options, encode(Choose(field, value)))


def pager(name: str, page: int, pages: int, listed: str, buttons: Markup = EMPTY) -> Markup:
    """Return buttons to the neighbouring, the first and the last page of a list.

    Args:
        name: the name of the field with the page.
        page: the current page, from 1.
        pages: the number of pages; if it is 1, there are no buttons.
        listed: the content of the list, for screen readers: a page may have two lists.
        buttons: more buttons, at the end of the line.
    """
    if pages == 1:
        return EMPTY
    shown = sorted({1, pages, *range(max(1, page - 1), min(pages, page + 1) + 1)})
    picks = {at: encode(Choose(name, at)) for at in shown}
    return _piece("pager", name, page, pages, picks, listed, buttons)


def heading(title: str, remark: str = "", buttons: Markup = EMPTY) -> Markup:
    """Return a panel's title with a remark in small type, and buttons at the end of the line."""
    return _piece("heading", title, remark, buttons)


def find_page(total: int, rows: int, page: int) -> tuple[int, int]:
    """Return the current page of a list, and its number of pages.

    Args:
        total: the number of entries of the list.
        rows: the number of entries on a page.
        page: the requested page; page 1 replaces one that does not exist any more.

    >>> find_page(13, 6, 3), find_page(12, 6, 3), find_page(0, 6, 1)
    ((3, 3), (1, 2), (1, 1))
    """
    pages = max(1, -(-total // rows))
    return (page if page <= pages else 1), pages
