"""What a page shows at a step, made once for everybody who goes there.

A class goes through the same steps of the same corpora, and most of what a click costs beside
Streamlit's own part is working out what is to be seen and writing it as HTML.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from pages.panels.html_cache import for_everybody
from pages.panels.markup import Markup
from pages.shell.theme import Piece
from pages.trainings.store import Store


@dataclass(frozen=True, slots=True)
class Board:
    """What a page shows at a step.

    Attributes:
        say: what a screen reader announces.
        marks: where charts mark the step, as the stepper takes them.
        panels: all panels.
    """

    say: str
    marks: Mapping[str, str]
    panels: Piece

    @property
    def nbytes(self) -> int:
        """Bytes that it takes, about."""
        return 1_000 + sys.getsizeof(self.panels)


_kept: Store[Hashable, Board] = Store(each=4_000, nbytes=16 * 2**20)


def shared(place: Hashable | None, make: Callable[[], Board]) -> Board:
    """The board at a place, made by whoever comes there first.

    Args:
        place: what the board depends on, all of it; None if it may be one visitor's own. See
            `session.common_place`.
        make: makes it. Only one that is HTML is kept, for anything else has to be drawn.
    """
    board = None if place is None else _kept.get(place)
    if board is None:
        with for_everybody() if place is not None else nullcontext():
            board = make()
        if place is not None and isinstance(board.panels, Markup):
            _kept.put(place, board)
    return board
