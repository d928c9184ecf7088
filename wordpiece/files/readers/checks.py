"""What holds for every format: sizes, tokens, ids and merges. All errors are VocabularyErrors.

Files are long, and most are right. So `are_tokens`, `as_pairs` and `all_known` look at everything
in a few passes; only if they find something wrong, one entry after the other is looked at to say
what and where.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping
from itertools import chain
from typing import Any

from wordpiece.arguments import short_repr
from wordpiece.errors import ArgumentError, CorpusError, VocabularyError, quoted
from wordpiece.files.common import UNKNOWN
from wordpiece.message import Fact, Message, message
from wordpiece.records import Pair
from wordpiece.text.corpus import decode

File = str | os.PathLike[str] | bytes
"""A file to read: its path, or its bytes."""

MAX_FILE = 20 * 2**20
"""Bytes of a file without the indentation of its lines. GPT-2's tokenizer.json has 1.4 million."""

MAX_INDENTED = 5 * MAX_FILE
"""Bytes of a file with the indentation of its lines."""

MAX_TOKENS = 1_000_000
"""Entries or lines of a file."""

MAX_TOKEN_LENGTH = 10_000
"""Characters. Claude's vocabulary has a token of 1,024 spaces."""

MAX_ID = 2**32 - 1
"""That of the `tokenizers` library."""

MAX_DIGITS = 18
"""Of a number in JSON. Ids are far smaller, and a million digits would take Python minutes."""


def decoded(file: File, kind: Fact) -> str:
    """Return the text of a file, JSON without the indentation of its lines if it is large.

    Args:
        file: its path, or its bytes.
        kind: what the file should be, for the error.

    Raises:
        VocabularyError: it is larger than `MAX_FILE`, or not a text that can be a vocabulary.
        ArgumentError: it is neither path nor bytes.
        OSError: it cannot be read.
    """
    data, size = _content(file)
    if MAX_FILE < size <= MAX_INDENTED and data.lstrip()[:1] == b"{":
        data = b"\n".join(line.strip(b" \t") for line in data.split(b"\n"))
        size = len(data)
    if size > MAX_FILE:
        raise VocabularyError(
            message(
                "This file has {n} byte; a {kind} may have at most {limit}. Choose a smaller one.",
                "This file has {n} bytes; a {kind} may have at most {limit}. Choose a smaller one.",
                n=size,
                limit=MAX_FILE,
                kind=kind,
            )
        )
    if other := _other_file(data):
        raise refused_as(other)
    try:
        return decode(data)
    except CorpusError as error:
        raise VocabularyError(error.reason, line=error.line) from None


def refused_as(kind: Fact) -> VocabularyError:
    """Return the error for a file of another kind."""
    return VocabularyError(
        message(
            "This is {kind}, which cannot be read here; choose a tokenizer.json or a vocab.txt "
            "instead.",
            kind=kind,
        )
    )


def _other_file(data: bytes) -> Message | None:
    """Return the name of a kind of file that is found next to a vocabulary, or None."""
    if _is_sentencepiece(data):
        return message("a binary model of the sentencepiece library")
    if data[5:10] == b'\0\0\0{"' or data.startswith(_WEIGHTS):
        return message("a file of model weights")
    beginning = data[:1_000].lstrip().lower()
    if beginning.startswith((b"<!doctype html", b"<html", b"<?xml")):
        return message("a web page")
    if beginning.startswith(b"version https://git-lfs"):
        return message("a Git LFS pointer, which only names the file")
    return None


_WEIGHTS = (b"GGUF", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05", b"\x89HDF")
"""The first bytes of weights for llama.cpp, PyTorch (a pickle) and Keras."""


def _is_sentencepiece(data: bytes) -> bool:
    """Return whether data begins as a model of sentencepiece does: a piece and its score.

    Source: `ModelProto` in sentencepiece_model.proto: field 1 is a piece with fields 1, a text,
    and 2, a 32-bit float.
    """
    at, inner = data[1:2], data[2:3]
    length = data[3:4]
    if data[:1] != b"\x0a" or inner != b"\x0a" or not at or not length:
        return False
    return data[4 + length[0] : 5 + length[0]] == b"\x15"


def lines_of(text: str, notes: list[Message]) -> list[str]:
    """Return the lines of a text, without the blank ones at its end.

    Args:
        text: of a file.
        notes: a remark is added if lines end in CR.
    """
    if "\r" in text:
        if "\n" not in text:
            notes.append(message("The lines of this file end in CR alone, as on old Macs."))
            text = text.replace("\r", "\n")
        text = text.replace("\r\n", "\n")
    return text.rstrip("\n").split("\n")


BYTE_LEVEL_NOTE = message(
    "The file names no pre-tokenizer; words are split as in GPT-2 and written as bytes."
)


def unknown_of(ids: Container[str]) -> str | None:
    """Return the token for the unknown of a vocabulary that does not name it."""
    return next((token for token in (UNKNOWN, "<unk>", "<UNK>", "[unk]") if token in ids), None)


def _content(file: File) -> tuple[bytes, int]:
    """Return the bytes of a file, one too many at most, and how many it has."""
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), len(file)
    if isinstance(file, str) and "\n" in file:
        raise ArgumentError(
            message(
                "A file is given by its path or its bytes, not by its text {value}; encode that "
                "as UTF-8.",
                value=shown(file),
            )
        )
    if not isinstance(file, str | os.PathLike):
        raise ArgumentError(
            message(
                "A file is given by its path or its bytes, not by {value}.",
                value=short_repr(file),
            )
        )
    with open(file, "rb") as opened:
        data = opened.read(MAX_INDENTED + 1)
        return data, max(len(data), os.fstat(opened.fileno()).st_size)


def parsed(text: str, file: str, notes: list[Message]) -> dict[str, Any]:
    """Return a JSON object without huge numbers; of a key that comes twice the last value counts.

    Args:
        text: of the file.
        file: what it should be, for the error.
        notes: a remark is added if a key comes twice.

    Raises:
        VocabularyError: the text is no such object.
    """
    again: list[str] = []

    def made(members: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(members)
        if len(found) != len(members):
            counts = Counter(key for key, _ in members)
            again.extend(key for key, count in counts.items() if count > 1)
        return found

    try:
        content = json.loads(text, object_pairs_hook=made, parse_int=_integer)
    except RecursionError:
        raise VocabularyError(
            message(
                "This JSON is nested too deeply to be a {file}; choose another file.", file=file
            )
        ) from None
    except VocabularyError:
        raise
    except ValueError as error:
        raise VocabularyError(
            message(
                "This is not valid JSON, so it is not a {file}; save it again with the tool that "
                "made it.",
                file=file,
            ),
            line=getattr(error, "lineno", None),
        ) from None
    if not isinstance(content, dict):
        raise VocabularyError(
            message(
                "A {file} is a JSON object, in braces; this is {found}.",
                file=file,
                found=named(content),
            )
        )
    if again:
        notes.append(
            message(
                "{n} token is listed more than once and has the last of its ids: {token}.",
                "{n} tokens are listed more than once and have the last of their ids, such as "
                "{token}.",
                n=len(again),
                token=shown(again[0]),
            )
        )
    return content


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise VocabularyError(
            message(
                "The number that begins {digits} has {n} digit; no number in a tokenizer is that "
                "large.",
                "The number that begins {digits} has {n} digits; no number in a tokenizer is that "
                "large.",
                n=len(digits),
                digits=digits[:10],
            )
        )
    return int(digits)


def check_size(tokens: int) -> None:
    """Check that a file has at most `MAX_TOKENS` entries."""
    if tokens > MAX_TOKENS:
        raise VocabularyError(
            message(
                "This file has {n} entry; at most {limit} can be shown here.",
                "This file has {n} entries; at most {limit} can be shown here.",
                n=tokens,
                limit=MAX_TOKENS,
            )
        )


def are_tokens(texts: Collection[str]) -> bool:
    """Return whether `check_token` has nothing against any of these."""
    return max(map(len, texts)) <= MAX_TOKEN_LENGTH and not _has_surrogate("".join(texts))


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def check_token(token: str, line: int | None = None) -> None:
    """Check that a token is not too long, and has no lone surrogate."""
    if len(token) > MAX_TOKEN_LENGTH:
        raise VocabularyError(
            message(
                "The token that begins with {token} has {n} character; it may have at most "
                "{limit}. Is this a vocabulary?",
                "The token that begins with {token} has {n} characters; it may have at most "
                "{limit}. Is this a vocabulary?",
                n=len(token),
                token=quoted(token[:20]),
                limit=MAX_TOKEN_LENGTH,
            ),
            line=line,
        )
    if _has_surrogate(token):
        raise VocabularyError(
            message(
                "The token {token} contains half of a surrogate pair, which is not a character; "
                "remove it from the file.",
                token=shown(token),
            ),
            line=line,
        )


def checked_ids(vocab: Any, where: Fact) -> dict[str, int]:
    """Return the object ``vocab`` of JSON as token to id; ``where`` it stands is for the error."""
    if not isinstance(vocab, dict) or not vocab:
        raise VocabularyError(
            message("The {where} must be an object of tokens and ids.", where=where)
        )
    check_size(len(vocab))
    if not (_are_ids(vocab.values()) and are_tokens(vocab)):
        for token, number in vocab.items():
            check_id(token, number)
            check_token(token)
    return dict(vocab)


def _are_ids(numbers: Collection[Any]) -> bool:
    """Return whether `check_id` has nothing against any of these."""
    return {*map(type, numbers)} == {int} and min(numbers) >= 0 and max(numbers) <= MAX_ID


def check_id(token: str, number: Any) -> None:
    """Check that an id from JSON is a whole number from 0 on."""
    if type(number) is not int or number < 0:
        raise VocabularyError(
            message("The id of {token} must be a whole number, 0 or more.", token=shown(token))
        )
    if number > MAX_ID:
        raise VocabularyError(
            message(
                "The id of {token} is {id}; ids go up to {limit}.",
                token=shown(token),
                id=number,
                limit=MAX_ID,
            )
        )


def check_ids(ids: Mapping[str, int], notes: list[Message]) -> None:
    """Add a remark if two tokens have the same id. Some ids may be left out."""
    if len({*ids.values()}) == len(ids):
        return
    seen: dict[int, str] = {}
    for token, number in ids.items():
        if number in seen:
            notes.append(
                message(
                    "The tokens {first} and {second} have the same id {id}; it is decoded as the "
                    "second.",
                    first=shown(seen[number]),
                    second=shown(token),
                    id=number,
                )
            )
            return
        seen[number] = token


def as_pairs(merges: Iterable[list[Any]]) -> tuple[Pair, ...] | None:
    """Return merges as pairs if each is of two texts and comes once; if not, None."""
    rows = [*map(tuple, merges)]
    if {*map(len, rows)} != {2} or {*map(type, chain.from_iterable(rows))} != {str}:
        return None
    pairs = dict.fromkeys(rows)
    return tuple(pairs) if len(pairs) == len(rows) and all(map(all, pairs)) else None


def all_known(pairs: Iterable[Pair], prefix: str, ids: Mapping[str, int]) -> bool:
    """Return whether `check_merge` has nothing against any of these."""
    cut = len(prefix)
    return all(left in ids and right in ids and left + right[cut:] in ids for left, right in pairs)


def check_merge(pair: Pair, prefix: str, ids: Mapping[str, int], line: int) -> None:
    """Check that a merge's parts and the token that it makes have ids."""
    for part in pair:
        if part not in ids:
            raise VocabularyError(
                message(
                    "This merge uses {token}, which is not in the vocabulary; take merges and "
                    "vocabulary from the same training.",
                    token=shown(part),
                ),
                line=line,
            )
    made = pair[0] + pair[1][len(prefix) :]
    if made not in ids:
        raise VocabularyError(
            message(
                "This merge makes {token}, which is not in the vocabulary; take merges and "
                "vocabulary from the same training.",
                token=shown(made),
            ),
            line=line,
        )


def shown(text: str) -> str:
    """Return a text in quotes, cut to 40 characters."""
    return quoted(text, 40)


def named(value: Any) -> Fact:
    """Describe a value from JSON in a few words, however large or deep it is."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return message("an object")
    if isinstance(value, list):
        return message("a list")
    if isinstance(value, bool):
        return message("true or false")
    return message("null") if value is None else message("a number")
