"""A process of its own for long trainings, so that they do not slow anybody's clicks.

`pages.ui.training_queue` starts it as ``python -m pages.ui.training_worker`` and talks to it by
pickled messages: in come (key, source) to train, or STOP; out go (progress, merges) now and then,
and at the end a `Training`, or the exception that says why there is none.
"""

from __future__ import annotations

import os
import pickle
import re
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from pages.ui.trainings import ForcedMergeError, Job
from wordpiece.errors import CorpusError, VocabularySizeError

STOP = "stop"

SLICE = 0.2
"""Seconds between two messages on how far it is."""

MAX_MEMORY = 3072
"""MiB, unless the environment says otherwise in TRAINING_MEMORY. A training that needs more ends
with a sentence, not with the machine."""


def main() -> None:
    """Train what is asked for, one training after the other, until the server is gone."""
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    _be_modest()
    asked: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(incoming, asked), daemon=True).start()
    job: Job | None = None
    while True:
        message = asked.get()
        if message == STOP:  # it came too late
            continue
        key, source = message
        try:
            if job is None or job.key != key:  # else it was cancelled, and goes on
                job = None
                job = Job(key, source)
            while not job.advance(SLICE):
                _send(outgoing, (job.progress, job.merges))
                if not asked.empty() and asked.get() == STOP:
                    break
            made = job.result()
            if not made.cut_short:
                job = None
            _send(outgoing, made)
        except (CorpusError, VocabularySizeError, ForcedMergeError) as error:
            job = None
            _send(outgoing, error)
        except MemoryError:
            job = None
            _send(outgoing, CorpusError(NO_MEMORY))


NO_MEMORY = (
    "This training needs more memory than there is for one. Use a part of the corpus, "
    "or a smaller vocabulary."
)


def most_memory() -> int:
    """How much a training may take, in MiB.

    Raises:
        ValueError: TRAINING_MEMORY makes no sense; the message is for whoever set it.
    """
    text = os.environ.get("TRAINING_MEMORY", "").strip() or str(MAX_MEMORY)
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text, re.ASCII):
        shown = text if len(text) <= 20 else text[:20] + "…"
        raise ValueError(
            f"TRAINING_MEMORY is {shown!r}; it must be a whole number of MiB, such as {MAX_MEMORY}."
        )
    return int(text.lstrip("0"))


def _be_modest() -> None:
    """Let the server go first, and leave it its memory."""
    if hasattr(os, "nice"):
        os.nice(10)
    if sys.platform == "linux":
        import resource

        most = most_memory() * 2**20
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        with suppress(OSError):  # if memory runs out all the same, this process is to go
            Path("/proc/self/oom_score_adj").write_text("1000")


def _listen(incoming: BinaryIO, asked: SimpleQueue[Any]) -> None:
    try:
        while True:
            asked.put(pickle.load(incoming))
    except (EOFError, OSError):
        os._exit(0)


def _send(outgoing: BinaryIO, message: Any) -> None:
    try:
        pickle.dump(message, outgoing, protocol=pickle.HIGHEST_PROTOCOL)
        outgoing.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
