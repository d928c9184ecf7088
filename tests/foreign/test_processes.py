"""An opened file is read and asked in a separate process, and harms no other visitor."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from pages.foreign.answers import Answer, Question
from pages.foreign.file import BUSY, STOPPED, File
from pages.foreign.pool import BusyError, Pool
from tests.foreign.files import HOSTILE, many_lengths, replaces, tokenizer_json
from tests.pages.waits import PATIENCE, until
from wordpiece.errors import VocabularyError

SLOW = Question("a" * 100_000)
"""For `many_lengths`."""


@pytest.fixture
def pool() -> Iterator[Pool]:
    its = Pool()
    yield its
    for digest in [*its._idle]:
        its.drop(digest)


def pid_of(pool: Pool, file: File) -> int:
    """The process of a file that is not being asked."""
    return pool._idle[file.digest]._popen.pid


def has_ended(pid: int) -> bool:
    """Return whether a process and all its threads have ended, so that its status is known."""
    try:
        stat, threads = Path(f"/proc/{pid}/stat").read_text(), os.listdir(f"/proc/{pid}/task")
        return ") Z " in stat and len(threads) < 2
    except OSError:
        return True


@contextmanager
def being_asked(pool: Pool, file: File) -> Iterator[tuple[Future[Answer], int]]:
    """Ask a file in another thread, and wait until its process, of this id, works on it."""
    with ThreadPoolExecutor(1) as thread:
        pool.ask(file, "facts")
        pid = pid_of(pool, file)
        future = thread.submit(pool.ask, file, "answer", SLOW)
        until(lambda: file.digest in pool._busy, "the question to be asked")
        yield future, pid


SURELY = {"replace": str(STOPPED), "lengths": str(STOPPED)}
"""What some end with wherever they run."""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_a_sentence_or_an_answer_and_others_are_answered(pool, name):
    file, text = HOSTILE[name]
    ends: dict[str, str] = {}
    for request in (("facts",), ("answer", Question(text))):
        try:
            pool.ask(file, *request)
        except VocabularyError as error:
            ends[request[0]] = str(error)
    assert all(end == str(STOPPED) or "tokenizers library" in end for end in ends.values())
    assert ends.get("answer") == SURELY.get(name, ends.get("answer"))
    assert pool.ask(tokenizer_json(), "answer", Question("hug")).counts.tokens == 2
    assert len(pool._idle) <= 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the limit")
def test_a_file_may_be_asked_again_after_its_process_has_ended(pool):
    file = replaces(7)
    with pytest.raises(VocabularyError):
        pool.ask(file, "answer", Question("a"))
    assert pool.ask(file, "answer", Question("hug")).counts.tokens == 2
    pid = pid_of(pool, file)
    os.kill(pid, signal.SIGKILL)  # while it waits: no visitor reads of that
    until(lambda: has_ended(pid), "the process to end")
    assert pool.ask(file, "answer", Question("hug")).counts.tokens == 2


def test_a_word_without_tokens_is_a_word(pool):
    """A file without an unknown token drops unknown characters, here the whole second word."""
    counts = pool.ask(tokenizer_json(), "answer", Question("hug 日")).counts
    assert (counts.words, counts.characters, counts.tokens) == (2, 4, 2)


def test_a_process_that_crashes_costs_its_asker_a_sentence(pool):
    file = many_lengths()
    with being_asked(pool, file) as (future, pid):
        os.kill(pid, signal.SIGSEGV)
        assert str(future.exception(PATIENCE)) == str(STOPPED)
    assert pool.ask(file, "facts").size == 4_001


def test_places_are_few_and_who_finds_none_reads_so():
    pool = Pool(most=1, waiting=0)
    slow, other = many_lengths(), tokenizer_json()
    with being_asked(pool, slow) as (future, pid):
        with pytest.raises(BusyError) as busy:
            pool.ask(other, "facts")
        assert str(busy.value) == str(BUSY)
        os.kill(pid, signal.SIGKILL)
        assert str(future.exception(PATIENCE)) == str(STOPPED)
    assert pool.ask(other, "facts").size == 6
    pid = pid_of(pool, other)
    assert pool.ask(slow, "facts").size == 4_001  # the other one was idle
    until(lambda: has_ended(pid), "the other process to end")
    pool.drop(slow.digest)


def test_sessions_share_a_file_and_its_process_ends_when_none_has_it_open(pool):
    first, second = tokenizer_json().intern(), tokenizer_json().intern()
    assert first is second
    pool.ask(first, "facts")
    pid = pid_of(pool, second)
    del first, second
    gc.collect()
    until(lambda: has_ended(pid), "the process to end")


def test_a_process_gets_no_password_of_the_server(pool, monkeypatch):
    monkeypatch.setenv("ROOMS", "redis://:secret@store")
    file = tokenizer_json()
    pool.ask(file, "facts")
    assert b"secret" not in Path(f"/proc/{pid_of(pool, file)}/environ").read_bytes()
