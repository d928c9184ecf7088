"""Fetch a tokenizer from the Hugging Face Hub by the name of its repository.

A file is downloaded when a visitor requests it, without any access token.
"""

from __future__ import annotations

import os
import re
import threading
import time
from functools import lru_cache
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from pages.foreign.bounds import BUSY, DOWNLOADING, MAX_FETCHED
from pages.foreign.file import File
from pages.server.environment import is_offline
from wordpiece.errors import VocabularyError
from wordpiece.message import message

KNOWN = (
    "bert-base-uncased",
    "bert-base-multilingual-cased",
    "gpt2",
    "roberta-base",
    "xlm-roberta-base",
    "t5-small",
    "albert-base-v2",
    "Qwen/Qwen2.5-0.5B",
)
"""Repositories to choose from: WordPiece, byte-level BPE and Unigram."""

NAME = re.compile(r"\w[\w.-]{0,95}(/\w[\w.-]{0,95})?", re.ASCII)

FILES = ("tokenizer.json", "vocab.txt")
"""The files to look for in a repository, in this order."""

AT_A_TIME, CACHED = 2, 4
"""The most downloads at a time, and the last ones that are cached, for a class that opens one."""

PATIENCE, PIECE = 10.0, 2**16
"""The most seconds to wait for each piece of a file, and its most bytes."""

AGENT = "merge-by-merge"
"""What the app calls itself."""

REASONS = {
    "unreachable": message(
        "The Hugging Face Hub cannot be reached, or is too slow. Try again later, or open a file."
    ),
    "unknown": message(
        "The Hugging Face Hub has no public repository of this name. Enter a name such as "
        "bert-base-uncased or google/gemma-2b."
    ),
    "gated": message(
        "Only people who have accepted the terms of this repository on the Hugging Face Hub may "
        "download it. Download its tokenizer.json yourself, then open that file."
    ),
    "too large": message(
        "The vocabulary file of this repository is larger than {n} MB, the most that this app "
        "opens.",
        n=MAX_FETCHED // 10**6,
    ),
    "none": message("This repository has neither a tokenizer.json nor a vocab.txt."),
}

ERRORS = {"GatedRepo": "gated", "RepoNotFound": "unknown"}
"""The reason by the header ``X-Error-Code`` of the Hub."""

_downloading = threading.BoundedSemaphore(AT_A_TIME)


def fetch(name: str) -> File:
    """Return the tokenizer.json of a repository, or its vocab.txt if it has no tokenizer.json.

    Raises:
        VocabularyError: the file cannot be fetched; the message says why.
    """
    if not NAME.fullmatch(name):
        raise VocabularyError(REASONS["unknown"])
    if is_offline():
        raise VocabularyError(REASONS["unreachable"])
    if not _downloading.acquire(timeout=DOWNLOADING):
        raise VocabularyError(BUSY)
    try:
        return File(_downloaded(name)).shared()
    finally:
        _downloading.release()


@lru_cache(maxsize=CACHED)
def _downloaded(name: str) -> bytes:
    for file in FILES:
        content = _content(name, file)
        if content is not None:
            return content
    raise VocabularyError(REASONS["none"])


def _content(name: str, file: str) -> bytes | None:
    """Return the content of a file; None if the repository does not have it."""
    endpoint = os.environ.get("HF_ENDPOINT") or "https://huggingface.co"
    request = Request(f"{endpoint}/{name}/resolve/main/{file}", headers={"User-Agent": AGENT})
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            return _read(answer)
    except HTTPError as error:
        code = error.headers.get("X-Error-Code", "")
        if code == "EntryNotFound":
            return None
        raise VocabularyError(REASONS[ERRORS.get(code, "unreachable")]) from None
    except (OSError, HTTPException):
        raise VocabularyError(REASONS["unreachable"]) from None


def _read(answer: HTTPResponse) -> bytes:
    """Read a file within the limits of size and time."""
    content, end = bytearray(), time.monotonic() + DOWNLOADING
    size = int(answer.headers.get("Content-Length") or 0)
    while max(size, len(content)) <= MAX_FETCHED:
        piece = answer.read1(PIECE)
        if not piece and len(content) >= size:
            return bytes(content)
        if not piece or time.monotonic() > end:  # the connection ended early, or is too slow
            raise VocabularyError(REASONS["unreachable"])
        content += piece
    raise VocabularyError(REASONS["too large"])
