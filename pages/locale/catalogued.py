"""Languages with sentences from a catalog, and numbers and lists from CLDR.

Each folder of `translations/` is a language: ``translations/zh_Hant/LC_MESSAGES/messages.mo``. The
languages are not listed elsewhere. `make messages` compiles the catalogs and records the number of
missing sentences in each. A language with missing sentences is not offered.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path

from babel import Locale
from babel.numbers import format_decimal, get_decimal_symbol, get_group_symbol

from wordpiece.message import ENGLISH, Language, Message, message

DOMAIN = "messages"
TRANSLATIONS = Path(__file__).parent / "translations"
LACKS = "X-Untranslated"
"""The header of a compiled catalog for the number of missing sentences, if any are missing."""

_NAME = message("English", context="this language, as it calls itself")
_TWO = message(
    "{first} {second}", context="two sentences, one after the other", first="", second=""
)
_DIGITS = re.compile(r"\d[\d,]*(\.\d+)?")


class Catalogued(Language):
    """A language that is read from a catalog.

    Attributes:
        code: its tag in ``<html lang>``, such as "zh-Hant".
        name: its name in the language itself.
        direction: "ltr" or "rtl".
        gap: the separator of two sentences.
        point: the decimal separator.
        group: the thousands separator.
    """

    def __init__(self, name: str, catalog: GNUTranslations):
        """Create the language with a CLDR name, such as "zh_Hant"."""
        cldr = Locale.parse(name)
        self._catalog, self._cldr = catalog, cldr
        self.code = name.replace("_", "-")
        self.direction = cldr.text_direction
        self.name = self.template(_NAME)
        self.gap = self.template(_TWO).removeprefix("{first}").removesuffix("{second}")
        self.point, self.group = get_decimal_symbol(cldr), get_group_symbol(cldr)
        percent = cldr.percent_formats[None]
        self._percent = percent.prefix[0], percent.suffix[0]
        lists = cldr.list_patterns["standard"]
        self._comma, self._last, self._between_two = (
            lists[at].split("{0}")[1].split("{1}")[0] for at in ("middle", "end", "2")
        )
        self._numbers = lru_cache(maxsize=8192, typed=True)(self._written)

    def template(self, said: Message) -> str:
        """Return the template of a message in this language."""
        catalog, context = self._catalog, said.context
        if said.plural:
            n = dict(said.facts)["n"]
            assert isinstance(n, int)  # `message` has checked it
            if context:
                return catalog.npgettext(context, said.template, said.plural, n)
            return catalog.ngettext(said.template, said.plural, n)
        if context:
            return catalog.pgettext(context, said.template)
        # The entry of a catalog for the empty text is its header.
        return said.template and catalog.gettext(said.template)

    def number(self, value: int | float | Fraction, style: str = "") -> str:
        """Return a number in digits, as in English but with the separators of this language."""
        return self._numbers(value, style)

    def _written(self, value: int | float | Fraction, style: str) -> str:
        if style == "ordinal":
            return self.ordinal(int(value))
        english = ENGLISH.number(value, style)
        if style == "plain":
            return english
        if style == "percent":
            before, behind = self._percent
            english = f"{before}{english.removesuffix('%')}{behind}"
        return _DIGITS.sub(self._digits, english)

    def _digits(self, english: re.Match[str]) -> str:
        whole, point, rest = english[0].partition(".")
        if "," in whole:
            whole = format_decimal(int(whole.replace(",", "")), locale=self._cldr)
        return f"{whole}{self.point}{rest}" if point else whole

    def ordinal_form(self, value: int) -> str:
        """Return the key in `ORDINALS` for a rank."""
        return self._cldr.ordinal_form(value)

    def joints(self, count: int) -> tuple[str, str]:
        """Return the separator of list entries, and the one before the last entry."""
        return self._comma, self._between_two if count == 2 else self._last


def read(folder: Path = TRANSLATIONS) -> dict[str, Language]:
    """Return English and the languages of a folder, in alphabetical order, by code."""
    found: dict[str, Language] = {ENGLISH.code: ENGLISH}
    for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")):
        with path.open("rb") as file:
            catalog = GNUTranslations(file)
        if LACKS.lower() not in catalog.info():
            language = Catalogued(path.parts[-3], catalog)
            found[language.code] = language
    return found
