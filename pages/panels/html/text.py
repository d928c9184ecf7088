"""Text as HTML: visible names of invisible characters, and sentences with their tokens."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable

from markupsafe import Markup, escape

from pages import locale
from wordpiece.message import Message, Part, Strong, Token, parts

Said = Message | Iterable[Message | Part]
"""One message, several messages, or the parts of a sentence."""

INVISIBLE = {
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u2060": "WJ",
    "\u061c": "ALM",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\ufe0e": "VS15",
    "\ufe0f": "VS16",
    "\ufeff": "BOM",
    "\u00a0": "NBSP",
    "\u00ad": "SHY",
    "\u202f": "NNBSP",
    "\u3000": "IDSP",
    " ": "space",
}
"""Invisible characters, and their names on screen."""

JOINERS = "\u200c\u200d\ufe0e\ufe0f\u00ad\u00a0\u202f\u3000"
"""Those that change the look of their neighbours, and so are not named between two of them."""

MAX_READABLE = 1_000
"""The most characters of a text that `readable` shows."""

CONTROLS = {"\t": "TAB", "\n": "LF", "\r": "CR"}


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
        return _named(INVISIBLE[char])
    if category == "Cc":
        return _named(CONTROLS.get(char) or _code_point(char))
    if category in ("Cs", "Cn", "Co") or (category == "Cf" and alone and char not in INVISIBLE):
        return _named(_code_point(char))
    return escape(char)


def _code_point(char: str) -> str:
    """Return a character's code point in Unicode's notation, such as U+00AD."""
    return "U+" + format(ord(char), "04X")


def _named(name: str) -> Markup:
    return Markup('<i class="ctl">%s</i>') % name


def data_token(token: str, *, is_cut: bool = False) -> Markup:
    """Return the attribute ``data-token``: a token as JSON, if its drawn text is not the token.

    >>> data_token("##<b>"), data_token("a\\tb")
    (Markup(''), Markup(' data-token="&#34;a\\\\tb&#34;"'))
    """
    if not is_cut and visible(token) == escape(token):
        return Markup("")
    is_text = token.isprintable()  # without halves of surrogate pairs
    return Markup(' data-token="%s"') % json.dumps(token, ensure_ascii=not is_text)


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
