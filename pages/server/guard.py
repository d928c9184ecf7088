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
from typing import NamedTuple
from urllib.parse import urlsplit

import streamlit as st
from google.protobuf.message import DecodeError
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.server.environment import base_path
from pages.server.internals import (
    MAX_IN_MEMORY,
    BackMsg,
    inline_scripts,
    is_allowed_origin,
    is_widget_id,
    stored_bytes,
    stored_files,
)


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
        # WebAssembly decodes the messages.
        "script-src": ["'self'", "'wasm-unsafe-eval'", *hashes],
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
        self.uploads: list[Upload] = []  # those that are being sent
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

        if scope["type"] == "websocket" and is_cross_origin(Headers(scope=scope)):
            await send({"type": "websocket.close"})  # the browser gets 403
        elif scope["type"] == "websocket":
            await self.app(scope, allowed_messages(receive), send)
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
        """Accept a file if there is space for it, else respond with the reason."""
        if refusal := refuse(upload, self.uploads):
            await discard_body(scope, receive)
            await refusal(scope, receive, send)
            return
        self.uploads.append(upload)
        try:
            await self.app(scope, receive, send)
        finally:
            self.uploads.remove(upload)


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


# Uploads: space for a file is reserved before it arrives.

SESSION_UPLOADS = 6
"""The most files of a session at a time: one for each uploader, and some that are replaced."""

ALL_UPLOADS = 300 * 2**20
"""The most bytes of all files of all sessions, including those still being sent."""

UPLOAD_SECONDS = 600.0
"""The most seconds that sending a file may take: 20 MB at 35 KB/s."""


class Upload(NamedTuple):
    """A file that is being sent.

    Attributes:
        session, file: the ids that Streamlit gave the session and the file.
        size: bytes; an upper bound if the length is not known.
    """

    session: str
    file: str
    size: int = 0


def refuse(upload: Upload, incoming: Sequence[Upload]) -> Response | None:
    """Return the response if there is no space for another file, else None.

    Args:
        upload: the file.
        incoming: all other files that are being sent.
    """
    # A file is stored before its response is sent, so do not count it twice.
    coming = [each for each in incoming if each.file not in stored_files(each.session)]
    own = [each for each in coming if each.session == upload.session]
    if len(stored_files(upload.session)) + len(own) >= SESSION_UPLOADS:
        return PlainTextResponse("This session has as many files here as it may", 413)
    if sum(each.size for each in (upload, *coming)) + stored_bytes() > ALL_UPLOADS:
        return PlainTextResponse("The server has no space for this file now", 507)
    return None


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
    size = int(length) if re.fullmatch("[0-9]{1,19}", length) else largest
    return Upload(parts[1], parts[2], min(size, largest))


# What browsers send over the websocket: Streamlit's `BackMsg` messages.

MESSAGE_SIZE = 8_000_000
"""The most bytes of a websocket message from a browser, as in .streamlit/config.toml: enough for a
million characters in each of two text areas. A larger text has to be uploaded as a file."""

MAX_LISTED = 1_000
"""The most widgets, files or cached messages that one message may list; a page has far fewer."""

FIRST_REQUEST_SECONDS = 30.0
"""The most seconds before the first request to run a page, which a browser sends at once."""

ALLOWED_KINDS = {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat"}
"""The types of message that the app's pages send, besides requests for deferred downloads.

Of Streamlit's other types, ``clear_cache`` drops the trainings of all visitors, ``load_git_info``
runs Git in the app's folder, and operations on ``skills`` write files there and in the home
directory."""


def is_allowed(request: BackMsg) -> bool:
    """Return whether one of the app's pages could have sent this."""
    kind = request.WhichOneof("type")
    if kind == "backend_operation_request":
        return request.backend_operation_request.HasField("deferred_file")
    rerun = request.rerun_script
    lists = (
        rerun.widget_states.widgets,
        rerun.cached_message_hashes,
        request.file_urls_request.file_names,
    )
    if kind not in ALLOWED_KINDS or any(len(items) > MAX_LISTED for items in lists):
        return False
    # Streamlit fails when it looks up a widget of another name in the session state.
    return all(is_widget_id(state.id) for state in rerun.widget_states.widgets)


def allowed_messages(receive: Receive) -> Receive:
    """Wrap ``receive`` of a websocket: drop foreign messages, and run a whole page first.

    The first request of a connection may be for a fragment, because a page may outlive its session:
    the server was restarted, the laptop slept, or a load balancer chose another replica. The new
    session does not know any fragments, and Streamlit would ignore every click in one. So the first
    request is changed to run the whole page.

    A connection that sends no valid message, or no request in FIRST_REQUEST_SECONDS, is closed.
    """
    has_run = False

    async def receive_allowed() -> Message:
        nonlocal has_run
        while True:
            try:
                message = await asyncio.wait_for(
                    receive(), None if has_run else FIRST_REQUEST_SECONDS
                )
            except asyncio.TimeoutError:
                return {"type": "websocket.disconnect", "code": 1008}
            if message["type"] != "websocket.receive":
                return message
            request = BackMsg()
            try:
                request.ParseFromString(message["bytes"])
            except (DecodeError, KeyError):  # KeyError: the message is text, not bytes
                return {"type": "websocket.disconnect", "code": 1002}
            if not is_allowed(request):
                continue
            if not has_run and request.HasField("rerun_script"):
                has_run = True
                request.rerun_script.fragment_id = ""
                message = {**message, "bytes": request.SerializeToString()}
            return message

    return receive_allowed
