"""Limits of the processes in this package, and `Refused`, their answer to a bad request."""

from __future__ import annotations

from dataclasses import dataclass

from wordpiece.message import Message, message

LOADING, ANSWERING, CHECKING = 20.0, 2.0, 10.0
"""Seconds of processor time to read a file, to answer, and to look at every token."""

PATIENCE = 4
"""How many times as long each may take by the clock, as others use the processor, too."""

NO_MEMORY = 77
"""The exit status for want of memory."""

MAX_ANSWER = 4 * 2**20
"""Bytes of one answer."""

MAX_FETCHED = 20 * 10**6
"""Bytes of a file from the Hub, a little less than an upload may have."""

DOWNLOADING = 60.0
"""Seconds that a download may take."""

BUSY = message("Other vocabularies are being read, and there is no place free. Try again soon.")

PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONPATH", "VOCABULARY_MEMORY")
"""The variables that a process gets: no password of the server's is among them."""

TOO_LONG = message("What this vocabulary makes of the text is too long to be shown.")


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that only has a reason."""

    message: Message


def seconds_for(request: str) -> float:
    """Return the processor time that a request may take."""
    return {"load": LOADING, "unreachable": CHECKING}.get(request, ANSWERING)
