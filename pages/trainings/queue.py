"""Queues of long trainings, each with a worker process that makes them.

Python runs one thread at a time, so a training inside the server would slow down all sessions. Only
small ones are made there. One of two workers makes the others: the first makes trainings of about a
second, the second makes longer ones. This module does not draw.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from contextlib import suppress

from pages.server.process import EndedError, Process
from pages.trainings.job import Packed, Source, Training
from pages.trainings.worker import STOP
from wordpiece.errors import CorpusError
from wordpiece.message import message

MAX_IN_SERVER = 4_000
"""The most characters of a corpus that is trained in the server: all samples but Shakespeare."""

MAX_OTHERS_IN_SERVER = 500
"""The same for trainings that do not merge: a removal takes about ten times as long as a merge."""

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

TOO_MUCH = message(
    "This training needs more time or memory than one visitor may use. Use a part of the "
    "corpus or, if the rule has one, a limit that ends training earlier."
)
CANCELLED = message("This training was cancelled before its first step.")
STOPPED = message(
    "This training ended unexpectedly. Try again; if that does not help, use a part of the "
    "corpus or, if the rule has one, a limit that ends training earlier."
)


class BrokenOffError(CorpusError):
    """Raised when a training ends early for a reason other than its corpus."""


class Task:
    """A training that one session has requested.

    Attributes:
        key: the settings and the digest of the source.
        source: the corpus.
        look_up: called when it is this task's turn.
        base: a training to continue, if any; see `Job`.
        outcome: the result, or the error; of a cancelled training, the training so far.
        progress: 0 to 1.
        merges: number of merges made so far.
        queue: its queue, once it is in one.
        cancelled: whether the user wants it to end with the merges so far.
        given_up: whether its session does not need it any more.
    """

    queue: Queue

    def __init__(self, key: Hashable, source: Source, look_up: LookUp, base: Base = None):
        self.key = key
        self.source = source
        self.look_up = look_up
        self.base = base
        self.outcome: Future[Packed | Training] = Future()
        self.progress = 0.0
        self.merges = 0
        self.cancelled = self.given_up = False
        self._last_wanted = time.monotonic()

    def wait(self, seconds: float) -> bool:
        """Wait at most ``seconds``, and return whether the task has ended."""
        self._last_wanted = time.monotonic() + seconds
        wait([self.outcome], seconds)
        self._last_wanted = time.monotonic()
        return self.outcome.done()

    @property
    def is_wanted(self) -> bool:
        """Whether its session still waits for it."""
        return not self.given_up and time.monotonic() - self._last_wanted < ABANDONED_SECONDS

    def cancel(self) -> None:
        """End the task soon, with the merges so far."""
        self.cancelled = True
        self.queue.stop(self)

    def give_up(self) -> None:
        """End the task soon, without a result."""
        self.given_up = True
        self.queue.stop(self)


class Queue:
    """A FIFO queue of tasks with a worker that runs them one by one. Thread-safe.

    Args:
        slower: the queue to which a task moves after `SHORT_SECONDS`; None if it stays.
    """

    def __init__(self, slower: Queue | None = None) -> None:
        self._slower = slower
        self._changed = threading.Condition()
        self._tasks: list[Task] = []
        """The tasks in their order; the first one is running or about to."""
        self._worker: Process | None = None
        self._thread: threading.Thread | None = None

    def append(self, task: Task) -> None:
        """Append a task."""
        with self._changed:
            task.queue = self
            self._tasks.append(task)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def get_ready(self) -> Process:
        """Return the worker. Start it if it does not run, which takes a while."""
        with self._changed:
            if self._worker is None or not self._worker.is_alive:
                self._worker = Process("pages.trainings.worker")
            return self._worker

    def tasks_before(self, task: Task) -> int:
        """Return the number of tasks before one: 0 for the one that is running."""
        with self._changed:
            return self._tasks.index(task) if task in self._tasks else 0

    def stop(self, task: Task) -> None:
        """End a task that was cancelled or given up."""
        with self._changed:
            if task in self._tasks[1:]:
                self._tasks.remove(task)
                task.outcome.set_exception(BrokenOffError(CANCELLED))
            elif task in self._tasks and self._worker:
                if task.merges and not task.given_up:
                    with suppress(EndedError):
                        self._worker.send(STOP)
                else:
                    self._worker.kill()

    def _work(self) -> None:
        """Run tasks forever; the body of the queue's thread."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._tasks)
            task = self._tasks[0]
            made: Packed | Training | Exception | None
            try:
                made = task.look_up() or self._make(task)
            except Exception as error:
                made = error
            with self._changed:
                self._tasks.remove(task)
            if isinstance(made, Exception):
                task.outcome.set_exception(made)
            elif made:
                task.outcome.set_result(made)
            elif self._slower:
                task.progress, task.merges = 0.0, 0
                self._slower.append(task)

    def _make(self, task: Task) -> Packed | Exception | None:
        """Run a task in the worker; return its result or error, or None if it takes too long."""
        if not task.is_wanted or task.cancelled:
            return BrokenOffError(CANCELLED)
        worker, began = self.get_ready(), time.monotonic()

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
                    return None
                received = worker.receive(POLL_SECONDS)
                if isinstance(received, tuple):
                    task.progress, task.merges = received
        except EndedError as ended:
            if task.cancelled or not task.is_wanted:
                return BrokenOffError(CANCELLED)
            if ended.why == "memory":
                return CorpusError(TOO_MUCH)
            # Another try may be luckier when the machine is less busy.
            return BrokenOffError(TOO_MUCH if ended.why == "late" else STOPPED)
        may_continue = isinstance(received, Packed) and received.cut_short
        if (is_long(task.source) or is_slow()) and not may_continue:
            worker.kill()  # to free its memory
        return received


_long = Queue()
_short = Queue(slower=_long)


def get_ready() -> None:
    """Start the worker of the short trainings."""
    _short.get_ready()


def is_long(source: Source) -> bool:
    """Return whether a training on a source takes longer than about a second."""
    return source.size > LONG


def queue_for(source: Source) -> Queue:
    """Return the queue for a source. Short trainings do not wait for long ones."""
    return _long if is_long(source) else _short
