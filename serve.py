"""Serve the app with uvicorn: `python serve.py --port 8501`.

`streamlit run app.py` works as well, but leaves small packets waiting for each other (it never
sets TCP_NODELAY), which adds some 30 ms to every click, and sends none of the headers below. What
the server guards against, and what not, is in docs/security.md.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import re
import socket
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

# A user without a name, as containers have them, has no home either; libraries look for one as
# they are imported, and raise.
if os.path.expanduser("~") == "~":
    os.environ["HOME"] = "/nonexistent"

import altair  # noqa: F401  imported now, so that the first visitor does not wait for it
import pandas  # noqa: F401
import streamlit as st
import uvicorn
from google.protobuf.message import DecodeError
from google.protobuf.message import Message as ProtobufMessage
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.components.v2.bidi_component import main as components
from streamlit.file_util import get_static_dir
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime import app_session
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.server.server_util import allow_all_cross_origin_requests, is_allowed_origin

from pages.server.environment import USUAL, mebibytes
from pages.server.memory import giving_back, keep_little
from pages.ui import training_queue

# Streamlit takes a folder named pages for its older way to make pages until the first
# st.navigation says otherwise, and would greet the first visitor who follows a link to a page
# with "Page not found".
PagesManager.uses_pages_directory = False

MESSAGE_SIZE = 8_000_000
"""Bytes in one websocket message from a browser, as in .streamlit/config.toml: room for a million
characters in each of two text areas. A larger text comes in as a file."""

SESSION_UPLOADS = 6
"""Files that a session may have here at a time: one for each uploader, and some being replaced."""


def content_security_policy(embed_in: Sequence[str] = ()) -> str:
    """As strict as Streamlit works with: no script but its own, and no other host.

    Args:
        embed_in: origins of the sites that may show the app in a frame.
    """
    index = Path(get_static_dir(), "index.html").read_bytes()
    inline = re.findall(rb"<script>(.*?)</script>", index, re.DOTALL)
    hashes = [f"'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in inline]
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
            await self.app(scope, beginning_with_a_whole_run(receive), send)
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        elif scope["method"] == "PUT" and has_uploaded_enough(scope["path"]):
            refusal = PlainTextResponse("Too many files", status_code=413)
            await refusal(scope, receive, send_with_headers)
        elif not self.metrics and "_stcore/metrics" in scope["path"]:  # which is decoded
            refusal = PlainTextResponse("Not found", status_code=404)
            await refusal(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)


def beginning_with_a_whole_run(receive: Receive) -> Receive:
    """Makes the first run of a connection one of the whole page.

    A page may outlive its session: the server was started again, the laptop slept, or a balancer
    went elsewhere. The new session knows no fragments, and Streamlit drops every click in one.
    """
    begun = False

    async def receive_whole() -> Message:
        nonlocal begun
        message = await receive()
        if begun or not message.get("bytes"):
            return message
        request = BackMsg()
        with suppress(DecodeError):  # Streamlit will say so
            request.ParseFromString(message["bytes"])
        if request.HasField("rerun_script"):
            begun = True
            if request.rerun_script.fragment_id:
                request.rerun_script.fragment_id = ""
                message = {**message, "bytes": request.SerializeToString()}
        return message

    return receive_whole


def is_foreign(headers: Headers) -> bool:
    """Whether a page of another site asks. Programs send no Origin; all browsers do."""
    origin = headers.get("origin")
    if origin is None or urlsplit(origin).netloc == headers.get("host"):
        return False
    return not (allow_all_cross_origin_requests() or is_allowed_origin(origin))


def has_uploaded_enough(path: str) -> bool:
    """Whether the session of an upload's path has SESSION_UPLOADS here, each up to 20 MB."""
    session = path.rpartition("/upload_file/")[2].partition("/")[0]
    uploads = st.runtime.get_instance().uploaded_file_mgr
    assert isinstance(uploads, MemoryUploadedFileManager)
    return len(uploads.file_storage.get(session, ())) >= SESSION_UPLOADS


def remember_options() -> None:
    """Make Streamlit look up its options once.

    It sends them, the theme above all, with each run of a script; looking for them among all
    others took a tenth of a click. None changes while the server runs.
    """
    for name in ("_populate_theme_msg", "_populate_config_msg"):
        if hasattr(app_session, name):
            setattr(app_session, name, filling_once(getattr(app_session, name)))


def filling_once(fill: Callable[..., None]) -> Callable[..., None]:
    """Of a function that fills a message, one that does the same from what it filled before."""
    filled: dict[tuple[str, ...], ProtobufMessage] = {}

    def fill_again(message: ProtobufMessage, *section: str) -> None:
        if section not in filled:
            first = type(message)()
            fill(first, *section)
            filled[section] = first
        if filled[section].ByteSize():  # or an empty one would be there that was not
            message.MergeFrom(filled[section])

    return fill_again


def show_components_as_they_are() -> None:
    """Keep Streamlit from making a class of its own whenever a component's value is read.

    That class mixes triggers into the value and lets a script write to it, which nothing here
    does. A click made five of them, and they were most of what the garbage collector had to find.
    """
    if hasattr(components, "make_bidi_component_presenter"):
        setattr(components, "make_bidi_component_presenter", lambda *_, **__: None)  # noqa: B010


def application(embed_in: Sequence[str] = (), metrics: bool = False) -> st.App:
    """The app behind its guard."""
    guard = Middleware(Guard, embed_in=embed_in, metrics=metrics)
    script = Path(__file__).with_name("app.py")
    return st.App(script, middleware=[guard], lifespan=giving_back)


def origin(text: str) -> str:
    """
    >>> origin("https://learn.school.example/")
    'https://learn.school.example'
    """
    parts = urlsplit(text)
    if not re.fullmatch(r"https?://[\w.:*-]+/?", text) or not parts.netloc:
        raise argparse.ArgumentTypeError(f"not a site such as https://learn.example.org: {text}")
    return f"{parts.scheme}://{parts.netloc}"


def port(text: str) -> int:
    """
    >>> port("8501")
    8501
    """
    if not re.fullmatch("0*[1-9][0-9]{0,4}", text, re.ASCII) or int(text.lstrip("0")) > 65_535:
        shown = text if len(text) <= 20 else text[:20] + "…"
        raise argparse.ArgumentTypeError(f"not a port, which is a number from 1 to 65535: {shown}")
    return int(text.lstrip("0"))


def host(text: str) -> str:
    """
    >>> host("127.0.0.1")
    '127.0.0.1'
    """
    if not text.strip():  # it would mean every network
        raise argparse.ArgumentTypeError("an address is missing; 127.0.0.1 is this machine only")
    return text


def cannot_listen(host: str, port: int) -> str:
    """Why the server cannot have this address, or nothing; told before it takes time to start."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        return f"{host} is no address of this machine: {getattr(error, 'strerror', error)}."
    for family, kind, protocol, _, address in found:
        with suppress(OSError):  # a family that this machine has not
            probe = socket.socket(family, kind, protocol)
            with probe:
                if os.name == "posix":  # as the server does
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                try:
                    probe.bind(address)
                except OSError as error:
                    return f"{host}, port {port}, cannot be had: {error.strerror}."
    return ""


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message.rstrip('.')}; see --help.\n")


def main() -> None:
    parser = Parser(description="Merge by Merge, in a browser.")
    parser.add_argument("--host", type=host, default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=port, default=8501, help="port to listen on")
    parser.add_argument(
        "--embed-in",
        type=origin,
        action="append",
        default=[],
        metavar="SITE",
        help="a site, such as https://learn.example.org, that may show the app in a frame; "
        "may be given again",
    )
    parser.add_argument(
        "--metrics",
        action="store_true",
        help="answer /_stcore/metrics, with numbers of sessions, for Prometheus",
    )
    options = parser.parse_args()
    if refusal := cannot_listen(options.host, options.port):
        parser.exit(1, f"{parser.prog}: {refusal} Choose another with --host and --port.\n")
    try:
        for name in USUAL:
            mebibytes(name)
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    keep_little()
    training_queue.get_ready()
    # What is imported lives as long as the process: no need to look through it again and again.
    gc.freeze()
    # With a class at work all the rest takes 0.1 s to look through, every five seconds, while
    # everybody waits. What a click leaves behind is found in the young generations.
    gc.set_threshold(2_000, 10, 20)
    remember_options()
    show_components_as_they_are()
    # Requests are not logged, as an address may carry somebody's text. A filter, since Streamlit
    # brings the log back that `access_log=False` switches off.
    logging.getLogger("uvicorn.access").addFilter(lambda record: False)
    uvicorn.run(
        application(options.embed_in, options.metrics),
        host=options.host,
        port=options.port,
        ws_max_size=MESSAGE_SIZE,
        ws_per_message_deflate=False,
        access_log=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()
