"""The files that a command reads and writes; - is standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from wordpiece.cli.streams import Problem, reason_of, write_remark
from wordpiece.message import Fact, Message, message
from wordpiece.text.corpus import Corpus, build, decode
from wordpiece.text.normalizers import compose

MAX_INPUT = 512 * 2**20
"""Bytes of a file. More would hardly fit into memory as words; /dev/zero never ends."""


def read_corpus(options: argparse.Namespace, file: str) -> Corpus:
    """Read the corpus of a command as its options say.

    Raises:
        WordPieceError: it cannot be read, or is no corpus.
    """
    is_table = options.table or file.lower().endswith((".tsv", ".csv"))
    corpus = build(
        decode(read_file(file)),
        "table" if is_table else "text",
        compose(options.normalize or ()),
        options.split or "bert",
    )
    write_notes(corpus.notes)
    return corpus


def write_notes(notes: Sequence[Message]) -> None:
    """Write remarks on a file to standard error."""
    for note in notes:
        write_remark(f"{message('Note: {note}', note=note)}\n")


def read_file(file: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``.

    Raises:
        Problem: it cannot be read, or has more than `MAX_INPUT` bytes.
    """
    name: Fact = message("standard input") if file == "-" else file or "''"
    try:
        if file != "-":
            with open(file, "rb") as opened:
                return _read_limited(opened, name)
        if sys.stdin is None:
            raise Problem(message("standard input is closed; give the name of a file."))
        return _read_limited(sys.stdin.buffer, name)
    except OSError as error:
        raise Problem(
            message("{file} cannot be read ({reason}).", file=name, reason=reason_of(error))
        ) from None


def _read_limited(stream: IO[bytes], name: Fact) -> bytes:
    """Read a stream to its end, if that comes within MAX_INPUT bytes."""
    pieces, room = [], MAX_INPUT
    while piece := stream.read(2**20):
        pieces.append(piece)
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
