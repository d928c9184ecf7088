"""What `pages.server.internals` changes about Streamlit's server, seen from its messages."""

from collections.abc import Iterator
from math import nan
from types import SimpleNamespace
from typing import Any
from weakref import ref

import pytest
from starlette.formparsers import MultiPartParser
from streamlit import config
from streamlit.components.v2.bidi_component import main as components
from streamlit.proto.Common_pb2 import StringArray
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime import app_session
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState, WStates
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from pages.server import internals
from pages.server.internals import filling_once, skip_component_presenter
from pages.shell import rescue
from tests.pages.app import App

SECTIONS = ["theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar"]


@pytest.mark.parametrize("section", SECTIONS)
def test_the_theme_is_sent_as_streamlit_would(section):
    theirs, fill_again = NewSession(), filling_once(app_session._populate_theme_msg)
    app_session._populate_theme_msg(theirs.custom_theme, section)
    for _ in range(2):
        ours = NewSession()
        fill_again(ours.custom_theme, section)
        assert ours.custom_theme == theirs.custom_theme
        assert ours.SerializeToString() == theirs.SerializeToString()
    assert config.get_option("theme.light.primaryColor")  # there is something to send
    assert bool(theirs.custom_theme.ByteSize()) != section.endswith("sidebar")


def test_options_are_sent_as_streamlit_would():
    theirs, fill_again = NewSession(), filling_once(app_session._populate_config_msg)
    app_session._populate_config_msg(theirs.config)
    for _ in range(2):
        ours = NewSession()
        fill_again(ours.config)
        assert ours.SerializeToString() == theirs.SerializeToString() != b""


def test_what_a_message_holds_already_stays():
    fill_again = filling_once(app_session._populate_theme_msg)
    ours = NewSession()
    for theme, section in (
        (ours.custom_theme, "theme"),
        (ours.custom_theme.light, "theme.light"),
        (ours.custom_theme.dark, "theme.dark"),
    ):
        fill_again(theme, section)
    light, dark = ours.custom_theme.light, ours.custom_theme.dark
    assert light.primary_color == config.get_option("theme.light.primaryColor")
    assert dark.primary_color == config.get_option("theme.dark.primaryColor")
    assert light.primary_color != dark.primary_color


def test_what_components_report_is_read_without_a_class_for_each(monkeypatch):
    presenter = components.make_bidi_component_presenter  # to be put back
    monkeypatch.setattr(components, "make_bidi_component_presenter", presenter)

    def value_of_the_stepper():
        app = App()
        app.go(3)
        app.pick("by count")
        assert app.stepper["step"] == 3 and app.stepper["seq"] == 1 and "by count" in app.text
        return app.test.session_state["train_stepper"]

    theirs = value_of_the_stepper()
    skip_component_presenter()
    ours = value_of_the_stepper()
    assert ours == theirs and "_WriteThrough" in repr(type(theirs))
    assert "_WriteThrough" not in repr(type(ours))


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Streamlit reads the states of widgets as the server does."""
    monkeypatch.setattr(WStates, "__getitem__", WStates.__getitem__)  # to be put back
    internals.ignore_unreadable_states()
    return


def read(kind: str, options: list[str] | None = None, **value: object) -> object:
    """What a widget of a kind is taken to say; of each that can be read the test knows it."""
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
def test_a_state_that_fits_its_widget_is_read():
    assert read("string_value", string_value="a") == "a"
    assert read("string_value", ["a", "b"], string_value="b") == "b"
    chosen = StringArray(data=["b", "a"])
    assert list(read("string_array_value", ["a", "b"], string_array_value=chosen)) == ["b", "a"]
    assert read("json_value", json_value='{"a": 1}') == {"a": 1}
    assert read("trigger_value", trigger_value=True) is True
    assert read("double_value", double_value=7.0) == 7.0
    assert read("double_value", int_value=7) == 7  # as a browser sends it


@pytest.mark.usefixtures("reading")
def test_a_state_that_does_not_fit_is_none():
    assert read("string_value") == "its default"
    assert read("string_value", double_value=nan) == "its default"
    assert read("string_value", ["a", "b"], string_value="c") == "its default"
    for chosen in (["c"], ["a", "a"]):
        value = StringArray(data=chosen)
        assert read("string_array_value", ["a"], string_array_value=value) == "its default"
    for text in ("", "{", "[]", "7", "null", "[" * 100_000):
        assert read("json_value", json_value=text) == "its default"


@pytest.mark.usefixtures("reading")
def test_a_state_of_nothing_on_screen_is_kept_until_it_is():
    states = WStates()
    states.set_widget_from_proto(WidgetState(id="widget", string_value="a"))
    with pytest.raises(KeyError):
        states["widget"]
    with pytest.raises(KeyError):
        states["another"]
    assert states.get_serialized("widget") == WidgetState(id="widget", string_value="a")


@pytest.mark.usefixtures("reading")
def test_a_visit_is_the_same_with_it():
    app = App(step="3")
    app.pick("by count")
    app.go(5)
    app.test.selectbox(key="sidebar_corpus").select("story").run()
    app.test.multiselect(key="sidebar_normalizer").select("strip-accents").run()
    assert not app.test.exception and "strip-accents" in app.query["normalizer"]
    assert app.query["corpus"] == "story"


def test_what_is_switched_off_in_other_libraries_is_still_there():
    assert isinstance(PagesManager.uses_pages_directory, bool | None)
    assert MultiPartParser.spool_max_size in (2**20, internals.IN_MEMORY)
    most = int(config.get_option("server.maxUploadSize")) * 2**20
    assert most + 2**20 < internals.IN_MEMORY


def test_expired_sessions_are_dropped(monkeypatch):
    """Or they would keep their memory until the next visitor leaves."""

    class Session:
        def __init__(self, id: str):
            self.id = id

    def info(id: str) -> SimpleNamespace:
        return SimpleNamespace(session=Session(id))

    storage: Any = MemorySessionStorage(ttl_seconds=0)
    nothing: Any = None
    manager = WebsocketSessionManager(storage, nothing, nothing, nothing)
    storage.save(info("gone"))
    monkeypatch.setattr(
        internals.runtime, "get_instance", lambda: SimpleNamespace(_session_mgr=manager)
    )
    gone = ref(next(iter(storage._cache._data.values())).session)
    assert internals.sessions() == set() and gone() is None


def test_callbacks_are_caught_once():
    """If the internal goes, a callback that fails takes its page with it."""
    App()
    assert SessionState._call_callbacks.__wrapped__.__name__ == "_call_callbacks"
    once = SessionState._call_callbacks
    rescue.rescue_callbacks()
    assert SessionState._call_callbacks is once
