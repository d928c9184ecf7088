"""Pre-tokenizers: split a text into the words that training counts.

A pre-tokenizer is any function from a text to a list of `Word`. Merges happen only within words.

    "don't stop"  --whitespace-->  don't  stop
                  --bert-------->  don  '  t  stop
                  --gpt2-------->  don  't  Ġstop
                  --metaspace--->  ▁don't  ▁stop
    "東京タワー"   --bert-------->  東  京  タワー
                  --scripts----->  東京  タワー

`PRE_TOKENIZERS` has functions that return words with their ranges in the text. `split_words`
returns the same words without ranges, several times faster, to count a whole corpus.

Each rule is one regular expression; that of `scripts` is in `wordpiece.text.scripts`. Python's `re`
does not have classes such as "any letter", so these are made from `unicodedata` on first use, up to
the highest code points that a text needs.
"""

import re
import string
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import groupby, islice
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import category

from wordpiece.text.normalizers import CJK_RANGES, WHITE_SPACE
from wordpiece.text.scripts import runs


class Word(NamedTuple):
    """A word and its range of characters in the text, without ``end``.

    ``text`` is the word that training counts, which may be spelled as bytes or begin with a mark;
    see `gpt2_byte_level` and `metaspace`.
    """

    text: str
    start: int
    end: int


PreTokenizer = Callable[[str], list[Word]]
"""A function from a text to its words, in order."""


# --- Character classes -------------------------------------------------------------------------


def _reach(text: str) -> int:
    """Return the last code point that the character classes for this text must cover.

    Small classes are quick to make and to match, and most texts need no others.
    """
    if text.isascii():
        return 0x7F
    return 0xFFFF if max(text) <= "\uffff" else sys.maxunicode


def _class_of(first: int, last: int) -> str:
    return f"\\U{first:08x}-\\U{last:08x}"


@cache
def _classes(last: int) -> dict[str, str]:
    """Return major Unicode category (L, N, P, ...) to the inside of a [class], up to ``last``."""
    classes: dict[str, str] = {}
    for major, run in groupby(range(last + 1), key=lambda point: category(chr(point))[0]):
        points = list(run)
        classes[major] = classes.get(major, "") + _class_of(points[0], points[-1])
    return classes


_CJK = "".join(_class_of(first, last) for first, last in CJK_RANGES)


def _words(pattern: re.Pattern[str], text: str) -> list[Word]:
    return [Word(match.group(), *match.span()) for match in pattern.finditer(text)]


# --- Whitespace --------------------------------------------------------------------------------


_NO_SPACES = re.compile(f"[^{WHITE_SPACE}]+")


def whitespace(text: str) -> list[Word]:
    """Split at white space (`normalizers.WHITE_SPACE`) and nowhere else.

    >>> [word.text for word in whitespace("Don't panic!")]
    ["Don't", 'panic!']

    Source: `WhitespaceSplit` of the `tokenizers` library.
    """
    return _words(_NO_SPACES, text)


# --- BERT --------------------------------------------------------------------------------------


@cache
def _bert_pattern(last: int) -> re.Pattern[str]:
    alone = re.escape(string.punctuation) + _classes(last)["P"] + _CJK
    # A run of ordinary characters, or one character that is a word by itself.
    return re.compile(f"[^{WHITE_SPACE}{alone}]+|[^{WHITE_SPACE}]")


def bert(text: str) -> list[Word]:
    """Split at white space; every punctuation character and every CJK ideograph is a word.

    Punctuation is Unicode's category P and the ASCII symbols ``$+<=>^`|~``. Ideographs are those
    of `normalizers.CJK_RANGES`.

    >>> [word.text for word in bert("It's 5€, 東京!")]
    ['It', "'", 's', '5€', ',', '東', '京', '!']

    Source: `BertPreTokenizer` of the `tokenizers` library after
    `BertNormalizer(handle_chinese_chars=True)`, but with offsets into the given text.
    """
    return _words(_bert_pattern(_reach(text)), text)


# --- GPT-2 -------------------------------------------------------------------------------------


def _byte_alphabet() -> dict[int, str]:
    """Return byte to character: the Latin-1 one if it is visible, otherwise one from U+0100."""
    visible = {byte for byte in range(256) if chr(byte).isprintable() and byte != ord(" ")}
    hidden = [byte for byte in range(256) if byte not in visible]
    replacements = {byte: chr(256 + rank) for rank, byte in enumerate(hidden)}
    return {byte: replacements.get(byte, chr(byte)) for byte in range(256)}


BYTE_TO_CHAR: Mapping[int, str] = MappingProxyType(_byte_alphabet())
"""Byte → the visible character that spells it. A space is Ġ, a line feed Ċ.

Source: `bytes_to_unicode` of GPT-2."""

CHAR_TO_BYTE: Mapping[str, int] = MappingProxyType({c: byte for byte, c in BYTE_TO_CHAR.items()})
"""The inverse of `BYTE_TO_CHAR`."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")


def text_to_bytes(text: str) -> str:
    """Return a text spelled by its UTF-8 bytes, one visible character per byte (`BYTE_TO_CHAR`).

    A lone surrogate, which UTF-8 does not have, is spelled as U+FFFD.

    >>> text_to_bytes(" né")
    'ĠnÃ©'
    """
    # Latin-1 decodes each byte to the character of the same number.
    raw = _SURROGATE.sub("\ufffd", text).encode("utf-8")
    return raw.decode("latin-1").translate(BYTE_TO_CHAR)


def bytes_to_text(chars: str) -> str:
    """Return the text of a byte spelling; the inverse of `text_to_bytes`.

    Bytes that are not UTF-8, such as half of a character, become U+FFFD. A string with a character
    that does not spell a byte is returned unchanged.

    >>> bytes_to_text("ĠnÃ©")
    ' né'

    Source: the `ByteLevel` decoder of the `tokenizers` library, given one token.
    """
    try:
        raw = bytes(CHAR_TO_BYTE[char] for char in chars)
    except KeyError:
        return chars
    return raw.decode("utf-8", errors="replace")


def are_bytes(words: Iterable[str]) -> bool:
    """Return whether the first 1,000 words are spelled by their bytes, and not all of them ASCII.

    A letter of such a spelling can be one of a language: some Maltese words begin with ``Ġ``.

    >>> are_bytes(["Ġn", "Ã©"]), are_bytes(["Ġorġ"]), are_bytes(["né"])
    (True, False, False)
    """
    some = [*islice(words, 1000)]
    if all(map(str.isascii, some)):
        return False
    try:
        spelled = [bytes(CHAR_TO_BYTE[char] for char in word).decode() for word in some]
    except (KeyError, UnicodeDecodeError):
        return False
    return not any(map(_CONTROL.search, spelled))


class _Spelling(dict[str, str]):
    """Word → its byte spelling, computed once for each distinct word."""

    def __missing__(self, word: str) -> str:
        spelled = self[word] = text_to_bytes(word)
        return spelled


@cache
def _gpt2_pattern(last: int) -> re.Pattern[str]:
    letter, number = _classes(last)["L"], _classes(last)["N"]
    return re.compile(
        "'(?:[stmd]|re|ve|ll)"  # English endings after an apostrophe
        f"| ?[{letter}]+"
        f"| ?[{number}]+"
        f"| ?[^{WHITE_SPACE}{letter}{number}]+"  # other visible characters
        f"|[{WHITE_SPACE}]+(?![^{WHITE_SPACE}])"  # spaces, except the last before a word
        f"|[{WHITE_SPACE}]+"
    )


def gpt2_byte_level(text: str) -> list[Word]:
    """Split as GPT-2 does, then spell each word by its bytes.

    A word is a run of letters, of numbers or of other characters, together with one space before
    it. Further white space is split into separate words, so every character of the text is in a
    word. Offsets count characters, although `Word.text` has one character per byte.

    >>> [word.text for word in gpt2_byte_level("don't  déjà")]
    ['don', "'t", 'Ġ', 'ĠdÃ©jÃł']

    Source: `ByteLevel(add_prefix_space=False, use_regex=True)` of the `tokenizers` library.
    """
    return _spelled_words(_gpt2_pattern(_reach(text)), text)


def _spelled_words(pattern: re.Pattern[str], text: str) -> list[Word]:
    spelling = _Spelling()
    return [Word(spelling[match.group()], *match.span()) for match in pattern.finditer(text)]


@cache
def _clip_pattern(last: int) -> re.Pattern[str]:
    letter, number = _classes(last)["L"], _classes(last)["N"]
    return re.compile(
        f"'(?:[stmd]|re|ve|ll)|[{letter}]+|[{number}]|[^{WHITE_SPACE}{letter}{number}]+"
    )


def clip(text: str) -> list[Word]:
    """Split as CLIP does, then spell each word by its bytes.

    In contrast to `gpt2_byte_level`, each digit is a word and white space is dropped.

    >>> [word.text for word in clip("don't 42")]
    ['don', "'t", '4', '2']

    Source: `CLIPTokenizer` of transformers.
    """
    return _spelled_words(_clip_pattern(_reach(text)), text)


# --- Runs of one script ------------------------------------------------------------------------


def scripts(text: str) -> list[Word]:
    """Split where the script changes, for texts without spaces; see `wordpiece.text.scripts`.

    >>> [word.text for word in scripts("東京タワーはきれい。ภาษาไทย, iPhone15!")]
    ['東京', 'タワー', 'はきれい', '。', 'ภาษาไทย', ',', 'iPhone', '15', '!']

    This rule is ours. BERT makes every ideograph a word and does not split between other scripts.
    GPT-2 keeps a run of letters of any scripts together. SentencePiece splits where the script
    changes (`split_by_unicode_script`, on by default), but treats hiragana, katakana and ideographs
    as one script; `UnicodeScripts` of the `tokenizers` library does so too, keeps spaces and
    separates combining accents. `files.common` has a `Split` for that library with our rule.
    """
    return [Word(text[start:end], start, end) for start, end in runs(text)]


# --- Metaspace ---------------------------------------------------------------------------------

METASPACE = "▁"
"""SentencePiece's spelling of the space before a word, U+2581."""


_MARKED = re.compile(f"{METASPACE}[^{WHITE_SPACE}{METASPACE}]*|[^{WHITE_SPACE}{METASPACE}]+")


def metaspace(text: str) -> list[Word]:
    """Split at white space, and begin each word with ``▁``, also the first of the text.

    A ``▁`` of the text also begins a word.

    >>> metaspace("Don't panic!")
    [Word(text="▁Don't", start=0, end=5), Word(text='▁panic!', start=6, end=12)]

    Source: `WhitespaceSplit`, then `Metaspace` of the `tokenizers` library, as XLNet uses them.
    """
    return [
        Word(METASPACE + word.removeprefix(METASPACE), start, end)
        for word, start, end in _words(_MARKED, text)
    ]


# --- By name -----------------------------------------------------------------------------------

PRE_TOKENIZERS: Mapping[str, PreTokenizer] = MappingProxyType(
    {
        "whitespace": whitespace,
        "bert": bert,
        "gpt2": gpt2_byte_level,
        "scripts": scripts,
        "metaspace": metaspace,
    }
)
"""Every pre-tokenizer by name; read-only."""


def pre_tokenizer_of(name: PreTokenizer | str) -> PreTokenizer:
    """Return the pre-tokenizer of a name; a function is returned unchanged.

    Raises:
        ValueError: the name is not in `PRE_TOKENIZERS`.
    """
    if not isinstance(name, str):
        return name
    if name not in PRE_TOKENIZERS:
        known = ", ".join(PRE_TOKENIZERS)
        raise ValueError(f"There is no pre-tokenizer named {name!r}; the known ones are {known}.")
    return PRE_TOKENIZERS[name]


def split_words(text: str, name: PreTokenizer | str) -> list[str]:
    """Return the words of ``pre_tokenizer_of(name)(text)`` as strings.

    >>> split_words("hug the pug", "gpt2")
    ['hug', 'Ġthe', 'Ġpug']

    Raises:
        ValueError: the name is not in `PRE_TOKENIZERS`.
    """
    if name == "whitespace":
        return _NO_SPACES.findall(text)
    if name == "bert":
        return _bert_pattern(_reach(text)).findall(text)
    if name == "gpt2":
        spelling = _Spelling()
        return [spelling[word] for word in _gpt2_pattern(_reach(text)).findall(text)]
    return [word.text for word in pre_tokenizer_of(name)(text)]


def is_byte_level(pre_tokenizer: PreTokenizer | str) -> bool:
    """Return whether a pre-tokenizer spells words by their bytes."""
    return pre_tokenizer in ("gpt2", gpt2_byte_level, clip)
