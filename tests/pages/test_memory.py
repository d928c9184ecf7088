"""A visitor's own texts and files are bounded in bytes, private, and dropped at the end."""

import functools
import gc
import sys
from collections import deque
from typing import Any
from weakref import ref

import pytest
from streamlit.runtime.caching.cache_resource_api import clear_session_cache

from pages.panels.actions import Look
from pages.state.files import FULL
from pages.trainings import training_cache
from pages.trainings.training_cache import FullError, Store
from tests.pages.app import App
from tests.pages.test_encode import chips_of
from wordpiece.training.timeline import _tables

OWN = "ჰჯხჭწძ ჰჯხჭწძცჩ ჰჯხჭწძ ჯხჭწძ ჰჯხჭ"
"""Private words, in letters of which no other text and no random name consists."""


def caches() -> list[object]:
    """All caches of the process."""
    found: list[object] = [_tables]
    for name, module in [*sys.modules.items()]:
        if module is not None and name.split(".")[0] in ("pages", "wordpiece"):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    found += gc.get_referents(value)
                elif isinstance(value, Store):
                    found.append(value._values)
    return found


def texts_in(roots: list[object]) -> set[str]:
    """All strings that are reachable from some objects, except through code and modules."""
    seen: set[int] = set()
    found: set[str] = set()
    todo: deque[Any] = deque(roots)
    while todo:
        here = todo.popleft()
        if id(here) in seen or callable(here) or type(here).__name__ == "module":
            continue
        seen.add(id(here))
        if isinstance(here, str):
            found.add(str(here))
            continue
        todo.extend(gc.get_referents(here))
        if isinstance(here, dict):  # the collector does not list keys that are strings
            todo.extend(here)
    return found


def everywhere_with_an_own_text() -> App:
    """Visit every page with an own text, then with typed text on a sample."""
    app = App()
    app.train_on("text", OWN)
    for step in (1, 2, 0):
        app.go(step)
    app.pick(Look(1))  # select a pair
    assert "ჰჯხჭწძცჩ" in app.text
    for page in ("compare", "encode", "predict", "take_home"):
        type_on(app, page)
    app.switch_to("train")
    app.test.selectbox(key="sidebar_corpus").set_value("toy").run()
    for page in ("compare", "encode"):
        type_on(app, page)
    return app


def type_on(app: App, page: str) -> None:
    app.switch_to(page)
    for field in app.test.text_input:
        if field.key in ("encode_text", "compare_sentence"):
            field.set_value("ჰჯხჭწძცჩ ჰჯხხჯ").run()
    assert not app.test.exception


def kept_of_own_texts(*but: object) -> list[str]:
    roots = [cache for cache in caches() if id(cache) not in {*map(id, but)}]
    return [text for text in texts_in(roots) if "ჯხჭ" in text or "ჰჯხ" in text]


@pytest.mark.slow
def test_no_own_text_is_kept_for_all_or_after_its_session():
    other = App()
    other.go(2)
    assert any("hu" in text for text in texts_in(caches()))  # the search works
    app = everywhere_with_an_own_text()
    # Score tables are also reachable only through their training.
    own = (
        training_cache._own._values,
        training_cache._results._values,
        _tables,
    )
    assert not kept_of_own_texts(*own)
    del app
    stores = training_cache._own, training_cache._results
    [*_, (owner, _)] = training_cache._own._values
    assert all(owner in dict([*store._values]) for store in stores)
    clear_session_cache("test session id")  # as at the end of AppTest's session
    gc.collect()
    assert not kept_of_own_texts() and not any(owner in dict([*store._values]) for store in stores)


class Thing:
    """An object of some bytes."""

    def __init__(self, nbytes: int):
        self.nbytes = nbytes
        self.itself: Thing | None = None


def test_held_objects_displace_kept_ones_and_give_their_bytes_back():
    store: Store[str, str] = Store(each=9, nbytes=100)
    for name in "abc":
        store.put(name, "a value", 30, "me")
    text = Thing(50)
    store.hold(text, text.nbytes)
    assert [store.get(name, "me") is not None for name in "abc"] == [False, False, True]
    with pytest.raises(FullError):
        store.hold(Thing(60), 60)
    with pytest.raises(FullError):
        store.hold(Thing(30), 30, 0.25)  # too large a share for one
    del text
    for name in "ab":
        store.put(name, "a value", 30, "me")
    assert all(store.get(name, "me") for name in "abc")

    garbage = Thing(80)
    garbage.itself = garbage
    full: Store[str, str] = Store(each=9, nbytes=100)
    full.hold(garbage, 80)
    del garbage
    full.hold(Thing(60), 60)  # only unreachable objects are dropped for it


def test_a_text_that_does_not_fit_into_the_memory_is_refused_and_the_screen_stays(monkeypatch):
    app = App(corpus="course", step="3", read="words")
    store: Store[Any, Any] = Store(each=6, nbytes=100_000)
    monkeypatch.setattr(training_cache, "_own", store)
    held = Thing(90_000)
    store.hold(held, held.nbytes)
    app.train_on("text", "hug pug " * 1_500)
    [message] = app.messages
    assert message.startswith(f"your corpus: {FULL} The screen shows another training (")
    assert "hug pug" in str(app.test.text_area(key="own_text").value)
    del held
    app.press("use_text")
    assert app.messages == [] and "pug" in app.text


def test_no_session_keeps_a_training():
    """Otherwise a class with large texts would fill the memory: only the stores have limits."""
    app = App()
    app.train_on("text", OWN)
    timeline = [*training_cache._own._values.values()][-1][0].timeline
    timeline.scores(2)
    number, kept_timeline = timeline._number, ref(timeline)
    assert any(key[0] == number for key in _tables._kept)
    del timeline
    for page in ("compare", "predict", "encode", "lessons", "take_home"):
        app.switch_to(page)
    training_cache._own._values.clear()
    training_cache._results._values.clear()
    gc.collect()
    assert kept_timeline() is None
    assert not any(key[0] == number for key in _tables._kept)  # its score tables are dropped too
    app.switch_to("predict")
    question = app.text
    training_cache._own._values.clear()
    app.test.run()
    assert app.text == question and not app.test.exception


def test_the_content_of_an_upload_is_not_kept():
    app = App(step="0", read="words")
    app.test.selectbox(key="sidebar_corpus").set_value("file").run()
    app.test.file_uploader(key="own_file").upload("mine.txt", b"hug pug pun bun hugs " * 50).run()
    assert app.messages == [] and app.test.session_state["own_file"].getvalue() == b""
    assert "mine" in app.test.session_state["own_file"].name
    app.go(1)
    app.test.selectbox(key="sidebar_tie_break").select("alphabetical").run()
    assert app.messages == [] and "hugs" in app.text


VOCABULARY = b"[UNK]\nhug\n##s\n"


@pytest.mark.slow
def test_an_opened_file_is_counted_once_for_all_who_have_it_open(monkeypatch):
    monkeypatch.setattr(training_cache, "_own", Store(each=6, nbytes=1_000_000))
    file = VOCABULARY + b"".join(b"tok%d\n" % number for number in range(15_000))
    apps = [App("encode", text="hugs") for _ in range(7)]
    for app in apps:
        app.upload("large.txt", file)
        assert chips_of(app)[0] == ["hug", "##s"]
    assert 1_000_000 - training_cache._own._free_to_hold == len(file)
    for app in apps:
        app.press("encode_drop")
        app.test.run()  # then the copy of the state before the click is dropped
    gc.collect()
    assert training_cache._own._free_to_hold == 1_000_000


def test_a_vocabulary_that_does_not_fit_into_the_memory_gets_a_sentence(monkeypatch):
    monkeypatch.setattr(training_cache, "_own", Store(each=6, nbytes=100))
    app = App("encode")
    app.upload("other.txt", VOCABULARY * 2)
    [message] = app.messages
    assert message.startswith(f"other.txt: {FULL}")
