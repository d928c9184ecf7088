"""The process of one opened file.

`pages.foreign.pool` starts it as ``python -m pages.foreign.process N``, where N is the descriptor
of a connection. The server sends "load" and the `File`, then requests: the name of a method of
`Reader` and its arguments. The process sends a result or a `Refused` for each, or it ends: by a
timer of the system, which no library can hold up, if it is late, or by its limit of memory.

It outlives its server by no more than a deadline: the timer ends it at work, and the end of the
connection while it waits. (The signal for a parent's end would come when the thread ends that
started it.)
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path

from pages.foreign.bounds import (
    MAX_ANSWER,
    NO_MEMORY,
    PATIENCE,
    TOO_LONG,
    Refused,
    seconds_for,
)
from pages.foreign.reader import Reader
from pages.server.environment import memory_limit
from wordpiece.errors import WordPieceError


def main() -> None:
    """Read a file and answer until the server closes the connection."""
    connection = Connection(int(sys.argv[1]))
    _limit()
    reader: Reader | None = None
    while True:
        try:
            name, *arguments = connection.recv()
        except EOFError:
            return
        with _deadline(seconds_for(name)):
            try:
                if reader is None:
                    reader, result = Reader(*arguments), None
                else:
                    result = getattr(reader, name)(*arguments)
            except WordPieceError as error:
                result = Refused(error.message)
            sent = pickle.dumps(result, protocol=pickle.HIGHEST_PROTOCOL)
        if len(sent) > MAX_ANSWER:
            sent = pickle.dumps(Refused(TOO_LONG))
        connection.send_bytes(sent)


def _limit() -> None:
    """Bound the memory, and give the server precedence."""
    if hasattr(os, "nice"):
        os.nice(10)
    os.set_blocking(sys.stderr.fileno(), False)  # it is read after this process has ended
    if sys.platform == "linux":
        import resource

        limit = memory_limit("VOCABULARY_MEMORY")
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # if the machine runs out of memory, this process is to be killed
            Path("/proc/self/oom_score_adj").write_text("1000")


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    """End this process if the block takes longer. Nothing handles the signals, so they end it."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE * seconds)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    try:
        main()
    except BaseException as error:
        os._exit(NO_MEMORY if isinstance(error, MemoryError) else 1)
