"""The layout of a screen, and its board, which has the panels of a page at a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.actions import Open, encode
from pages.panels.html import EMPTY, element, heading, join, pieces, shorten, stack
from pages.panels.view import View
from wordpiece.message import Message, Token, message

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


def filter_menu(key: str, label: Message, wanted: str) -> Menu:
    """Return the button of a dialog with a filter; while there is one, the label has it."""
    text = Token(shorten(wanted, 20))
    return Menu(key, message("Find: {text}", text=text) if wanted else label)


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


class Board(NamedTuple):
    """The panels of a page at a step, as the browser gets them.

    Attributes:
        panels: the HTML of all panels, which may be empty.
        say: the screen reader's announcement.
        marks: the marks of the step in the charts, each with the key of its chart before it.
    """

    panels: str
    say: str
    marks: tuple[str, ...] = ()
