"""Queues of long trainings, each with a process that makes them.

Python runs one thread at a time: a training inside the server would slow every click of every
session. So all but the small ones go to a worker process each, one for those that take about a
second and one for those that take longer, and whoever comes later waits. Nothing here draws
anything.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from pages.server.environment import MALLOC
from pages.trainings.job import Packed, Source, Training
from pages.trainings.reading import File, Opened, Part, whole
from pages.trainings.worker import STOP
from wordpiece.errors import CorpusError
from wordpiece.files.readers import VocabularyFile
from wordpiece.message import message

AT_ONCE = 4_000
"""Characters of a corpus up to which the server trains by itself: all samples but Shakespeare."""

LONG = 500_000
"""Characters from which on a training waits with the long ones."""

UNWANTED = 30.0
"""Seconds after which a training that nobody asks about is given up: its session has gone."""

SILENT = 60.0
"""Seconds after which a process that says nothing is ended: while it works it says how far it is
several times a second."""

LOOK = 1.0
"""Seconds between two looks at whether a training is still wanted."""

Made = Packed | VocabularyFile
"""What a worker makes."""

Known = Callable[[], Training | Opened | None]
"""Returns what somebody else has had made in the meantime, or None."""


class BrokenOffError(CorpusError):
    """A training ended early, though nothing is wrong with its corpus."""


class Task:
    """A training that was asked for, as the session that asked sees it.

    Attributes:
        key: what it was asked for with.
        progress: 0 to 1.
        merges: merges made so far.
    """

    def __init__(self, queue: Queue, key: Hashable, source: Source | File, known: Known):
        self.key = key
        self.progress = 0.0
        self.merges = 0
        self.cancelled = False
        self.given_up = False
        self.source = source
        self.known = known
        self._queue = queue
        self._wanted = time.monotonic()
        self._ended = threading.Event()
        self._outcome: Made | Training | Opened | Exception | None = None

    def wait(self, seconds: float) -> bool:
        """Wait at most so many seconds, and return whether it has ended."""
        self._wanted = time.monotonic() + seconds
        ended = self._ended.wait(seconds)
        self._wanted = time.monotonic()
        return ended

    @property
    def before(self) -> int:
        """Number of trainings that are made before this one."""
        return self._queue.before(self)

    @property
    def is_wanted(self) -> bool:
        """Whether anybody still waits for it."""
        return not self.given_up and time.monotonic() - self._wanted < UNWANTED

    def result(self) -> Made | Training | Opened:
        """Return the training, after a cancellation up to there, or what a file holds.

        Raises:
            CorpusError, VocabularySizeError, ForcedMergeError, VocabularyError: why there is none.
        """
        assert self._outcome is not None
        if isinstance(self._outcome, Exception):
            raise self._outcome
        return self._outcome

    def cancel(self) -> None:
        """Have it end soon, with what is learned so far."""
        self.cancelled = True
        self._queue.look_again(self)

    def give_up(self) -> None:
        """Have it end soon, with nothing."""
        self.given_up = True
        self._queue.look_again(self)

    def end(self, outcome: Made | Training | Opened | Exception) -> None:
        """Set the outcome, a training or the reason why there is none, and wake whoever waits."""
        self._outcome = outcome
        self._ended.set()


class Queue:
    """A FIFO queue of trainings, and the process that makes them one by one.

    Safe to share between threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._waiting: deque[Task] = deque()
        self._now: Task | None = None
        self._worker: _Worker | None = None
        self._thread: threading.Thread | None = None

    def ask(self, key: Hashable, source: Source | File, known: Known) -> Task:
        """Append a training and return its task.

        Args:
            key: what it is made with.
            source: what it is made from.
            known: asked when its turn has come.
        """
        task = Task(self, key, source, known)
        with self._lock:
            self._waiting.append(task)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            self._lock.notify_all()
        return task

    def get_ready(self) -> None:
        """Start the process, so that the first who asks need not wait for that."""
        with self._lock:
            if self._worker is None:
                self._worker = _Worker()

    @property
    def is_busy(self) -> bool:
        """Whether a training is under way or waits."""
        return self._now is not None or bool(self._waiting)

    def before(self, task: Task) -> int:
        """Return how many tasks come before one, counting the one under way; 0 for that itself."""
        with self._lock:
            if task not in self._waiting:
                return 0
            return self._waiting.index(task) + (self._now is not None)

    def look_again(self, task: Task) -> None:
        """End a task that was cancelled or given up."""
        with self._lock:
            if task in self._waiting:
                self._waiting.remove(task)
                task.end(BrokenOffError(CANCELLED))
            elif task is self._now and self._worker:
                if task.merges and not task.given_up:
                    self._worker.send(STOP)
                else:
                    self._worker.kill()

    def _work(self) -> None:
        while True:
            with self._lock:
                while not self._waiting:
                    self._lock.wait()
                task = self._now = self._waiting.popleft()
            try:
                outcome = task.known() or self._make(task)
            except Exception as error:
                outcome = error
            with self._lock:
                self._now = None
            task.end(outcome)

    def _make(self, task: Task) -> Made | Exception:
        with self._lock:
            if not task.is_wanted or task.cancelled:
                return BrokenOffError(CANCELLED)
            if self._worker is None or not self._worker.is_alive:
                self._worker = _Worker()
            worker = self._worker
        worker.send((task.key, task.source))
        heard = time.monotonic()
        parts: list[Part] = []
        while not isinstance(said := worker.receive(LOOK), Made | Exception):
            if said is not None:
                heard = time.monotonic()
            if isinstance(said, tuple):
                task.progress, task.merges = said
            elif isinstance(said, Part):
                parts.append(said)
            silent = time.monotonic() - heard > SILENT
            if said is ENDED or silent or not task.is_wanted:
                worker.kill()
                given_up = task.cancelled or not task.is_wanted
                return BrokenOffError(CANCELLED if given_up else HUNG if silent else STOPPED)
        if is_long(task.source) and not (isinstance(said, Packed) and said.cut_short):
            worker.kill()  # so its memory is free again
        return whole(said, parts) if isinstance(said, VocabularyFile) else said


ENDED = object()
"""What stands for a message once the process has ended."""


class _Worker:
    """The process at the other end; see `pages.trainings.worker`."""

    def __init__(self) -> None:
        self._writing = threading.Lock()
        self._said: SimpleQueue[Any] = SimpleQueue()
        # In a session of its own, so that Ctrl-C in a terminal stops the server alone; it ends
        # by itself when the server does.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pages.trainings.worker"],
            cwd=Path(__file__).parents[2],
            # It ends before what is free matters, and Python's own allocator takes less.
            env={name: value for name, value in os.environ.items() if name != MALLOC},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def send(self, sent: Any) -> None:
        assert self._process.stdin is not None
        # If it has died, `receive` says so.
        with self._writing, suppress(BrokenPipeError):
            pickle.dump(sent, self._process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()

    def receive(self, seconds: float) -> Any:
        """Return the next message, ENDED if there will be none, or None after so many seconds."""
        try:
            return self._said.get(timeout=seconds)
        except Empty:
            return None

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(EOFError, OSError, pickle.UnpicklingError), self._process.stdout as said:
            while True:
                self._said.put(pickle.load(said))
        self._said.put(ENDED)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


CANCELLED = message("This training was cancelled before its first merge.")
HUNG = message(
    "This broke off, as nothing had come of it for a minute. Use a part of the corpus, "
    "or normalize or split it by another rule."
)
STOPPED = message(
    "This broke off. This needs more memory than there is for one visitor. Use a part of the "
    "corpus, or a smaller vocabulary."
)

_short, _long = Queue(), Queue()


def get_ready() -> None:
    """Start the process for what takes about a second."""
    _short.get_ready()


def are_busy() -> bool:
    """Whether a training is being made."""
    return _short.is_busy or _long.is_busy


def is_long(source: Source | File) -> bool:
    """Return whether trainings on it take longer than about a second."""
    return source.size > LONG


def queue_for(source: Source | File) -> Queue:
    """Return the queue of a source: long trainings have their own, so others do not wait for them.

    Files wait with the short ones, as none takes longer than some seconds.
    """
    return _long if isinstance(source, Source) and is_long(source) else _short
