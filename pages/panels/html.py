"""HTML from data, escaped by construction.

Every function here and in the other view modules returns `Markup`, and only `Markup` is ever
shown. A plain string that gets into one is escaped on the way by MarkupSafe, whatever a user
typed into it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from pages import locale
from pages.panels.actions import Turn, encode
from pages.panels.markup import Markup
from wordpiece.message import Message, Part, Token, parts

Said = Message | Sequence[Message] | Sequence[Part]
"""One message, several, or one sentence that is a sequence of text and tokens already."""

EMPTY = Markup("")


def heard(text: str) -> Markup:
    """Text for screen readers alone, which is not copied along with what is seen."""
    return Markup('<i class="sr">{}</i>').format(text)


# Characters that draw nothing, by the names people know them by.
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

# Those that do their work between two visible characters, and are named only elsewhere.
JOINERS = "\u200c\u200d\ufe0e\ufe0f\u00ad\u00a0\u202f\u3000"


def join(parts: Iterable[Markup | str], separator: str = "") -> Markup:
    """Parts one after the other; plain strings among them are escaped."""
    return Markup(separator).join(parts)


def stack(parts: Iterable[Markup]) -> Markup:
    """Parts one below the other."""
    return Markup('<div class="stack">{}</div>').format(join(parts))


def visible(text: str) -> Markup:
    """A token's text with whatever draws nothing made visible.

    >>> visible("##<b>"), visible("\\t"), visible("##\\u0301")
    (Markup('##&lt;b&gt;'), Markup('<i class="ctl">TAB</i>'), Markup('##◌\u0301'))
    """
    if text.isascii() and text.isprintable() and " " not in text:
        return Markup.escape(text)
    return join(_visible(text, i) for i in range(len(text)))


def _visible(text: str, i: int) -> Markup:
    char = text[i]
    before = text[i - 1] if i else ""
    # A mark or joiner between two visible characters does its work; alone it needs a name.
    dangling = i == len(text) - 1 and char in "\u200c\u200d"
    alone = dangling or before in ("", "#") or unicodedata.category(before) == "Cf"
    category = unicodedata.category(char)
    if category in ("Mn", "Mc", "Me") and char not in INVISIBLE:
        return Markup("◌{}").format(char) if before in ("", "#", "Ġ") else Markup.escape(char)
    if char in INVISIBLE and (alone or char not in JOINERS):
        return Markup('<i class="ctl">{}</i>').format(INVISIBLE[char])
    if category == "Cc":
        name = {"\t": "TAB", "\n": "LF", "\r": "CR"}.get(char, f"U+{ord(char):04X}")
        return Markup('<i class="ctl">{}</i>').format(name)
    if category in ("Cs", "Cn", "Co") or (category == "Cf" and alone and char not in INVISIBLE):
        return Markup('<i class="ctl">{}</i>').format(f"U+{ord(char):04X}")
    return Markup.escape(char)


def sentence(said: Said | None) -> Markup:
    """Draw a message, several, or parts of one, tokens set in code type; nothing for None."""
    if not said:
        return EMPTY
    if isinstance(said, Message):
        return join(map(_drawn, parts(said, locale.language())))
    several = [part for part in said if isinstance(part, Message)]
    return sentences(several) if several else join(map(_drawn, said))


def _drawn(part: Message | Part) -> Markup | str:
    if isinstance(part, Token):
        return Markup('<code class="t">{}</code>').format(visible(part.text))
    return str(part)  # `join` escapes it


def sentences(several: Iterable[Message]) -> Markup:
    """Draw messages one after the other, with a space between two."""
    return join((sentence(said) for said in several), " ")


def act(value: str, label: str, *, primary: bool = False, back: bool = False) -> Markup:
    """A button inside HTML; a pick reports its value when it is clicked.

    With ``back`` it takes something away, and the focus goes back to the button clicked before.
    """
    css = "act primary" if primary else "act"
    return Markup('<button type="button" class="{}" data-pick="{}"{}>{}</button>').format(
        css, value, Markup(" data-back") if back else EMPTY, label
    )


def switch(about: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Buttons of which one may be on: what each says, by the value a pick reports."""
    buttons = join(
        Markup('<button type="button" data-pick="{}" aria-pressed="{}">{}</button>').format(
            value, "true" if value == chosen else "false", label
        )
        for value, label in options.items()
    )
    return Markup('<span class="switch" role="group" aria-label="{}">{}</span>').format(
        about, buttons
    )


def pager(name: str, page: int, pages: int, listed: str) -> Markup:
    """Buttons to the pages of a list: the one before and after, and those around and at the ends.

    Args:
        name: of the list, for its `Turn`.
        page: where the list is, from 1.
        pages: how many there are, at least 2.
        listed: what the list is of, for screen readers: there may be two lists on a page.
    """
    shown = sorted({1, pages, *range(max(1, page - 1), min(pages, page + 1) + 1)})
    parts = [_turn(name, max(1, page - 1), "‹", "Page before", page == 1)]
    for before, at in zip([0, *shown], shown, strict=False):
        if at - before > 1:
            parts.append(Markup("<span>…</span>"))
        current = Markup(' aria-current="page"') if at == page else EMPTY
        parts.append(
            Markup('<button type="button" data-pick="{}" aria-label="Page {}"{}>{}</button>')
            .format(encode(Turn(name, at)), number(at), current, number(at))
        )  # fmt: skip
    parts.append(_turn(name, min(page + 1, pages), "›", "Next page", page == pages))
    return Markup('<nav class="pages" aria-label="Pages of {}">{}</nav>').format(
        listed, join(parts)
    )


def _turn(name: str, page: int, sign: str, label: str, at_end: bool) -> Markup:
    # Once redrawn it names another page; ``data-heir`` keeps the focus on it.
    return Markup(
        '<button type="button" data-pick="{}" data-heir="{} page {}" aria-label="{}"{}>{}</button>'
    ).format(
        encode(Turn(name, page)),
        name,
        label,
        label,
        Markup(' aria-disabled="true"') if at_end else EMPTY,
        sign,
    )


def heading(title: str, remark: str = "", buttons: Markup = EMPTY) -> Markup:
    """A panel's title with a remark in small type, and what stands at the end of the line."""
    text = Markup('<h2 class="panel">{} <small>{}</small></h2>').format(title, remark)
    return Markup('<div class="head">{}{}</div>').format(text, buttons) if buttons else text


def number(value: int) -> str:
    """A whole number with thousands separators."""
    return f"{value:,}"


def counted(value: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "word"), counted(1200, "word")
    ('1 word', '1,200 words')
    """
    return f"{value:,} {thing}" + ("" if value == 1 else "s")


def decimal(value: float) -> str:
    """A score as a decimal of four significant digits.

    >>> decimal(1 / 15), decimal(0.05), decimal(1.0), decimal(1 / 3e6)
    ('0.06667', '0.05', '1', '3.333e-7')
    """
    if value and abs(value) < 1e-4:
        mantissa, exponent = f"{value:.3e}".split("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
    return f"{value:.4g}"


def ordinal(value: int) -> str:
    """A rank.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 1002)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '1,002nd']
    """
    tens, ones = value // 10 % 10, value % 10
    suffix = "th" if tens == 1 else {1: "st", 2: "nd", 3: "rd"}.get(ones, "th")
    return f"{value:,}{suffix}"
