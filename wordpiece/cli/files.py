"""The files that a command reads and writes; - is standard input."""

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
"""Bytes of a file, or of a line. More would hardly fit into memory; /dev/zero never ends."""


def write_notes(notes: Sequence[Message]) -> None:
    """Write remarks on a file to standard error."""
    for note in notes:
        write_remark(f"{message('Note: {note}', note=note)}\n")


def read_file(file: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``.

    Raises:
        Problem: it cannot be read, or has more than `MAX_INPUT` bytes.
    """
    with _opened(file) as (stream, name):
        return b"".join(_within_limit(iter(lambda: stream.read(2**20), b""), name))


def read_lines(file: str) -> Iterator[str]:
    """Yield the lines of a text, without their ends, as soon as each is there.

    Raises:
        Problem: the file cannot be read, or a line has more than `MAX_INPUT` bytes.
        CorpusError: it is not text; names the line.
    """
    with _opened(file) as (stream, name):
        number, line = 1, _line(stream, name)
        if b"\0" in line or line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            # UTF-16, whose line feeds are two bytes, or no text at all.
            rest = _within_limit(iter(lambda: stream.read(2**20), b""), name)
            yield from _lines(decode(b"".join((line, *rest))))
            return
        while line:
            yield from _lines(_decoded(line, number))
            number, line = number + 1, _line(stream, name)


def is_stream(file: str) -> bool:
    """Tell whether lines of a file may come later, and wait for an answer: a pipe, a terminal."""
    with suppress(OSError):
        found = os.fstat(sys.stdin.fileno()) if file == "-" and sys.stdin else os.stat(file)
        return not stat.S_ISREG(found.st_mode)
    return False


def _lines(text: str) -> Iterator[str]:
    return (line.removesuffix("\n") for line in io.StringIO(text, newline=None))


def _decoded(line: bytes, number: int) -> str:
    """Decode one line of a text; only the first can tell that it is a file of another kind.

    Raises:
        CorpusError: it is not text.
    """
    if number > 1:
        with suppress(UnicodeDecodeError):
            text = line.decode("utf-8")
            if "\0" not in text:
                return text
        line = b"\n" * 4096 + line  # so that it is not taken for the beginning of a file
    try:
        return decode(line)
    except CorpusError as error:
        raise CorpusError(error.reason, line=error.line and number) from None


@contextmanager
def _opened(file: str) -> Iterator[tuple[IO[bytes], Fact]]:
    """Open a file, or standard input for ``-``; also return how a sentence calls it.

    Raises:
        Problem: it cannot be opened, or cannot be read.
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
    """Yield the pieces of a file while they come within MAX_INPUT bytes."""
    room = MAX_INPUT
    for piece in pieces:
        room -= len(piece)
        if room < 0:
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
    """Read a line, if it is within MAX_INPUT bytes; nothing at the end."""
    pieces: list[bytes] = []
    room = MAX_INPUT
    while (piece := stream.readline(2**20)) and room >= 0:
        pieces.append(piece)
        room -= len(piece)
        if piece.endswith(b"\n"):
            break
    if room < 0:
        raise Problem(
            message(
                "{file} has more than {size} MB in one line; put line breaks into it.",
                file=name,
                size=MAX_INPUT >> 20,
            )
        )
    return b"".join(pieces)


def write_file(file: str, content: bytes) -> None:
    """Write a file.

    Raises:
        Problem: it cannot be written.
    """
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        raise Problem(
            message("{file} cannot be written ({reason}).", file=file, reason=reason_of(error))
        ) from None
