"""The language of the screen: every sentence, label and number that is shown goes through here."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from wordpiece.message import ENGLISH, Fact, Language, Message, message, text

__all__ = ["language", "message", "number", "say", "told"]


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
    if facts:
        return told(message(template, plural, context=context, **facts))
    return _label(template, context, language())


@lru_cache(maxsize=2048)
def _label(template: str, context: str, language: Language) -> str:
    return text(message(template, context=context), language)


def number(value: int | float | Fraction, style: str = "") -> str:
    """A number as this visitor's language writes it; see `Language.number`."""
    return language().number(value, style)
