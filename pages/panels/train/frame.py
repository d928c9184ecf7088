"""The frame of the boards of all kinds of training: the card, and the panels below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, islice
from typing import Any, TypeVar

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.boards import Board
from pages.panels.html.elements import EMPTY, paged
from pages.panels.layout import Piece, layout_areas, stacked
from pages.panels.shared.card import aside
from pages.panels.shared.strip import step_of, strip
from pages.panels.train.growth import Growth
from pages.panels.train.view import Scene
from wordpiece.message import Message, Token, message
from wordpiece.training.steps import Steps

BOARD = "train_board"
"""The key of the board, for the style sheet."""

S = TypeVar("S", bound=Scene)

Panels = Mapping[str, Callable[[S, int], Iterable[Piece]]]
"""The functions that draw the panels, given the most rows of a list."""

Spoken = Callable[[Any, int], Message]
"""Returns the record of a step as a line for a screen reader, given the number of steps."""


def framed(
    scene: S,
    growth: Growth,
    panels: Panels[S],
    areas: Mapping[str, tuple[str, ...]],
    *,
    said: str,
    card: Iterable[Piece],
    big: Callable[[S], Iterable[Piece]],
    rows: int,
) -> Board:
    """Return the board of a scene.

    Args:
        scene: the scene.
        growth: the charts of growth, whose marks the board has.
        panels, areas: the panels, and the names of those in each area.
        said: the screen reader's announcement.
        card: the card.
        big: draws the part below the card in presenter mode.
        rows: the most rows of a list in the areas.
    """
    body: Piece
    if scene.view.presenting:
        where = step_of(scene.step, len(scene.training.steps))
        line = strip(say("Train"), scene.training.source_name, where)
        body = stacked([line], card, big(scene))
    else:
        drawn = {
            area: chain.from_iterable(panels[name](scene, rows) for name in names)
            for area, names in areas.items()
        }
        body = layout_areas(BOARD, {"card": card, **drawn})
    return Board(said, growth.marks(scene), body)


def page_of_words(scene: Scene, changed: Iterable[int], rows: int) -> tuple[list[int], int, int]:
    """Return the positions of the words on the page of their list, its number, and that of pages.

    If there are several pages, the words that the step changed may come first.
    """
    total = len(scene.training.steps.words)
    page, pages = paged(total, rows, scene.view.words_page)
    first = dict.fromkeys(changed if pages > 1 and scene.view.changed == "first" else ())
    order = chain(first, (position for position in range(total) if position not in first))
    return [*islice(order, (page - 1) * rows, page * rows)], page, pages


def guessed(scene: Scene, what: Message | Token, rank: Iterable[Message] = ()) -> Markup:
    """Return the guess of the next step for the card, after the step is shown with its ``rank``."""
    if scene.guess is None:
        return EMPTY
    mark = {"right": " ✓", "wrong": " ✗"}.get(scene.verdict, "")
    said = [message("Your guess: {pair}.", pair=what)]
    return aside(said if scene.secret else [*said, *rank]) + mark


def announced(steps: Steps, step: int, spoken: Spoken) -> str:
    """Return the screen reader's announcement of a step."""
    return to_text(spoken(steps.step(step), len(steps))) if step else say("Start")
