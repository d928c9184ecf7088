"""Fetch a tokenizer from the Hugging Face Hub by the name of its repository.

A separate process downloads a file when a visitor requests it, into a cache of limited size; it is
ended when it is late, in any state of the network. It receives the name of a repository, and sends
``{"path": …}``, or ``{"refused": …}`` with one of `REASONS`. Files are cached in the folder that
the variable HUB_CACHE names, by default one in the user's cache folder.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from pages.foreign.file import BUSY, File
from pages.server.environment import is_offline
from pages.server.process import EndedError, Process, run
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

MAX_FETCHED = 20 * 10**6
"""The most bytes of a file from the Hub, a little less than of an upload."""

DOWNLOADING = 60.0
"""The most seconds of a download."""

NAME = re.compile("[A-Za-z0-9._-]{1,96}(/[A-Za-z0-9._-]{1,96})?")

AT_A_TIME = 2
"""The most downloads at a time."""

REASONS = {
    "unreachable": message(
        "The Hugging Face Hub cannot be reached, or the download failed. Try again later, or open "
        "a file."
    ),
    "unknown": message(
        "The Hugging Face Hub has no public model of this name. Enter a name such as "
        "bert-base-uncased or openai-community/gpt2."
    ),
    "gated": message(
        "Only people who have accepted the terms of this repository on the Hugging Face Hub may "
        "download it. If it has a tokenizer.json, download that file yourself, then open it."
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
    found: dict[str, str] | None = None
    try:
        with suppress(OSError, EndedError):
            process = Process("pages.foreign.hub", *_NETWORK, quiet=True)
            try:
                process.send(name)
                found = process.receive(DOWNLOADING)
            finally:
                process.kill()
            if found and "path" in found:
                return File(Path(found["path"]).read_bytes()).intern()
    finally:
        _downloading.release()
    raise VocabularyError(REASONS[(found or {}).get("refused", "unreachable")])


FILES = ("tokenizer.json", "vocab.txt")
"""The files to look for in a repository, in this order."""

MAX_REPOSITORIES, MAX_CACHED = 32, 200 * 10**6
"""The most repositories and bytes in the cache; the least recently used are deleted."""

PATIENCE = 10.0
"""Seconds to wait for each answer of the Hub."""


def main(connection: Connection) -> None:
    """Download a file of the repository that is asked for."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    chosen = os.environ.get("HUB_CACHE", "").strip()
    folder = Path(chosen or Path(caches) / "merge-by-merge" / "hub")
    os.environ.update(
        HF_HOME=str(folder),
        HF_HUB_DISABLE_TELEMETRY="1",
        HF_HUB_DISABLE_PROGRESS_BARS="1",
        HF_HUB_DISABLE_IMPLICIT_TOKEN="1",
        HF_HUB_DISABLE_SHARED_BLOBS="1",
        HF_HUB_DISABLE_XET="1",  # plain HTTP is enough for a file of some MB
        HF_HUB_ETAG_TIMEOUT=str(int(PATIENCE)),
        HF_HUB_DOWNLOAD_TIMEOUT=str(int(PATIENCE)),
    )
    with suppress(ImportError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FETCHED + 2**20, MAX_FETCHED + 2**20))
    connection.send(_download(connection.recv(), folder))


def _download(repository: str, folder: Path) -> dict[str, str]:
    from huggingface_hub import errors, get_hf_file_metadata, hf_hub_download, hf_hub_url

    def get(file: str, *, cached: bool = False) -> dict[str, str]:
        path = hf_hub_download(
            repository, file, cache_dir=folder, token=False, local_files_only=cached
        )
        return {"path": path}

    for file in FILES:
        try:
            # Fail early: the download would try for half a minute to reach the Hub.
            url = hf_hub_url(repository, file)
            size = get_hf_file_metadata(url, token=False, timeout=PATIENCE).size
            if size is None:
                return {"refused": "unreachable"}
            if size > MAX_FETCHED:
                return {"refused": "too large"}
            found = get(file)
        except errors.GatedRepoError:
            return {"refused": "gated"}
        except (errors.RepositoryNotFoundError, errors.HFValidationError):
            return {"refused": "unknown"}
        except errors.RemoteEntryNotFoundError:
            continue
        except Exception:  # any failure of the network
            with suppress(errors.LocalEntryNotFoundError):
                return get(file, cached=True)
            return {"refused": "unreachable"}
        with suppress(Exception):  # the file is downloaded, even if cleaning up fails
            _forget_oldest(folder, repository)
        return found
    return {"refused": "none"}


def _forget_oldest(folder: Path, but: str) -> None:
    """Delete the least recently used repositories until the folder is within its limits."""
    from huggingface_hub import scan_cache_dir

    found = scan_cache_dir(folder)
    repositories = sorted(found.repos, key=lambda repository: repository.last_accessed)
    size, number = found.size_on_disk, len(repositories)
    for repository in repositories:
        if size <= MAX_CACHED and number <= MAX_REPOSITORIES:
            return
        if repository.repo_id != but:
            hashes = [revision.commit_hash for revision in repository.revisions]
            found.delete_revisions(*hashes).execute()
            size, number = size - repository.size_on_disk, number - 1


if __name__ == "__main__":
    run(main, "VOCABULARY_MEMORY")
