"""Download one file from the Hugging Face Hub, in a separate process; see `pages.foreign.hub`.

It receives the name of a repository, and sends ``{"path": …}``, or ``{"refused": …}`` with a reason
in `pages.foreign.hub`. Files are cached in the folder that the variable HUB_CACHE names, by default
one in the user's cache folder.
"""

from __future__ import annotations

import os
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from pages.foreign.bounds import MAX_FETCHED
from pages.server.process import run

FILES = ("tokenizer.json", "vocab.txt")
"""The files to look for in a repository, in this order."""

MAX_REPOSITORIES, MAX_CACHED = 32, 200 * 10**6
"""The most repositories and bytes in the cache; the least recently used are deleted."""

PATIENCE = 10.0
"""Seconds to wait for each answer of the Hub."""


def main(connection: Connection) -> None:
    """Download a file of the repository that is asked for."""
    folder = cache_folder()
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
    connection.send(_fetched(connection.recv(), folder))


def cache_folder() -> Path:
    """Return the folder in which downloaded files are kept."""
    chosen = os.environ.get("HUB_CACHE", "").strip()
    if chosen:
        return Path(chosen)
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "merge-by-merge" / "hub"


def _fetched(repository: str, folder: Path) -> dict[str, str]:
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
            if size is None or size > MAX_FETCHED:
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
