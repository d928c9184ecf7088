"""What `pages.server.internals` changes about Streamlit's server, seen from its messages."""

import pytest
from streamlit import config
from streamlit.components.v2.bidi_component import main as components
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.runtime import app_session

from pages.server.internals import filling_once, show_components_as_they_are
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
    show_components_as_they_are()
    ours = value_of_the_stepper()
    assert ours == theirs and "_WriteThrough" in repr(type(theirs))
    assert "_WriteThrough" not in repr(type(ours))
