"""Queues of long trainings, each with a worker process that makes them.

Python runs one thread at a time, so a training inside the server would slow down all sessions. Only
small ones are made there. One of two workers makes the others: the first makes trainings of about a
second, the second makes longer ones. This module does not draw.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress

from pages.server.process import EndedError, Process
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

SHORT_SECONDS = 10.0
"""Seconds after which a training leaves the queue of the short ones, since it is longer than its
corpus suggests. The other queue makes it from the start."""

POLL_SECONDS = 1.0
"""Seconds between two checks whether a training is still wanted."""

Base = Training | Packed | None
"""A training to continue, if any; see `Job`."""

LookUp = Callable[[], Training | None]
"""Returns the result if another session has made it in the meantime, else None."""

NO_MEMORY = message(
    "This needs more memory than one visitor may use. Use a part of the corpus, or a smaller "
    "vocabulary."
)
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
        self._worker: Process | None = None
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
                self._worker = _start()

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
                    with suppress(EndedError):
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
                self._worker = _start()
            worker = self._worker
        began = time.monotonic()

        def is_slow() -> bool:
            return time.monotonic() - began > SHORT_SECONDS

        received: Packed | Exception | tuple[float, int] | None = None
        try:
            worker.send((task.key, task.source, task.base))
            while not isinstance(received, Packed | Exception):
                if not task.is_wanted:
                    worker.kill()
                elif self._slower and is_slow() and not task.cancelled:
                    worker.kill()
                    task.progress, task.merges = 0.0, 0
                    return None
                with suppress(TimeoutError):
                    received = worker.receive(POLL_SECONDS)
                if isinstance(received, tuple):
                    task.progress, task.merges = received
        except EndedError as ended:
            if task.cancelled or not task.is_wanted:
                return BrokenOffError(CANCELLED)
            if ended.why == "memory":
                return CorpusError(NO_MEMORY)
            return BrokenOffError(HUNG if ended.why == "late" else STOPPED)
        may_continue = isinstance(received, Packed) and received.cut_short
        if (is_long(task.source) or is_slow()) and not may_continue:
            worker.kill()  # to free its memory
        return received


def _start() -> Process:
    return Process("pages.trainings.worker")


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
