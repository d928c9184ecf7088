"""Boards: the panels of a page at a step, cached for all visitors.

A class goes through the same steps of the same corpora. Computing the panels and rendering their
HTML is most of the cost of a click, besides Streamlit's own part.

The browser holds the boards of the steps around the one on screen, so that a step is shown at once.
`Boards.ahead` selects the boards to send with a step.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from markupsafe import Markup

from pages.panels.layout import Piece
from pages.panels.view import View
from pages.trainings.store import Store

AHEAD = 8
"""The most boards that the browser should hold beyond the one on screen."""

EACH = 2
"""The most boards to make for one report of the browser, so that no report is slow."""


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

    @property
    def nbytes(self) -> int:
        """Approximate size in bytes."""
        return 1_000 + sys.getsizeof(self.panels)


_cache: Store[View, Board] = Store(each=4_000, nbytes=16 * 2**20)


def shared(view: View, make: Callable[[], Board]) -> Board:
    """Return the board of a view from the cache that all visitors share.

    Args:
        view: the cache key: everything that the board depends on. The board of a private view is
            not cached.
        make: makes the board. Only a board that is only HTML is cached.
    """
    board = cached_board(view)
    if board is None:
        board = make()
        if isinstance(board.panels, Markup) and not view.is_private:
            _cache.put(view, board)
    return board


def cached_board(view: View) -> Board | None:
    """Return the cached board of a view, or None. Boards of private views are not cached."""
    return None if view.is_private else _cache.get(view)


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
        """Return the boards to send, by position, besides those that the browser holds.

        The board on screen is the first, unless the browser holds it. After a small move, passed
        boards and some of the next ones follow; after a jump, only boards that are cached already.

        A board that shows a secret merge is not sent before the visitor has reached its position.

        Args:
            at: the position on screen.
            before: the previous position on screen, or None at first.
            held: the positions whose boards the browser holds.
            undrawn: the positions that the visitor has passed, which the browser still has to draw.
        """
        sent: dict[int, Board] = {}
        if at not in held:
            sent[at] = self.of(self.view_at(at))
            if not sent[at].is_html:
                return sent
        # A new visitor will most likely step forward.
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
        """Add a board to those to send; return whether it was added or is held.

        Args:
            is_free: add the board only if it is cached.
        """
        if position in held:
            return True
        view = self.view_at(position)
        try:
            board = cached_board(view) if is_free else self.of(view)
        except Exception:  # reported and logged when that position is actually shown
            return False
        if board is None or not board.is_html:
            return False
        sent[position] = board
        return True
