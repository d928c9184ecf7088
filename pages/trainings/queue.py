"""Queues of long trainings, each with a worker process that makes them.

Python runs one thread at a time, so a training inside the server would slow down all sessions. Only
small ones are made there. One of two workers makes the others: the first makes trainings of about a
second, the second makes longer ones. This module does not draw.
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
from pages.trainings.worker import STOP
from wordpiece.errors import CorpusError
from wordpiece.message import message

MAX_IN_SERVER = 4_000
"""The most characters of a corpus that is trained in the server: all samples but Shakespeare."""

LONG = 500_000
"""The most characters of a corpus in the queue of the short trainings."""

ABANDONED_SECONDS = 30.0
"""Seconds without a call of `Task.wait` after which a training is given up: its session ended."""

SILENT_SECONDS = 60.0
"""Seconds without a message after which a worker is killed. A worker sends several a second."""

SHORT_SECONDS = 10.0
"""Seconds after which a training leaves the queue of the short ones, since it is longer than its
corpus suggests. The other queue makes it from the start."""

POLL_SECONDS = 1.0
"""Seconds between two checks whether a training is still wanted."""

Base = Training | Packed | None
"""A training to continue, if any; see `Job`."""

LookUp = Callable[[], Training | None]
"""Returns the result if another session has made it in the meantime, else None."""

CANCELLED = message("This training was cancelled before its first merge.")
HUNG = message(
    "This was stopped, because it made no progress for a minute. Use a part of the corpus, or "
    "normalize or split it by another rule."
)
STOPPED = message(
    "The process of this training ended before it was done. Try again; if that does not help, use "
    "a part of the corpus, or a smaller vocabulary."
)


class BrokenOffError(CorpusError):
    """Raised when a training ends early for a reason other than its corpus."""


class Task:
    """A training that one session has requested.

    Attributes:
        key: the settings and the digest of the source.
        source: the corpus.
        base: a training to continue, if any; see `Job`.
        look_up: called when it is this task's turn.
        progress: 0 to 1.
        merges: number of merges made so far.
        queue: its queue.
        cancelled: whether the user wants it to end with the merges so far.
        given_up: whether its session does not need it any more.
    """

    def __init__(
        self,
        queue: Queue,
        key: Hashable,
        source: Source,
        look_up: LookUp,
        base: Base = None,
    ):
        self.key = key
        self.progress = 0.0
        self.merges = 0
        self.cancelled = False
        self.given_up = False
        self.source = source
        self.base = base
        self.look_up = look_up
        self.queue = queue
        self._last_wanted = time.monotonic()
        self._ended = threading.Event()
        self._outcome: Packed | Training | Exception | None = None

    def wait(self, seconds: float) -> bool:
        """Wait at most ``seconds``, and return whether the task has ended."""
        self._last_wanted = time.monotonic() + seconds
        ended = self._ended.wait(seconds)
        self._last_wanted = time.monotonic()
        return ended

    @property
    def tasks_before(self) -> int:
        """Number of tasks before this one."""
        return self.queue.tasks_before(self)

    @property
    def is_wanted(self) -> bool:
        """Whether its session still waits for it."""
        return not self.given_up and time.monotonic() - self._last_wanted < ABANDONED_SECONDS

    def result(self) -> Packed | Training:
        """Return the result of an ended task; of a cancelled training, the training so far.

        Raises:
            CorpusError, VocabularySizeError, ForcedMergeError: the training failed.
        """
        assert self._outcome is not None
        if isinstance(self._outcome, Exception):
            raise self._outcome
        return self._outcome

    def cancel(self) -> None:
        """End the task soon, with the merges so far."""
        self.cancelled = True
        self.queue.stop(self)

    def give_up(self) -> None:
        """End the task soon, without a result."""
        self.given_up = True
        self.queue.stop(self)

    def end(self, outcome: Packed | Training | Exception) -> None:
        """Set the result or the error, and wake all threads in `wait`."""
        self._outcome = outcome
        self._ended.set()


class Queue:
    """A FIFO queue of tasks with a worker that runs them one by one. Thread-safe.

    Args:
        slower: the queue to which a task moves after `SHORT_SECONDS`; None if it stays.
    """

    def __init__(self, slower: Queue | None = None) -> None:
        self._slower = slower
        self._lock = threading.Condition()
        self._waiting: deque[Task] = deque()
        self._current: Task | None = None
        self._worker: _Worker | None = None
        self._thread: threading.Thread | None = None

    def ask(self, key: Hashable, source: Source, look_up: LookUp, base: Base = None) -> Task:
        """Append a task and return it; see `Task` for the arguments."""
        task = Task(self, key, source, look_up, base)
        self._append(task)
        return task

    def _append(self, task: Task) -> None:
        with self._lock:
            task.queue = self
            self._waiting.append(task)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            self._lock.notify_all()

    def get_ready(self) -> None:
        """Start the worker, so that the first task does not have to wait for it."""
        with self._lock:
            if self._worker is None:
                self._worker = _Worker()

    @property
    def is_busy(self) -> bool:
        """Whether a task is running or waiting."""
        return self._current is not None or bool(self._waiting)

    def tasks_before(self, task: Task) -> int:
        """Return the number of tasks before one: 0 for the one that is running."""
        with self._lock:
            if task not in self._waiting:
                return 0
            return self._waiting.index(task) + (self._current is not None)

    def stop(self, task: Task) -> None:
        """End a task that was cancelled or given up."""
        with self._lock:
            if task in self._waiting:
                self._waiting.remove(task)
                task.end(BrokenOffError(CANCELLED))
            elif task is self._current and self._worker:
                if task.merges and not task.given_up:
                    self._worker.send(STOP)
                else:
                    self._worker.kill()

    def _work(self) -> None:
        """Run tasks forever; the body of the queue's thread."""
        while True:
            with self._lock:
                while not self._waiting:
                    self._lock.wait()
                task = self._current = self._waiting.popleft()
            try:
                outcome = task.look_up() or self._make(task)
            except Exception as error:
                outcome = error
            with self._lock:
                self._current = None
            if outcome is not None:
                task.end(outcome)
            elif self._slower:
                self._slower._append(task)

    def _make(self, task: Task) -> Packed | Exception | None:
        """Run a task in the worker; return its result or error, or None if it takes too long."""
        with self._lock:
            if not task.is_wanted or task.cancelled:
                return BrokenOffError(CANCELLED)
            if self._worker is None or not self._worker.is_alive:
                self._worker = _Worker()
            worker = self._worker
        worker.send((task.key, task.source, task.base))
        began = last_received = time.monotonic()
        while not isinstance(received := worker.receive(POLL_SECONDS), Packed | Exception):
            if received is not None:
                last_received = time.monotonic()
            if isinstance(received, tuple):
                task.progress, task.merges = received
            is_silent = time.monotonic() - last_received > SILENT_SECONDS
            if received is ENDED or is_silent or not task.is_wanted:
                worker.kill()
                if task.cancelled or not task.is_wanted:
                    return BrokenOffError(CANCELLED)
                return BrokenOffError(HUNG if is_silent else STOPPED)
            is_slow = time.monotonic() - began > SHORT_SECONDS
            if self._slower and is_slow and not task.cancelled:
                worker.kill()
                task.progress, task.merges = 0.0, 0
                return None
        may_continue = isinstance(received, Packed) and received.cut_short
        was_long = is_long(task.source) or time.monotonic() - began > SHORT_SECONDS
        if was_long and not may_continue:
            worker.kill()  # to free its memory
        return received


ENDED = object()
"""The result of `_Worker.receive` after the process has ended."""


class _Worker:
    """The worker process, seen from the server; see `pages.trainings.worker`."""

    def __init__(self) -> None:
        self._writing = threading.Lock()
        self._received: SimpleQueue[Any] = SimpleQueue()
        # It gets a separate process session, so that Ctrl-C in a terminal reaches only the
        # server. It ends by itself when the server ends.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pages.trainings.worker"],
            cwd=Path(__file__).parents[2],
            # With Python's own allocator, which needs less memory; all is returned at its end.
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
        # If the process has died, `receive` returns ENDED.
        with self._writing, suppress(BrokenPipeError):
            pickle.dump(sent, self._process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()

    def receive(self, seconds: float) -> Any:
        """Return the next message, ENDED after the process has ended, or None after ``seconds``."""
        try:
            return self._received.get(timeout=seconds)
        except Empty:
            return None

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(EOFError, OSError, pickle.UnpicklingError), self._process.stdout as output:
            while True:
                self._received.put(pickle.load(output))
        self._received.put(ENDED)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


_long = Queue()
_short = Queue(slower=_long)


def get_ready() -> None:
    """Start the worker of the short trainings."""
    _short.get_ready()


def are_busy() -> bool:
    """Return whether any training is running or waiting."""
    return _short.is_busy or _long.is_busy


def is_long(source: Source) -> bool:
    """Return whether a training on a source takes longer than about a second."""
    return source.size > LONG


def queue_for(source: Source) -> Queue:
    """Return the queue for a source. Short trainings do not wait for long ones."""
    return _long if is_long(source) else _short
