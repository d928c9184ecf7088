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
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import StringArray
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState, WStates
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
    assert internals.sessions() == set() and session() is None


class Visit:
    """Simulate a session with one widget in a fragment and others outside."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.session_state = SessionState()
        self.asked: list[str] = []
        for name in ("stepper", "present", "recipe", "scan"):
            metadata: WidgetMetadata[Any] = WidgetMetadata(
                id=name,
                deserializer=lambda said: said,
                serializer=lambda said: said,
                value_type="json_value",
                fragment_id="board" if name == "stepper" else None,
            )
            self.session_state._new_widget_state.set_widget_metadata(metadata)
        monkeypatch.setattr(
            AppSession, "request_rerun", lambda _, state: self.asked.append(state.fragment_id)
        )
        internals.run_whole_page_if_asked()
        internals.run_whole_page_if_asked()

    def report(self, fragment: str, *states: WidgetState) -> str:
        """Report states, and return the fragment that then runs; "" for the whole page."""
        request = ClientState(fragment_id=fragment, widget_states=WidgetStates(widgets=states))
        AppSession.request_rerun(self, request)  # type: ignore[arg-type]
        return self.asked.pop()


def test_a_change_outside_a_fragment_runs_the_whole_page(monkeypatch):
    visit = Visit(monkeypatch)
    recipe = WidgetState(id="recipe", string_value="hf")
    first, second = (WidgetState(id="stepper", json_value=f'{{"n": {n}}}') for n in (1, 2))
    present = WidgetState(id="present", trigger_value=True)
    assert visit.report("board", recipe, first) == "board"
    assert visit.report("board", recipe, second) == "board"
    assert visit.report("board", recipe, first, present) == ""  # a button outside the fragment
    assert visit.report("board", recipe, second) == "board"
    other = WidgetState(id="recipe", string_value="bpe")
    assert visit.report("board", other, first) == ""  # a list outside the fragment
    assert visit.report("board", other, second) == "board"
    assert visit.report("", other, second) == ""
    scanned = WidgetState(id="scan", json_value="{}")
    assert visit.report("board", other, first, scanned) == ""  # a component's first report
    assert visit.report("board", other, second, scanned) == "board"
    unknown = WidgetState(id="gone", trigger_value=True)
    assert visit.report("board", other, first, unknown) == "board"


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
        "adds|announce|back|by|door|drawn|focus|go|heir|key|label|motion|mouse|page|pick|share|span|story"
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
