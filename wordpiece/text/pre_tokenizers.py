"""Pre-tokenizers: cut a text into the words that training counts.

A pre-tokenizer is any function from a text to a list of `Word`. No later step joins what it cut
apart: merges happen inside words only.

    "don't stop"  --whitespace-->  don't  stop
                  --bert-------->  don  '  t  stop
                  --gpt2-------->  don  't  Ġstop
    "東京タワー"   --bert-------->  東  京  タワー
                  --scripts----->  東京  タワー

`PRE_TOKENIZERS` gives words with their places in the text. `split_words` gives the same words
without places, several times faster, for counting a whole corpus.

Each rule is one compiled regular expression; that of `scripts` has a module of its own. Python's
`re` has no classes like "any letter", so they are written out from `unicodedata`, on first use and
only as far up as the text needs.
"""

import re
import string
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import category

from wordpiece.text.normalizers import CJK_RANGES, WHITE_SPACE
from wordpiece.text.scripts import runs

__all__ = [
    "BYTE_TO_CHAR",
    "CHAR_TO_BYTE",
    "PRE_TOKENIZERS",
    "PreTokenizer",
    "Word",
    "bert",
    "bytes_to_text",
    "clip",
    "gpt2_byte_level",
    "is_byte_level",
    "placed_words",
    "scripts",
    "split_words",
    "text_to_bytes",
    "whitespace",
]


class Word(NamedTuple):
    """A word and where it stood: `start` and `end` count code points, `end` not included.

    ``text`` is what training sees. It can differ from the piece of text it came from: see
    `gpt2_byte_level`.

    >>> Word("hug", 4, 7)
    Word(text='hug', start=4, end=7)
    """

    text: str
    start: int
    end: int


PreTokenizer = Callable[[str], list[Word]]
"""A function from a text to its words, in order."""


# --- Character classes -------------------------------------------------------------------------


def _reach(text: str) -> int:
    """Return the last code point a character class must know about for this text.

    Small classes are quick to write out and quick to match, and most texts need no more.
    """
    if text.isascii():
        return 0x7F
    return 0xFFFF if max(text) <= "\uffff" else sys.maxunicode


def _class_of(first: int, last: int) -> str:
    return f"\\U{first:08x}-\\U{last:08x}"


@cache
def _classes(last: int) -> dict[str, str]:
    """Map each major Unicode category (L, N, P, ...) to the inside of a [class], up to `last`."""
    classes: dict[str, str] = {}
    for major, run in groupby(range(last + 1), key=lambda point: category(chr(point))[0]):
        points = list(run)
        classes[major] = classes.get(major, "") + _class_of(points[0], points[-1])
    return classes


_CJK = "".join(_class_of(first, last) for first, last in CJK_RANGES)


def _words(pattern: re.Pattern[str], text: str) -> list[Word]:
    new = tuple.__new__  # quicker than to call Word
    return [new(Word, (match.group(), *match.span())) for match in pattern.finditer(text)]


# --- Whitespace --------------------------------------------------------------------------------


@cache
def _whitespace_pattern() -> re.Pattern[str]:
    return re.compile(f"[^{WHITE_SPACE}]+")


def whitespace(text: str) -> list[Word]:
    """Cut at white space and nowhere else.

    White space is the 25 characters of `normalizers.WHITE_SPACE`; `str.split` knows four more.

    >>> [word.text for word in whitespace("Don't panic!")]
    ["Don't", 'panic!']

    Source: `WhitespaceSplit` of the `tokenizers` library.
    """
    return _words(_whitespace_pattern(), text)


# --- BERT --------------------------------------------------------------------------------------


@cache
def _bert_pattern(last: int, split_cjk: bool) -> re.Pattern[str]:
    alone = re.escape(string.punctuation) + _classes(last)["P"] + (_CJK if split_cjk else "")
    # A run of ordinary characters; failing that, one character that must stand alone.
    return re.compile(f"[^{WHITE_SPACE}{alone}]+|[^{WHITE_SPACE}]")


def bert(text: str, split_cjk: bool = True) -> list[Word]:
    """Cut at white space; every punctuation character and every CJK ideograph is a word.

    Punctuation is Unicode's category P and the ASCII symbols ``$+<=>^`|~``, which Unicode files
    elsewhere. Ideographs are those of `normalizers.is_cjk`; `split_cjk=False` leaves them
    together, as BERT does when `handle_chinese_chars` is off.

    >>> [word.text for word in bert("It's 5€, 東京!")]
    ['It', "'", 's', '5€', ',', '東', '京', '!']
    >>> [word.text for word in bert("東京!", split_cjk=False)]
    ['東京', '!']

    Source: `BertPreTokenizer` of the `tokenizers` library; with `split_cjk`, the same after
    `BertNormalizer(handle_chinese_chars=True)`, but with offsets into the text as it was given.
    """
    return _words(_bert_pattern(_reach(text), split_cjk), text)


# --- GPT-2 -------------------------------------------------------------------------------------


def _byte_alphabet() -> dict[int, str]:
    """Map each byte to its character: a visible Latin-1 one is its own, others are U+0100 on."""
    visible = {byte for byte in range(256) if chr(byte).isprintable() and byte != ord(" ")}
    hidden = [byte for byte in range(256) if byte not in visible]
    stand_in = {byte: chr(256 + rank) for rank, byte in enumerate(hidden)}
    return {byte: stand_in.get(byte, chr(byte)) for byte in range(256)}


BYTE_TO_CHAR: Mapping[int, str] = MappingProxyType(_byte_alphabet())
"""Byte → the one visible character that stands for it. A space is Ġ, a line feed Ċ.

Source: `bytes_to_unicode` of GPT-2."""

CHAR_TO_BYTE: Mapping[str, int] = MappingProxyType({c: byte for byte, c in BYTE_TO_CHAR.items()})
"""The way back from `BYTE_TO_CHAR`."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def text_to_bytes(text: str) -> str:
    """Spell a text by its UTF-8 bytes, one visible character per byte (`BYTE_TO_CHAR`).

    A lone surrogate has no UTF-8 bytes; it is spelled as U+FFFD.

    >>> text_to_bytes(" né")
    'ĠnÃ©'
    """
    # Latin-1 makes each byte the character of the same number.
    raw = _SURROGATE.sub("\ufffd", text).encode("utf-8")
    return raw.decode("latin-1").translate(BYTE_TO_CHAR)


def bytes_to_text(chars: str) -> str:
    """Read a byte spelling back as text; the reverse of `text_to_bytes`.

    Bytes that are not UTF-8, such as half of a character, become U+FFFD. If any character stands
    for no byte, `chars` is no byte spelling and comes back unchanged.

    >>> bytes_to_text("ĠnÃ©"), bytes_to_text("Ã")
    (' né', '\ufffd')

    Source: the `ByteLevel` decoder of the `tokenizers` library, given one token.
    """
    try:
        raw = bytes(CHAR_TO_BYTE[char] for char in chars)
    except KeyError:
        return chars
    return raw.decode("utf-8", errors="replace")


class _Spelling(dict[str, str]):
    """Word → its byte spelling, worked out once for each distinct word."""

    def __missing__(self, word: str) -> str:
        spelled = self[word] = text_to_bytes(word)
        return spelled


@cache
def _gpt2_pattern(last: int) -> re.Pattern[str]:
    letter, number = _classes(last)["L"], _classes(last)["N"]
    return re.compile(
        "'(?:[stmd]|re|ve|ll)"  # what English writes after an apostrophe
        f"| ?[{letter}]+"
        f"| ?[{number}]+"
        f"| ?[^{WHITE_SPACE}{letter}{number}]+"  # everything else that is visible
        f"|[{WHITE_SPACE}]+(?![^{WHITE_SPACE}])"  # spaces, but the last is left to the next word
        f"|[{WHITE_SPACE}]+"
    )


def gpt2_byte_level(text: str, add_prefix_space: bool = False) -> list[Word]:
    """Cut as GPT-2 does, then spell each word by its bytes.

    A word is a run of letters, of numbers or of other characters, together with one space before
    it. White space left over makes words of its own, so nothing in the text is lost. The offsets
    are still those of characters, although `Word.text` has one character per byte.

    `add_prefix_space` treats the text as if a space came first, unless one does or it is empty, so
    that the first word looks like any other. The added space is placed at the first character.

    A lone surrogate cannot be written in UTF-8 and is spelled as U+FFFD.

    >>> [word.text for word in gpt2_byte_level("don't  déjà")]
    ['don', "'t", 'Ġ', 'ĠdÃ©jÃł']
    >>> gpt2_byte_level("hug", add_prefix_space=True)
    [Word(text='Ġhug', start=0, end=3)]

    Source: `ByteLevel(add_prefix_space, use_regex=True)` of the `tokenizers` library.
    """
    added = int(add_prefix_space and text != "" and not text.startswith(" "))
    text = " " * added + text
    spelling = _Spelling()
    return [
        Word(spelling[match.group()], max(match.start() - added, 0), max(match.end() - added, 1))
        for match in _gpt2_pattern(_reach(text)).finditer(text)
    ]


@cache
def _clip_pattern(last: int) -> re.Pattern[str]:
    letter, number = _classes(last)["L"], _classes(last)["N"]
    return re.compile(
        f"'(?:[stmd]|re|ve|ll)|[{letter}]+|[{number}]|[^{WHITE_SPACE}{letter}{number}]+"
    )


def clip(text: str) -> list[Word]:
    """Cut as CLIP does, then spell each word by its bytes.

    It differs from `gpt2_byte_level` in that each digit is a word and white space is left out.

    >>> [word.text for word in clip("don't 42")]
    ['don', "'t", '4', '2']

    Source: `CLIPTokenizer` of transformers.
    """
    spelling = _Spelling()
    return [
        Word(spelling[match.group()], *match.span())
        for match in _clip_pattern(_reach(text)).finditer(text)
    ]


# --- Runs of one script ------------------------------------------------------------------------


def scripts(text: str) -> list[Word]:
    """Cut where the script changes, for texts without spaces; see `wordpiece.text.scripts`.

    Letters of one script stay together, and so do numbers; each punctuation mark and each symbol
    is a word; marks stay with the character before them.

    >>> [word.text for word in scripts("東京タワーはきれい。ภาษาไทย, iPhone15!")]
    ['東京', 'タワー', 'はきれい', '。', 'ภาษาไทย', ',', 'iPhone', '15', '!']

    None of the three systems cuts so. BERT makes every ideograph a word and does not cut between
    other scripts. GPT-2 keeps a run of letters together whatever their script, and the space
    before it. SentencePiece cuts where the script changes (`split_by_unicode_script`, on by
    default), but takes hiragana, katakana and ideographs for one script, and so does
    `UnicodeScripts` of the `tokenizers` library, which also keeps spaces, and cuts accents of
    their own off. A `Split` of that library can do what is done here; `files.common` has it.
    """
    return [Word(text[start:end], start, end) for start, end in runs(text)]


# --- By name -----------------------------------------------------------------------------------

PRE_TOKENIZERS: Mapping[str, PreTokenizer] = MappingProxyType(
    {"whitespace": whitespace, "bert": bert, "gpt2": gpt2_byte_level, "scripts": scripts}
)
"""Every pre-tokenizer by name, with its default settings; read-only."""


def split_words(text: str, name: PreTokenizer | str) -> list[str]:
    """Return the words of `PRE_TOKENIZERS[name](text)` as plain strings, without their offsets.

    >>> split_words("hug the pug", "gpt2")
    ['hug', 'Ġthe', 'Ġpug']

    A function is called for its words.

    Raises ValueError for a name that is not in `PRE_TOKENIZERS`.
    """
    if not isinstance(name, str):
        return [word.text for word in name(text)]
    if name == "whitespace":
        return _whitespace_pattern().findall(text)
    if name == "bert":
        return _bert_pattern(_reach(text), True).findall(text)
    if name == "gpt2":
        spelling = _Spelling()
        return [spelling[word] for word in _gpt2_pattern(_reach(text)).findall(text)]
    if name == "scripts":
        return [text[start:end] for start, end in runs(text)]
    known = ", ".join(PRE_TOKENIZERS)
    raise ValueError(f"There is no pre-tokenizer named {name!r}; the known ones are {known}.")


def placed_words(text: str, name: str) -> Iterable[tuple[str, int, int]]:
    """Return what `PRE_TOKENIZERS[name](text)` does, as plain tuples or as words.

    >>> list(placed_words("hug, pug", "bert"))
    [('hug', 0, 3), (',', 3, 4), ('pug', 5, 8)]

    Raises ValueError for a name that is not in `PRE_TOKENIZERS`.
    """
    if name in ("bert", "whitespace"):
        return _found_again(text, split_words(text, name))
    if name not in PRE_TOKENIZERS:
        split_words("", name)  # raises the error that names the known ones
    return PRE_TOKENIZERS[name](text)


def _found_again(text: str, words: list[str]) -> Iterator[tuple[str, int, int]]:
    """Yield words with their places. Between them there is white space, and they have none."""
    end = 0
    for word in words:
        start = text.index(word, end)
        end = start + len(word)
        yield word, start, end


def is_byte_level(pre_tokenizer: PreTokenizer | str) -> bool:
    """Return whether a pre-tokenizer spells words by their bytes.

    >>> is_byte_level("gpt2"), is_byte_level("bert"), is_byte_level(whitespace)
    (True, False, False)
    """
    return pre_tokenizer in ("gpt2", gpt2_byte_level, clip)
