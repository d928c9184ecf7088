"""Checks for every format: sizes, tokens, ids and merges. All errors are VocabularyErrors."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from wordpiece.arguments import short_repr
from wordpiece.errors import (
    ArgumentError,
    CorpusError,
    VocabularyError,
    half_a_character,
    quoted,
)
from wordpiece.files.common import UNKNOWN
from wordpiece.message import Fact, Message, message
from wordpiece.records import Pair
from wordpiece.text.corpus import decode

File = str | os.PathLike[str] | bytes
"""A file to read: its path, or its bytes."""

MAX_FILE = 20 * 2**20
"""In bytes, without the indentation of lines. GPT-2's tokenizer.json has 1.4 million."""

_MAX_INDENTED = 5 * MAX_FILE
"""In bytes, with the indentation of lines."""

_MAX_TOKENS = 1_000_000
"""Entries or lines of a file."""

MAX_TOKEN_LENGTH = 10_000
"""In characters. Claude's vocabulary has a token of 1,024 spaces."""

_MAX_ID = 2**32 - 1
"""The maximum of the `tokenizers` library."""

_WEIGHTS = (b"GGUF", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05", b"\x89HDF")
"""The first bytes of weights for llama.cpp, PyTorch (a pickle) and Keras."""


def prepared_as(model: str) -> Message:
    """Return the note on a pre-tokenizer that is inferred; it is that of a known model."""
    return message(
        "The file names no pre-tokenizer, so texts are split into words as in {model}.",
        model=model,
    )


def read_text(file: File, kind: Fact) -> str:
    """Return the text of a file. If JSON is large, its lines lose their indentation.

    Args:
        file: its path, or its bytes.
        kind: the expected kind of file, for the error.

    Raises:
        VocabularyError: the file is larger than `MAX_FILE`, or is not a text.
        ArgumentError: ``file`` is neither path nor bytes.
        OSError: the file cannot be read.
    """
    data, size = _content(file)
    length = size
    if MAX_FILE < size <= _MAX_INDENTED and data.lstrip()[:1] == b"{":
        data = b"\n".join(line.strip(b" \t") for line in data.split(b"\n"))
        length = len(data)
    if length > MAX_FILE:
        raise VocabularyError(
            message(
                "This file has {n} {n:byte|bytes}; a {kind} file may have at most {limit} bytes "
                "(the indentation of JSON does not count). Choose a smaller file.",
                n=size,
                limit=MAX_FILE,
                kind=kind,
            )
        )
    if other := _other_file(data):
        raise refusal(other)
    try:
        return decode(data)
    except CorpusError as error:
        raise VocabularyError(error.reason, line=error.line) from None


def refusal(kind: Fact) -> VocabularyError:
    """Return the error for a file of another kind."""
    return VocabularyError(
        message(
            "This is {kind}. No tokens or merges can be read from it here; choose another file.",
            kind=kind,
        )
    )


def file_of(program: str) -> Message:
    """Return the kind of a file that only its own program reads."""
    return message("a file similar to the files of {program}", program=program)


def _other_file(data: bytes) -> Message | None:
    """Return the kind of a file that is often in the same folder as a vocabulary, or None."""
    # `ModelProto` of sentencepiece: field 1 is a piece with fields 1, a text, and 2, a float.
    if data[:1] == data[2:3] == b"\n" and len(data) > 3 and data[4 + data[3] :][:1] == b"\x15":
        return message("a binary model of the sentencepiece library")
    if data[5:10] == b'\0\0\0{"' or data.startswith(_WEIGHTS):
        return message("a binary file, perhaps with the weights of a model")
    beginning = data[:1_000].lstrip().lower()
    if beginning.startswith((b"<!doctype html", b"<html", b"<?xml")):
        return message("a web page or another file in XML or HTML")
    if beginning.startswith(b"version https://git-lfs"):
        return message("a Git LFS pointer, without the content of the file that it points to")
    return None


def _content(file: File) -> tuple[bytes, int]:
    """Return the bytes of a file, at most one more than allowed, and their number."""
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), len(file)
    if not isinstance(file, str | os.PathLike) or (isinstance(file, str) and "\n" in file):
        raise ArgumentError(
            message(
                "A file must be given as its path or its bytes, not as {value}; encode a string as "
                "UTF-8.",
                value=short_repr(file),
            )
        )
    with open(file, "rb") as opened:
        data = opened.read(_MAX_INDENTED + 1)
        return data, max(len(data), os.fstat(opened.fileno()).st_size)


def lines_of(text: str, notes: list[Message]) -> list[str]:
    """Return the lines of a text without blank lines at the end; notes lines that end in CR.

    Raises:
        VocabularyError: there are more lines than `_MAX_TOKENS`.
    """
    if "\r" in text and "\n" not in text:
        notes.append(
            message(
                "The lines of this file end with a carriage return (CR) only, as on old Macs. "
                "They were read as usual."
            )
        )
        text = text.replace("\r", "\n")
    text = text.replace("\r\n", "\n")
    lines = text.rstrip("\n").split("\n")
    _check_size(len(lines))
    return lines


def _check_size(entries: int) -> None:
    if entries > _MAX_TOKENS:
        raise VocabularyError(
            message(
                "This file has {n} {n:entry|entries}; this app can show at most {limit}.",
                n=entries,
                limit=_MAX_TOKENS,
            )
        )


def unknown_of(ids: Mapping[str, int]) -> str | None:
    """Return the unknown token of a vocabulary that does not name it, or None."""
    return next((token for token in (UNKNOWN, "<unk>", "<UNK>", "[unk]") if token in ids), None)


def read_json(text: str, file: str, notes: list[Message]) -> Any:
    """Return the value of a JSON text. If a key occurs twice, the last value is used, with a note.

    Args:
        text: of the file.
        file: the expected kind of file, for the error.
        notes: remarks are appended to it.

    Raises:
        VocabularyError: the text cannot be read as JSON.
    """
    repeated: list[str] = []

    def make_object(members: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(members)
        if len(found) != len(members):
            counts = Counter(key for key, _ in members)
            repeated.extend(key for key, count in counts.items() if count > 1)
        return found

    try:
        content = json.loads(text, object_pairs_hook=make_object)
    except (ValueError, RecursionError) as error:
        raise VocabularyError(
            message(
                "This cannot be read as JSON, but a {file} must be JSON. Choose another file, "
                "or save this one again with the tool that made it.",
                file=file,
            ),
            line=getattr(error, "lineno", None),
        ) from None
    if repeated:
        notes.append(repeated_tokens(repeated))
    return content


def repeated_tokens(repeated: Sequence[str]) -> Message:
    """Return a note on tokens that a file lists more than once."""
    return message(
        "{n} {n:token is|tokens are} listed more than once{n::|, such as} {token}. Only "
        "the last id of {n:this|each} token is used.",
        n=len(repeated),
        token=short_repr(repeated[0]),
    )


def check_token(token: str, line: int | None = None) -> None:
    """Check that a token is not too long and does not have a lone surrogate."""
    if len(token) > MAX_TOKEN_LENGTH:
        raise VocabularyError(
            message(
                "The token that begins with {token} has {n} {n:character|characters}; it may have "
                "at most {limit}.",
                n=len(token),
                token=quoted(token[:20]),
                limit=MAX_TOKEN_LENGTH,
            ),
            line=line,
        )
    try:
        token.encode()
    except UnicodeEncodeError:
        raise VocabularyError(half_a_character(short_repr(token)), line=line) from None


def check_vocabulary(vocab: Any, file: Fact, notes: list[Message]) -> dict[str, int]:
    """Return a JSON value as token to id; two tokens with the same id are a note.

    Args:
        vocab: the value.
        file: its name, for the error.
        notes: remarks are appended to it.

    Raises:
        VocabularyError: it is not an object of tokens and ids.
    """
    if not isinstance(vocab, dict) or not vocab:
        raise VocabularyError(
            message(
                "The {where} must list tokens with their ids, as in the JSON object {example}.",
                where=file,
                example='{"hug": 0, "s": 1}',
            )
        )
    _check_size(len(vocab))
    for token, number in vocab.items():
        if type(number) is not int or not 0 <= number <= _MAX_ID:
            raise VocabularyError(
                message(
                    "The id of {token} is {id}; it must be a whole number from 0 to {limit}.",
                    token=short_repr(token),
                    id=short_repr(number),
                    limit=_MAX_ID,
                )
            )
        check_token(token)
    note_shared_ids(vocab, notes)
    return vocab


def note_shared_ids(ids: Mapping[str, int], notes: list[Message]) -> None:
    """Append a note if two tokens have the same id."""
    seen: dict[int, str] = {}
    for token, number in ids.items():
        if number in seen:
            notes.append(
                message(
                    "The tokens {first} and {second} have the same id, {id}, so a model "
                    "cannot tell them apart.",
                    first=short_repr(seen[number]),
                    second=short_repr(token),
                    id=number,
                )
            )
            return
        seen[number] = token


def check_merge(pair: Pair, merged: str, ids: Mapping[str, int], line: int) -> None:
    """Check that the symbols of a merge and the merged token have ids."""
    for token in (*pair, merged):
        if token not in ids:
            raise VocabularyError(
                message(
                    "This merge needs {token}, which is not in the vocabulary; take merges and "
                    "vocabulary from the same training.",
                    token=short_repr(token),
                ),
                line=line,
            )
