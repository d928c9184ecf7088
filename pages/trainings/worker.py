"""The process that makes long trainings, so that they do not slow down the server.

`pages.trainings.queue` starts it as ``python -m pages.trainings.worker`` and exchanges pickled
messages with it. The server sends the arguments of `Job`, (key, source, base), to train, or STOP.
The worker sends (progress, merges) several times a second, and finally a `Packed` training, or the
exception of a failed one.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from pages.server.environment import memory_limit
from pages.server.errors import describe_without_text
from pages.trainings.job import ForcedMergeError, Job, Packed, Training
from wordpiece.errors import CorpusError, VocabularyError, VocabularySizeError
from wordpiece.message import message

STOP = "stop"

SLICE = 0.2
"""Seconds between two messages on progress."""

NO_MEMORY = message(
    "This needs more memory than one visitor may use. Use a part of the corpus, or a smaller "
    "vocabulary."
)

PR_SET_PDEATHSIG = 1
"""From Linux's sys/prctl.h: the signal that this process gets when its parent ends."""


def main() -> None:
    """Make the requested trainings one after the other, until the server ends."""
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # so that printed text does not mix with the messages
    _lower_priority()
    requests: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_receive, args=(incoming, requests), daemon=True).start()
    busy = threading.Event()
    threading.Thread(target=_send_heartbeats, args=(outgoing, busy), daemon=True).start()
    job: Job | None = None
    while True:
        request = requests.get()
        if request == STOP:  # it arrived after the training had ended
            continue
        key, source, base = request
        try:
            if job is None or job.key != key:  # else continue the cancelled training
                job = None
                with _heartbeats(busy):
                    job = Job(key, source, base)
            made = _train(job, requests, outgoing)
            if not made.cut_short:
                job = None
            with _heartbeats(busy):
                packed = Packed.of(made)
            _send(outgoing, packed)
        except (CorpusError, VocabularyError, VocabularySizeError, ForcedMergeError) as error:
            job = None
            _send(outgoing, error)
        except MemoryError:
            job = None
            _send(outgoing, CorpusError(NO_MEMORY))


def _lower_priority() -> None:
    """Give the server a higher priority for CPU and memory, and end when it ends."""
    if hasattr(os, "nice"):
        os.nice(10)
    if sys.platform == "linux":
        import ctypes
        import resource

        # `_receive` ends this process too, but not while another thread holds Python's lock.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

        limit = memory_limit("TRAINING_MEMORY")
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        with suppress(OSError):  # the first process to kill if the machine runs out of memory
            Path("/proc/self/oom_score_adj").write_text("1000")


def _receive(incoming: BinaryIO, requests: SimpleQueue[Any]) -> None:
    """Put incoming messages into the queue, and end the process at the end of the stream."""
    try:
        while True:
            requests.put(pickle.load(incoming))
    finally:  # the server has ended, or a message is too large for the memory
        os._exit(0)


def _train(job: Job, requests: SimpleQueue[Any], outgoing: BinaryIO) -> Training:
    """Train to the end or until STOP arrives, and return the training so far."""
    while not job.advance(SLICE):
        _send(outgoing, (job.progress, job.merges))
        if not requests.empty() and requests.get() == STOP:
            break
    return job.result()


@contextmanager
def _heartbeats(busy: threading.Event) -> Iterator[None]:
    """Send heartbeats during a block that does not send messages itself."""
    busy.set()
    try:
        yield
    finally:
        busy.clear()


def _send_heartbeats(outgoing: BinaryIO, busy: threading.Event) -> None:
    """Send messages without progress several times a second while ``busy`` is set."""
    while busy.wait():
        _send(outgoing, (0.0, 0))
        time.sleep(SLICE)


_writing = threading.Lock()


def _send(outgoing: BinaryIO, sent: Any) -> None:
    try:
        with _writing:
            pickle.dump(sent, outgoing, protocol=pickle.HIGHEST_PROTOCOL)
            outgoing.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    try:
        main()
    except BaseException as error:
        print(*describe_without_text(error), sep="\n", file=sys.stderr, flush=True)
        os._exit(1)  # else `_receive` would keep the process alive
