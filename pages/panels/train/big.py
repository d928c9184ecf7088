"""Train in presenter mode: the card and one panel, or words and pairs in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from markupsafe import Markup

from pages.locale import say
from pages.panels.layout import Piece, sides
from pages.panels.shared.strip import step_of, strip
from pages.panels.train.scores import scores_panel
from pages.panels.train.symbols import symbols_panel
from pages.panels.train.view import TrainScene
from pages.panels.train.words import words_panel

WORDS, PAIRS, SLOW_PAIRS = 5, 6, 3
"""Words and score rows on one page of a list, and score rows above the symbols in slow motion."""

LINE, LINES = 6, 6
"""Characters of a word that fit on a line next to the pairs, and the number of lines."""

Panel = Callable[[TrainScene, int], Iterable[Piece]]


def big_line(scene: TrainScene) -> Markup:
    """Return the line above all panels."""
    where = step_of(scene.step, len(scene.timeline))
    return strip(say("Train"), scene.training.source_name, where)


def big_panel(scene: TrainScene, panels: Mapping[str, Panel]) -> Iterable[Piece]:
    """Return the part below the card: one of the panels, or words and pairs.

    Args:
        panels: the functions that draw the panels, by name, given the most rows of a list.
    """
    view = scene.view
    if scene.looked_at:
        return panels["pair"](scene, WORDS)
    if view.pace == "slow":
        numbers = chain(scores_panel(scene, SLOW_PAIRS), symbols_panel(scene, SLOW_PAIRS))
        return sides(words_panel(scene, WORDS), numbers)
    if view.panel == "words" and not scene.in_text and _fit_next_to_pairs(scene):
        return sides(words_panel(scene, WORDS), scores_panel(scene, PAIRS), first_only=True)
    return panels[view.panel](scene, PAIRS if view.panel == "scores" else WORDS)


def _fit_next_to_pairs(scene: TrainScene) -> bool:
    """Return whether the first words fit next to the pairs with any split.

    The result is the same at all steps: panels that appear and disappear would be confusing.
    """
    first = scene.timeline.find_words(0, order=scene.view.words_order)[:WORDS]
    words = [scene.timeline.words[i] for i in first.tolist()]
    return sum(-(-len(word) // LINE) for word in words) <= LINES
