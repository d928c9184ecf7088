"""The board of Train: its panels and their areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from pages.locale import say, to_text
from pages.panels.boards import Board
from pages.panels.layout import Piece, layout_areas, stacked
from pages.panels.train import phases
from pages.panels.train.big import big_line, big_panel
from pages.panels.train.card import card_panel
from pages.panels.train.growth import growth_marks, growth_panel
from pages.panels.train.pair import pair_panel
from pages.panels.train.scores import scores_panel
from pages.panels.train.symbols import symbols_panel
from pages.panels.train.view import TrainScene
from pages.panels.train.vocabulary import vocabulary_panel
from pages.panels.train.words import words_panel
from wordpiece.teaching.wording import spoken

PAIR_ROWS = 6
"""The score rows next to a selected pair, without the words' menu, which sets their number."""

BOARD = "train_board"
"""The key of the board, for the style sheet."""

PANELS: dict[str, Callable[[TrainScene, int], Iterable[Piece]]] = {
    "words": words_panel,
    "symbols": symbols_panel,
    "vocabulary": vocabulary_panel,
    "scores": scores_panel,
    "growth": growth_panel,
    "pair": pair_panel,
}
"""The functions that draw the panels, given the most rows of a list."""


def train_board(scene: TrainScene) -> Board:
    """Return the board of a scene."""
    view = scene.view
    panels: Piece
    if view.presenting:
        panels = stacked([big_line(scene)], card_panel(scene), big_panel(scene, PANELS))
    else:
        # A selected pair replaces the words, and growth is left out, so that all fits.
        areas: dict[str, tuple[str, ...]] = {"left": ("pair",), "right": ("scores",)}
        rows = PAIR_ROWS
        if not scene.looked_at:
            rows = view.rows
            other = "symbols" if view.pace == "slow" else "growth"
            areas = {"left": ("words", "vocabulary"), "right": ("scores", other)}
            if scene.in_text:  # the screen draws the text between the two
                areas |= {"left": ("words",), "below": ("vocabulary",)}
        drawn = {
            area: chain.from_iterable(PANELS[name](scene, rows) for name in names)
            for area, names in areas.items()
        }
        panels = layout_areas(BOARD, {"card": card_panel(scene), **drawn})
    return Board(announcement(scene), growth_marks(scene.timeline, scene.step), panels)


def announcement(scene: TrainScene) -> str:
    """Return the screen reader's announcement."""
    view = scene.view
    if scene.secret and view.phase:
        return say(
            "After step {step}: {phase}. Which pair merges next?",
            step=scene.step,
            phase=phases.title(view.phase),
        )
    if scene.secret and view.pace == "reveal":
        return say("After step {step}. Which pair merges next?", step=scene.step)
    if view.phase:
        left, right = scene.next.pair
        return say("{left} and {right} win and merge next.", left=left, right=right)
    if not scene.step:
        return say("Start.")
    return to_text(spoken(scene.timeline.step(scene.step), len(scene.timeline)))
