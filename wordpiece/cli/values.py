"""Types of option values. Each is a function of a text that raises ArgumentTypeError."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from wordpiece.errors import quoted
from wordpiece.message import Listed, message
from wordpiece.text.normalizers import NORMALIZERS


def choice(names: Sequence[str]) -> Callable[[str], str]:
    """Return the type of one of several names."""

    def read(text: str) -> str:
        if text not in names:
            known = Listed(tuple(names), "commas")
            problem = message("{text} is not one of {known}", text=quoted(text), known=known)
            raise argparse.ArgumentTypeError(str(problem))
        return text

    return read


def integer(least: int) -> Callable[[str], int]:
    """Return the type of an integer, ``least`` or more."""

    def read(text: str) -> int:
        digits = text.lstrip("0") or text[:1]
        if not (text.isascii() and text.isdigit() and len(digits) < 16) or int(digits) < least:
            shown = text if len(text) <= 20 else text[:20] + "…"
            problem = message(
                "{text} is not a whole number from {least} to {most}",
                text=quoted(shown),
                least=least,
                most=10**15 - 1,
            )
            raise argparse.ArgumentTypeError(str(problem))
        return int(digits)

    return read


def normalizers(text: str) -> tuple[str, ...]:
    """Return names of normalizers that are joined by commas; "none" gives an empty tuple."""
    names = [] if text == "none" else text.split(",")
    return tuple(map(choice(tuple(NORMALIZERS)), names))
