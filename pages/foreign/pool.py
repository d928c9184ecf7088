"""A pool of processes for opened files. Sessions that have the same file open share its process.

If a process is late or dies, its visitor gets an error message, and the next request starts another
process. A thread that waits here does not hold any lock that another visitor's click needs.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from typing import Any
from weakref import finalize

from pages.foreign.file import BUSY, MAX_ANSWER, STOPPED, File, seconds_for
from pages.server.process import PATIENCE, EndedError, Process
from wordpiece.errors import VocabularyError

MOST = 3
"""The most processes at a time. An idle one ends when another file needs its place."""

WAITING = 10.0
"""The most seconds to wait for a place."""


class BusyError(VocabularyError):
    """Raised when all processes are busy with other requests."""


class Pool:
    """A few processes, each with one opened file. Thread-safe."""

    def __init__(self, most: int = MOST, waiting: float = WAITING):
        self._most = most
        self._waiting = waiting
        self._changed = threading.Condition()
        self._busy: set[str] = set()
        """The digests of the files whose processes are at work."""
        self._idle: OrderedDict[str, Process] = OrderedDict()
        """The other processes by the digest of the file, the least recently used one first."""

    def ask(self, file: File, name: str, *arguments: Any) -> Any:
        """Call a method of `Reader` in the file's process, and return its result.

        Args:
            file: the opened file.
            name, arguments: the method and its arguments.

        Raises:
            VocabularyError: the request failed; the message says why.
        """
        process = self._reserve(file.digest)
        try:
            if process is None or not process.is_alive:
                process = self._load(file)
            return _exchange(process, name, *arguments)
        finally:
            with self._changed:
                self._busy.remove(file.digest)
                if process and process.is_alive:
                    self._idle[file.digest] = process
                self._changed.notify_all()

    def drop(self, digest: str) -> None:
        """End the process of a file that no session has open any more."""
        # Garbage collection may call this in any thread, so it must not wait for the lock.
        process = self._idle.pop(digest, None)
        if process:
            process.kill()

    def _reserve(self, digest: str) -> Process | None:
        """Wait until a file may be asked, and return its process if there is one."""

        def is_free() -> bool:
            return digest not in self._busy and len(self._busy) < self._most

        displaced = None
        with self._changed:
            if not self._changed.wait_for(is_free, self._waiting):
                raise BusyError(BUSY)
            self._busy.add(digest)
            process = self._idle.pop(digest, None)
            if len(self._busy) + len(self._idle) > self._most:
                _, displaced = self._idle.popitem(last=False)
        if displaced:
            displaced.kill()
        return process

    def _load(self, file: File) -> Process:
        """Start a process that reads a file."""
        try:
            process = Process("pages.foreign.reader", quiet=True)
        except OSError:  # too many open files or processes
            raise BusyError(BUSY) from None
        finalize(file, self.drop, file.digest)
        try:
            _exchange(process, "load", file)
        except VocabularyError:
            process.kill()
            raise
        return process


def _exchange(process: Process, name: str, *arguments: Any) -> Any:
    try:
        process.send((name, *arguments))
        answer = process.receive(PATIENCE * seconds_for(name) + 1, MAX_ANSWER)
    except EndedError as ended:
        if ended.why == "crashed":
            logging.getLogger("merge_by_merge").warning(
                "The process of an opened vocabulary ended with status %s.", ended.status
            )
        raise VocabularyError(STOPPED) from None
    except BaseException:
        process.kill()
        raise
    if answer is None:
        process.kill()
        raise VocabularyError(STOPPED)
    if isinstance(answer, VocabularyError):
        raise answer
    return answer


_pool = Pool()
ask = _pool.ask
