"""What a browser may say over its websocket: see Streamlit's ``BackMsg``."""

from __future__ import annotations

import asyncio

from google.protobuf.message import DecodeError
from starlette.types import Message, Receive

from pages.server.internals import BackMsg, ask_for_whole_page

MESSAGE_SIZE = 8_000_000
"""Bytes in one websocket message from a browser, as in .streamlit/config.toml: room for a million
characters in each of two text areas. A larger text comes in as a file."""

MOST_LISTED = 1_000
"""Widgets, files or known messages that one message may list: far more than a page has."""

FIRST_SECONDS = 30.0
"""How long a connection may say nothing at first. A browser asks for its page at once."""

HEARD = {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat"}
"""The kinds of message that pages of ours send, beside deferred downloads.

Of Streamlit's others one drops everybody's trainings (``clear_cache``), one runs Git in the app's
folder, and one writes into the home directory of whoever started the server."""


def is_heard(request: BackMsg) -> bool:
    """Whether a page of ours could have sent this."""
    kind = request.WhichOneof("type")
    if kind == "backend_operation_request":
        return request.backend_operation_request.HasField("deferred_file")
    rerun = request.rerun_script
    listed = (
        rerun.widget_states.widgets,
        rerun.cached_message_hashes,
        request.file_urls_request.file_names,
    )
    return kind in HEARD and all(len(items) <= MOST_LISTED for items in listed)


def heard(receive: Receive) -> Receive:
    """Leave out what no page of ours sends, and make a connection's first run one of all the page.

    A page may outlive its session: the server was started again, the laptop slept, or a balancer
    went elsewhere. The new session knows no fragments, and Streamlit drops every click in one.

    What is no message at all ends the connection.
    """
    begun = False

    async def receive_heard() -> Message:
        nonlocal begun
        while True:
            try:
                message = await asyncio.wait_for(receive(), None if begun else FIRST_SECONDS)
            except asyncio.TimeoutError:
                return {"type": "websocket.disconnect", "code": 1008}
            if message["type"] != "websocket.receive":
                return message
            request = BackMsg()
            try:
                request.ParseFromString(message["bytes"])
            except (DecodeError, KeyError):  # or text
                return {"type": "websocket.disconnect", "code": 1002}
            if not is_heard(request):
                continue
            if not begun and request.HasField("rerun_script"):
                begun = True
                if ask_for_whole_page(request):
                    message = {**message, "bytes": request.SerializeToString()}
            return message

    return receive_heard
