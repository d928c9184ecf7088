"""Test the changes of `pages.server.internals` to Streamlit, and the names that rely on it."""

import re
from functools import cache
from math import nan
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import ref

import pytest
from streamlit.file_util import get_static_dir
from streamlit.proto.Common_pb2 import FileURLs, StringArray
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import WStates
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile, UploadedFileRec
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from pages.server import internals

ROOT = Path(__file__).parents[1]


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Apply the patch that ignores invalid states of widgets."""
    monkeypatch.setattr(WStates, "__getitem__", WStates.__getitem__)  # restored after the test
    internals.ignore_unreadable_states()


def read(kind: str, options: list[str] | None = None, **value: object) -> Any:
    """Return the value that Streamlit reads from a widget's state."""
    metadata = WidgetMetadata(
        id="widget",
        deserializer=lambda said: "its default" if said is None else said,
        serializer=lambda said: said,
        value_type=kind,  # type: ignore[arg-type]
        formatted_options=options,
    )
    states = WStates()
    states.set_widget_metadata(metadata)
    states.set_widget_from_proto(WidgetState(id="widget", **value))  # type: ignore[arg-type]
    assert states["widget"] == states["widget"]
    assert states.widget_metadata["widget"] is metadata
    return states["widget"]


@pytest.mark.usefixtures("reading")
def test_a_state_is_read_if_it_fits_its_widget_and_is_its_default_otherwise():
    assert read("string_value", string_value="a") == "a"
    assert read("string_value", ["a", "b"], string_value="b") == "b"
    chosen = StringArray(data=["b", "a"])
    assert list(read("string_array_value", ["a", "b"], string_array_value=chosen)) == ["b", "a"]
    assert read("json_value", json_value='{"a": 1}') == {"a": 1}
    assert read("trigger_value", trigger_value=True) is True
    assert read("double_value", double_value=7.0) == 7.0
    assert read("double_value", int_value=7) == 7  # as a browser sends it
    assert read("string_value") == "its default"
    assert read("string_value", double_value=nan) == "its default"
    assert read("string_value", ["a", "b"], string_value="c") == "its default"
    for wrong in (["c"], ["a", "a"]):
        value = StringArray(data=wrong)
        assert read("string_array_value", ["a"], string_array_value=value) == "its default"
    for text in ("", "{", "[]", "7", "null", "[" * 100_000):
        assert read("json_value", json_value=text) == "its default"


@pytest.mark.usefixtures("reading")
def test_a_state_of_a_widget_that_is_not_drawn_is_kept():
    states = WStates()
    states.set_widget_from_proto(WidgetState(id="widget", string_value="a"))
    with pytest.raises(KeyError):
        states["widget"]
    with pytest.raises(KeyError):
        states["another"]
    assert states.get_serialized("widget") == WidgetState(id="widget", string_value="a")


def test_expired_sessions_are_dropped(monkeypatch):
    """Otherwise their memory would be freed only when the next visitor leaves."""

    class Session:
        id = "expired"

    storage: Any = MemorySessionStorage(ttl_seconds=0)
    unused: Any = None
    manager = WebsocketSessionManager(storage, unused, unused, unused)
    storage.save(SimpleNamespace(session=Session()))
    instance = SimpleNamespace(_session_mgr=manager)
    monkeypatch.setattr("streamlit.runtime.get_instance", lambda: instance)
    session = ref(next(iter(storage._cache._data.values())).session)
    internals.drop_expired_sessions()
    assert session() is None


def test_the_content_of_an_upload_is_dropped_once_taken(monkeypatch):
    manager = MemoryUploadedFileManager("/upload")
    record = UploadedFileRec("a file", "mine.txt", "text/plain", b"hug pug")
    manager.add_file("a session", record)
    context = SimpleNamespace(uploaded_file_mgr=manager, session_id="a session")
    monkeypatch.setattr(internals, "get_script_run_ctx", lambda: context)
    uploaded = UploadedFile(record, FileURLs())
    assert internals.take_content(uploaded) == b"hug pug"
    assert manager.file_storage["a session"]["a file"].data == b""
    assert uploaded.getvalue() == b"" and uploaded.name == "mine.txt"
    assert internals.is_deleted(DeletedFile("an id")) and not internals.is_deleted(None)


# Names in Streamlit's pages that our style sheets and JavaScript use.

OURS = sorted(
    path
    for folder in ("shell", "components", "panels", "lessons")
    for path in (ROOT / "pages" / folder).rglob("*")
    if path.suffix in (".css", ".js")
)


@cache
def front_end() -> str:
    """Return all JavaScript of Streamlit's front end."""
    scripts = sorted(Path(get_static_dir()).rglob("*.js"))
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in scripts)


def used(pattern: str) -> set[str]:
    """Return the names in our style sheets and JavaScript that match a pattern."""
    return {name for path in OURS for name in re.findall(pattern, path.read_text("utf-8"))}


def test_streamlit_still_has_the_test_ids_that_we_use():
    named = used(r"data-testid[\^$]?=\"?(\w+)")
    assert len(named) > 20
    assert {name for name in named if name not in front_end()} == set()


def test_streamlit_still_has_the_attributes_and_classes_that_we_use():
    ours = (
        "adds|announce|back|by|door|focus|go|heir|key|label|motion|mouse|page|pick|share|span|story"
        "|token|training"
    )
    attributes = used(rf"\[(data-(?!testid|{ours})[a-z-]+)")
    assert {"data-test-connection-state", "data-test-script-state", "data-stale"} <= attributes
    classes = used(r"\.(react-aria-\w+|st[A-Z]\w+)")
    # They serve to run a page again on another server, to keep the focus, to replace the error
    # text of a refused upload, and to style containers.
    words = {"CONNECTED", "notRunning", "AxiosError", "st-key-"}
    assert classes
    assert {name for name in attributes | classes | words if name not in front_end()} == set()
