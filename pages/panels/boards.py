"""Boards: the panels of a page at a step.

The browser holds the boards of the steps around the one on screen, so that a step is shown at once.
It requests those that it lacks, and `Boards.at` returns them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from markupsafe import Markup

from pages.panels.layout import Piece
from pages.panels.view import View

MAX_SENT = 64
"""The most boards that a browser gets at once."""


@dataclass(frozen=True, slots=True)
class Board:
    """The panels of a page at a step.

    Attributes:
        say: the screen reader's announcement.
        marks: the marks of the step in the charts, for the stepper.
        panels: all panels.
    """

    say: str
    marks: Mapping[str, str]
    panels: Piece

    @property
    def is_html(self) -> bool:
        """Whether it is only HTML, so that the browser can draw it without the server."""
        return isinstance(self.panels, Markup)


V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Boards(Generic[V]):
    """The boards of all positions of a page. A position counts phases of steps, from 0.

    Attributes:
        view_at: returns the view after a move to a position.
        make: makes the board of a view.
        is_secret: returns whether the board of a view hides the next merge.
        last: the last position.
    """

    view_at: Callable[[int], V]
    make: Callable[[V], Board]
    is_secret: Callable[[V], bool]
    last: int

    def at(self, now: int, positions: Iterable[int]) -> dict[int, Board]:
        """Return the boards of some positions, those that the browser can draw.

        If ``now`` is one of them and only the screen can draw its board, this board is returned
        alone. A board that shows a secret merge is left out until the visitor has reached it.

        Args:
            now: the position on screen.
            positions: the positions that the browser requests; it may request any.
        """
        wanted = [each for each in islice(positions, MAX_SENT) if 0 <= each <= self.last]
        found: dict[int, Board] = {}
        if now in wanted:
            found[now] = self.make(self.view_at(now))
            if not found[now].is_html:
                return found
        limit = self._first_hidden(now, max(wanted, default=now))
        for position in wanted:
            if position == now or position >= limit:
                continue
            try:
                board = self.make(self.view_at(position))
            except Exception:  # reported and logged when that position is actually shown
                continue
            if board.is_html:
                found[position] = board
        return found

    def _first_hidden(self, now: int, last: int) -> int:
        """Return the first position whose board shows a merge that is secret at ``now``."""
        last = min(last, now + MAX_SENT)
        is_secret = False
        for position in range(now, last + 1):
            shows = not self.is_secret(self.view_at(position))
            if is_secret and shows:
                return position
            is_secret = not shows
        return last + 1
