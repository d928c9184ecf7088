"""Limits of the processes in this package."""

from __future__ import annotations

from wordpiece.message import message

LOADING, ANSWERING, CHECKING = 20.0, 2.0, 10.0
"""The most seconds of CPU time to read a file, to answer, and to look at every token."""

MAX_ANSWER = 4 * 2**20
"""The most bytes of one answer."""

MAX_FETCHED = 20 * 10**6
"""The most bytes of a file from the Hub, a little less than of an upload."""

DOWNLOADING = 60.0
"""The most seconds of a download."""

BUSY = message("The server is busy with other vocabularies at the moment. Try again soon.")

TOO_LONG = message(
    "With this vocabulary, the encoded text is too long to be shown. Try a shorter text."
)

STOPPED = message(
    "The program that uses this vocabulary has stopped: it needed too much time or memory, or "
    "crashed. Try a shorter text or another vocabulary."
)


def seconds_for(request: str) -> float:
    """Return the CPU seconds that a request may take."""
    return {"load": LOADING, "unreachable": CHECKING}.get(request, ANSWERING)
