"""Read someone's own list of merges: a ``merges.txt``, or pairs as Python or JSON write them."""

from __future__ import annotations

import ast
import json
import re
import warnings
from contextlib import suppress

from wordpiece.arguments import short_repr
from wordpiece.errors import VocabularyError, expected
from wordpiece.files.readers.checks import File, check_token, read_text
from wordpiece.files.readers.merges_txt import pairs_of_lines
from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.text.pre_tokenizers import BYTE_TO_CHAR, CHAR_TO_BYTE, text_to_bytes

_TEXT = r"""([bB]?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))"""
"""A string or bytes, as Python and JSON write them."""

_PAIR = re.compile(rf"[\[(]\s*{_TEXT}\s*,\s*{_TEXT}(?:\s*,)?\s*[\])](?:\s*:\s*\d+)?")
"""A pair, and its count if the list is a dictionary of counts."""

_BEGINS = re.compile(rf"[\[({{]*\s*[\[(]\s*{_TEXT}")
"""The beginning of a list of such pairs."""

_BETWEEN = re.compile(r"[\s,]*")


def read_pairs(file: File, *, byte_level: bool = False) -> list[Pair]:
    """Return the pairs of a list of merges, in order, repeated ones included.

    >>> read_pairs(b"#version: 0.2\\nu g\\nh ug\\n")
    [('u', 'g'), ('h', 'ug')]
    >>> read_pairs(b"[(b'u', b'g'), (b' ', b't')]", byte_level=True)
    [('u', 'g'), ('Ġ', 't')]

    Args:
        file: a ``merges.txt``; or pairs of quoted strings, or of bytes, in brackets, as Python's
            ``repr`` and JSON write a list of them. Its path, or its bytes.
        byte_level: whether the symbols are wanted in GPT-2's spelling of bytes.

    Raises:
        VocabularyError: the file is not such a list; has the line.
        OSError: the file cannot be read.
    """
    text = read_text(file, "merges.txt")
    if not _BEGINS.match(text.lstrip()):
        return [pair for _, pair in pairs_of_lines(text, [])[1]]
    pairs: list[Pair] = []
    at, line, counted = 0, 1, 0
    while True:
        between = _BETWEEN.match(text, at)
        assert between  # it also matches nothing
        at = between.end()
        if at == len(text):
            return pairs
        line, counted = line + text.count("\n", counted, at), at
        if found := _PAIR.match(text, at):
            left, right = (_symbol(part, byte_level, line) for part in found.groups())
            pairs.append((left, right))
            at = found.end()
        elif text[at] in "[](){}":
            at += 1
        else:
            raise VocabularyError(_expected(text[at : at + 40]), line=line)


def _expected(found: str) -> Message:
    example = message("a pair of symbols, as in {example}", example="('h', 'ug')")
    return expected(example, found=short_repr(found))


def _symbol(written: str, byte_level: bool, line: int) -> str:
    """Return the symbol that a string or bytes spell."""
    value: object = None
    # JSON writes a character beyond U+FFFF as two escapes, which Python does not join.
    for parse in (json.loads, ast.literal_eval):
        with suppress(ValueError, SyntaxError), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an escape that Python does not have
            value = parse(written)
            break
    if isinstance(value, bytes) and byte_level:
        value = "".join(map(BYTE_TO_CHAR.__getitem__, value))
    elif isinstance(value, bytes):
        try:
            value = value.decode()
        except UnicodeDecodeError:
            raise VocabularyError(
                message(
                    "The symbols of this training consist of whole characters, but the symbol "
                    "{bytes} does not. Choose a byte-level recipe.",
                    bytes=short_repr(value),
                ),
                line=line,
            ) from None
    elif isinstance(value, str) and byte_level and not CHAR_TO_BYTE.keys() >= {*value}:
        value = text_to_bytes(value)
    # A merge in one string, such as "h u", is not read either.
    if not isinstance(value, str) or not value or re.search(r"\S\s+\S", value):
        raise VocabularyError(_expected(written), line=line)
    if re.search(r"\s", value):
        raise VocabularyError(
            message(
                "The symbol {symbol} contains whitespace, which is read only for byte-level "
                "trainings. Choose a byte-level recipe.",
                symbol=short_repr(value),
            ),
            line=line,
        )
    check_token(value, line=line)
    return value
