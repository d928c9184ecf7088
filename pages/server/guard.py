"""What stands between the app and its visitors. What it guards against is in docs/security.md."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.server.internals import IN_MEMORY, inline_scripts, is_allowed_origin
from pages.server.messages import heard
from pages.server.uploads import UPLOAD_SECONDS, NoRoomError, Places, Upload, upload_of


def content_security_policy(embed_in: Sequence[str] = ()) -> str:
    """As strict as Streamlit works with: no script but its own, and no other host.

    Args:
        embed_in: origins of the sites that may show the app in a frame.
    """
    hashes = [
        f"'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in inline_scripts()
    ]
    directives = {
        "default-src": ["'self'"],
        # Components arrive as blobs; messages are read by a few lines of WebAssembly.
        "script-src": ["'self'", "blob:", "'wasm-unsafe-eval'", *hashes],
        "style-src": ["'self'", "'unsafe-inline'"],
        "font-src": ["'self'", "data:"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "frame-ancestors": ["'self'", *embed_in],
    }
    return "; ".join(" ".join([name, *sources]) for name, sources in directives.items())


class Guard:
    """Sends headers that bind the browser, and turns away what no page of ours sends.

    Streamlit itself would ask a server on the internet for its own address before it refuses a
    websocket that another site opens, and everybody would wait for that.
    """

    def __init__(self, app: ASGIApp, embed_in: Sequence[str] = (), metrics: bool = False):
        self.app = app
        self.metrics = metrics
        self.places = Places()
        self.headers = {
            "Content-Security-Policy": content_security_policy(embed_in),
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            # An address may carry somebody's text.
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        if scope["type"] == "websocket" and is_foreign(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "websocket":
            await self.app(scope, heard(receive), send)
        elif scope["type"] == "http":
            with suppress(ClientDisconnect):  # nobody waits for an answer
                await self.answer(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if not self.metrics and "_stcore/metrics" in scope["path"]:  # which is decoded
            await PlainTextResponse("Not found", 404)(scope, receive, send)
            return
        upload = upload_of(scope["path"], Headers(scope=scope))
        if upload is None or scope["method"] != "PUT":
            await self.app(scope, receive, send)
            return
        try:
            let_in = self.let_in(upload, scope, receive, send)
            await asyncio.wait_for(let_in, UPLOAD_SECONDS)
        except asyncio.TimeoutError:
            await PlainTextResponse("Too slow", 408, {"Connection": "close"})(scope, receive, send)

    async def let_in(self, upload: Upload, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a file in if there is a place for it."""
        try:
            with self.places.taken(upload):
                await self.app(scope, receive, send)
        except NoRoomError as error:
            await read_to_the_end(scope, receive)
            await PlainTextResponse(str(error), error.status)(scope, receive, send)


async def read_to_the_end(scope: Scope, receive: Receive) -> None:
    """Read a file and forget it: a browser hears no answer before it has said all."""
    size = 0
    async for chunk in Request(scope, receive).stream():
        size += len(chunk)
        if size > IN_MEMORY:
            break


def is_foreign(headers: Headers) -> bool:
    """Whether a page of another site asks. Programs send no Origin; all browsers do."""
    origin = headers.get("origin")
    try:
        if origin is None or urlsplit(origin).netloc == headers.get("host"):
            return False
        return not is_allowed_origin(origin)
    except ValueError:  # an origin such as http://[
        return True
