"""What visitors bring along is bounded in bytes, private, and dropped when they leave."""

from __future__ import annotations

import asyncio
import functools
import gc
import random
import re
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary, ref

import pytest
from markupsafe import Markup

from pages.panels.html import cache as html_cache
from pages.server import memory
from pages.state.files import FULL
from pages.trainings import kept, opening
from pages.trainings.job import sample_source
from pages.trainings.reading import MAX_READ_IN_SERVER, File, Opened, from_parts, to_parts
from pages.trainings.settings import Settings
from pages.trainings.store import FullError, Store
from tests.pages.app import App
from tests.pages.test_encode import chips_of
from wordpiece.files.readers import read_merges, read_vocabulary
from wordpiece.training.timeline import _tables

OWN = "zyxwvu zyxwvuts zyxwvu yxwvu zyxw"
"""Words of a visitor's own: letters that stand together nowhere else."""


def said(app: App) -> list[str]:
    assert not app.test.exception
    blocks = [*app.test.error, *app.test.warning, *app.test.info]
    return [re.sub(r"\\(.)", r"\1", block.value) for block in blocks]


def train_on(app: App, text: str) -> None:
    app.test.selectbox(key="sidebar_corpus").set_value("text").run()
    app.enter("text", text)


def caches() -> list[object]:
    """Everything that is kept for as long as the process lives."""
    found: list[object] = [_tables]
    for name, module in [*sys.modules.items()]:
        if module is not None and name.split(".")[0] in ("pages", "wordpiece"):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    found += gc.get_referents(value)
                elif isinstance(value, Store):
                    found.append(value._kept)
                elif isinstance(value, WeakKeyDictionary):  # it does not keep its keys
                    found.append([*value.values()])
                elif hasattr(value, "kept"):
                    found.append(value.kept)
    return found


def texts_in(roots: list[object]) -> set[str]:
    """All strings that can be reached from some objects; code and modules left aside."""
    seen, found, todo = set(), set(), deque(roots)
    while todo:
        here = todo.popleft()
        if id(here) in seen or callable(here) or type(here).__name__ == "module":
            continue
        seen.add(id(here))
        if isinstance(here, str):
            found.add(str(here))
            continue
        todo.extend(gc.get_referents(here))
        if isinstance(here, dict):  # keys that are strings are no matter of the collector's
            todo.extend(here)
    return found


def go_everywhere_with_ones_own() -> App:
    """Visit every page with a text of one's own, then with typed text on a sample."""
    app = App()
    train_on(app, OWN)
    for step in (1, 2, 0):
        app.go(step)
    app.pick("1")  # look at a pair
    assert "zyxwvuts" in app.text
    for page in ("compare", "encode", "predict", "take_home"):
        type_on(app, page)
    app.test.switch_page("pages/screens/train.py").run()
    app.test.selectbox(key="sidebar_corpus").set_value("toy").run()
    for page in ("compare", "encode"):
        type_on(app, page)
    return app


def type_on(app: App, page: str) -> None:
    app.test.switch_page(f"pages/screens/{page}.py").run()
    for field in app.test.text_input:
        if field.key in ("encode_text", "compare_sentence"):
            field.set_value("zyxwvuts zyxxy").run()
    assert not app.test.exception


def kept_of_ones_own(*but: object) -> list[str]:
    roots = [cache for cache in caches() if not any(cache is one for one in but)]
    return [text for text in texts_in(roots) if "yxw" in text or "zyx" in text]


def test_nothing_of_ones_own_is_in_what_is_kept_for_all():
    other = App()
    other.go(2)
    assert any("hu" in text for text in texts_in(caches()))  # the search finds what there is
    app = go_everywhere_with_ones_own()
    # Score tables, too, are found only by way of their training.
    own = kept._own._kept, kept._unpacked._kept, kept._worked_out._kept, _tables
    assert not kept_of_ones_own(*own)
    del app
    for owner, _ in [*kept._own._kept]:
        kept.drop_owner(owner)
    gc.collect()
    assert not kept_of_ones_own()


def test_html_is_kept_in_bytes_and_only_where_it_is_for_everybody():
    written = []

    @html_cache.kept(20_000)
    def piece(text: str, *, times: int = 1) -> Markup:
        written.append(text)
        return Markup("<b>{}</b>").format(text * times)

    assert piece("own") == piece("own") and written == ["own", "own"] and not piece.kept
    with html_cache.for_everybody():
        assert piece("a", times=2) == piece("a", times=2) == "<b>aa</b>"
        assert written.count("a") == 1
        for n in range(1_000):
            piece(f"{n}", times=100)
            assert sum(map(sys.getsizeof, piece.kept.values())) <= 20_000
    assert len(written) == 1_003
    piece("999", times=100)
    assert len(written) == 1_004  # here nothing is for everybody any more


class Thing:
    """Something of some bytes."""

    def __init__(self, nbytes: int):
        self.nbytes = nbytes


def test_held_entries_take_room_from_kept_ones_and_give_it_back():
    store: Store[str, Thing] = Store(each=9, nbytes=100)
    for name in "abc":
        store.put(name, Thing(30), "me")
    text = Thing(50)
    store.hold(text, text.nbytes)
    assert [store.get(name, "me") is not None for name in "abc"] == [False, False, True]
    with pytest.raises(FullError):
        store.hold(Thing(60), 60)
    with pytest.raises(FullError):
        store.hold(Thing(30), 30, 0.25)  # too large a share for one
    del text
    for name in "ab":
        store.put(name, Thing(30), "me")
    assert all(store.get(name, "me") for name in "abc")


def test_entries_held_only_by_garbage_make_room():
    store: Store[str, Thing] = Store(each=9, nbytes=100)
    gone = Thing(80)
    gone.itself = gone
    store.hold(gone, 80)
    gc.disable()
    try:
        del gone
        store.hold(Thing(60), 60)
    finally:
        gc.enable()


def test_a_text_there_is_no_room_for_is_refused_and_the_screen_stays(monkeypatch):
    app = App(corpus="course", step="3")
    store: Store = Store(each=6, nbytes=100_000)
    monkeypatch.setattr(kept, "_own", store)
    held = Thing(90_000)
    store.hold(held, held.nbytes)
    app.test.selectbox(key="sidebar_corpus").set_value("text").run()
    app.enter("text", "hug pug " * 1_500)
    [message] = said(app)
    assert message.startswith(f"your text: {FULL} Still on screen: ")
    assert "hug pug" in app.test.text_area(key="own_text").value
    del held
    app.test.button(key="use_text").click().run()
    assert said(app) == [] and "pug" in app.text


def test_a_training_is_unpacked_again_and_not_made_again(monkeypatch):
    app = App()
    train_on(app, OWN)
    app.go(2)
    before = app.html
    kept._unpacked._kept.clear()
    monkeypatch.setattr(kept, "Job", None)  # whoever would train again fails
    app.go(3)
    app.go(2)
    assert app.html == before and said(app) == []


def test_no_session_keeps_a_training_unpacked():
    """Only what is bounded is kept, or a class with large texts would fill the memory."""
    app = App()
    train_on(app, OWN)
    timeline = ref([*kept._unpacked._kept.values()][-1].timeline)
    for page in ("compare", "predict", "encode", "lessons", "take_home"):
        app.test.switch_page(f"pages/screens/{page}.py").run()
        assert not app.test.exception
    kept._unpacked._kept.clear()
    kept._worked_out._kept.clear()
    gc.collect()
    assert timeline() is None
    app.test.switch_page("pages/screens/predict.py").run()
    question = app.text
    kept._unpacked._kept.clear()
    app.test.run()
    assert app.text == question and not app.test.exception


def test_only_the_name_of_an_upload_is_kept():
    content = b"hug pug pun bun hugs " * 50
    app = App()
    app.test.selectbox(key="sidebar_corpus").set_value("file").run()
    app.test.file_uploader(key="own_file").upload("mine.txt", content).run()
    assert said(app) == [] and "mine" in str(app.test.file_uploader(key="own_file").value.name)
    taken = app.test.session_state["own_file"]
    assert taken.getvalue() == b""
    app.go(1)
    app.test.selectbox(key="sidebar_tie_break").set_value("alphabetical").run()
    assert said(app) == [] and "hugs" in app.text


# Vocabularies.


def large_vocabulary(tokens: int = 25_000) -> bytes:
    rng = random.Random(1)
    names = {"".join(rng.choices("abcdefgh", k=rng.randint(2, 9))) for _ in range(tokens)}
    letters = [prefix + letter for prefix in ("", "##") for letter in "abcdefghi"]
    return "\n".join(["[UNK]", *letters, *sorted(names)]).encode()


def test_a_vocabulary_in_parts_is_the_same_again():
    vocabulary = read_vocabulary(large_vocabulary(40_000))
    *some, rest = to_parts(vocabulary)
    assert len(some) > 1 and from_parts(rest, some) == vocabulary
    merges = read_merges(b"h u\nhu g\n")
    *some, rest = to_parts(merges)
    assert from_parts(rest, some) == merges


def test_a_large_vocabulary_is_read_by_a_worker_and_once_for_all_who_open_it(monkeypatch):
    data = large_vocabulary()
    assert len(data) > MAX_READ_IN_SERVER
    others = {*opening._files}  # of tests before

    def new() -> list[Opened]:
        return [opened for digest, opened in opening._files.items() if digest not in others]

    monkeypatch.setattr(File, "read", None)  # whoever would read it here fails
    first, second = App("encode", text="abcabc"), App("encode", text="abcabc")
    for app in (first, second):
        app.test.file_uploader(key="encode_vocabulary").upload("large.txt", data).run()
        assert said(app)[0] == f"large.txt: its {len(data.splitlines()):,} tokens encode now."
    monkeypatch.undo()
    expected = Opened(read_vocabulary(data), "").encoder.encode_word("abcabc")
    assert chips_of(first) == chips_of(second) == [expected]
    [opened] = new()
    assert not opened.encoder._cache  # what one has typed stays with nobody
    first.test.button(key="encode_drop").click().run()
    assert len(new()) == 1
    second.test.file_uploader(key="encode_vocabulary").upload("two.txt", b"[UNK]\na\n").run()
    for app in (first, second):
        app.test.run()
    del opened
    gc.collect()
    assert [len(one.vocabulary.ids) for one in new()] == [2]


def test_an_encoder_is_made_once_and_not_with_each_letter(monkeypatch):
    app = App("encode", text="abcabc")
    app.test.file_uploader(key="encode_vocabulary").upload("v.txt", b"[UNK]\na\n##b\n##c\n").run()
    monkeypatch.setattr("pages.trainings.reading.encoder_of", None)
    app.test.text_input(key="encode_text").set_value("abc").run()
    assert chips_of(app) == [["a", "##b", "##c"]]


def test_a_bad_file_read_by_a_worker_gives_its_sentence():
    app = App("encode")
    data = large_vocabulary() + b"\na\n"
    app.test.file_uploader(key="encode_vocabulary").upload("large.txt", data).run()
    [message] = said(app)
    assert "The token 'a' is already on line 2" in message and message.startswith("large.txt: ")


def test_a_vocabulary_there_is_no_room_for_is_refused(monkeypatch):
    monkeypatch.setattr(kept, "_own", Store(each=6, nbytes=1_000_000))
    app = App("encode")
    app.test.file_uploader(key="encode_vocabulary").upload(
        "other.txt", large_vocabulary(24_000)
    ).run()
    [message] = said(app)
    assert message.startswith(f"other.txt: {FULL}")


# The process.


def test_what_is_kept_with_a_thing_goes_with_it_and_is_not_much():
    made = []

    def make() -> list[int]:
        made.append(len(made))
        return made[-1:]

    thing = Thing(1)
    for way in range(100):
        assert kept.kept_with(thing, way, make) is kept.kept_with(thing, way, make)
        assert len(kept._kept_with[thing]) <= kept.MOST_WAYS
    assert len(made) == 100
    things = len(kept._kept_with)
    del thing
    gc.collect()
    assert len(kept._kept_with) == things - 1


def test_charts_and_questions_are_made_once_for_all_and_go_with_their_training(monkeypatch):
    monkeypatch.setattr(kept, "_shared", Store(each=64, nbytes=10**8))
    for page in ("train", "predict"):
        App(page)
    timeline = kept._shared.get((Settings(), sample_source(Settings()).digest)).timeline
    made = {*map(id, kept._kept_with[timeline].values())}
    assert len(made) == 2  # the charts, and the questions
    for page in ("train", "predict"):
        App(page)
    assert {*map(id, kept._kept_with[timeline].values())} == made
    gone = ref(timeline)
    kept._shared._kept.clear()
    kept._for_everybody.cache_clear()
    del timeline
    gc.collect()
    assert gone() is None


def test_score_tables_go_with_their_training():
    app = App()
    train_on(app, OWN)
    timelines = [*kept._unpacked._kept.values()][-1].timeline
    number = timelines._number
    timelines.scores(2)
    assert any(key[0] == number for key in _tables._kept)
    del app, timelines
    kept._unpacked._kept.clear()
    kept._worked_out._kept.clear()
    gc.collect()
    assert not any(key[0] == number for key in _tables._kept)


def test_giving_back_works_on_any_system(monkeypatch):
    memory.configure_malloc()
    memory.release_memory()
    monkeypatch.setattr(memory.sys, "platform", "darwin")
    assert memory._glibc() is None
    memory.configure_malloc()
    memory.release_memory()


@pytest.mark.parametrize(
    ("busy", "given"),
    [
        ([False] * 20, [3, 4, 7, 8]),
        ([True, True, False, *[True] * 20], [5, 5 + memory.MAX_POSTPONED + 1]),
    ],
)
def test_memory_is_given_back_twice_after_a_session_has_ended(monkeypatch, busy, given):
    there = iter([{"a", "b"}, {"a", "b"}, {"b"}, {"b"}, {"b"}, {"b"}, *[set()] * 4])
    asked, looks, gave = iter(busy), [], []

    async def look(seconds):
        looks.append(seconds)

    def sessions():
        found = next(there, None)
        if found is None:
            raise asyncio.CancelledError
        return found

    monkeypatch.setattr(memory.asyncio, "sleep", look)
    monkeypatch.setattr(memory, "sessions", sessions)
    monkeypatch.setattr(memory, "release_memory", lambda: gave.append(len(looks)))
    # In a thread of its own: that of the tests may have a loop for the browser.
    with ThreadPoolExecutor(1) as pool, pytest.raises(asyncio.CancelledError):
        pool.submit(asyncio.run, memory._release_after_sessions(lambda: next(asked))).result()
    assert gave == given
