"""Streamlit's scripts and style sheets, compressed.

A browser that opens the app for the first time loads some 4 MB of them. Streamlit does not compress
them, because it would do so again for each visitor. Here each file is compressed once, for all.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.server.base import base_path
from pages.server.internals import static_folder

COMPRESSED = {".js", ".css"}
"""The suffixes of files that become much smaller; pictures and fonts are compressed already."""

KEPT = "public, immutable, max-age=31536000"
"""The names of the files contain a hash of their content, so browsers may keep them for a year."""


class CompressedFiles:
    """ASGI middleware that answers requests for Streamlit's scripts and style sheets.

    Streamlit does not accept a route at its own path, so this is not a route.

    Args:
        app: the app to wrap, which answers all other requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.prefix = f"{base_path()}/static"
        self.files = StaticFiles(directory=static_folder())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        found = await self.find(scope)
        answer = self.app if found is None else await compressed(found)
        await answer(scope, receive, send)

    async def find(self, scope: Scope) -> Response | None:
        """Return the response with a requested file; None if the app answers the request."""
        if scope["type"] != "http" or Path(scope["path"]).suffix not in COMPRESSED:
            return None
        headers = Headers(scope=scope)
        if "gzip" not in headers.get("accept-encoding", "") or "range" in headers:
            return None
        if not scope["path"].startswith(f"{self.prefix}/"):
            return None
        within = {**scope, "root_path": self.prefix}
        try:
            return await self.files.get_response(self.files.get_path(within), within)
        except HTTPException:  # the folder does not have the file
            return None


async def compressed(found: Response) -> Response:
    """Return the response with a file's content compressed; "not modified" stays as it is."""
    found.headers.update({"Cache-Control": KEPT, "Vary": "Accept-Encoding"})
    if not isinstance(found, FileResponse):
        return found
    content = await run_in_threadpool(compress, str(found.path))
    response = Response(content, headers={"Content-Encoding": "gzip"}, media_type=found.media_type)
    for name in ("last-modified", "cache-control", "vary"):
        response.headers[name] = found.headers[name]
    # The encodings of a file are equivalent, but not the same bytes: a weak tag says so.
    response.headers["ETag"] = f"W/{found.headers['etag']}"
    return response


@cache
def compress(path: str) -> bytes:
    """Return a file's content in gzip's format."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)
