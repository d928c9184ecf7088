"""The language of the screen: every sentence, label and number that is shown goes through here."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from wordpiece.message import ENGLISH, Fact, Language, Message, message, text

__all__ = ["comma", "language", "message", "number", "say", "told"]


def language() -> Language:
    """Return the language of the visitor's screen."""
    return ENGLISH


def told(said: Message) -> str:
    """Return a message as plain text, for widgets."""
    return text(said, language())


def say(template: str, plural: str = "", /, *, context: str = "", **facts: Fact) -> str:
    """Return a label or sentence as plain text; see `wordpiece.message.message` for the arguments.

    >>> say("{n} word", "{n} words", n=1200)
    '1,200 words'
    """
    if not facts:
        return _fixed(template, context, language())
    return told(message(template, plural, context=context, **facts))


@lru_cache(maxsize=4096)
def _fixed(template: str, context: str, language: Language) -> str:
    """Return a text without facts; cached, as a page has dozens of them."""
    return text(message(template, context=context), language)


def number(value: int | float | Fraction, style: str = "") -> str:
    """Return a number as the visitor's language writes it; see `Language.number` for the styles."""
    return language().number(value, style)


def comma() -> str:
    """Return what separates the entries of a list."""
    return language().joints(1)[0]
