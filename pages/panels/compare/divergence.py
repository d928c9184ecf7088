"""The first difference between WordPiece and BPE."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import say
from pages.panels.actions import Go, encode
from pages.panels.compare.view import CompareScene
from pages.panels.html.elements import EMPTY, act
from pages.panels.layout import Piece, head
from pages.panels.shared.algorithms import TITLES
from pages.panels.shared.divergence import divergence_table
from pages.panels.why import menus
from wordpiece.teaching.wording import explain_divergence
from wordpiece.training.comparison import Comparison, Divergence


def divergence_panel(scene: CompareScene) -> Iterator[Piece]:
    """Yield the panel of the first difference between WordPiece and BPE."""
    title = say("Where they first differ")
    comparison = scene.comparison
    divergence = comparison.divergence("wordpiece", "bpe")
    said = explain_divergence(divergence, TITLES)
    scores = {name: timeline.score for name, timeline in comparison.timelines.items()}
    there = EMPTY
    if divergence is not None and not scene.view.presenting:
        label = say("Go to merge {step}", step=divergence.step)
        there = act(encode(Go(position_of(comparison, divergence))), label)
    yield head(scene.view, "parting_head", title, "", menus("parting"), there)
    yield divergence_table(divergence, said, scores)


def position_of(comparison: Comparison, divergence: Divergence) -> int:
    """Return the position at which both trainings have made the first different merge."""
    return max(
        comparison.position_of(name, min(divergence.step, len(comparison.timelines[name])))
        for name in divergence.names
    )
