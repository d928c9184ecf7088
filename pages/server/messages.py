"""Filter what browsers send over the websocket: Streamlit's ``BackMsg`` messages."""

from __future__ import annotations

import asyncio

from google.protobuf.message import DecodeError
from starlette.types import Message, Receive

from pages.server.internals import BackMsg, ask_for_whole_page, is_widget_id

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
                if ask_for_whole_page(request):
                    message = {**message, "bytes": request.SerializeToString()}
            return message

    return receive_allowed
