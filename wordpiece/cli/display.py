"""Tables and a progress bar for a terminal."""

from __future__ import annotations

import sys
import time
import unicodedata
from collections.abc import Sequence
from typing import TextIO

from wordpiece.cli.streams import write_remark
from wordpiece.message import ENGLISH, Message, message
from wordpiece.text.normalizers import nfc


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[str]) -> str:
    """Return a table with two spaces between columns; those in ``numbers`` are right-aligned.

    >>> table(["token", "n"], [["東京", "10"], ["a", "2"]], {"n"}).splitlines()
    ['token   n', '東京   10', 'a       2']
    """
    lines = [head, *([visible(cell) for cell in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    text = ""
    for line in lines:
        cells = []
        for name, cell, wide in zip(head, line, widths, strict=True):
            gap = " " * (wide - width(cell))
            cells.append(gap + cell if name in numbers else cell + gap)
        text += "  ".join(cells).rstrip() + "\n"
    return text


def visible(text: str) -> str:
    """Return a text with escapes for characters that a terminal would interpret or hide."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def width(text: str) -> int:
    """Return the columns of a text in a terminal: wide characters have 2, combining marks 0.

    >>> width("hug"), width("東京"), width("e\\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me")
        else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in nfc(text)
    )


MERGES = message("{n} {n:merge|merges}")
"""The number of steps of a training by merges."""


class ProgressBar:
    """A progress bar on standard error.

    On a terminal it is one line, which is overwritten at most ten times a second. Elsewhere it is,
    if ``wanted``, a line for each ten percent. ``said`` has the number of steps.
    """

    CELLS = 30
    DELAY = 0.5
    """Seconds before the bar appears on a terminal."""

    def __init__(
        self,
        wanted: bool,
        stream: TextIO | None = None,
        said: Message = MERGES,
    ):
        self._said = said
        self._stream = stream or sys.stderr
        self._on_terminal = self._stream is not None and self._stream.isatty()
        self._wanted = wanted or self._on_terminal
        self._next = time.monotonic() + self.DELAY if self._on_terminal else 0.0
        self._tenths = -1
        self._shown = 0

    def show(self, share: float, steps: int) -> None:
        """Show the share of the work that is done, 0 to 1, and the number of steps."""
        if not self._wanted or time.monotonic() < self._next:
            return
        if self._on_terminal:
            done = "#" * int(share * self.CELLS)
            line = f"[{done:.<{self.CELLS}}] {_percent(share)}  {self._said.fill(n=steps)}"
            write_remark("\r" + line.ljust(self._shown), self._stream)
            self._shown = len(line)
            self._next = time.monotonic() + 0.1
        elif int(share * 10) > self._tenths:
            self._tenths = int(share * 10)
            write_remark(f"{_percent(share)}  {self._said.fill(n=steps)}\n", self._stream)

    def clear(self) -> None:
        """Remove the bar from the terminal."""
        if self._shown:
            write_remark("\r" + " " * self._shown + "\r", self._stream)


def _percent(share: float) -> str:
    return ENGLISH.number(share, "percent").rjust(4)
