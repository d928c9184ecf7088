"""A fault while a page is drawn gives a sentence, the last good screen, and a way to continue."""

import pytest

from pages.shell import rescue, sidebar
from pages.state import commands, current_training, session, steps
from pages.trainings import training_cache
from pages.trainings.queue import BrokenOffError
from tests.pages.app import App
from wordpiece import Timeline
from wordpiece.encoding.encoders import Encoder
from wordpiece.message import message

TAKEN_BACK, STUCK = str(session.UNDONE), str(rescue.STUCK)


class Fault(Exception):
    """An unexpected error."""


@pytest.fixture
def breaks(monkeypatch):
    """Make a function fail whenever one of its arguments has some type."""

    def break_it(owner, name, when):
        whole = getattr(owner, name)

        def broken(*args, **kwargs):
            if when(*args):
                raise Fault("boom")
            return whole(*args, **kwargs)

        monkeypatch.setattr(owner, name, broken)

    return break_it


def test_what_was_typed_is_taken_back_when_it_cannot_be_shown(breaks):
    breaks(Encoder, "encode", lambda self, text, *_: "boom" in text)
    app = App("encode", text="hugs", step="3", **{"with": "wordpiece"})
    before = app.html
    app.test.text_input(key="encode_text").set_value("boom").run()
    assert app.messages == [TAKEN_BACK]
    assert app.html == before and app.query["text"] == "hugs"
    assert app.test.text_input(key="encode_text").value == "hugs"
    app.test.text_input(key="encode_text").set_value("pugs").run()
    assert app.messages == [] and app.query["text"] == "pugs" and "##gs id" in app.text


def test_a_step_within_a_page_is_taken_back_too(breaks):
    app = App(recipe="likelihood")  # its board is not cached by another test
    app.go(1)
    breaks(Timeline, "scores", lambda self, step: step == 5)
    for step in (2, 3, 4):  # these do not fail because a later board cannot be drawn
        app.go(step)
        assert app.messages == [] and app.stepper["step"] == step
    app.go(5)
    assert app.messages == [TAKEN_BACK] and app.stepper["step"] == 4
    app.go(2)
    assert app.messages == [] and app.stepper["step"] == 2


def test_a_link_to_a_screen_that_cannot_be_drawn_leads_to_the_first_screen(breaks):
    breaks(Encoder, "encode", lambda self, text, *_: "boom" in text)
    app = App("encode", text="boom", corpus="course", step="3")
    assert app.messages == [STUCK]
    app.test.button(key="start_again").click().run()
    assert app.messages == [] and app.query == {}
    assert app.test.text_input(key="encode_text").value != "boom"
    app.go(1)
    assert app.messages == [] and app.stepper["step"] == 1


def test_a_callback_that_fails_changes_nothing(breaks):
    app = App(corpus="course", step="2")
    before = app.html
    breaks(steps, "hold", lambda last: False)
    breaks(commands, "replace", lambda settings, **_: settings.corpus == "course")
    app.test.selectbox(key="sidebar_tie_break").set_value("alphabetical").run()
    assert app.messages == [TAKEN_BACK]
    assert app.html == before and app.query == {"corpus": "course", "step": "2"}
    assert app.test.selectbox(key="sidebar_tie_break").value == "first-seen"


def test_a_page_that_can_never_be_drawn_has_a_sentence_and_a_new_beginning(monkeypatch, breaks):
    with monkeypatch.context() as patch:
        patch.setattr(sidebar, "messages", lambda training: 1 / 0)
        app = App(corpus="course", step="2")
        assert app.messages == [STUCK]
        app.test.button(key="start_again").click().run()
        assert app.messages == [STUCK]
    app.test.button(key="start_again").click().run()
    assert app.messages == [] and app.query == {} and app.words()[0].startswith("hug: h ##u ##g")


def test_a_new_beginning_keeps_the_own_text(monkeypatch):
    app = App()
    app.train_on("text", "low lower lowest")
    with monkeypatch.context() as patch:
        patch.setattr(sidebar, "messages", lambda training: 1 / 0)
        app.go(1)
        assert len(app.messages) == 1
    app.test.button(key="start_again").click().run()
    assert app.query == {} and app.words()[0].startswith("hug")
    app.test.selectbox(key="sidebar_corpus").select("text").run()
    assert app.messages == [] and app.query["corpus"] == "text"


def break_off(state, key, source):
    """A worker that stops while the training on screen is made again."""
    error = BrokenOffError(message("The training stopped."))
    state.failed = key, error
    raise error


def test_a_training_that_breaks_off_leaves_a_sentence_and_the_first_sample(monkeypatch):
    app = App(read="words", step="0")
    app.train_on("text", "low lower newest widest")
    app.go(3)
    # As when the memory is needed for others.
    monkeypatch.setattr(training_cache._own, "_values", training_cache._own._values.copy())
    training_cache._own._values.clear()
    with monkeypatch.context() as broken:
        broken.setattr(training_cache, "MAX_IN_SERVER", 20)  # bytes
        broken.setattr(current_training, "_from_a_worker", break_off)
        app.test.run()
        [sentence] = app.messages
        assert sentence.startswith("The training stopped. The screen shows another")
        assert "pug" in app.text and app.stepper["step"] == 0
        app.go(1)
        assert app.stepper["step"] == 1
    app.test.button(key="train_again").click().run()
    assert app.messages == [] and "widest" in app.text and "pug" not in app.text
