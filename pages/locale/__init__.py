"""Translation of every sentence, label and number on screen.

    LANGUAGES                   the languages, by code
    use("fr")                   translate into French from now on
    say("{n} word", "{n} words", n=3)

Call `use` at the start of every script run and of every request of a phone. The choice belongs to
the context (`contextvars`): the thread of a script run, or the task of a request and the threads
that it starts by `asyncio.to_thread`. All other threads start in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from fractions import Fraction
from functools import partial
from typing import TypeVar

from babel.core import get_global, parse_locale

from pages.locale.catalogued import read
from wordpiece.message import ENGLISH, Fact, Language, Message, text
from wordpiece.message import message as message

T = TypeVar("T")

LANGUAGES: Mapping[str, Language] = read()
"""English, and the languages with a complete catalog, by code."""

_in_use: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def use(code: str) -> None:
    """Use a language from now on, in this context.

    >>> use("en")
    >>> code(), language().name
    ('en', 'English')

    Raises:
        KeyError: `LANGUAGES` does not have this code.
    """
    _in_use.set(LANGUAGES[code])


def find_language(tag: str) -> str | None:
    """Return the code of the language for a tag of a browser or a link, or None.

    A tag without a script means the likely script of its language and region, by CLDR: "zh-TW" is
    traditional Chinese. Where the language is not offered in that script, another script fits.
    Preferences behind the tag, such as a unit of temperature, are ignored.

    >>> [find_language(tag) for tag in ("en-GB", "EN", "tlh", "en-GB-u-mu-celsius")]
    ['en', 'en', None, 'en']
    """
    name, _, _ = tag.strip().replace("_", "-").partition("-u-")
    try:
        language, region, script, *_ = parse_locale(name, sep="-")
    except ValueError:
        return None
    likely = get_global("likely_subtags")
    script = script or likely.get(f"{language}_{region}", likely.get(language, "_")).split("_")[1]
    codes = [code for code in LANGUAGES if code.partition("-")[0] == language]
    with_script = f"{language}-{script}"
    return with_script if with_script in codes else next(iter(codes), None)


def bind_language(make: Callable[[], T]) -> Callable[[], T]:
    """Bind a function to the current language, whatever the context of its callers.

    Needed for downloads: their content is made when the button is clicked, in a shared thread.
    """
    return partial(_within, language(), make)


def in_each_language(make: Callable[[], T]) -> Iterator[T]:
    """Yield what a function makes in each of the languages."""
    return (_within(spoken, make) for spoken in LANGUAGES.values())


def _within(spoken: Language, make: Callable[[], T]) -> T:
    before = _in_use.set(spoken)
    try:
        return make()
    finally:
        _in_use.reset(before)


def language() -> Language:
    """Return the visitor's language."""
    return _in_use.get()


def code() -> str:
    """Return the code of the visitor's language, such as "zh-Hant"."""
    return language().code


def to_text(said: Message) -> str:
    """Return a message as plain text, for widgets."""
    return text(said, language())


def say(template: str, plural: str = "", /, *, context: str = "", **facts: Fact) -> str:
    """Return a label or sentence as plain text; see `wordpiece.message.message` for the arguments.

    >>> say("{n} word", "{n} words", n=1200)
    '1,200 words'
    """
    return to_text(message(template, plural, context=context, **facts))


def capital(said: str) -> str:
    """Return a phrase as a title or a label: its first letter is a capital, if it has one.

    >>> capital("longest match")
    'Longest match'
    """
    return said[:1].upper() + said[1:]


def number(value: int | float | Fraction, style: str = "") -> str:
    """Return a number as the visitor's language writes it; see `Language.number` for the styles."""
    return language().number(value, style)


def comma() -> str:
    """Return the separator of list entries."""
    return language().joints(1)[0]
