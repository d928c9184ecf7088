"""The pieces of a screen: HTML, and places for elements that only Streamlit can draw; boards.

A popover is a Streamlit widget, and each widget and each element costs part of a click. So until
it is opened, a button in the HTML of a title replaces it; see `pages.components.picks`.

A board has the panels of a page at a step. The browser holds the boards of the steps around the one
on screen, so that a step is shown at once. It requests those that it lacks, and `Boards.at` returns
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, dropwhile, islice
from typing import Generic, TypeVar

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.actions import Open, encode
from pages.panels.html import EMPTY, element, heading, join, pieces, stack
from pages.panels.view import View
from wordpiece.message import Message, message

_piece = pieces("panels/elements.html")


@dataclass(frozen=True, slots=True)
class Menu:
    """A popover.

    Attributes:
        key: its widget key, by which the screen finds the function that draws its content.
        label: the label of its button.
        about: an addition to the label that only screen readers announce, if it does not name its
            topic.
    """

    key: str
    label: Message
    about: Message | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A line of HTML with popovers at its end, one of which is open.

    Attributes:
        line: the HTML.
        menus: the popovers.
    """

    line: Markup
    menus: tuple[Menu, ...]

    @property
    def key(self) -> str:
        """The key of its container, for the style sheet."""
        return f"bar_{self.menus[0].key}"


@dataclass(frozen=True, slots=True)
class Widget:
    """A place for a widget that the screen draws, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces one below the other."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Areas:
    """Pieces in the areas of a board; see `layout_areas`."""

    board: str
    areas: tuple[tuple[str, tuple[Piece, ...]], ...]


Piece = Markup | Bar | Widget | Stack | Areas


def stacked(*panels: Iterable[Piece]) -> Markup | Stack:
    """Return panels one below the other as one piece, which is HTML if all of them are."""
    pieces = tuple(chain.from_iterable(panels))
    html = _html_of(pieces)
    return Stack(pieces) if html is None else stack(html)


def layout_areas(board: str, panels: Mapping[str, Iterable[Piece]]) -> Markup | Areas:
    """Return panels as one piece, each in its area of a board; the style sheet has the layout.

    If all panels are HTML, so is the piece.

    Args:
        board: the key of the container of the board, which ends in ``_board``.
        panels: each panel by the name of its area, whose CSS class is ``BOARD_AREA``.
    """
    drawn = tuple((area, tuple(panel)) for area, panel in panels.items())
    closed = []
    for area, panel in drawn:
        html = _html_of(panel)
        if html is None:
            return Areas(board, drawn)
        closed.append(element("div", f"stack {board}_{area}", *html))
    return join(closed)


def sides(*panels: Iterable[Piece], first_only: bool = False) -> tuple[Piece, ...]:
    """Return panels in columns.

    On a narrow screen they are one below the other, or only the first is shown. If any of them is
    not HTML, they are one below the other on every screen.
    """
    drawn = [tuple(panel) for panel in panels]
    html = [each for each in map(_html_of, drawn) if each is not None]
    if len(html) < len(drawn):
        return tuple(chain.from_iterable(drawn))
    return (element("div", "sides first" if first_only else "sides", *map(stack, html)),)


def _html_of(pieces: Iterable[Piece]) -> list[Markup] | None:
    """Return the pieces if all of them are HTML, otherwise None."""
    html = []
    for piece in pieces:
        if not isinstance(piece, Markup):
            return None
        html.append(piece)
    return html


def head(
    view: View,
    title: str,
    remark: str,
    menus: Iterable[Menu],
    buttons: Markup = EMPTY,
) -> Markup | Bar:
    """Return a panel's title with its popovers.

    Args:
        view: the view, with the open popovers.
        title, remark, buttons: as in `html.heading`.
        menus: the popovers, which presenter mode leaves out.
    """
    return menu_bar(view, partial(heading, title, remark), menus, buttons)


def menu_bar(
    view: View,
    line: Callable[[Markup], Markup],
    menus: Iterable[Menu],
    buttons: Markup = EMPTY,
) -> Markup | Bar:
    """Return a line of HTML with popovers at its end; ``line`` renders it with given buttons."""
    menus = tuple(menus)
    if view.presenting:
        return line(buttons)
    if any(menu.key in view.open for menu in menus):
        return Bar(line(buttons), menus)
    # Buttons that look like the popovers' and open them.
    stand_ins = _piece("stand_ins", [(encode(Open(menu.key)), menu) for menu in menus])
    return line(stand_ins + buttons)


def strip(page: str, corpus: str | Message, where: str) -> Markup:
    """Return the line at the top of presenter mode: corpus, progress (``where``) and page."""
    name = corpus if isinstance(corpus, str) else to_text(corpus)
    return element("p", "strip", *map(Markup("<span>{}</span>").format, (name, where, page)))


def step_of(step: int, last: int) -> str:
    """Return the progress of a training as text."""
    return say("step {step} of {last}", step=step, last=last)


_WHY = message("Why?")

QUESTIONS = {
    "card": Menu("train_why_card", _WHY, message("This step")),
    "words": Menu("train_why_words", _WHY, message("Words")),
    "vocabulary": Menu("train_why_vocabulary", _WHY, message("Vocabulary")),
    "scores": Menu("train_why_scores", _WHY, message("Scores")),
    "growth": Menu("train_why_growth", _WHY, message("Growth")),
    "removal": Menu("train_why_removal", _WHY),
    "decision": Menu("train_why_decision", _WHY),
    "columns": Menu("compare_why_columns", _WHY, message("Merges")),
    "parting": Menu("compare_why_parting", _WHY, message("First difference")),
    "result": Menu("encode_why_result", message("Why these tokens?")),
    "decoded": Menu("encode_why_decoded", message("Why this decoded text?")),
    "trace": Menu("encode_why_trace", _WHY, message("How a word is encoded")),
}
"""The popovers of questions, by panel; `pages.shell.why` draws their content."""


def menu_keys(page: str) -> dict[str, str]:
    """Return the keys of a page's popovers of questions, by panel."""
    return {panel: menu.key for panel, menu in QUESTIONS.items() if menu.key.startswith(page)}


def menus(*panels: str, hidden: bool = False) -> list[Menu]:
    """Return the popovers of questions of some panels; an empty list if they are hidden."""
    return [] if hidden else [QUESTIONS[panel] for panel in panels]


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
        until = min(self.last, now + MAX_SENT, max(wanted, default=now))
        secret = dropwhile(lambda at: not self.is_secret(self.view_at(at)), range(now, until + 1))
        limit = next((at for at in secret if not self.is_secret(self.view_at(at))), until + 1)
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
