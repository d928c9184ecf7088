"""The language of the screen: every sentence, label and number that is shown goes through here."""

from __future__ import annotations

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
    if not facts:
        return _said(language(), template, context)
    return told(message(template, plural, context=context, **facts))


@lru_cache(maxsize=2048)
def _said(language: Language, template: str, context: str) -> str:
    """Return a message without facts; it holds nothing of a visitor's, so it is kept."""
    return text(message(template, context=context), language)


def number(value: int | float, style: str = "") -> str:
    """A number as this visitor's language writes it; see `Language.number`."""
    return language().number(value, style)
