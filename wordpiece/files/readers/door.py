"""`read_vocabulary`: recognize a vocabulary file by its content, and read it."""

from __future__ import annotations

import json
import re
from typing import Any

from wordpiece.errors import VocabularyError
from wordpiece.files.readers.checks import (
    File,
    check_vocabulary,
    file_of,
    read_json,
    read_text,
    refusal,
)
from wordpiece.files.readers.tiktoken import is_tiktoken, read_tiktoken
from wordpiece.files.readers.vocab_txt import read_vocab_txt, wordpiece_of
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.message import Message, message

_SAMPLE = 1_000
"""Lines that are examined to recognize a file."""

_HAS_MODEL = re.compile(r'"model"\s*:\s*\{')
"""JSON of tokens and ids does not contain this, even with a token ``model``."""

_NO_JSON = re.compile(r'\{[^\s":]*\r?\n[^\s"}]')
"""The beginning of a vocab.txt whose first token begins with a brace."""


def read_vocabulary(
    file: File, *, lowercase: bool | None = None
) -> VocabularyFile | LibraryTokenizer:
    """Read a vocabulary file of any known kind.

    >>> vocabulary = read_vocabulary(b"[UNK]\\nhug\\n##s\\n")
    >>> vocabulary.kind, vocabulary.ids["##s"]
    ('wordpiece', 2)

    Args:
        file: the path of the file, or its bytes.
        lowercase: whether texts are lowercased, and lose their accents, which a vocab.txt does
            not specify. None decides by the tokens.

    Raises:
        VocabularyError: the file is of another kind, or inconsistent.
        OSError: the file cannot be read.
    """
    text = read_text(file, message("vocabulary"))
    beginning = text.lstrip()
    if beginning.startswith("{") and not _NO_JSON.match(beginning):
        if _HAS_MODEL.search(text):
            return LibraryTokenizer(text)
        return _read_json(text, lowercase)
    if beginning.startswith("[") and _is_list(text):
        raise refusal(message("a list in JSON"))
    lines = [line for line in text.splitlines() if line.strip()][:_SAMPLE]
    if is_tiktoken(lines):
        return read_tiktoken(text)
    if lines and "#version" not in lines[0]:
        for pattern, needed, kind in _TABLES:
            if _most(lines, pattern) and re.search(needed, "\n".join(lines), re.MULTILINE):
                raise refusal(kind)
    # In fastBPE a pair is followed by its count.
    if lines and ("#version" in lines[0] or _most(lines, r"\S+ \S+( \d+)? ?")):
        raise VocabularyError(_NO_VOCABULARY)
    if 2 * sum(bool(_INNER_SPACE.search(line)) for line in lines) > len(lines):
        raise refusal(_TEXT)
    return read_vocab_txt(text, lowercase)


def _read_json(text: str, lowercase: bool | None) -> VocabularyFile:
    """Read an object of tokens and ids.

    Raises:
        VocabularyError: the JSON is of another kind.
    """
    notes: list[Message] = []
    content = read_json(text, "tokenizer.json", notes)
    if content and {*map(type, content.values())} <= {int, float, bool}:
        if any(key.startswith("##") for key in content) or content.keys() >= {"[UNK]", "[CLS]"}:
            ids = check_vocabulary(content, message("vocabulary"), notes)
            return wordpiece_of(ids, notes, lowercase)
        raise VocabularyError(_NO_MERGES)
    raise VocabularyError(_NO_MODEL)


_NO_MERGES = message(
    "This looks like a vocab.json, which has a vocabulary but no merges; choose a tokenizer.json, "
    "which has the vocabulary and, for BPE, the merges."
)

_NO_VOCABULARY = message(
    "This looks like a merges.txt, which has merges but no vocabulary; choose a tokenizer.json, "
    "which has both."
)

_NO_MODEL = message("This JSON is not a tokenizer.json; choose another file.")

_TEXT = message("a text or a table, not a vocabulary")


def _is_list(text: str) -> bool:
    """Return whether a text is a list in JSON; a vocab.txt may begin with ``[PAD]``."""
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError):
        return re.match(r'\s*\[\s*["\[{]', text) is not None and text.rstrip().endswith("]")
    return isinstance(content, list)


_TABLES = (
    (
        r"\d+ b?(['\"]).*\1 \d+",
        "",
        message("an RWKV vocabulary (three columns: id, token, length in bytes)"),
    ),
    (r"(\[.*\])?\[.*\] (-> \[.*\] )?\d+", "", file_of("minbpe")),
    (r"\d+( \d+)?|minbpe.*|'.*", r"^minbpe v\d", file_of("minbpe")),
    (
        r".+\t-?\d+(\.\d+)?(e[-+]?\d+)?",
        r"\t-\d|\t0$|\.|▁",
        message(
            "a table of two columns with a tab between them, such as a vocabulary of the "
            "sentencepiece library (token, score)"
        ),
    ),
    (
        r"\S+[ \t]\d+|\s*\d+[ \t]\S+",
        "",
        message("a list of words or tokens with numbers, such as their counts"),
    ),
    (r"(['\"]).*\1", "", file_of("tensor2tensor")),
)
"""For each other kind of file: a pattern of its lines, one that must occur, and its name."""

_INNER_SPACE = re.compile(r"\S\s+\S")


def _most(lines: list[str], pattern: str) -> bool:
    """Return whether a pattern matches nine of ten lines."""
    fits = re.compile(pattern).fullmatch
    return 10 * sum(fits(line) is not None for line in lines) >= 9 * len(lines) > 0
