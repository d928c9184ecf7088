"""Queues of long trainings, each with a worker process that makes them.

Python runs one thread at a time, so a training inside the server would slow down all sessions. Only
small ones are made there. One of two workers makes the others: the first makes trainings of about a
second, the second makes longer ones. This module does not draw.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, wait
from contextlib import suppress
from itertools import takewhile
from queue import SimpleQueue

from pages.server.process import EndedError, Process
from pages.trainings.job import Key, Source, Training
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

TOO_MUCH = message(
    "This training needs more time or memory than one visitor may use. Use a part of the "
    "corpus, or set a limit that ends training earlier, if the rule has one."
)
CANCELLED = message("This training was cancelled.")
STOPPED = message(
    "This training ended unexpectedly. Try again. If that does not help, use a part of the "
    "corpus, or set a limit that ends training earlier, if the rule has one."
)


class BrokenOffError(CorpusError):
    """Raised when a training ends early for a reason other than its corpus."""


class Task(Future[Training]):
    """A training that one session has requested, as a future.

    Attributes:
        key: the settings and the digest of the source.
        source: the corpus.
        look_up: returns the training if another session has made it in the meantime, else None.
        progress: 0 to 1.
        merges: number of merges made so far.
        queue: its queue, once it is in one.
    """

    queue: Queue

    def __init__(self, key: Key, source: Source, look_up: Callable[[], Training | None]):
        super().__init__()
        self.key = key
        self.source = source
        self.look_up = look_up
        self.progress = 0.0
        self.merges = 0
        self._last_wanted = time.monotonic()

    def wait(self, seconds: float) -> bool:
        """Wait at most ``seconds``, and return whether the task has ended."""
        self._last_wanted = time.monotonic() + seconds
        wait([self], seconds)
        self._last_wanted = time.monotonic()
        return self.done()

    @property
    def is_wanted(self) -> bool:
        """Whether its session still waits for it."""
        is_abandoned = time.monotonic() - self._last_wanted > ABANDONED_SECONDS
        return not is_abandoned and not self.done()

    def end(self, made: Training | Exception) -> None:
        """End with a result or an error, unless it has ended."""
        with suppress(InvalidStateError):
            if isinstance(made, Exception):
                self.set_exception(made)
            else:
                self.set_result(made)

    def give_up(self) -> None:
        """End without a result; the worker stops soon."""
        self.end(BrokenOffError(CANCELLED))


class Queue:
    """A FIFO queue of tasks with a worker that runs them one by one. Thread-safe.

    Args:
        slower: the queue to which a task moves after `SHORT_SECONDS`. Without one, a task stays,
            and the worker ends after each task, which frees its memory.
    """

    def __init__(self, slower: Queue | None = None) -> None:
        self._slower = slower
        self._lock = threading.Lock()
        self._waiting: SimpleQueue[Task] = SimpleQueue()
        self._tasks: list[Task] = []
        """The task that is running, and those that wait, in their order."""
        self._worker: Process | None = None
        self._thread: threading.Thread | None = None

    def append(self, task: Task) -> None:
        """Append a task."""
        with self._lock:
            self._tasks.append(task)
            task.queue = self
            self._waiting.put(task)
            if self._thread is None:  # not before: see `configure_malloc`
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()

    def get_ready(self) -> Process:
        """Return the worker. Start it if it does not run, which takes a while."""
        with self._lock:
            if self._worker is None or not self._worker.is_alive:
                self._worker = Process("pages.trainings.worker")
            return self._worker

    def tasks_before(self, task: Task) -> int:
        """Return the number of tasks before one: 0 for the one that is running."""
        before = takewhile(lambda each: each is not task, [*self._tasks])
        return sum(not each.done() for each in before)

    def _work(self) -> None:
        """Run tasks forever; the body of the queue's thread."""
        while True:
            task = self._waiting.get()
            try:
                made = task.look_up() or self._make(task)
            except Exception as error:
                made = error
            if made:
                task.end(made)
            elif self._slower:
                task.progress, task.merges = 0.0, 0
                self._slower.append(task)
            self._tasks.remove(task)

    def _make(self, task: Task) -> Training | Exception | None:
        """Run a task in the worker; return its result or error, or None if it takes too long."""
        if not task.is_wanted:
            return BrokenOffError(CANCELLED)
        worker, latest = self.get_ready(), time.monotonic() + SHORT_SECONDS
        try:
            worker.send((task.key[0], task.source))
            while task.is_wanted:
                received = worker.receive(POLL_SECONDS)
                if isinstance(received, Training | Exception):
                    if self._slower is None:
                        worker.kill()
                    return received
                if received:
                    task.progress, task.merges = received
                if self._slower and time.monotonic() > latest:
                    worker.kill()
                    return None
        except EndedError as ended:
            if ended.why == "memory":
                return CorpusError(TOO_MUCH)
            # Another try may be luckier when the machine is less busy.
            return BrokenOffError(TOO_MUCH if ended.why == "late" else STOPPED)
        worker.kill()
        return BrokenOffError(CANCELLED)


LONGER = Queue()
SHORTER = Queue(slower=LONGER)


def queue_for(source: Source) -> Queue:
    """Return the queue for a source. Short trainings do not wait for long ones."""
    return LONGER if source.size > LONG else SHORTER
