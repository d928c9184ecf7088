"""Standard output and standard error, each of which may be closed, or full."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from wordpiece.errors import WordPieceError
from wordpiece.message import message


class Problem(WordPieceError):
    """A file, an option or a stream that does not do; the user can put it right."""


def write_output(text: str, flush: bool = False) -> None:
    """Write a result to standard output."""
    try:
        if sys.stdout is not None:
            sys.stdout.write(text)
            if flush:
                sys.stdout.flush()
    except OSError as error:
        sys.stdout = _nowhere()
        if isinstance(error, BrokenPipeError):  # whoever reads has seen enough
            return
        problem = message("standard output cannot be written ({reason}).", reason=reason_of(error))
        raise Problem(problem) from None
    if sys.stdout is None and text:
        raise Problem(message("standard output is closed, so there is nowhere to write to."))


def write_remark(text: str, stream: TextIO | None = None) -> None:
    """Write to standard error; a failure to do so is ignored."""
    stream = stream or sys.stderr
    try:
        if stream is not None:
            stream.write(text)
            stream.flush()
    except OSError:
        if stream is sys.stderr:
            sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    """Return a stream that drops all text, for a broken one that Python would flush at exit."""
    return open(os.devnull, "w", encoding="utf-8")


def reason_of(error: OSError) -> str:
    """Return why the system refused, in lower case."""
    return (error.strerror or "error").lower()
