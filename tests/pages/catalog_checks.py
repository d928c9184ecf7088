"""Checks of translations, for every catalog.

A translation must have the placeholders of the English, with the same styles, and its tokens in
backticks. It may repeat or reorder placeholders. A plural form that is not used above 1 may leave
out the placeholder of the count where the English does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import c2py

from babel.messages.catalog import Catalog, Message

_KEPT = re.compile(r"\{[^{}]*\}|`[^`]+`")
"""Placeholders, and tokens in backticks."""
_CODE = re.compile(r"\{[^{}]*\}|`[^`]+`|\w+://\S+|\[[A-Z]+\]|</?\w+>")
"""Parts of a message that are not words of the language."""
_NUMBERS = range(1000)
"""Numbers to try plural forms with."""

_ENDS = {".": ".。…", "?": "?？؟", ":": ":：", "!": "!！"}
"""English marks at the end of a sentence, and their equivalents in other languages."""

_HAN = "[\u3400-\u9fff]"
_WIDE = "[，。、；：！？（）「」『』]"
_CHINESE = {
    rf"(?<={_HAN})(\s?[,;:!.]|\?)|[,;:!?]\s?(?={_HAN})": "a narrow mark beside Chinese",
    rf"[()](?={_HAN})|(?<={_HAN})[()]": "narrow parentheses; take （ ）",
    rf" {_WIDE}|{_WIDE} ": "a space beside a wide mark",
    rf"{_HAN}[A-Za-z0-9]|[A-Za-z0-9]{_HAN}": "no space between Chinese and Latin or digits",
}
_RULES: dict[str, dict[str, str]] = {
    "": {
        r"'": "a straight apostrophe; take ’",
        r" - ": "a hyphen as a dash",
        r"\.\.\.": "three points; take …",
        r"[ ]{2}": "two spaces",
    },
    "fr": {
        r"(?<=[^\u00a0\u202f;:!?(])[;:!?](?!\d)": "no no-break space before ; : ! or ?",
        r"«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»": "no no-break space inside « »",
        r"^[^«]*[“”]": "“ ” outside « »",
        r"(?<![\u00a0\u202f])%": "no no-break space before %",
    },
    "ru": {
        r"^[^«]*[“”„]": "other quotation marks than « »",
        r"(?<=\w) –|– (?=\w)": "a short dash with spaces; take —",
    },
    "zh_Hans": _CHINESE | {r"[「」]": "「 」; take “ ”"},
    "zh_Hant": _CHINESE | {r"[“”]": "“ ”; take 「 」"},
}
"""Forbidden patterns and their problem, by language; "" for all languages."""
_CHARACTERS = {"zh_Hans": "gb2312", "zh_Hant": "cp950"}
"""Encodings that have only the simplified, and only the traditional, characters."""


def problems(message: Message, catalog: Catalog) -> Iterator[str]:
    """Yield the problems of a translation.

    >>> from babel.messages.catalog import Catalog
    >>> french = Catalog("fr")
    >>> entry = french.add(("{n} pair.", "{n} pairs."), ("{n} paire.", "Des paires !"))
    >>> for wrong in problems(entry, french):
    ...     print(wrong)
    does not end in .: “Des paires !”
    no no-break space before ; : ! or ?: “Des paires !”
    lacks {n}: “Des paires !”

    Args:
        message: an entry of the catalog.
        catalog: the catalog, which has the language.
    """
    language = str(catalog.locale)
    if message.fuzzy:
        yield "is fuzzy"
    templates = [message.id] if isinstance(message.id, str) else list(message.id)
    texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
    forms = 1 if len(templates) == 1 else catalog.num_plurals
    if len(texts) != forms or not all(texts):
        yield f"has not all of {forms} forms"
        return
    for form, text in enumerate(texts):
        for wrong in (
            *_written(text, templates, language),
            *_places(text, templates, form, catalog),
        ):
            yield f"{wrong}: “{text}”"


def _written(text: str, templates: list[str], language: str) -> Iterator[str]:
    english = " ".join(templates)
    if text != text.strip():
        yield "begins or ends with a space"
    if '"' in text and '"' not in english:
        yield "straight quotation marks"
    last = templates[-1][-1:]
    is_end = last in _ENDS and templates[-1][-2:-1] != " "  # in "Keys ?" it is a key
    if is_end and text[-1:] not in _ENDS[last]:
        yield f"does not end in {last}"
    if text in templates and len(re.findall(r"\b[a-z]{3,}\b", _CODE.sub("", text))) > 1:
        yield "is the English"
    # Replace placeholders by a character, so that patterns match the marks next to them.
    plain = _CODE.sub("\ufffc", text)
    for pattern, wrong in (_RULES[""] | _RULES.get(language, {})).items():
        if re.search(pattern, plain):
            yield wrong
    if encoding := _CHARACTERS.get(language):
        new = {char for char in re.findall(_HAN, plain) if char not in english}
        if others := sorted(char for char in new if not char.encode(encoding, "ignore")):
            yield f"not of this script: {''.join(others)}"


def _places(text: str, templates: list[str], form: int, catalog: Catalog) -> Iterator[str]:
    allowed = {place for template in templates for place in _KEPT.findall(template)}
    needed = set(_KEPT.findall(templates[-1]))
    if len(templates) > 1 and _is_single(form, catalog):
        needed &= set(_KEPT.findall(templates[0]))
    has = set(_KEPT.findall(text))
    for place in sorted(needed - has):
        yield f"lacks {place}"
    for place in sorted(has - allowed):
        yield f"has {place}, which the English has not"
    rest = _KEPT.sub("", text)
    if any(mark in rest for mark in "{}`"):
        yield "has a brace or backtick that is not closed"


def _is_single(form: int, catalog: Catalog) -> bool:
    """Return whether no number above 1 uses a plural form."""
    decide = c2py(catalog.plural_expr)
    return all(n < 2 for n in _NUMBERS if decide(n) == form)
