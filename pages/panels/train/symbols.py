"""The symbols in use, counted."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import say
from pages.panels.html.elements import heading
from pages.panels.layout import Piece
from pages.panels.shared import chips
from pages.panels.train.view import TrainScene

SYMBOLS = 40
"""Symbols shown with their counts, the most frequent first."""


def symbols_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Return the symbols with their counts, which the scores are divided by."""
    symbols = scene.timeline.symbol_counts(scene.step)
    remark = say("{n} distinct symbol", "{n} distinct symbols", n=len(symbols))
    if len(symbols) > SYMBOLS:
        remark = say("the {shown} most frequent of {total}", shown=SYMBOLS, total=len(symbols))
    yield heading(say("Symbols, counted"), remark)
    yield chips.counts(symbols[:SYMBOLS])
