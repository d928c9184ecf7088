"""Sort terms as dictionaries of the visitor's language do.

Sorted by code points, "épée" would come after "zéro". The library ICU has the rules of all
languages, but its Python binding has to be compiled. These few rules give the same order as ICU in
the languages of the app; a test compares them. A language with other rules, such as Swedish, in
which "å" comes after "z", needs its own.

- Words in the language's own script come first, those in another script after them.
- Case and punctuation do not count.
- Accents count only between words that are equal without them. The Russian "ё" is sorted as "е" in
  the same way, but "й" is another letter than "и".
- Traditional Chinese characters are sorted by their number of strokes, simplified ones by their
  pronunciation. The encodings Big5 and GB 2312 have the common characters in these orders.
"""

from __future__ import annotations

import unicodedata

SCRIPTS = {"ru": "CYRILLIC", "zh": "CJK"}
"""How Unicode names of a language's letters begin, if not with "LATIN"."""

ENCODINGS = {"zh-Hans": "gb2312", "zh-Hant": "big5"}
"""Encodings whose order of characters is that of the dictionaries."""


def sort_key(text: str, language: str) -> tuple[bool, list[bytes], str]:
    """Return a key that sorts a text as a dictionary of a language does.

    >>> sorted(["zéro", "token", "été", "épée", "étau"], key=lambda word: sort_key(word, "fr"))
    ['épée', 'étau', 'été', 'token', 'zéro']
    >>> sorted(["token", "йод", "ель", "Ёж", "иод"], key=lambda word: sort_key(word, "ru"))
    ['Ёж', 'ель', 'иод', 'йод', 'token']
    >>> sorted(["token", "符號", "子詞"], key=lambda word: sort_key(word, "zh-Hant"))
    ['子詞', '符號', 'token']
    >>> sorted(["token", "子词", "符号"], key=lambda word: sort_key(word, "zh-Hans"))
    ['符号', '子词', 'token']

    Args:
        text: the text.
        language: the code of the language.
    """
    letters = [char for char in _without_accents(text.casefold()) if char.isalnum()]
    script = SCRIPTS.get(language.partition("-")[0], "LATIN")
    is_own = bool(letters) and unicodedata.name(letters[0], "").startswith(script)
    encoding = ENCODINGS.get(language, "utf-8")
    return not is_own, [char.encode(encoding, "replace") for char in letters], text


def _without_accents(text: str) -> str:
    letters = [
        char if char == "й" else unicodedata.normalize("NFD", char)
        for char in unicodedata.normalize("NFC", text).replace("œ", "oe")
    ]
    return "".join(char for char in "".join(letters) if not unicodedata.combining(char))
