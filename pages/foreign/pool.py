"""A pool of processes for opened files. Sessions that have the same file open share its process.

If a process is late or dies, its visitor gets an error message, and the next request starts another
process. A thread that waits here does not hold any lock that another visitor's click needs.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Pipe
from pathlib import Path
from typing import Any
from weakref import finalize

from pages.foreign.bounds import (
    BUSY,
    MAX_ANSWER,
    NO_MEMORY,
    PASSED_ON,
    PATIENCE,
    Refused,
    seconds_for,
)
from pages.foreign.file import File
from wordpiece.errors import VocabularyError
from wordpiece.message import Message, message

MOST = 3
"""The most processes at a time. An idle one ends when another file needs its place."""

WAITING = 10.0
"""The most seconds to wait for a place."""

LATE = message(
    "This vocabulary took too long to answer and was stopped. Try a shorter text, or another file."
)
MEMORY = message(
    "This vocabulary needs more memory than it may use and was stopped. Try a shorter text, or "
    "another file."
)
CRASHED = message(
    "The process that reads this vocabulary has crashed. Try a shorter text, or another file."
)
ONE_THREAD = {"TOKENIZERS_PARALLELISM": "false", "RAYON_NUM_THREADS": "1"}


class BusyError(VocabularyError):
    """Raised when all processes are busy with other requests."""


class Pool:
    """A few processes, each with one opened file. Thread-safe."""

    def __init__(self, most: int = MOST, waiting: float = WAITING):
        self._most = most
        self._waiting = waiting
        self._changed = threading.Condition()
        self._processes: OrderedDict[str, _Process] = OrderedDict()

    def ask(self, file: File, name: str, *arguments: Any) -> Any:
        """Call a method of `Reader` in the file's process, and return its result.

        Args:
            file: the opened file.
            name, arguments: the method and its arguments.

        Raises:
            VocabularyError: the request failed; the message says why.
        """
        with self._process_of(file) as process:
            return process.ask(name, *arguments)

    def drop(self, digest: str) -> None:
        """End the process of a file that no session has open any more."""
        # The garbage collector may call this in a thread that holds the lock. So it must not wait
        # for the lock, or change the dictionary, which that thread may be reading.
        process = self._processes.get(digest)
        if process:
            process.end()

    @contextmanager
    def _process_of(self, file: File) -> Iterator[_Process]:
        """Reserve the process of a file during the block."""
        process, displaced = self._take(file)
        if displaced:
            displaced.end()
        try:
            yield process
        finally:
            with self._changed:
                process.busy = False
                if not process.is_alive and self._processes.get(file.digest) is process:
                    del self._processes[file.digest]
                self._changed.notify_all()

    def _take(self, file: File) -> tuple[_Process, _Process | None]:
        """Return the process of a file, and the one that it displaces, if any."""
        until = time.monotonic() + self._waiting
        digest = file.digest
        with self._changed:
            while True:
                idle = [name for name, it in self._processes.items() if not it.busy]
                for ended in [name for name in idle if not self._processes[name].is_alive]:
                    del self._processes[ended]
                    idle.remove(ended)
                process = self._processes.get(digest)
                if process and not process.busy:
                    process.busy = True
                    self._processes.move_to_end(digest)
                    return process, None
                if not process and (idle or len(self._processes) < self._most):
                    is_full = len(self._processes) >= self._most
                    displaced = self._processes.pop(idle[0]) if is_full else None
                    process = self._processes[digest] = _Process(file)
                    finalize(file, self.drop, digest)
                    return process, displaced
                if not self._changed.wait(until - time.monotonic()):
                    raise BusyError(BUSY)


class _Process:
    """The process of one file, seen from the server; it starts with the first question."""

    def __init__(self, file: File):
        self.busy = True
        self._file: File | None = file
        self._started: subprocess.Popen[bytes] | None = None

    def ask(self, name: str, *arguments: Any) -> Any:
        if self._file:
            file, self._file = self._file, None
            try:
                self._start()
            except OSError:  # too many open files or processes
                raise BusyError(BUSY) from None
            try:
                self._exchange("load", file)
            except VocabularyError:
                self.end()
                raise
        return self._exchange(name, *arguments)

    @property
    def is_alive(self) -> bool:
        return self._started is not None and self._started.poll() is None

    def _start(self) -> None:
        self._connection, theirs = Pipe()
        with theirs:
            self._started = subprocess.Popen(
                [sys.executable, "-m", "pages.foreign.process", str(theirs.fileno())],
                cwd=Path(__file__).parents[2],
                env={name: os.environ[name] for name in PASSED_ON if name in os.environ}
                | ONE_THREAD,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that Ctrl-C in a terminal reaches only the server
            )

    def _exchange(self, name: str, *arguments: Any) -> Any:
        try:
            self._connection.send((name, *arguments))
            if not self._connection.poll(PATIENCE * seconds_for(name) + 1):
                raise VocabularyError(LATE)
            answer = pickle.loads(self._connection.recv_bytes(MAX_ANSWER))
        except (EOFError, OSError):
            raise VocabularyError(self._why_it_ended()) from None
        except BaseException:
            self.end()
            raise
        if isinstance(answer, Refused):
            raise VocabularyError(answer.message)
        return answer

    def _why_it_ended(self) -> Message:
        assert self._started is not None
        last_words = b""
        with suppress(subprocess.TimeoutExpired):
            _, last_words = self._started.communicate(timeout=1)
        status = self._started.poll()
        self.end()
        if status in (-signal.SIGPROF, -signal.SIGALRM):
            return LATE
        if status == NO_MEMORY or b"memory allocation of" in last_words:
            return MEMORY
        logging.getLogger("merge_by_merge").warning(
            "The process of an opened vocabulary ended with status %s.", status
        )
        return CRASHED

    def end(self) -> None:
        """Kill the process."""
        if self._started:
            self._started.kill()
            self._started.wait()
            if self._started.stderr:
                self._started.stderr.close()
            self._connection.close()


_pool = Pool()
ask = _pool.ask
