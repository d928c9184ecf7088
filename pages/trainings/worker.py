"""The process that makes long trainings, so that they do not slow anybody's clicks.

`pages.trainings.queue` starts it as ``python -m pages.trainings.worker`` and talks to it by
pickled messages: in come (key, source) to train, or STOP; out go (progress, merges) several times
a second, and at the end a `Packed` training, or the exception that says why there is none. It also
reads vocabularies: then a `File` comes in instead of the source, and parts of what is in it go out.
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

from pages.server.environment import mebibytes
from pages.server.errors import described
from pages.trainings.job import ForcedMergeError, Job, Packed
from pages.trainings.reading import File, parts
from wordpiece.errors import CorpusError, VocabularyError, VocabularySizeError
from wordpiece.message import message

STOP = "stop"

SLICE = 0.2
"""Seconds between two messages on how far it is."""


def main() -> None:
    """Train what is asked for, one training after the other, until the server is gone."""
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    _lower_priority()
    asked: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(incoming, asked), daemon=True).start()
    working = threading.Event()
    threading.Thread(target=_show_life, args=(outgoing, working), daemon=True).start()
    job: Job | None = None
    while True:
        task = asked.get()
        if task == STOP:  # it came too late
            continue
        key, source = task
        try:
            if isinstance(source, File):
                with _busy(working):
                    read = source.read()
                for part in parts(read):
                    _send(outgoing, part)
                continue
            if job is None or job.key != key:  # else it was cancelled, and goes on
                job = None
                with _busy(working):
                    job = Job(key, source)
            while not job.advance(SLICE):
                _send(outgoing, (job.progress, job.merges))
                if not asked.empty() and asked.get() == STOP:
                    break
            made = job.result()
            if not made.cut_short:
                job = None
            with _busy(working):
                packed = Packed.of(made)
            _send(outgoing, packed)
        except (CorpusError, VocabularyError, VocabularySizeError, ForcedMergeError) as error:
            job = None
            _send(outgoing, error)
        except MemoryError:
            job = None
            _send(outgoing, CorpusError(NO_MEMORY))


PR_SET_PDEATHSIG = 1
"""From Linux's sys/prctl.h: which signal to send this process when the one that made it ends."""

NO_MEMORY = message(
    "This needs more memory than there is for one visitor. Use a part of the corpus, "
    "or a smaller vocabulary."
)


def _lower_priority() -> None:
    """Run after the server in CPU and memory, and end when it ends."""
    if hasattr(os, "nice"):
        os.nice(10)
    if sys.platform == "linux":
        import ctypes
        import resource

        # `_listen` ends this process too, but not while something holds Python's lock.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

        most = mebibytes("TRAINING_MEMORY")
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        with suppress(OSError):  # if memory runs out all the same, this process is to go
            Path("/proc/self/oom_score_adj").write_text("1000")


def _listen(incoming: BinaryIO, asked: SimpleQueue[Any]) -> None:
    try:
        while True:
            asked.put(pickle.load(incoming))
    finally:  # the server has gone, or there is no memory for what it asks
        os._exit(0)


@contextmanager
def _busy(working: threading.Event) -> Iterator[None]:
    """Have `_show_life` send messages during something that sends none by itself."""
    working.set()
    try:
        yield
    finally:
        working.clear()


def _show_life(outgoing: BinaryIO, working: threading.Event) -> None:
    """Send a message several times a second while this process is `_busy`."""
    while working.wait():
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
        print(*described(error), sep="\n", file=sys.stderr, flush=True)
        os._exit(1)  # `_listen` still reads
