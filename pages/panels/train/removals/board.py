"""The board of a training by removals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pages.locale import say
from pages.panels.boards import Board
from pages.panels.html.elements import heading
from pages.panels.layout import Piece, sides
from pages.panels.shared import chips
from pages.panels.train.frame import Panels, announced, framed
from pages.panels.train.growth import Growth
from pages.panels.train.removals.card import announce, card_panel
from pages.panels.train.removals.costs import costs_panel
from pages.panels.train.removals.view import RemovalScene
from pages.panels.train.removals.words import lattice_panel, words_panel

WORDS, COSTS = 5, 5
"""Rows of the lists in presenter mode."""

MOST = 60
"""The most pieces of the vocabulary on screen."""

GROWTH = Growth({"train_sizes": ("vocabulary",), "train_length": ("loss",)}, at="removal")


def vocabulary_panel(scene: RemovalScene, rows: int) -> Iterator[Piece]:
    """Yield the pieces that are left."""
    timeline, step = scene.timeline, scene.step
    found = timeline.pieces(step)
    remark = say("{shown} of {total}", shown=MOST, total=len(found)) if len(found) > MOST else ""
    yield heading(
        say("Vocabulary"),
        say("pieces left: {n} of {total}", n=len(found), total=len(found) + step),
    )
    listed = [*enumerate(found[:MOST])]
    yield chips.vocabulary([(say("pieces"), listed, remark)], in_use=timeline.in_use(step))


PANELS: Panels[RemovalScene] = {
    "words": words_panel,
    "lattice": lattice_panel,
    "costs": costs_panel,
    "vocabulary": vocabulary_panel,
    "growth": GROWTH.panel,
}


def removal_board(scene: RemovalScene) -> Board:
    """Return the board of a scene."""
    return framed(
        scene,
        GROWTH,
        PANELS,
        {"left": ("words", "lattice"), "right": ("costs", "vocabulary", "growth")},
        said=say("Which piece costs least to remove?")
        if scene.secret
        else announced(scene.timeline, scene.on_card, announce),
        card=card_panel(scene),
        big=_big_panel,
        rows=scene.view.rows,
    )


def _big_panel(scene: RemovalScene) -> Iterable[Piece]:
    """Return the part below the card in presenter mode."""
    name = scene.view.removal_panel
    if name == "words":
        return sides(words_panel(scene, WORDS), costs_panel(scene, COSTS), first_only=True)
    return PANELS[name](scene, COSTS)
