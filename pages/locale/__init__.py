"""The language of the screen: every sentence, label and number that is shown goes through here.

    LANGUAGES                   all there are, by their codes
    use("fr")                   from here on this visitor reads French
    say("{n} word", "{n} words", n=3)

Whoever begins to serve a visitor calls `use`: a run of Streamlit's script, or a request of a phone.
The choice is of the context (`contextvars`): of the thread that runs a script, and of a request's
task with the threads it begins by `asyncio.to_thread`. Any other thread begins in English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, wraps
from typing import TypeVar

from pages.locale.catalogued import read
from wordpiece.message import ENGLISH, Fact, Language, Message, message, text

__all__ = [
    "LANGUAGES",
    "bound",
    "code",
    "comma",
    "fitting",
    "language",
    "message",
    "number",
    "say",
    "told",
    "use",
]

T = TypeVar("T")

LANGUAGES: Mapping[str, Language] = read()
"""English, and the languages with a complete catalog, by their codes."""

_in_use: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def use(code: str) -> None:
    """Speak a language from here on, in this context.

    >>> use("en")
    >>> code(), language().name
    ('en', 'English')

    Raises:
        KeyError: it is none of `LANGUAGES`.
    """
    _in_use.set(LANGUAGES[code])


def fitting(tag: str) -> str | None:
    """Return the code of the language that fits what a browser or a link asks for, or None.

    Chinese is one language here, whatever its writing and country.

    >>> fitting("en-GB"), fitting("EN"), fitting("tlh"), fitting("")
    ('en', 'en', None, None)
    """
    asked = tag.strip().replace("_", "-").lower()
    codes = {code.lower(): code for code in LANGUAGES}
    first = {code.partition("-")[0]: codes[code] for code in reversed(codes)}
    return codes.get(asked) or first.get(asked.partition("-")[0])


def bound(make: Callable[[], T]) -> Callable[[], T]:
    """Return a function that does the same in the language of now, whoever calls it.

    A download is made when its button is clicked, in a thread that serves everybody.
    """
    spoken = language()

    @wraps(make)
    def made() -> T:
        before = _in_use.set(spoken)
        try:
            return make()
        finally:
            _in_use.reset(before)

    return made


def language() -> Language:
    """Return the language of the visitor's screen."""
    return _in_use.get()


def code() -> str:
    """Return the code of the visitor's language, such as "zh-Hant"."""
    return language().code


def told(said: Message) -> str:
    """Return a message as plain text, for widgets."""
    if not said.facts:
        return _fixed(said.template, said.context, language())
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
