"""A worker that breaks off while the training on screen is made anew."""

from __future__ import annotations

from pages.trainings import kept
from pages.trainings.queue import BrokenOffError
from tests.pages.app import App
from wordpiece.message import message


def break_off(key, source, owner, under_way, wait):
    error = BrokenOffError(message("The training stopped."))
    under_way.failed = key, error
    raise error


def test_a_sentence_and_the_first_sample_are_shown_and_one_may_train_again(monkeypatch):
    app = App()
    app.test.selectbox(key="sidebar_corpus").set_value("text").run()
    app.enter("text", "low lower newest widest")
    app.go(3)
    # As when a training that was cancelled is to go on.
    for store in (kept._own, kept._unpacked):
        monkeypatch.setattr(store, "_kept", store._kept.copy())
        store._kept.clear()
    with monkeypatch.context() as broken:
        broken.setattr(kept, "MAX_IN_SERVER", 20)  # bytes
        broken.setattr(kept, "_from_a_worker", break_off)
        app.test.run()
        assert not app.test.exception
        [error] = app.test.error
        assert error.value.startswith(r"The training stopped\. Still on screen")
        assert "pug" in app.text and app.stepper["step"] == 0
        app.go(1)
        assert app.stepper["step"] == 1 and not app.test.exception
    app.test.button(key="train_again").click().run()
    assert not app.test.exception and not app.test.error
    assert "widest" in app.text and "pug" not in app.text
