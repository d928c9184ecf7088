"""What the values of options are read by; each raises ArgumentTypeError with a sentence."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from wordpiece.errors import quoted
from wordpiece.message import Listed, message
from wordpiece.text.normalizers import NORMALIZERS


def one_of(names: Sequence[str]) -> Callable[[str], str]:
    """Return what reads one of several names."""

    def chosen(text: str) -> str:
        if text not in names:
            known = Listed(tuple(names), "commas")
            problem = message("{text} is not one of {known}", text=quoted(text), known=known)
            raise argparse.ArgumentTypeError(str(problem))
        return text

    return chosen


def whole(least: int) -> Callable[[str], int]:
    """Return what reads a whole number, ``least`` or more."""

    def number(text: str) -> int:
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

    return number


def normalizers(text: str) -> tuple[str, ...]:
    """Read names of normalizers, joined by commas; "none" is none."""
    names = [] if text == "none" else text.split(",")
    choose = one_of(tuple(NORMALIZERS))
    return tuple(choose(name) for name in names)
