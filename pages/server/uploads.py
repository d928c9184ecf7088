"""How much visitors may upload: a place is taken before a file comes in, and given back after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import streamlit as st
from starlette.datastructures import Headers

from pages.server.internals import stored_bytes, stored_files

SESSION_UPLOADS = 6
"""Files that a session may have here at a time: one for each uploader, and some being replaced."""

ALL_UPLOADS = 300 * 2**20
"""Bytes of all files of all sessions, those on their way included."""

UPLOAD_SECONDS = 600.0
"""How long a file may be on its way: 20 MB at 35 KB/s."""


class NoRoomError(Exception):
    """There is no place for another file.

    Attributes:
        status: the HTTP status that says why.
    """

    def __init__(self, status: int, why: str):
        super().__init__(why)
        self.status = status


class Upload(NamedTuple):
    """A file on its way, or the path of one."""

    session: str
    file: str
    size: int = 0


class Places:
    """The places that files on their way have taken. For use in the event loop only."""

    def __init__(self) -> None:
        self._coming: list[Upload] = []

    @contextmanager
    def taken(self, upload: Upload) -> Iterator[None]:
        """Hold a place for a file while it comes in.

        Raises:
            NoRoomError: there is none.
        """
        stored = stored_files(upload.session)
        coming = [each.file for each in self._coming if each.session == upload.session]
        if len(stored) + len([file for file in coming if file not in stored]) >= SESSION_UPLOADS:
            raise NoRoomError(413, "This session has as many files here as it may")
        # One that has come in is stored before its answer is sent.
        coming_bytes = sum(
            each.size for each in self._coming if each.file not in stored_files(each.session)
        )
        if coming_bytes + stored_bytes() + upload.size > ALL_UPLOADS:
            raise NoRoomError(507, "The server has no room for this file now")
        self._coming.append(upload)
        try:
            yield
        finally:
            self._coming.remove(upload)


def upload_of(path: str, headers: Headers) -> Upload | None:
    """The upload that a PUT to this path is; its size is the most there may be unless it is said.

    >>> upload_of("/_stcore/upload_file/a-session/a-file", Headers({"content-length": "70"}))
    Upload(session='a-session', file='a-file', size=70)
    >>> upload_of("/", Headers())
    """
    parts = re.search("/_stcore/upload_file/([^/]+)/([^/]+)$", path)
    if not parts:
        return None
    most = int(st.get_option("server.maxUploadSize")) * 2**20
    length = headers.get("content-length", "")
    says = length.isascii() and length.isdigit() and len(length) < 20
    return Upload(parts[1], parts[2], min(int(length), most) if says else most)
