"""Limits on uploads: room for a file is reserved before it arrives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import streamlit as st
from starlette.datastructures import Headers

from pages.server.internals import stored_bytes, stored_files

SESSION_UPLOADS = 6
"""The most files of a session at a time: one for each uploader, and some that are replaced."""

ALL_UPLOADS = 300 * 2**20
"""The most bytes of all files of all sessions, including those still being sent."""

UPLOAD_SECONDS = 600.0
"""The most seconds that sending a file may take: 20 MB at 35 KB/s."""


class UploadLimitError(Exception):
    """Raised when there is not enough room for another file.

    Attributes:
        status: the HTTP status to respond with: 413 if the session has too many files, 507 if the
            server is full.
    """

    def __init__(self, status: int, why: str):
        super().__init__(why)
        self.status = status


class Upload(NamedTuple):
    """A file that is being sent.

    Attributes:
        session, file: the ids that Streamlit gave the session and the file.
        size: bytes; an upper bound if the length is not known.
    """

    session: str
    file: str
    size: int = 0


class UploadSlots:
    """Reservations for the files that are being sent. Use only in the event loop."""

    def __init__(self) -> None:
        self._incoming: list[Upload] = []

    @contextmanager
    def reserve(self, upload: Upload) -> Iterator[None]:
        """Reserve room for a file during the block.

        Raises:
            UploadLimitError: the server or the session has too many files.
        """
        stored = stored_files(upload.session)
        incoming = [each.file for each in self._incoming if each.session == upload.session]
        if len(stored) + len([id for id in incoming if id not in stored]) >= SESSION_UPLOADS:
            raise UploadLimitError(413, "This session has as many files here as it may")
        # A file is stored before its response is sent, so do not count it twice.
        incoming_bytes = sum(
            each.size for each in self._incoming if each.file not in stored_files(each.session)
        )
        if incoming_bytes + stored_bytes() + upload.size > ALL_UPLOADS:
            raise UploadLimitError(507, "The server has no room for this file now")
        self._incoming.append(upload)
        try:
            yield
        finally:
            self._incoming.remove(upload)


def parse_upload(path: str, headers: Headers) -> Upload | None:
    """Return the upload of a PUT to this path, or None if the path does not accept files.

    Without a valid Content-Length its size is the largest that is allowed.

    >>> parse_upload("/_stcore/upload_file/a-session/a-file", Headers({"content-length": "70"}))
    Upload(session='a-session', file='a-file', size=70)
    >>> parse_upload("/", Headers())
    """
    parts = re.search("/_stcore/upload_file/([^/]+)/([^/]+)$", path)
    if not parts:
        return None
    largest = int(st.get_option("server.maxUploadSize")) * 2**20
    length = headers.get("content-length", "")
    is_number = length.isascii() and length.isdigit() and len(length) < 20
    return Upload(parts[1], parts[2], min(int(length), largest) if is_number else largest)
