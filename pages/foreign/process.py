"""The process of one opened file.

`pages.foreign.pool` starts it as ``python -m pages.foreign.process N``, where N is the descriptor
of a connection. The server sends "load" and the `File`, then requests: the name of a method of
`Reader` and its arguments. The process answers each with a result or a `Refused`. If it is late, a
timer of the operating system ends it, which no library can delay; so does the memory limit.

When its server dies, the process ends within the deadline: by the timer while it works, or because
the connection closes while it waits. (The signal for a parent's death, PR_SET_PDEATHSIG, would
arrive already when the thread that started the process ends.)
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
    """Limit the memory of this process, and give the server a higher priority."""
    if hasattr(os, "nice"):
        os.nice(10)
    os.set_blocking(sys.stderr.fileno(), False)  # read only after this process has ended
    if sys.platform == "linux":
        import resource

        limit = memory_limit("VOCABULARY_MEMORY")
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # the first process to kill if the machine runs out of memory
            Path("/proc/self/oom_score_adj").write_text("1000")


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    """End this process if the block takes longer: the timers' signals have no handler."""
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
