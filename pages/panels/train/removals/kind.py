"""What Train shows of a training by removals."""

from __future__ import annotations

from pages.locale import message
from pages.panels.actions import Next
from pages.panels.train.kind import Kind, Limit
from pages.panels.train.removals.board import GROWTH, removal_board
from pages.panels.train.removals.card import announce
from pages.panels.train.removals.view import RemovalScene, RemovalView
from pages.trainings.settings import MAX_EM

REMOVALS = Kind(
    view=RemovalView,
    scene=RemovalScene,
    board=removal_board,
    spoken=announce,
    paces={"merge": {"": message("Next removal")}},
    panels={
        "words": message("Words"),
        "lattice": message("Lattice"),
        "costs": message("What each removal costs"),
        "vocabulary": message("Vocabulary"),
        "growth": message("Growth"),
    },
    panel=RemovalView.removal_panel,
    growth=GROWTH,
    limits={
        "vocab_size": Limit(
            message("vocabulary size"),
            message(
                "Training stops when the vocabulary has at most this many pieces. If you leave "
                "this empty, training stops when only single characters are left."
            ),
        ),
        "em_rounds": Limit(
            message("Rounds of EM"),
            message(
                "Before costs are computed, this many rounds of expectation-maximization compute "
                "the counts anew, from all splits of each word. With 0 rounds the counts of the "
                "start stay, as in the course."
            ),
            0,
            MAX_EM,
        ),
    },
    keys={"L": (Next("path"), message("light up the next-best split in the lattice"))},
)
