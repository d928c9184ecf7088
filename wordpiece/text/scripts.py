"""Runs of one script: the words of a text without spaces.

    GPT-2で東京タワーを見た。  ->  GPT  -  2  で  東京  タワー  を  見  た  。

Each character has a kind, and a word is a run of characters of one kind:

- a letter's kind is its script; letters of scripts that are not in `SCRIPTS` share one kind;
- the numbers are one kind;
- each punctuation mark and each symbol is a word;
- a mark belongs to the character before it, whatever that is: accents, the vowel signs of Thai and
  Khmer, the variation selector and the skin tone of an emoji, and the letters that only lengthen
  or modify (the Japanese ー, the Arabic ـ, the Hawaiian ʻ);
- white space separates words, and so does U+200B, which Thai, Lao, Khmer and Burmese texts may
  have between words.

A sequence of emoji joined by U+200D is one word, and so is a flag, which consists of two letters.
The iteration mark 々 belongs to the script of the ideographs.

The standard library does not have the scripts of characters, but the name of a letter begins with
its script, as in "THAI CHARACTER KO KAI". `_SPECIAL` has the few exceptions.
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
"""The first word of a letter's name → the name of its script in regular expressions; read-only."""

_SPECIAL = {
    **dict.fromkeys("ªº\u1d2f\u1d3b\u1d4eⁱⁿ\u212a\u212bℲⅎↃ\U00010780\U00010781\U00010782", "Latin"),
    **dict.fromkeys("\u2126", "Greek"),
    **dict.fromkeys("〻\U00016fe3", "Han"),
    # These lengthen or modify the letter before them.
    **dict.fromkeys("\u0374\u0640\u3031\u3032\u3033\u3034\u3035\uff9e\uff9f", ""),
}
"""Letters whose name does not begin with their script → the script; "" for a mark."""

_ZERO_WIDTH_SPACE = "\u200b"
_JOINER, _SKIN_TONES, _FLAG_LETTERS = "\u200d", range(0x1F3FB, 0x1F400), range(0x1F1E6, 0x1F200)

# Each kind is one character. The kinds of scripts follow.
_SPACE, _ALONE, _SYMBOL, _FLAG, _NUMBER, _MARK, _JOIN, _OTHER = " .sfnmzo"
_OF_SCRIPT = {script: chr(0x100 + i) for i, script in enumerate(dict.fromkeys(SCRIPTS.values()))}

_RUN = re.compile(
    r"\.[mz]*"
    r"|f[mz]*(?:f[mz]*)?"
    r"|s[mz]*(?:(?<=z)[sf][mz]*)*"
    r"|([^ .sfmz])[mz]*(?:\1[mz]*)*"
    r"|[mz]+"  # marks without a character before them
)


class _Kinds(dict[int, str]):
    """Code point → the kind of the character, computed on first use."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        kind = _kind(char)
        if category(char) not in ("Cn", "Co", "Cs"):  # a million characters, all of one kind
            self[point] = kind
        return kind


def _kind(char: str) -> str:
    if char == _ZERO_WIDTH_SPACE or re.match(f"[{WHITE_SPACE}]", char):
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
    """Return the script of a letter or of an ideographic numeral: a value of `SCRIPTS`, or "".

    >>> [script_of(char) for char in "aж字々かカก1!"]
    ['Latin', 'Cyrillic', 'Han', 'Han', 'Hiragana', 'Katakana', 'Thai', '', '']
    """
    if char in _SPECIAL:
        return _SPECIAL[char]
    of_char = category(char)
    if of_char[0] != "L" and of_char != "Nl":
        return ""
    named = name(char, "")
    if named.startswith("MODIFIER"):  # as is a raised h, which is Latin, as h is
        named = name(normalize("NFKC", char)[-1], "")
    first = named.removeprefix("HALFWIDTH ").removeprefix("FULLWIDTH ").partition(" ")[0]
    script = SCRIPTS.get(first, "")
    return script if of_char[0] == "L" or script == "Han" else ""


_KINDS = _Kinds()


def runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each word."""
    for match in _RUN.finditer(text.translate(_KINDS)):
        yield match.span()
