"""Limits of the processes in this package, and `Refused`, their answer to a bad request."""

from __future__ import annotations

from dataclasses import dataclass

from wordpiece.message import Message, message

LOADING, ANSWERING, CHECKING = 20.0, 2.0, 10.0
"""The most seconds of CPU time to read a file, to answer, and to look at every token."""

PATIENCE = 4
"""The most wall-clock time as a multiple of the CPU time, since processes share the cores."""

NO_MEMORY = 77
"""The exit status of a process that runs out of memory."""

MAX_ANSWER = 4 * 2**20
"""The most bytes of one answer."""

MAX_FETCHED = 20 * 10**6
"""The most bytes of a file from the Hub, a little less than of an upload."""

DOWNLOADING = 60.0
"""The most seconds of a download."""

BUSY = message("Other vocabularies are being read, and there is no place free. Try again soon.")

PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONPATH", "VOCABULARY_MEMORY")
"""The environment variables that a process gets. They do not include the server's passwords."""

TOO_LONG = message("What this vocabulary makes of the text is too long to be shown.")


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a request that failed, with the reason."""

    message: Message


def seconds_for(request: str) -> float:
    """Return the CPU seconds that a request may take."""
    return {"load": LOADING, "unreachable": CHECKING}.get(request, ANSWERING)
