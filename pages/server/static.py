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
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.server.environment import base_path
from pages.server.internals import static_folder

COMPRESSED = {".js": "text/javascript", ".css": "text/css"}
"""The media types of the files that become much smaller; pictures and fonts are compressed
already."""

HEADERS = {
    "Content-Encoding": "gzip",
    "Vary": "Accept-Encoding",
    # The names of the files contain a hash of their content.
    "Cache-Control": "public, immutable, max-age=31536000",
}


class CompressedFiles:
    """ASGI middleware that answers requests for Streamlit's scripts and style sheets.

    Streamlit does not accept a route at its own path, so this is not a route.

    Args:
        app: the app to wrap, which answers all other requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        folder = static_folder()
        self.files = {
            f"{base_path()}/static/{file.relative_to(folder).as_posix()}": file
            for file in folder.rglob("*")
            if file.suffix in COMPRESSED
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        answer = self.app
        file = self.files.get(scope["path"]) if scope["type"] == "http" else None
        if file and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            content = await run_in_threadpool(compress, file)
            answer = Response(content, headers=HEADERS, media_type=COMPRESSED[file.suffix])
        await answer(scope, receive, send)


@cache
def compress(file: Path) -> bytes:
    """Return a file's content in gzip's format."""
    return gzip.compress(file.read_bytes(), mtime=0)
