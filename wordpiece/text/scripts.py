"""Runs of one script: where words begin and end in a text that has no spaces.

    GPT-2で東京タワーを見た。  ->  GPT  -  2  で  東京  タワー  を  見  た  。

Each character has a kind, and a word is a run of characters of one kind:

- a letter's kind is its script; letters of scripts that are not in `SCRIPTS` share one kind;
- the numbers are one kind;
- punctuation and symbols stand alone, one character a word;
- a mark belongs to the character before it, whatever that is: accents, the vowel signs of Thai and
  Khmer, the variation selector and the skin tone of an emoji, and the letters that only lengthen
  or modify (the Japanese ー, the Arabic ـ, the Hawaiian ʻ);
- white space separates, and so does U+200B, which Thai, Lao, Khmer and Burmese texts may put
  between words.

An emoji of several, joined by U+200D, is one word, and so is a flag, which is two letters. The
iteration mark 々 is of the script of the ideographs.

The standard library does not tell the script of a character, but the names do: they begin with it,
as in "THAI CHARACTER KO KAI". `_SPECIAL` has the few letters whose name does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from unicodedata import category, name, normalize

from wordpiece.text.normalizers import WHITE_SPACE

_IN_USE = (
    *("Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Syriac", "Thaana"),
    *("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada"),
    *("Malayalam", "Sinhala", "Thai", "Lao", "Tibetan", "Myanmar", "Georgian", "Hangul"),
    *("Ethiopic", "Cherokee", "Khmer", "Mongolian", "Hiragana", "Katakana", "Bopomofo", "Yi"),
)

SCRIPTS: Mapping[str, str] = MappingProxyType(
    {script.upper(): script for script in _IN_USE}
    | {"CJK": "Han", "IDEOGRAPHIC": "Han", "HANGZHOU": "Han", "HENTAIGANA": "Hiragana"}
)
"""The first word of a letter's name → its script, as regular expressions call it; read-only."""

_SPECIAL = {
    **dict.fromkeys("ªº\u1d2f\u1d3b\u1d4eⁱⁿ\u212a\u212bℲⅎↃ\U00010780\U00010781\U00010782", "Latin"),
    **dict.fromkeys("\u2126", "Greek"),
    **dict.fromkeys("〻\U00016fe3", "Han"),
    # These lengthen or modify what stands before them.
    **dict.fromkeys("\u0374\u0640\u3031\u3032\u3033\u3034\u3035\uff9e\uff9f", ""),
}
"""Letters whose name does not begin with their script → the script; "" for a mark."""

ZERO_WIDTH_SPACE = "\u200b"
"""A space without width; Khmer and Thai texts put it between words."""

_JOINER, _SKIN_TONES, _FLAG_LETTERS = "\u200d", range(0x1F3FB, 0x1F400), range(0x1F1E6, 0x1F200)

# The kinds. Those of scripts follow, one character each.
_SPACE, _ALONE, _SYMBOL, _FLAG, _NUMBER, _MARK, _JOIN, _OTHER = " .sfnmzo"
_OF_SCRIPT = {script: chr(0x100 + i) for i, script in enumerate(dict.fromkeys(SCRIPTS.values()))}

_RUN = re.compile(
    r"\.[mz]*"
    r"|f[mz]*(?:f[mz]*)?"
    r"|s[mz]*(?:(?<=z)[sf][mz]*)*"
    r"|([^ .sfmz])[mz]*(?:\1[mz]*)*"
    r"|[mz]+"  # marks with nothing before them
)


class _Kinds(dict[int, str]):
    """Code point → the kind of the character, worked out on first use."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        kind = _kind(char)
        if category(char) not in ("Cn", "Co", "Cs"):  # a million, of one kind
            self[point] = kind
        return kind


def _kind(char: str) -> str:
    if char == ZERO_WIDTH_SPACE or re.match(f"[{WHITE_SPACE}]", char):
        return _SPACE
    if char == _JOINER:
        return _JOIN
    if ord(char) in _FLAG_LETTERS:
        return _FLAG
    of_char = category(char)
    if ord(char) in _SKIN_TONES or of_char[0] == "M" or of_char == "Cf":
        return _MARK
    if of_char[0] in "PS":
        return _ALONE if of_char[0] == "P" else _SYMBOL
    script = script_of(char)
    if script:
        return _OF_SCRIPT[script]
    if of_char[0] == "N":
        return _NUMBER
    return _MARK if of_char == "Lm" or _SPECIAL.get(char) == "" else _OTHER


def script_of(char: str) -> str:
    """Return the script of a letter, or of a numeral that is an ideograph.

    >>> [script_of(char) for char in "aж字々かカก1!"]
    ['Latin', 'Cyrillic', 'Han', 'Han', 'Hiragana', 'Katakana', 'Thai', '', '']

    Returns:
        One of the values of `SCRIPTS`, or nothing for all other characters.
    """
    if char in _SPECIAL:
        return _SPECIAL[char]
    of_char = category(char)
    if of_char[0] != "L" and of_char != "Nl":
        return ""
    named = name(char, "")
    if named.startswith("MODIFIER"):  # a raised h is named so, but is Latin as h is
        named = name(normalize("NFKC", char)[-1], "")
    first = named.removeprefix("HALFWIDTH ").removeprefix("FULLWIDTH ").partition(" ")[0]
    script = SCRIPTS.get(first, "")
    return script if of_char[0] == "L" or script == "Han" else ""


_KINDS = _Kinds()


def runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each word begins and ends.

    >>> [("東京タワー"[start:end]) for start, end in runs("東京タワー")]
    ['東京', 'タワー']
    """
    for match in _RUN.finditer(text.translate(_KINDS)):
        yield match.span()
