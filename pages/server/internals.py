"""Everything that uses the inside of Streamlit and of Starlette.

`tests/test_internals.py` has a test for each, which fails when another version does not have it or
does something else with it. What our style sheets and JavaScript use of Streamlit's pages, by the
names in its HTML, is tested there as well. The versions of which all this is true are those of
requirements.txt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from google.protobuf.message import Message
from starlette.formparsers import MultiPartParser
from streamlit import runtime
from streamlit.components.v2.bidi_component import main as components
from streamlit.file_util import get_static_dir
from streamlit.proto.BackMsg_pb2 import BackMsg as BackMsg
from streamlit.runtime import app_session
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.session_state import Serialized, SessionState, Value, WStates
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile
from streamlit.web.server import server_util

IN_MEMORY = 32 * 2**20
"""Bytes of an upload that are read without a file in /tmp: more than an upload may have."""


def prepare() -> None:
    """Change what must be changed in Streamlit before the app is made."""
    # Streamlit takes a folder named pages for its older way to make pages until the first
    # st.navigation says otherwise, and would greet the first visitor who follows a link to a page
    # with "Page not found".
    PagesManager.uses_pages_directory = False
    # A full /tmp must not keep anybody from opening a file, which is held in memory anyway.
    MultiPartParser.spool_max_size = IN_MEMORY
    ignore_unreadable_states()


def remember_options() -> None:
    """Make Streamlit look up its options once.

    It sends them, the theme above all, with each run of a script; looking for them among all
    others took a tenth of a click. None changes while the server runs.
    """
    for name in ("_populate_theme_msg", "_populate_config_msg"):
        if hasattr(app_session, name):
            setattr(app_session, name, filling_once(getattr(app_session, name)))


def filling_once(fill: Callable[..., None]) -> Callable[..., None]:
    """Wrap a function that fills a message, so that it copies what was filled in before."""
    filled: dict[tuple[str, ...], Message] = {}

    def fill_again(message: Message, *section: str) -> None:
        if section not in filled:
            first = type(message)()
            fill(first, *section)
            filled[section] = first
        if filled[section].ByteSize():  # or an empty one would be there that was not
            message.MergeFrom(filled[section])

    return fill_again


def skip_component_presenter() -> None:
    """Keep Streamlit from making a class of its own whenever a component's value is read.

    That class mixes triggers into the value and lets a script write to it, which nothing here
    does. A click made five of them, and they were most of what the garbage collector had to find.
    """
    if hasattr(components, "make_bidi_component_presenter"):
        setattr(components, "make_bidi_component_presenter", lambda *_, **__: None)  # noqa: B010


def ignore_unreadable_states() -> None:
    """Give a widget its default when a browser says of it what no browser of ours would.

    Streamlit reads a value of any type for any widget, and an option that was never offered: the
    run fails, or a callback gets what it did not ask for, in this run and in each one after it.
    """

    def read(states: WStates, widget: str) -> Any:
        state = states.states[widget]
        if isinstance(state, Value):
            return state.value
        metadata = states.widget_metadata.get(widget)
        if metadata is None:  # reported before the widget is drawn for the first time
            raise KeyError(widget)
        try:
            value = metadata.deserializer(_offered(state, metadata))
        except Exception:  # whatever stood in the message: it is not ours
            value = metadata.deserializer(None)
        states.states[widget] = Value(value)
        return value

    setattr(WStates, "__getitem__", read)  # noqa: B010


def _offered(state: Serialized, metadata: Any) -> Any:
    """Return what a state says, or None if a widget of this kind cannot say so."""
    kind = str(state.value.WhichOneof("value"))
    # A browser sends whole numbers as such, also where the widget says otherwise.
    if kind.replace("int", "double") != metadata.value_type:
        return None
    said = _value(state, kind)
    if metadata.value_type == "json_value" and not isinstance(said, dict):
        return None
    options = metadata.formatted_options
    if options is None:
        return said
    chosen = [said] if metadata.value_type == "string_value" else list(said)
    return said if set(chosen) <= set(options) and len(set(chosen)) == len(chosen) else None


def _value(state: Serialized, kind: str) -> Any:
    """Return the value in a state; a cleared one is None."""
    value: Any = getattr(state.value, kind, None)
    if kind.endswith("_array_value") or kind == "string_trigger_value":
        return value.data
    return json.loads(value) if kind == "json_value" else value


def catch_in_callbacks(caught: Callable[[Exception], None]) -> None:
    """Have a page drawn also when the callback of one of its widgets has failed.

    Callbacks run before the script, and Streamlit would show a box instead of the page. Calling
    it again changes nothing.
    """
    call = SessionState._call_callbacks
    if hasattr(call, "__wrapped__"):
        return

    @wraps(call)
    def call_and_catch(self: SessionState, **interaction: Any) -> None:
        try:
            call(self, **interaction)
        except Exception as fault:
            caught(fault)

    setattr(SessionState, "_call_callbacks", call_and_catch)  # noqa: B010


def inline_scripts() -> list[bytes]:
    """Return the scripts that stand in Streamlit's page itself, which its policy has to allow."""
    index = Path(get_static_dir(), "index.html").read_bytes()
    return re.findall(rb"<script>(.*?)</script>", index, re.DOTALL)


def is_allowed_origin(origin: str) -> bool:
    """Return whether Streamlit's options let pages of this site connect."""
    if server_util.allow_all_cross_origin_requests():
        return True
    return bool(server_util.is_allowed_origin(origin))


def ask_for_whole_page(request: BackMsg) -> bool:
    """Make a request to run a fragment one to run the whole page; return whether it was one."""
    if not request.rerun_script.fragment_id:
        return False
    request.rerun_script.fragment_id = ""
    return True


def sessions() -> set[str]:
    """Return the ids of all sessions, after dropping those left alone for two minutes.

    Streamlit itself looks at the clock only when the next visitor leaves.
    """
    manager: Any = runtime.get_instance()._session_mgr
    manager._session_storage._cache.expire()
    return {info.session.id for info in manager.list_sessions()}


T = TypeVar("T")


def kept_for_run(name: str, make: Callable[[], T]) -> T:
    """Return what ``make`` returns, which is called once in a run of the script.

    It is kept as an attribute of Streamlit's context of the run, as looking into its session
    state costs part of a click. Outside a run ``make`` is called each time.

    Args:
        name: the attribute.
    """
    context = get_script_run_ctx()
    value: T | None = getattr(context, name, None)
    if value is None:
        value = make()
        if context is not None:
            setattr(context, name, value)
    return value


def is_history_navigation() -> bool:
    """Return whether this run was asked for by the browser's Back or Forward."""
    context = get_script_run_ctx()
    return context is not None and bool(context.is_history_navigation)


def is_fragment_run() -> bool:
    """Return whether fragments run alone now, and not the whole page."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)


def is_deleted(uploaded: object) -> bool:
    """Return whether an uploader reports a file that the server does not have any more."""
    return isinstance(uploaded, DeletedFile)


def take_content(uploaded: UploadedFile) -> bytes:
    """Return the content of an upload, and have Streamlit keep nothing of it but the name.

    Otherwise it would keep the content for as long as the session.
    """
    content = uploaded.getvalue()
    context = get_script_run_ctx()
    manager = context.uploaded_file_mgr if context else None
    if context and isinstance(manager, MemoryUploadedFileManager):
        file = manager.file_storage.get(context.session_id, {}).get(uploaded.file_id)
        if file:
            manager.add_file(context.session_id, file._replace(data=b""))
    uploaded.seek(0)
    uploaded.truncate()
    return content


def stored_files(session: str) -> list[str]:
    """Return the ids of the files that a session has uploaded."""
    return list(_uploads().file_storage.get(session, ()))


def stored_bytes() -> int:
    """Return how many bytes all sessions have uploaded."""
    families = _uploads().get_stats().values()
    return sum(stat.byte_length for stats in families for stat in stats)


def _uploads() -> MemoryUploadedFileManager:
    manager = runtime.get_instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)
    return manager
