"""Languages with sentences from a catalog, and numbers and lists from CLDR.

Each folder of `translations/` is a language: ``translations/zh_Hant/LC_MESSAGES/messages.po``. The
languages are not listed elsewhere. A language with missing sentences is not offered. The server
reads the catalogs once, at its start, which takes a few hundredths of a second each; compiled
copies would save nothing, and could be out of date.
"""

from __future__ import annotations

import re
from fractions import Fraction
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_decimal_symbol, get_group_symbol

from wordpiece.message import ENGLISH, Language, Message, message

DOMAIN = "messages"
TRANSLATIONS = Path(__file__).parent / "translations"

_NAME = message("English", context="this language, as it calls itself")
_TWO = message(
    "{first} {second}", context="two sentences, one after the other", first="", second=""
)
_DIGITS = re.compile(r"\d[\d,]*(\.\d+)?")
_FROM_FIVE_DIGITS = frozenset({"ru"})
"""The languages whose typography groups digits from five on: 1521, but 12 345 in Russian.

Babel does not read ``minimumGroupingDigits`` from CLDR; it is 1 for the other languages here.
"""


class Catalogued(Language):
    """A language that is read from a catalog.

    Attributes:
        code: its tag in ``<html lang>``, such as "zh-Hant".
        name: its name in the language itself.
        direction: "ltr" or "rtl".
        gap: the separator of two sentences.
        point: the decimal separator.
        group: the thousands separator.
        fewest_grouped: the fewest digits of a whole number that get separators of thousands.
    """

    def __init__(self, catalog: Catalog):
        """Create the language of a catalog; an untranslated message stays English."""
        assert catalog.locale is not None
        cldr = self._cldr = catalog.locale
        self._form = c2py(catalog.plural_expr)
        self._texts = {
            (entry.context or "", entry.id if isinstance(entry.id, str) else entry.id[0]): (
                [entry.string] if isinstance(entry.string, str) else entry.string
            )
            for entry in catalog
            if entry.id and is_filled(entry)
        }
        self.code = str(cldr).replace("_", "-")
        self.direction = cldr.text_direction
        self.name = self.template(_NAME)
        self.gap = self.template(_TWO).removeprefix("{first}").removesuffix("{second}")
        self.point, self.group = get_decimal_symbol(cldr), get_group_symbol(cldr)
        self.fewest_grouped = 5 if self.code in _FROM_FIVE_DIGITS else 4
        percent = cldr.percent_formats[None]
        self._percent = percent.prefix[0], percent.suffix[0]
        lists = cldr.list_patterns["standard"]
        self._comma, self._last, self._between_two = (
            lists[at].split("{0}")[1].split("{1}")[0] for at in ("middle", "end", "2")
        )

    def template(self, said: Message) -> str:
        """Return the template of a message in this language."""
        texts = self._texts.get((said.context, said.template))
        if texts is None:
            return super().template(said)
        if not said.plural:
            return texts[0]
        n = dict(said.facts)["n"]
        assert isinstance(n, int)  # `message` has checked it
        return texts[self._form(n)]

    def number(self, value: int | float | Fraction, style: str = "") -> str:
        """Return a number in digits, as in English but with the separators of this language."""
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
            digits = whole.replace(",", "")
            grouped = len(digits) >= self.fewest_grouped
            whole = format_decimal(int(digits), locale=self._cldr) if grouped else digits
        return f"{whole}{self.point}{rest}" if point else whole

    def joints(self, count: int) -> tuple[str, str]:
        """Return the separator of list entries, and the one before the last entry."""
        return self._comma, self._between_two if count == 2 else self._last


def is_filled(entry: Entry) -> bool:
    """Return whether an entry of a catalog has its translation, in all plural forms."""
    return all(entry.string or [""])


def read_catalog(path: Path) -> Catalog:
    """Return the catalog of a `.po` file, whose folder names the language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def read(folder: Path = TRANSLATIONS) -> dict[str, Language]:
    """Return English and the languages of a folder, in alphabetical order, by code."""
    found: dict[str, Language] = {ENGLISH.code: ENGLISH}
    for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        catalog = read_catalog(path)
        if all(is_filled(entry) for entry in catalog if entry.id):
            language = Catalogued(catalog)
            found[language.code] = language
    return found
