"""What a page shows at a step, made once for everybody who goes there.

A class goes through the same steps of the same corpora. To work out what is shown and to write it
as HTML is most of what a click costs, beside Streamlit's own part.

The page holds the boards of the steps around the one on screen, so that a step is shown at once.
`Boards.ahead` says which boards the page is sent with a step.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from markupsafe import Markup

from pages.panels.html.cache import for_everybody
from pages.panels.layout import Piece
from pages.panels.view import View
from pages.trainings.store import Store

AHEAD = 8
"""The most boards that the page is to hold beyond the one on screen."""

EACH = 2
"""How many of those a report of the page brings nearer, so that none costs much."""


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
    def is_html(self) -> bool:
        """Whether it is all HTML, so that the page can draw it without the server."""
        return isinstance(self.panels, Markup)

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
    board = kept(view)
    if board is None and view.is_private:
        return make()
    if board is None:
        with for_everybody():
            board = make()
        if isinstance(board.panels, Markup):
            _kept.put(view, board)
    return board


def kept(view: View) -> Board | None:
    """Return the board of a view if somebody has made it already; a private one is not kept."""
    return None if view.is_private else _kept.get(view)


V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Boards(Generic[V]):
    """The boards of all positions of a page. A position counts phases of steps, from 0.

    Attributes:
        view_at: returns the view that a move to a position leads to.
        make: makes the board of a view.
        is_secret: whether the board of a view hides which pair merges next.
        last: the last position.
    """

    view_at: Callable[[int], V]
    make: Callable[[V], Board]
    is_secret: Callable[[V], bool]
    last: int

    def of(self, view: V) -> Board:
        """Return the board of a view."""
        return shared(view, lambda: self.make(view))

    def ahead(
        self,
        at: int,
        before: int | None,
        held: Collection[int],
        undrawn: Collection[int] = (),
    ) -> dict[int, Board]:
        """Return the boards to send, by their positions, beside those that the page holds.

        The board on screen is the first if the page does not hold it. After small moves those
        passed and some of those to come follow; after a jump only what costs nothing, as somebody
        else has been there.

        No board that tells the next merge is sent before the visitor has come to it.

        Args:
            at: the position on screen.
            before: the position on screen before, or None if there was none.
            held: the positions whose boards the page holds.
            undrawn: the positions that were passed, and of which each is to be seen.
        """
        sent: dict[int, Board] = {}
        if at not in held:
            sent[at] = self.of(self.view_at(at))
            if not sent[at].is_html:
                return sent
        # Who has just come will go on, most likely.
        is_first = before is None
        before = at - 1 if before is None else before
        moved, goes_back = at - before, at < before
        strides = 0 < abs(moved) <= AHEAD or bool(undrawn)
        for position in undrawn:
            if 0 <= position <= self.last:
                self._add(sent, position, held, is_free=False)
        room = 1 if is_first else EACH * max(1, abs(moved))
        secret = self.is_secret(self.view_at(at))
        for distance in range(1, AHEAD + 1):
            position = at - distance if goes_back else at + distance
            if not (room and 0 <= position <= self.last):
                break
            tells = not self.is_secret(self.view_at(position))
            if secret and tells and not goes_back:
                break
            secret = secret or not tells
            if position in held:
                continue
            if not self._add(sent, position, held, is_free=not strides):
                break
            room -= 1
        return sent

    def _add(
        self, sent: dict[int, Board], position: int, held: Collection[int], *, is_free: bool
    ) -> bool:
        """Add a board to those to send, and return whether it is there or held.

        Args:
            is_free: add it only if it need not be made.
        """
        if position in held:
            return True
        view = self.view_at(position)
        try:
            board = kept(view) if is_free else self.of(view)
        except Exception:  # it concerns whoever comes there, and then is told and noted
            return False
        if board is None or not board.is_html:
            return False
        sent[position] = board
        return True
