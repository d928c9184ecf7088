"""Small pieces of HTML that every panel uses, escaped by construction.

Every function here and in the other panels returns `Markup`, and only `Markup` is ever shown. A
plain string that gets into one is escaped on the way by MarkupSafe, whatever a user typed into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pages import locale
from pages.panels.markup import Markup
from pages.panels.templates import macro
from pages.panels.visible import sentence, visible

__all__ = [
    "EMPTY",
    "act",
    "counted",
    "decimal",
    "heading",
    "heard",
    "join",
    "number",
    "ordinal",
    "pager",
    "sentence",
    "stack",
    "switch",
    "visible",
]

EMPTY = Markup("")

_PIECES = "panels/html.html"


def heard(text: str) -> Markup:
    """Return text for screen readers alone, which is not copied along with what is seen."""
    return Markup('<i class="sr">{}</i>').format(text)


def join(parts: Iterable[Markup | str], separator: str = "") -> Markup:
    """Return parts one after the other; plain strings among them are escaped."""
    return Markup(separator).join(parts)


def stack(parts: Iterable[Markup]) -> Markup:
    """Return parts one below the other."""
    return Markup('<div class="stack">{}</div>').format(join(parts))


def act(value: str, label: str, *, primary: bool = False, back: bool = False) -> Markup:
    """Return a button inside HTML, which reports its value as a pick when it is clicked.

    With ``back`` it takes something away, and the focus goes back to the button clicked before.
    """
    return macro(_PIECES, "act")(value, label, primary, back)


def switch(about: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Return buttons of which one may be on: what each says, by the value a pick reports."""
    return macro(_PIECES, "switch")(about, options, chosen)


def pager(pick: str, page: int, pages: int, listed: str) -> Markup:
    """Return buttons to the pages of a list: the one before and after, some around, and the ends.

    Args:
        pick: what a pick reports, before a colon and the page's number.
        page: where the list is, from 1.
        pages: how many there are, at least 2.
        listed: what the list is of, for screen readers: there may be two lists on a page.
    """
    shown = sorted({1, pages, *range(max(1, page - 1), min(pages, page + 1) + 1)})
    gaps = [at - before > 1 for before, at in zip([0, *shown], shown, strict=False)]
    numbered = [*zip(shown, gaps, strict=True)]
    previous, following = max(1, page - 1), min(page + 1, pages)
    return macro(_PIECES, "pager")(pick, page, numbered, previous, following, listed)


def heading(title: str, remark: str = "", buttons: Markup = EMPTY) -> Markup:
    """Return a panel's title with a remark in small type, and what stands at the line's end."""
    return macro(_PIECES, "heading")(title, remark, buttons)


def number(value: int | Fraction) -> str:
    """Return a whole number with thousands separators, or a fraction."""
    return locale.number(value)


def counted(value: int, thing: str) -> str:
    """Return a number of things, in English.

    >>> counted(1, "word"), counted(1200, "word")
    ('1 word', '1,200 words')
    """
    return f"{locale.number(value)} {thing}" + ("" if value == 1 else "s")


def decimal(value: float) -> str:
    """Return a score as a decimal of four significant digits.

    >>> decimal(1 / 15), decimal(0.05), decimal(1.0), decimal(1 / 3e6)
    ('0.06667', '0.05', '1', '3.333e-7')
    """
    return locale.number(value, "decimal")


def ordinal(value: int) -> str:
    """Return a rank.

    >>> [ordinal(n) for n in (1, 2, 3, 1002)]
    ['1st', '2nd', '3rd', '1,002nd']
    """
    return locale.number(value, "ordinal")
