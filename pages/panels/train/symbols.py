"""The symbols in use with their counts."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import capital, say
from pages.panels.html.elements import heading
from pages.panels.layout import Piece
from pages.panels.shared import chips
from pages.panels.train.view import TrainScene
from pages.panels.train.words import light

SYMBOLS, FEW = 24, 5
"""The most symbols with their counts, normally and in presenter mode."""


def symbols_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Yield the most frequent symbols with their counts, by which scores are divided."""
    symbols = scene.timeline.symbol_counts(scene.step)
    most = FEW if scene.view.presenting else SYMBOLS
    remark = say("{n} {n:symbol|symbols}", n=len(symbols))
    if len(symbols) > most:
        remark = say("{shown} of {total}", shown=most, total=len(symbols))
    if not scene.view.presenting:
        yield heading(capital(say("symbols")), remark)
    lit = light(scene) if scene.view.phase == "score" else None
    spoken = lit.pair if lit else ()
    rest = [each for each in symbols[most:] if each[0] in spoken]
    yield chips.counts(symbols[:most] + rest, lit)
