"""Train in presenter mode: the card and one panel, or the words and the pairs beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from pages.locale import say
from pages.panels.html.templates import macro
from pages.panels.layout import Piece, stacked
from pages.panels.shared.strip import step_of, strip
from pages.panels.train.scores import scores_panel
from pages.panels.train.view import TrainScene
from pages.panels.train.words import words_panel

WORDS, PAIRS = 5, 6
"""Words and score rows on one page of a list."""

LINE, LINES = 6, 6
"""Characters of a word that fit on a line beside the pairs, and lines that there are."""


def big_line(scene: TrainScene) -> Markup:
    """Return the line above all panels."""
    where = step_of(scene.step, len(scene.timeline))
    return strip(say("Train"), scene.training.source_name, where)


def big_panel(scene: TrainScene) -> str:
    """Return the one panel to show."""
    if scene.looked_at:
        return "pair"
    if scene.view.pace == "slow":
        return "words"
    return scene.view.panel


def fits_beside(scene: TrainScene) -> bool:
    """Return whether the first words fit beside the pairs however they are cut.

    It depends on no step: panels that came and went would lead the eye astray.
    """
    first = scene.timeline.find_words(0, order=scene.view.words_order)[:WORDS]
    words = [scene.timeline.words[i] for i in first.tolist()]
    return sum(-(-len(word) // LINE) for word in words) <= LINES


def words_and_pairs(scene: TrainScene) -> Iterator[Piece]:
    """Return the words, and the pairs beside them."""
    each = [_closed(words_panel(scene, WORDS)), _closed(scores_panel(scene, PAIRS))]
    yield macro("panels/layout.html", "side_by_side")(each)


def _closed(panel: Iterable[Piece]) -> Markup:
    html = stacked(panel)
    assert isinstance(html, Markup), "presenter mode has no popovers"
    return html
