"""Trainings: made once, kept within bounds, and the long ones by a process of their own."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import unicodedata
import weakref
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from bench.serving import cpu_seconds
from pages.trainings import kept as trainings_kept
from pages.trainings import queue as training_queue
from pages.trainings.job import ForcedMergeError, Job, Packed, Source, sample_source
from pages.trainings.kept import UnderWay
from pages.trainings.queue import BrokenOffError, Queue
from pages.trainings.settings import REPLAY, Settings, suggested
from pages.trainings.store import Store
from tests.large import large_table
from wordpiece import Trainer
from wordpiece.errors import CorpusError, VocabularySizeError
from wordpiece.files.readers import read_merges

TOY = "hug\t10\npug\t5\npun\t12\nbun\t4\nhugs\t5"


def asked(text: str = TOY, **changes) -> tuple:
    """A key and a source, as a session asks for a training of a table of its own."""
    source = Source.of("mine.tsv", "table", text)
    return (replace(suggested("file"), **changes), source.digest), source


def unknown() -> None:
    """Nobody else has had it made."""


def ask(queue: Queue, text: str = TOY, known=unknown, **changes):
    return queue.ask(*asked(text, **changes), known)


@pytest.fixture
def queue():
    queue = Queue()
    yield queue
    if queue._worker:
        queue._worker.kill()


def made_by(task):
    """The training that a worker has made."""
    return task.result().open()


def at_work(task) -> None:
    """Wait until a training has made merges."""
    while not task.merges:
        assert not task.wait(0.02)


# A job, step by step.


def test_a_job_goes_on_where_it_stopped():
    chosen = Settings("story")
    job = Job((chosen, ""), sample_source(chosen))
    assert not job.advance(0)
    early = job.result()
    assert early.cut_short and len(early.timeline) == 0
    while not job.advance(0.001):
        assert 0 <= job.progress <= 1
    whole = job.result()
    assert not whole.cut_short and job.merges == len(whole.timeline) > 100


FORCED = [((2, 3),), ((2, 3), (9, 5)), ((2, 3), (9, 6)), ((2, 3), (9, 5), (400, 1)), ()]


def trained(forced, base=None):
    key = Settings("story", tie_break="random", vocab_size=200, forced=forced), ""
    job = Job(key, sample_source(key[0]), base)
    job.advance(inf)
    return job.result()


@pytest.mark.parametrize("forced", FORCED)
def test_a_job_that_goes_on_with_another_training_is_the_same_as_from_the_start(forced):
    whole = trained(forced)
    for other in FORCED:
        base = trained(other)
        for given in base, Packed.of(base):
            again = trained(forced, given)
            assert list(again.timeline.steps()) == list(whole.timeline.steps())
            assert again.timeline.stop_reason is whole.timeline.stop_reason
            assert (again.notes, again.pre_tokenizer) == (whole.notes, whole.pre_tokenizer)


def test_a_forced_merge_is_made_without_reading_the_corpus_again(monkeypatch):
    source, owner = Source.of("mine.txt", "text", "hugs pugs " * 9), "test_a_forced_merge"

    def ready(*forced):
        settings = Settings("file", forced=forced)
        return trainings_kept.made(settings, source, owner, UnderWay(), lambda task: None)

    first = ready()
    monkeypatch.delattr("pages.trainings.job.build")
    monkeypatch.setattr(Trainer, "__init__", None)
    one = ready((2, 2))
    two = ready((2, 2), (3, 1))
    assert ready((2, 2)) is one and ready() is first
    assert two.timeline.step(2) == one.timeline.step(2) != first.timeline.step(2)
    assert two.timeline.step(3).forced and not one.timeline.step(3).forced
    trainings_kept.drop_owner(owner)


# What is kept.


def kept(store: Store, keys, owner: str = "") -> list[bool]:
    return [store.get(key, owner) is not None for key in keys]


def made(seed: int = 0):
    job = Job((Settings(seed=seed), ""), sample_source(Settings()))
    job.advance(1)
    return job.key, job.result()


def test_a_store_keeps_the_latest_of_each_owner():
    store = Store(each=2, nbytes=10**9)
    keys = [made(seed)[0] for seed in range(3)]
    store.put(*made(0), "other")
    for seed in range(3):
        store.put(*made(seed), "me")
    assert kept(store, keys, "me") == [False, True, True]
    assert kept(store, keys, "other") == [True, False, False]
    store.drop(keys[1], "me")
    assert kept(store, keys, "me") == [False, False, True]
    store.drop_owner("me")
    assert kept(store, keys, "me") == [False] * 3 and kept(store, keys[:1], "other") == [True]


def test_a_store_is_bounded_in_bytes_and_forgets_what_was_unused_for_longest():
    size = made()[1].timeline.nbytes
    store = Store(each=100, nbytes=3 * size)
    keys = [made(seed)[0] for seed in range(4)]
    for seed in range(3):
        store.put(*made(seed))
    store.get(keys[0])
    store.put(*made(3), "somebody")
    assert kept(store, keys[:3]) == [True, False, True] and kept(store, keys[3:], "somebody")
    for _ in range(5):  # the same again takes no more room
        store.put(*made(3), "somebody")
    assert kept(store, keys[:3]) == [True, False, True]
    tiny = Store(each=5, nbytes=1)
    tiny.put(*made(0))
    assert kept(tiny, keys[:1]) == [True]  # what is on screen is kept, however large


def test_an_owner_has_a_share_of_a_store():
    size = made()[1].timeline.nbytes
    store = Store(each=100, nbytes=8 * size, share=0.25)
    keys = [made(seed)[0] for seed in range(4)]
    store.put(*made(0), "other")
    for seed in range(4):
        store.put(*made(seed), "me")
    assert store.keys("me") == keys[2:] and store.keys("other") == keys[:1]


def test_dropped_trainings_are_gone():
    store = Store(each=1, nbytes=10**9)
    key, training = made()
    store.put(key, training, "me")
    gone = weakref.ref(training.timeline)
    training.timeline.scores(3)
    del training
    store.drop_owner("me")
    gc.collect()
    assert gone() is None


# The process that makes the long ones.


def test_a_worker_makes_the_same_training(queue):
    settings = suggested("shakespeare")
    job = Job((settings, ""), sample_source(settings))
    job.advance(60)
    task = queue.ask(job.key, sample_source(settings), unknown)
    assert task.wait(60)
    here, there = job.result(), made_by(task)
    last = len(here.timeline)
    assert len(there.timeline) == last and here.timeline.stop_reason == there.timeline.stop_reason
    for step in (0, 1, last // 2, last):
        assert [*here.timeline.splits(step).items()] == [*there.timeline.splits(step).items()]
        assert here.timeline.vocabulary(step) == there.timeline.vocabulary(step)
        assert here.timeline.scores(step).rows(0, 9) == there.timeline.scores(step).rows(0, 9)
    assert [*map(here.timeline.merge, range(1, last))] == [
        *map(there.timeline.merge, range(1, last))
    ]
    assert replace(here, timeline=None) == replace(there, timeline=None)


def test_a_file_of_merges_is_replayed_there_as_well(queue):
    key, source = asked(recipe=REPLAY)
    source = replace(source, merges=read_merges(b"#version: 0.2\nh u\nhu g\nz z\n"))
    task = queue.ask(key, source, unknown)
    assert task.wait(30)
    assert [step.token for step in made_by(task).timeline.steps()] == ["hu", "hug"]
    assert "no word has their pair: 1." in str(made_by(task).notes[-1])


@pytest.mark.parametrize(
    ("error", "text", "changes"),
    [
        (CorpusError, "hug\tten", {}),
        (VocabularySizeError, TOY, {"vocab_size": 3}),
        (ForcedMergeError, TOY, {"forced": ((1, 99),)}),
    ],
)
def test_errors_come_back_as_they_are(queue, error, text, changes):
    with pytest.raises(error) as here:
        Job(*asked(text, **changes)).advance(5)
    task = ask(queue, text, **changes)
    assert task.wait(30)
    with pytest.raises(error) as there:
        task.result()
    assert str(there.value) == str(here.value) and vars(there.value) == vars(here.value)


@pytest.mark.slow
def test_trainings_wait_their_turn_and_what_somebody_had_made_is_not_made_again(queue):
    made = ["what the first of them had made"]
    key, source = asked(large_table(40_000), vocab_size=None)
    first = queue.ask(key, source, unknown)
    at_work(first)
    asks = iter([None])  # the first of the others finds nothing yet
    others = [ask(queue, known=lambda: next(asks, made)) for _ in range(5)]
    assert [task.tasks_before for task in [first, *others]] == [0, 1, 2, 3, 4, 5]
    others[1].cancel()
    assert others[1].wait(1) and [task.tasks_before for task in others[2:]] == [2, 3, 4]
    with pytest.raises(BrokenOffError, match="cancelled before its first merge"):
        others[1].result()
    first.cancel()
    assert others[0].wait(30) and others[0].result() is not made
    assert others[4].wait(30) and others[4].result() is made


@pytest.mark.slow
def test_a_cancelled_training_keeps_what_it_learned_and_goes_on_from_there(queue):
    text = large_table(40_000)
    task = ask(queue, text, vocab_size=None)
    at_work(task)
    task.cancel()
    assert task.wait(30)
    early = made_by(task)
    reached = len(early.timeline)
    assert early.cut_short and reached and not early.timeline.stop_reason
    whole = Job(*asked(text, vocab_size=None))
    while whole.merges < reached:
        whole.advance(0.05)
    merge = whole.result().timeline.merge
    assert [early.timeline.merge(k) for k in range(1, reached)] == [*map(merge, range(1, reached))]
    again = ask(queue, text, vocab_size=None)
    at_work(again)
    assert again.merges > reached
    again.give_up()


@pytest.mark.slow
def test_a_training_cancelled_while_its_words_are_counted_ends_at_once(queue):
    task = ask(queue, large_table(300_000), vocab_size=None)
    while queue._worker is None:
        task.wait(0.01)
    task.wait(0.5)
    task.cancel()
    assert task.wait(2)
    with pytest.raises(BrokenOffError, match="cancelled before its first merge"):
        task.result()
    assert ask(queue).wait(30)


def test_a_worker_that_dies_gives_a_sentence_and_the_next_training_works(queue):
    task = ask(queue, large_table(40_000), vocab_size=None)
    at_work(task)
    os.kill(queue._worker._process.pid, signal.SIGKILL)
    assert task.wait(10)
    with pytest.raises(BrokenOffError, match=r"stopped.*more memory"):
        task.result()
    task = ask(queue)
    assert task.wait(30) and len(made_by(task).timeline) == 9


def test_a_training_that_needs_too_much_memory_gives_a_sentence(queue, monkeypatch):
    monkeypatch.setenv("TRAINING_MEMORY", "150")
    task = ask(queue, large_table(300_000), vocab_size=None)
    assert task.wait(60)
    with pytest.raises(CorpusError, match="more memory than one visitor may use"):
        task.result()
    assert ask(queue).wait(30)


@pytest.mark.slow
def test_a_training_that_nobody_waits_for_any_more_makes_room(queue, monkeypatch):
    monkeypatch.setattr(training_queue, "ABANDONED_SECONDS", 1.0)
    left = ask(queue, large_table(40_000), vocab_size=None)
    at_work(left)
    never_started = ask(queue, TOY)
    time.sleep(1.2)  # both sessions are gone
    mine = ask(queue, TOY)
    done = threading.Event()
    threading.Thread(target=lambda: mine.wait(30) and done.set(), daemon=True).start()
    assert done.wait(20) and len(made_by(mine).timeline) == 9
    with pytest.raises(BrokenOffError):
        never_started.result()


def test_a_worker_ends_with_its_server(queue):
    assert ask(queue).wait(30)
    process = queue._worker._process
    process.stdin.close()
    assert process.wait(10) == 0


class Broken:
    """A source that makes its reader fail with what it says."""

    @property
    def text(self):
        raise LookupError("a word that somebody typed")


def test_a_worker_that_fails_does_not_say_what_somebody_typed(capfd):
    worker = training_queue._Worker()
    worker.send((asked()[0], Broken(), None))
    assert worker.receive(30) in (None, (0.0, 0), training_queue.ENDED)
    worker._process.wait(30)
    said = capfd.readouterr().err
    assert "builtins.LookupError" in said and "trainings/worker.py" in said
    assert "typed" not in said


class Hanging:
    """A source that keeps whoever reads it busy for ever, in C and with Python's lock held."""

    text = ""

    def __reduce__(self):
        return unicodedata.normalize, ("NFD", "a" + "\u0301\u0323" * 10**6)


@pytest.mark.slow
def test_a_worker_that_says_nothing_is_ended(queue, monkeypatch):
    monkeypatch.setattr(training_queue, "SILENT_SECONDS", 2.0)
    task = queue.ask(asked()[0], Hanging(), unknown)
    assert task.wait(30)
    with pytest.raises(BrokenOffError, match="it made no progress"):
        task.result()
    assert ask(queue).wait(30)


@pytest.mark.slow
def test_a_silent_training_that_nobody_waits_for_makes_room(queue, monkeypatch):
    monkeypatch.setattr(training_queue, "ABANDONED_SECONDS", 1.0)
    left = queue.ask(asked()[0], Hanging(), unknown)
    mine = ask(queue)
    done = threading.Event()
    threading.Thread(target=lambda: mine.wait(60) and done.set(), daemon=True).start()
    assert done.wait(60)
    assert len(made_by(mine).timeline) == 9
    with pytest.raises(BrokenOffError, match="cancelled"):
        left.result()


@pytest.mark.slow
def test_a_worker_shows_life_while_it_counts():
    worker = training_queue._Worker()
    try:
        worker.send((*asked(large_table(50_000), vocab_size=1), None))
        said = []
        while not said or isinstance(said[-1], tuple):
            said.append(worker.receive(60))
        assert isinstance(said.pop(), VocabularySizeError)
        assert {*said} == {(0.0, 0)}
    finally:
        worker.kill()


SERVER = """
import sys, time
from tests.pages.test_trainings import Hanging, asked
from pages.trainings import queue as training_queue
queue = training_queue.Queue()
task = queue.ask(asked()[0], Hanging(), lambda: None)
while queue._worker is None:
    time.sleep(0.01)
print(queue._worker.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends once it holds no lock")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_holds_the_lock_ends_with_its_server(how):
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
    with server.stdout:
        worker = int(server.stdout.readline())
    while cpu_seconds(worker) < 3:  # by then it has begun, and hangs
        time.sleep(0.05)
    assert is_running(worker)
    server.send_signal(how)
    server.wait(10)
    for _ in range(200):
        if not is_running(worker):
            break
        time.sleep(0.1)
    assert not is_running(worker)


def is_running(pid: int) -> bool:
    """Whether there is such a process, and not only a record of how it ended."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_trainings_travel_between_processes():
    _, training = made()
    copy = pickle.loads(pickle.dumps(training))
    assert copy.timeline.step(3) == training.timeline.step(3) and copy.settings == training.settings
