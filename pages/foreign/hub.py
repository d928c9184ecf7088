"""Fetch a tokenizer from the Hugging Face Hub by the name of its repository.

`pages.foreign.download` does it in a separate process, which is ended when it is late, in any state
of the network. It downloads a file when a visitor requests it, into a cache of limited size.
"""

from __future__ import annotations

import re
import threading
from contextlib import suppress
from pathlib import Path

from pages.foreign.bounds import BUSY, DOWNLOADING, MAX_FETCHED
from pages.foreign.file import File
from pages.server.environment import is_offline
from pages.server.process import EndedError, Process
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

NAME = re.compile("[A-Za-z0-9._-]{1,96}(/[A-Za-z0-9._-]{1,96})?")

AT_A_TIME = 2
"""The most downloads at a time."""

REASONS = {
    "unreachable": message(
        "The Hugging Face Hub cannot be reached, or is too slow. Try again later, or open a file."
    ),
    "unknown": message(
        "The Hugging Face Hub has no public model of this name. Enter a name such as "
        "bert-base-uncased or openai-community/gpt2."
    ),
    "gated": message(
        "Only people who have accepted the terms of this repository on the Hugging Face Hub may "
        "download it. Download its tokenizer.json yourself, then open that file."
    ),
    "too large": message(
        "The vocabulary file of this repository is larger than {n} MB, the most that this app "
        "downloads.",
        n=MAX_FETCHED // 10**6,
    ),
    "none": message(
        "This repository has neither a tokenizer.json nor a vocab.txt in its main folder."
    ),
}

_NETWORK = (
    "HF_ENDPOINT", "HF_HUB_OFFLINE", "HUB_CACHE", "HOME", "XDG_CACHE_HOME", "SSL_CERT_FILE",
    "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
)  # fmt: skip
"""Further environment variables that a download gets."""

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
        return _downloaded(name)
    finally:
        _downloading.release()


def _downloaded(name: str) -> File:
    found: dict[str, str] | None = {}
    with suppress(OSError, EndedError):
        process = Process("pages.foreign.download", *_NETWORK, quiet=True)
        try:
            process.send(name)
            found = process.receive(DOWNLOADING)
        finally:
            process.kill()
        if found and "path" in found:
            return File(Path(found["path"]).read_bytes()).shared()
    raise VocabularyError(REASONS[(found or {}).get("refused", "unreachable")])
