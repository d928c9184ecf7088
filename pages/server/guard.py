"""Middleware that adds security headers and rejects requests that the app's pages never send.

docs/security.md describes the attacks.
"""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.server.base import base_path
from pages.server.internals import MAX_IN_MEMORY, inline_scripts, is_allowed_origin
from pages.server.messages import allowed_messages
from pages.server.uploads import UPLOAD_SECONDS, Upload, UploadLimitError, UploadSlots, parse_upload


def content_security_policy(embed_in: Sequence[str] = ()) -> str:
    """Return the strictest policy that works with Streamlit: its own scripts, and no other host.

    Args:
        embed_in: origins of the sites that may show the app in a frame.
    """
    hashes = [
        f"'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in inline_scripts()
    ]
    directives = {
        "default-src": ["'self'"],
        # The scripts of components are blobs, and WebAssembly decodes the messages.
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


NOT_SERVED = re.compile(r"/(auth/.*|oauth2callback/?)$")
"""Paths of Streamlit's log-in, which the app does not use."""

PATHS = "compare", "encode", "predict", "by_hand", "lessons", "take-home"
"""The paths of the pages after the first; those of `app.py`."""

UNKNOWN_PAGE = re.compile(rf"/(?!({'|'.join(PATHS)}|join)/?$)[^/.]+/?", re.ASCII)
"""Paths of pages that the app does not have; Streamlit would say so in English."""


class Guard:
    """ASGI middleware around the app.

    It adds security headers to every response, limits uploads, filters websocket messages, and
    rejects websockets that pages of other sites open. (Streamlit rejects these too, but first asks
    a server on the internet for its own address, which blocks all visitors meanwhile.)

    Args:
        app: the app to wrap.
        embed_in: origins of the sites that may show the app in a frame.
        metrics: whether to serve ``/_stcore/metrics``.
    """

    def __init__(self, app: ASGIApp, embed_in: Sequence[str] = (), metrics: bool = False):
        self.app = app
        self.metrics = metrics
        self.upload_slots = UploadSlots()
        self.headers = {
            "Content-Security-Policy": content_security_policy(embed_in),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            # A link may contain a visitor's text.
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        is_accepted = False

        async def send_on_websocket(message: Message) -> None:
            nonlocal is_accepted
            is_accepted |= message["type"] == "websocket.accept"
            if message["type"] == "websocket.close" and not is_accepted:
                # For this message the server would send a 403 without these headers.
                await PlainTextResponse("Forbidden", 403, self.headers)(scope, receive, send)
            else:
                await send(message)

        if scope["type"] == "websocket" and is_cross_origin(Headers(scope=scope)):
            await send_on_websocket({"type": "websocket.close"})
        elif scope["type"] == "websocket":
            await self.app(scope, allowed_messages(receive), send_on_websocket)
        elif scope["type"] == "http":
            with suppress(ClientDisconnect):  # then there is nothing to respond to
                await self.respond(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send)

    async def respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to an HTTP request."""
        path = scope["path"]  # decoded
        if (not self.metrics and "_stcore/metrics" in path) or NOT_SERVED.search(path):
            await PlainTextResponse("Not found", 404)(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_page = "text/html" in headers.get("accept", "")
        if is_page and UNKNOWN_PAGE.fullmatch(path.removeprefix(base_path())):
            query = scope["query_string"].decode("latin-1")
            url = f"{base_path()}/?{query}" if query else f"{base_path()}/"
            await RedirectResponse(url)(scope, receive, send)
            return
        upload = parse_upload(path, headers)
        if upload is None or scope["method"] != "PUT":
            await self.app(scope, receive, send)
            return
        try:
            receiving = self.accept(upload, scope, receive, send)
            await asyncio.wait_for(receiving, UPLOAD_SECONDS)
        except asyncio.TimeoutError:
            await PlainTextResponse("Too slow", 408, {"Connection": "close"})(scope, receive, send)

    async def accept(self, upload: Upload, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept a file if there is room for it, else respond with the reason."""
        try:
            with self.upload_slots.reserve(upload):
                await self.app(scope, receive, send)
        except UploadLimitError as error:
            await discard_body(scope, receive)
            await PlainTextResponse(str(error), error.status)(scope, receive, send)


async def discard_body(scope: Scope, receive: Receive) -> None:
    """Read and drop a request's body: browsers read the response only after sending all of it."""
    size = 0
    async for chunk in Request(scope, receive).stream():
        size += len(chunk)
        if size > MAX_IN_MEMORY:
            break


def is_cross_origin(headers: Headers) -> bool:
    """Return whether a page of another site sends this request, by its Origin header."""
    origin = headers.get("origin")
    try:
        if origin is None or urlsplit(origin).netloc == headers.get("host"):
            return False
        return not is_allowed_origin(origin)
    except ValueError:  # an origin such as http://[
        return True
