"""The files that a command reads and writes; ``-`` is standard input."""

from __future__ import annotations

import codecs
import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from wordpiece.cli.streams import Problem, reason_of, write_remark
from wordpiece.errors import CorpusError
from wordpiece.message import Fact, Message, message
from wordpiece.text.corpus import decode

MAX_INPUT = 512 * 2**20
"""In bytes, of a file or a line. More would not fit into memory, and /dev/zero has no end."""


def write_notes(notes: Sequence[Message]) -> None:
    """Write remarks on a file to standard error."""
    for note in notes:
        write_remark(f"{message('Note: {note}', note=note)}\n")


def read_file(file: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``.

    Raises:
        Problem: the file cannot be read, or has more than `MAX_INPUT` bytes.
    """
    with _opened(file) as (stream, name):
        return b"".join(_within_limit(iter(lambda: stream.read(2**20), b""), name))


def read_lines(file: str) -> Iterator[str]:
    """Yield the lines of a text without their ends, each as soon as it is available.

    Raises:
        Problem: the file cannot be read, or a line has more than `MAX_INPUT` bytes.
        CorpusError: the file is not text; has the line.
    """
    with _opened(file) as (stream, name):
        number, line = 1, _line(stream, name)
        if b"\0" in line or line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            # UTF-16, in which a line feed is two bytes, or a binary file.
            rest = _within_limit(iter(lambda: stream.read(2**20), b""), name)
            yield from _lines(decode(b"".join((line, *rest))))
            return
        while line:
            yield from _lines(_decode(line, number))
            number, line = number + 1, _line(stream, name)


def is_stream(file: str) -> bool:
    """Return whether a file may be interactive: a pipe or a terminal."""
    with suppress(OSError):
        found = os.fstat(sys.stdin.fileno()) if file == "-" and sys.stdin else os.stat(file)
        return not stat.S_ISREG(found.st_mode)
    return False


def _lines(text: str) -> Iterator[str]:
    return (line.removesuffix("\n") for line in io.StringIO(text, newline=None))


def _decode(line: bytes, number: int) -> str:
    """Return a line of a text; the first shows whether the file is of another kind.

    Raises:
        CorpusError: it is not text.
    """
    if number > 1:
        with suppress(UnicodeDecodeError):
            text = line.decode("utf-8")
            if "\0" not in text:
                return text
        line = b"\n" * 4096 + line  # so that `decode` does not see the beginning of a file
    try:
        return decode(line)
    except CorpusError as error:
        raise CorpusError(error.reason, line=error.line and number) from None


@contextmanager
def _opened(file: str) -> Iterator[tuple[IO[bytes], Fact]]:
    """Open a file, or standard input for ``-``; yield it with its name for a sentence.

    Raises:
        Problem: the file cannot be opened or read.
    """
    name: Fact = message("standard input") if file == "-" else file or "''"
    try:
        if file != "-":
            with open(file, "rb") as opened:
                yield opened, name
        elif sys.stdin is None:
            raise Problem(message("standard input is closed; give the name of a file."))
        else:
            yield sys.stdin.buffer, name
    except (OSError, UnicodeEncodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "not a file name"
        raise Problem(
            message("{file} cannot be read ({reason}).", file=name, reason=reason)
        ) from None


def _within_limit(pieces: Iterable[bytes], name: Fact) -> Iterator[bytes]:
    """Yield the pieces of a file, at most `MAX_INPUT` bytes."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > MAX_INPUT:
            raise Problem(
                message(
                    "{file} has more than {size} MB. Use a part of it; for a corpus, count its "
                    "words elsewhere and give the table of counts: see docs/any_size.md.",
                    file=name,
                    size=MAX_INPUT >> 20,
                )
            )
        yield piece


def _line(stream: IO[bytes], name: Fact) -> bytes:
    """Return the next line of a file, or nothing at its end."""
    line = stream.readline(MAX_INPUT + 1)
    if len(line) > MAX_INPUT:
        raise Problem(
            message(
                "{file} has more than {size} MB in one line; put line breaks into it.",
                file=name,
                size=MAX_INPUT >> 20,
            )
        )
    return line


def write_file(file: str, content: bytes) -> None:
    """Write a file.

    Raises:
        Problem: the file cannot be written.
    """
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        raise Problem(
            message("{file} cannot be written ({reason}).", file=file, reason=reason_of(error))
        ) from None
