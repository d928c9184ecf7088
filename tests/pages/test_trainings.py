"""Trainings are made once, in a limited cache, and a worker makes the long ones."""

import os
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from pages.foreign.file import File
from pages.server.process import EndedError
from pages.trainings import queue as training_queue
from pages.trainings import training_cache
from pages.trainings.job import (
    ForcedMergeError,
    Key,
    Source,
    Training,
    sample_source,
    train,
    train_in_slices,
)
from pages.trainings.queue import BrokenOffError, Queue, Task
from pages.trainings.settings import REPLAY, Settings, suggest_settings
from pages.trainings.training_cache import Store
from tests.foreign.test_processes import has_ended
from tests.large import large_table
from tests.pages.waits import PATIENCE, until
from wordpiece.errors import CorpusError, VocabularySizeError

TOY = "hug\t10\npug\t5\npun\t12\nbun\t4\nhugs\t5"


def key_and_source(text: str = TOY, **changes) -> tuple[Key, Source]:
    """The key and the source of a training on an own table."""
    source = Source.of("mine.tsv", "table", text)
    return (replace(suggest_settings("file"), **changes), source.digest), source


def unknown() -> None:
    """The look-up of a training that no other session has made."""


def ask(queue: Queue, text: str = TOY, known: Callable[[], Any] = unknown, **changes) -> Task:
    return put(queue, *key_and_source(text, **changes), known)


def put(queue: Queue, key: Key, source: Any, known: Callable[[], Any] = unknown) -> Task:
    task = Task(key, source, known)
    queue.append(task)
    return task


@pytest.fixture
def queue(monkeypatch) -> Iterator[Queue]:
    monkeypatch.setattr(training_queue, "POLL_SECONDS", 0.05)
    queue = Queue()
    yield queue
    if queue._worker:
        queue._worker.kill()


def ended(task: Task) -> Any:
    """The result of a task, once it has ended."""
    assert task.wait(PATIENCE), f"the task did not end within {PATIENCE} s"
    return task.result()


def made_by(task: Task) -> Training:
    """The training that a worker has made."""
    training: Training = ended(task)
    return training


def at_work(task: Task) -> None:
    """Wait until a training has made merges."""
    until(lambda: task.wait(0.01) or task.merges, "the first merge")
    assert not task.wait(0)


def abandon(task: Task) -> None:
    """Make a task look as if its session had ended long ago."""
    task._last_wanted = -inf


def test_a_training_in_slices_yields_its_progress_and_then_itself():
    chosen = Settings("story")
    made: Any
    *slices, made = train_in_slices(chosen, sample_source(chosen), 0.001)
    progress: list[Any] = [*slices]
    assert len(progress) > 1 and all(0 <= share <= 1 for share, _ in progress)
    assert progress[-1][1] == len(made.timeline) > 100


# The cache.


def ready(settings: Settings, source: Source, owner: str) -> Training:
    return training_cache.get_training(settings, source, owner, lambda *_: pytest.fail("too long"))


@pytest.fixture
def owners() -> Iterator[tuple[str, str]]:
    """Two visitors, whose trainings are dropped at the end."""
    yield "the first of a test", "the second of a test"
    for owner in ("the first of a test", "the second of a test"):
        training_cache.drop_owner(owner)


def test_each_text_each_setting_and_each_visitor_has_a_training_of_its_own(owners):
    first, second = owners
    settings = suggest_settings("text")
    texts = [Source.of("your text", "text", text) for text in ("hug hugs", "pun puns")]
    for _ in range(2):
        for owner in owners:
            for source in texts:
                made = ready(settings, source, owner)
                assert " ".join(made.timeline.words) == source.text
                bpe = ready(replace(settings, recipe="bpe"), source, owner)
                assert bpe.settings.recipe == "bpe" and bpe.timeline.score != made.timeline.score
    mine = ready(settings, texts[0], first)
    assert ready(settings, texts[0], first) is mine is not ready(settings, texts[0], second)
    training_cache.drop_owner(second)
    assert ready(settings, texts[0], first) is mine
    sample = Settings()
    shared = ready(sample, sample_source(sample), first)
    assert ready(sample, sample_source(sample), second) is shared


def keys(store: Store[int, str], owner: str = "") -> list[int]:
    return [key for of, key in store._values if of == owner]


def filled(store: Store[int, str], owner: str, n: int = 4) -> Store[int, str]:
    for key in range(n):
        store.put(key, "a value", 10, owner)
    return store


def test_a_store_keeps_the_latest_of_each_owner():
    store = filled(Store(each=2, nbytes=10**9), "other", 1)
    filled(store, "me", 3)
    assert (keys(store, "me"), keys(store, "other")) == ([1, 2], [0])
    assert store.get(0, "me") is None and store.get(0, "other")
    store.drop_owner("me")
    assert (keys(store, "me"), keys(store, "other")) == ([], [0])


def test_a_store_is_bounded_in_bytes_and_drops_the_values_unused_for_longest():
    store = filled(Store(each=100, nbytes=30), "", 3)
    store.get(0)
    for _ in range(5):  # the same key again does not take more bytes
        store.put(3, "a value", 10, "visitor")
    assert (keys(store), keys(store, "visitor")) == ([2, 0], [3])
    shared = filled(filled(Store(each=100, nbytes=80, share=0.25), "other", 1), "me")
    assert (keys(shared, "me"), keys(shared, "other")) == ([2, 3], [0])
    tiny = filled(Store(each=5, nbytes=1), "", 1)
    assert keys(tiny) == [0]  # the newest value stays, even if it is too large


# The worker.


@pytest.mark.slow
def test_a_worker_makes_the_same_training(queue):
    settings = suggest_settings("shakespeare")
    here = train(settings, sample_source(settings))
    there = made_by(put(queue, (settings, ""), sample_source(settings)))
    last = len(here.timeline)
    assert len(there.timeline) == last and here.timeline.stop_reason == there.timeline.stop_reason
    for step in (0, last // 2, last):
        assert [*here.timeline.splits(step).items()] == [*there.timeline.splits(step).items()]
        assert here.timeline.vocabulary(step) == there.timeline.vocabulary(step)
        assert here.timeline.scores(step).rows(0, 9) == there.timeline.scores(step).rows(0, 9)
    merges = range(1, last)
    assert [*map(here.timeline.merge, merges)] == [*map(there.timeline.merge, merges)]
    assert replace(here, steps=there.timeline) == there


def test_a_file_of_merges_is_replayed_there_as_well(queue):
    key, source = key_and_source(recipe=REPLAY)
    source = replace(source, merges=File(b"#version: 0.2\nh u\nhu g\nz z\n", is_merges=True))
    made = made_by(put(queue, key, source))
    assert [step.token for step in made.timeline.steps()] == ["hu", "hug"]
    assert "no word contained their pair at that point: 1." in str(made.notes[-1])


@pytest.mark.parametrize(
    ("error", "text", "changes"),
    [(CorpusError, "hug\tten", {}), (VocabularySizeError, TOY, {"vocab_size": 3}),
     (ForcedMergeError, TOY, {"forced": ((1, 99),)})],
)  # fmt: skip
def test_errors_come_back_as_they_are(queue, error, text, changes):
    (settings, _), source = key_and_source(text, **changes)
    with pytest.raises(error) as here:
        train(settings, source)
    with pytest.raises(error) as there:
        ended(ask(queue, text, **changes))
    assert str(there.value) == str(here.value) and vars(there.value) == vars(here.value)


@pytest.mark.slow
def test_trainings_wait_their_turn_and_one_that_exists_already_is_not_made_again(queue):
    existing = ["the training of another session"]
    first = ask(queue, large_table(30_000), vocab_size=None)
    at_work(first)
    answers = iter([None])  # for the first of the others it does not exist yet
    others = [ask(queue, known=lambda: next(answers, existing)) for _ in range(5)]
    assert [*map(queue.tasks_before, [first, *others])] == [0, 1, 2, 3, 4, 5]
    others[1].give_up()
    with pytest.raises(BrokenOffError, match="was cancelled"):
        ended(others[1])
    assert [*map(queue.tasks_before, others[2:])] == [2, 3, 4]
    first.give_up()
    assert len(made_by(others[0]).timeline) == 9 and ended(others[4]) is existing


@pytest.mark.slow
def test_a_worker_that_dies_gives_a_sentence_and_the_next_training_works(queue):
    task = ask(queue, large_table(30_000), vocab_size=None)
    at_work(task)
    os.kill(queue._worker._popen.pid, signal.SIGKILL)
    with pytest.raises(BrokenOffError, match="ended unexpectedly"):
        ended(task)
    assert len(made_by(ask(queue)).timeline) == 9


@pytest.mark.slow
def test_a_training_that_takes_longer_than_the_short_ones_makes_room(queue, monkeypatch):
    """The short queue moves it to the other one, which makes all of it."""
    short = Queue(slower=queue)
    try:
        monkeypatch.setattr(training_queue, "SHORT_SECONDS", 0.0)
        task = ask(short, large_table(3_000), vocab_size=None)
        until(lambda: task.queue is queue, "the move to the queue of the long trainings")
        assert made_by(task).steps and short.tasks_before(task) == 0
        assert not queue._worker.is_alive  # its memory is free
    finally:
        if short._worker:
            short._worker.kill()


@pytest.mark.slow
def test_a_training_that_needs_too_much_memory_gives_a_sentence(queue, monkeypatch):
    monkeypatch.setenv("TRAINING_MEMORY", "150")
    with pytest.raises(CorpusError, match="more time or memory"):
        ended(ask(queue, large_table(100_000), vocab_size=None))
    assert len(made_by(ask(queue)).timeline) == 9


class Hanging:
    """A source that blocks its reader for hours, in C and with Python's lock held.

    Args:
        left: the seconds that are left until the deadline, if not a minute.
    """

    merges, size = None, 0

    def __init__(self, left: float = 60.0):
        self.left = left

    @property
    def text(self) -> str:
        signal.setitimer(signal.ITIMER_PROF, self.left)
        return unicodedata.normalize("NFD", "a" + "\u0301\u0323" * 10**6)


def ask_hanging(queue: Queue, **how: float) -> Task:
    return put(queue, key_and_source(vocab_size=None)[0], Hanging(**how))


@pytest.mark.slow
def test_a_training_that_no_session_waits_for_makes_room(queue):
    for text in (large_table(30_000), None):
        left = ask(queue, text, vocab_size=None) if text else ask_hanging(queue)
        until(lambda left=left: queue._tasks[0] is left, "the training")  # type: ignore[misc]
        never_started = ask(queue)
        mine = ask(queue)
        abandon(left)
        abandon(never_started)
        assert len(made_by(mine).timeline) == 9
        for task in (left, never_started):
            with pytest.raises(BrokenOffError, match="cancelled"):
                ended(task)


@pytest.mark.slow
def test_a_silent_worker_is_ended_and_so_is_one_cancelled_before_its_first_merge(queue):
    with pytest.raises(BrokenOffError, match="more time or memory"):
        ended(ask_hanging(queue, left=0.5))
    task = ask_hanging(queue)
    until(lambda: queue._worker and queue._worker.is_alive, "the worker")
    task.give_up()
    with pytest.raises(BrokenOffError, match="was cancelled"):
        ended(task)
    assert len(made_by(ask(queue)).timeline) == 9


SERVER = """
import time
from tests.pages.test_trainings import Hanging, key_and_source, training_queue
worker = training_queue.Queue().get_ready()
if {at_work}:
    worker.send((key_and_source()[0][0], Hanging()))
print(worker._popen.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize("at_work", [False, True])
def test_a_worker_ends_with_its_server_idle_or_at_work(at_work):
    command = [sys.executable, "-c", SERVER.format(at_work=at_work)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        pid = int(server.stdout.readline())
        server.kill()
    until(lambda: has_ended(pid), "the worker to end")


class Broken:
    """A source that makes its reader fail with a typed word in the message."""

    @property
    def text(self) -> str:
        raise LookupError("a word that a visitor typed")


def test_a_worker_that_fails_keeps_typed_words_out_of_the_log(capfd):
    worker = training_queue.Queue().get_ready()
    worker.send((key_and_source()[0][0], Broken()))
    with pytest.raises(EndedError, match="crashed"):
        worker.receive(PATIENCE)
    log = capfd.readouterr().err
    assert "builtins.LookupError" in log and "trainings/worker.py" in log
    assert "typed" not in log


@pytest.mark.parametrize(
    ("kind", "advice"), [("text", "count its words first"), ("table", "Leave out the rarest words")]
)
def test_a_corpus_that_is_too_long_is_refused(kind, advice, monkeypatch):
    monkeypatch.setattr("pages.trainings.job.MAX_CHARACTERS", len(TOY) - 1)
    with pytest.raises(CorpusError, match=f"{len(TOY)} characters.*{advice}"):
        Source.of("table.tsv", kind, TOY)
