"""Standard output and standard error, which may be closed or full."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from wordpiece.errors import WordPieceError
from wordpiece.message import message


class Problem(WordPieceError):
    """An error in a file, an option or a stream that the user can correct."""


def write_output(text: str, flush: bool = False) -> None:
    """Write a result to standard output."""
    try:
        if sys.stdout is not None:
            sys.stdout.write(text)
            if flush:
                sys.stdout.flush()
    except OSError as error:
        sys.stdout = _nowhere()
        if isinstance(error, BrokenPipeError):  # the reader has closed the pipe
            return
        problem = message("standard output cannot be written ({reason}).", reason=reason_of(error))
        raise Problem(problem) from None
    if sys.stdout is None and text:
        raise Problem(message("standard output is closed, so there is nowhere to write to."))


def write_remark(text: str, stream: TextIO | None = None) -> None:
    """Write to standard error, and ignore a failure."""
    stream = stream or sys.stderr
    try:
        if stream is not None:
            stream.write(text)
            stream.flush()
    except OSError:
        if stream is sys.stderr:
            sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    """Return a stream that drops all text; Python would flush a broken stream at exit."""
    return open(os.devnull, "w", encoding="utf-8")


def reason_of(error: OSError) -> str:
    """Return the reason of an error of the system, in lower case."""
    return (error.strerror or "error").lower()
