"""Sort terms as dictionaries of the visitor's language do.

Sorted by code points, "épée" would come after "zéro". The library ICU has the rules of all
languages, but its Python binding has to be compiled. These few rules give the same order as ICU in
the languages of the app; a test compares them. A language with other rules, such as Swedish, in
which "å" comes after "z", needs its own.

- Words in the language's own script come first, those in another script after them.
- Case and punctuation do not count.
- Accents count only between words that are equal without them. The Russian "ё" is sorted as "е" in
  the same way, but "й" is another letter than "и".
- Traditional Chinese characters are sorted by their number of strokes, then by radical, which is
  the order of their code points.
"""

from __future__ import annotations

import unicodedata

SCRIPTS = {"ru": "CYRILLIC", "zh": "CJK"}
"""How Unicode names of a language's letters begin, if not with "LATIN"."""

STROKES = {
    char: strokes
    for strokes, chars in {
        2: "入",
        3: "大子小",
        4: "中互元分化匹",
        5: "外未正母用白",
        6: "先式合同字次",
        7: "似位尾每",
        8: "併使的知空表長",
        9: "前度重",
        10: "料格殊特級訊記配",
        11: "婪得接移符組規貪逐",
        12: "最單嵌詞",
        13: "概號解資預",
        14: "對綴語",
        15: "導播數標碼編",
        16: "器",
        17: "優點",
        21: "續",
    }.items()
    for char in chars
}
"""The number of strokes of the Chinese characters in the names of terms."""


def sort_key(text: str, language: str) -> tuple[bool, list[tuple[int, str]], str]:
    """Return a key that sorts a text as a dictionary of a language does.

    >>> sorted(["zéro", "token", "été", "épée", "étau"], key=lambda word: sort_key(word, "fr"))
    ['épée', 'étau', 'été', 'token', 'zéro']
    >>> sorted(["token", "йод", "ель", "Ёж", "иод"], key=lambda word: sort_key(word, "ru"))
    ['Ёж', 'ель', 'иод', 'йод', 'token']
    >>> sorted(["token", "符號", "子詞"], key=lambda word: sort_key(word, "zh-Hant"))
    ['子詞', '符號', 'token']

    Args:
        text: the text.
        language: the code of the language.
    """
    letters = [char for char in _without_accents(text.casefold()) if char.isalnum()]
    script = SCRIPTS.get(language.partition("-")[0], "LATIN")
    is_own = bool(letters) and unicodedata.name(letters[0], "").startswith(script)
    return not is_own, [(STROKES.get(char, 0), char) for char in letters], text


def _without_accents(text: str) -> str:
    letters = [
        char if char == "й" else unicodedata.normalize("NFD", char)
        for char in unicodedata.normalize("NFC", text).replace("œ", "oe")
    ]
    return "".join(char for char in "".join(letters) if not unicodedata.combining(char))
