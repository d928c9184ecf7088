"""The only module that uses undocumented parts of Streamlit and Starlette.

Each use has a test that fails if another version removes or changes it. The tests in
`tests/test_internals.py` also cover the names in Streamlit's HTML that the app's style sheets and
JavaScript rely on. requirements.txt allows the versions that pass the tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from starlette.formparsers import MultiPartParser
from streamlit import runtime
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.file_util import get_static_dir
from streamlit.proto.BackMsg_pb2 import BackMsg as BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.common import is_element_id
from streamlit.runtime.state.session_state import (
    STREAMLIT_INTERNAL_KEY_PREFIX,
    Serialized,
    SessionState,
    Value,
    WStates,
)
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile
from streamlit.web.server import server_util

MAX_IN_MEMORY = 32 * 2**20
"""The largest upload in bytes that is parsed in memory, without a file in /tmp: larger than any."""


def prepare() -> None:
    """Patch Streamlit. Call before the app is made."""
    # Until the first call of st.navigation Streamlit treats the folder `pages` as the pages of an
    # old-style app, and answers the first visitor who follows a link with "Page not found".
    PagesManager.uses_pages_directory = False
    # Uploads are kept in memory anyway, so they should also work when /tmp is full.
    MultiPartParser.spool_max_size = MAX_IN_MEMORY
    ignore_unreadable_states()
    run_whole_page_if_asked()


def serve_component(package: str, name: str, folder: Path) -> None:
    """Make Streamlit serve the files of a folder as those of the component ``package.name``.

    Otherwise every message contains the component's scripts. Streamlit offers this only to
    installed packages. A second call has no effect.
    """
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(f"{package}.{name}") is None:
        config = ComponentConfig(name, folder.name)
        manager.register_from_manifest(ComponentManifest(package, "1", [config]), folder.parent)


def run_whole_page_if_asked() -> None:
    """Run the whole page if a request for a fragment also reports another widget's change.

    A browser sends all changes of one task in one request, and requests the fragment of the first
    change that is in a fragment. So a click on a button outside it redrew only that fragment. A
    second call has no effect.
    """
    request_rerun = AppSession.request_rerun
    if hasattr(request_rerun, "__wrapped__"):
        return

    @wraps(request_rerun)
    def request_enough(self: AppSession, client_state: ClientState | None) -> None:
        if client_state is not None:
            before: dict[str, int] = getattr(self, "reported_states", {})
            states = client_state.widget_states.widgets
            reported = {state.id: hash(state.SerializeToString()) for state in states}
            setattr(self, "reported_states", reported)  # noqa: B010
            # A component has no state before its first report. A widget's first state is its
            # default.
            changed = [
                state.id
                for state in states
                if "trigger" in (kind := state.WhichOneof("value") or "")
                or before.get(state.id, 0 if kind == "json_value" else reported[state.id])
                != reported[state.id]
            ]
            widgets = self.session_state._new_widget_state.widget_metadata
            asked = client_state.fragment_id
            if asked and any(
                name in widgets and widgets[name].fragment_id != asked for name in changed
            ):
                client_state.fragment_id = ""
        request_rerun(self, client_state)

    setattr(AppSession, "request_rerun", request_enough)  # noqa: B010


def ignore_unreadable_states() -> None:
    """Use a widget's default when a browser reports a value that the widget cannot have.

    Streamlit accepts values of any type for any widget, and options that were never offered. Such a
    value makes the run fail, or reaches a callback that does not expect it, in this run and all
    later ones.
    """

    def read(states: WStates, widget: str) -> Any:
        state = states.states[widget]
        if isinstance(state, Value):
            return state.value
        metadata = states.widget_metadata.get(widget)
        if metadata is None:  # the widget has not been drawn yet
            raise KeyError(widget)
        try:
            value = metadata.deserializer(_valid_value(state, metadata))
        except Exception:  # the browser may send any value
            value = metadata.deserializer(None)
        states.states[widget] = Value(value)
        return value

    setattr(WStates, "__getitem__", read)  # noqa: B010


def _valid_value(state: Serialized, metadata: Any) -> Any:
    """Return the value in a reported state, or None if this widget cannot have it."""
    kind = str(state.value.WhichOneof("value"))
    # Browsers send whole numbers as integers, also for widgets of type double.
    if kind.replace("int", "double") != metadata.value_type:
        return None
    value: Any = getattr(state.value, kind)
    if kind == "json_value":
        value = json.loads(value)
        return value if isinstance(value, dict) else None
    if kind.endswith("_array_value") or kind == "string_trigger_value":
        value = value.data
    options = metadata.formatted_options
    if options is None:
        return value
    chosen = [value] if metadata.value_type == "string_value" else list(value)
    return value if set(chosen) <= set(options) and len(set(chosen)) == len(chosen) else None


def catch_callback_errors(
    on_error: Callable[[Exception], None], before: Callable[[], None] = lambda: None
) -> None:
    """Draw the page even if the callback of a widget fails; pass the error to ``on_error``.

    Callbacks run before the script, and after ``before``; without this Streamlit shows an error
    instead of the page. A second call has no effect.
    """
    call = SessionState._call_callbacks
    if hasattr(call, "__wrapped__"):
        return

    @wraps(call)
    def call_and_catch(self: SessionState, **interaction: Any) -> None:
        try:
            before()
            call(self, **interaction)
        except Exception as error:
            on_error(error)

    setattr(SessionState, "_call_callbacks", call_and_catch)  # noqa: B010


def static_folder() -> Path:
    """Return the folder of Streamlit's scripts, style sheets, fonts and pictures."""
    return Path(get_static_dir(), "static")


def inline_scripts() -> list[bytes]:
    """Return the inline scripts of Streamlit's page, whose hashes the policy must allow."""
    index = Path(get_static_dir(), "index.html").read_bytes()
    return re.findall(rb"<script>(.*?)</script>", index, re.DOTALL)


def is_allowed_origin(origin: str) -> bool:
    """Return whether Streamlit's options allow pages of this site to connect."""
    if server_util.allow_all_cross_origin_requests():
        return True
    return bool(server_util.is_allowed_origin(origin))


def is_widget_id(name: str) -> bool:
    """Return whether a name is an id that Streamlit gives to a widget or a component's trigger."""
    return is_element_id(name.removeprefix(f"{STREAMLIT_INTERNAL_KEY_PREFIX}_"))


def drop_expired_sessions() -> None:
    """Drop sessions that expired, two minutes after the visitor left.

    Streamlit itself drops expired sessions only when another visitor leaves.
    """
    manager: Any = runtime.get_instance()._session_mgr
    manager._session_storage._cache.expire()


def is_history_navigation() -> bool:
    """Return whether this run was caused by the browser's Back or Forward."""
    context = get_script_run_ctx()
    return context is not None and bool(context.is_history_navigation)


def is_fragment_run() -> bool:
    """Return whether this run is for fragments only, not for the whole page."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)


def is_deleted(uploaded: object) -> bool:
    """Return whether an uploader reports a file that the server has deleted."""
    return isinstance(uploaded, DeletedFile)


def take_content(uploaded: UploadedFile) -> bytes:
    """Return the content of an upload, and drop it from Streamlit's memory.

    Otherwise Streamlit keeps the content as long as the session. It still keeps the name.
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
    """Return the number of bytes that Streamlit keeps of all sessions' uploads."""
    families = _uploads().get_stats().values()
    return sum(stat.byte_length for stats in families for stat in stats)


def _uploads() -> MemoryUploadedFileManager:
    manager = runtime.get_instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)
    return manager
