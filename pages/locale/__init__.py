"""The language of the screen: every sentence, label and number that is shown goes through here."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from wordpiece.message import ENGLISH, Fact, Language, Message, message, text

__all__ = ["comma", "language", "message", "number", "say", "told"]


def language() -> Language:
    """The language of this visitor's screen."""
    return ENGLISH


def told(said: Message) -> str:
    """A message as plain text, as widgets take it."""
    return text(said, language())


def say(template: str, plural: str = "", /, *, context: str = "", **facts: Fact) -> str:
    """A label or sentence of the screen as plain text; `wordpiece.message.message` has the rules.

    >>> say("{n} word", "{n} words", n=1200)
    '1,200 words'
    """
    if not facts:
        return _fixed(template, context, language())
    return told(message(template, plural, context=context, **facts))


@lru_cache(maxsize=4096)
def _fixed(template: str, context: str, language: Language) -> str:
    """Return what has no facts in it; a page has dozens of these."""
    return text(message(template, context=context), language)


def number(value: int | float | Fraction, style: str = "") -> str:
    """A number as this visitor's language writes it; see `Language.number`."""
    return language().number(value, style)


def comma() -> str:
    """What stands between the entries of a plain list."""
    return language().joints(1)[0]
