"""What a page shows at a step, made once for everybody who goes there.

A class goes through the same steps of the same corpora. To work out what is shown and to write it
as HTML is most of what a click costs, beside Streamlit's own part.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from pages.panels.html.cache import for_everybody
from pages.panels.layout import Piece
from pages.panels.view import View
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
        """Approximate size in bytes."""
        return 1_000 + sys.getsizeof(self.panels)


_kept: Store[View, Board] = Store(each=4_000, nbytes=16 * 2**20)


def shared(view: View, make: Callable[[], Board]) -> Board:
    """Return the board of a view, made by whoever comes there first.

    Args:
        view: names everything that the board shows. If it is private, nothing is kept.
        make: makes the board. Only one that is all HTML is kept, for anything else has to be drawn.
    """
    if view.is_private:
        return make()
    board = _kept.get(view)
    if board is None:
        with for_everybody():
            board = make()
        if isinstance(board.panels, Markup):
            _kept.put(view, board)
    return board
