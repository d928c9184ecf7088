"""The layout of a screen, and its boards.

A board has the panels of a page at a step. The browser holds the boards of the steps around the one
on screen, so that a step is shown at once. It requests those that it lacks, and `Boards.at` returns
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
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
    """A button in the HTML of a title that opens a dialog.

    Attributes:
        key: the dialog's name, by which the screen finds the function that draws its content.
        label: the label of the button.
        about: an addition to the label that only screen readers announce, if it does not name its
            topic.
    """

    key: str
    label: Message
    about: Message | None = None


def layout_areas(board: str, panels: Mapping[str, Iterable[Markup]]) -> Markup:
    """Return panels, each in its grid area of a board; the style sheet has the layout.

    Args:
        board: the key of the container of the board, which ends in ``_board``.
        panels: each panel by the name of its area, whose CSS class is ``BOARD_AREA``.
    """
    area = Markup('<div class="stack {0}_{1}" style="grid-area: {1}">{2}</div>')
    contents = ((name, join(panel)) for name, panel in panels.items())
    return join(area.format(board, name, content) for name, content in contents if content)


def sides(*panels: Iterable[Markup], first_only: bool = False) -> tuple[Markup, ...]:
    """Return panels in columns; on a narrow screen below each other, or only the first."""
    return (element("div", "sides first" if first_only else "sides", *map(stack, panels)),)


def head(
    view: View,
    title: str,
    remark: str,
    menus: Iterable[Menu],
    buttons: Markup = EMPTY,
) -> Markup:
    """Return a panel's title with the buttons of its dialogs.

    Args:
        view: the view.
        title, remark, buttons: as in `html.heading`.
        menus: the buttons of dialogs, which presenter mode leaves out.
    """
    return menu_bar(view, partial(heading, title, remark), menus, buttons)


def menu_bar(
    view: View,
    line: Callable[[Markup], Markup],
    menus: Iterable[Menu],
    buttons: Markup = EMPTY,
) -> Markup:
    """Return a line of HTML with buttons at its end; ``line`` renders it with given buttons."""
    if view.presenting:
        return line(buttons)
    return line(_piece("menus", [(encode(Open(menu.key)), menu) for menu in menus]) + buttons)


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
"""The buttons of questions, by panel; `pages.shell.why` draws their dialogs."""


def menus(*panels: str, hidden: bool = False) -> list[Menu]:
    """Return the buttons of questions of some panels; an empty list if they are hidden."""
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
    panels: Markup


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
        """Return the boards of some positions.

        A board that shows a secret merge is left out until the visitor has reached it.

        Args:
            now: the position on screen.
            positions: the positions that the browser requests; it may request any.
        """
        wanted = [each for each in islice(positions, MAX_SENT) if 0 <= each <= self.last]
        found: dict[int, Board] = {}
        limit = self._first_hidden(now, max(wanted, default=now))
        for position in wanted:
            if position != now and position >= limit:
                continue
            try:
                found[position] = self.make(self.view_at(position))
            except Exception:  # reported and logged when that position is actually shown
                if position == now:
                    raise
        return found

    def _first_hidden(self, now: int, last: int) -> int:
        """Return the first position whose board shows a merge that is secret at ``now``."""
        is_secret = False
        positions = range(now, min(last, now + MAX_SENT) + 1)
        for position in positions:
            was_secret, is_secret = is_secret, self.is_secret(self.view_at(position))
            if was_secret and not is_secret:
                return position
        return positions.stop
