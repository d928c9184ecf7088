"""The kinds of training, by the name that a recipe has for its kind; that of WordPiece and BPE."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, ClassVar

from markupsafe import Markup

from pages.locale import message, say
from pages.panels.layout import sides
from pages.panels.train.card import PACES, merges_card, title
from pages.panels.train.decisions import Decisions
from pages.panels.train.kind import BIG_ROWS, Kind, Limit
from pages.panels.train.panels import (
    pair_panel,
    scores_panel,
    symbols_panel,
    vocabulary_panel,
    words_panel,
)
from pages.panels.train.removals import Removals
from pages.panels.train.view import Scene, TrainScene, TrainView
from pages.trainings.settings import MAX_LEAST, Settings, kind_of_recipe
from wordpiece.message import Message
from wordpiece.teaching.quiz import PairQuestion, merge_question
from wordpiece.teaching.wording import spoken
from wordpiece.training.timeline import Timeline

PAIRS = 6
"""Rows of scores in presenter mode."""

SLOW, SLOW_TEXT = (5, 3), (3, 2)
"""In slow motion: the rows of words, and of scores above the symbols; the second for a corpus with
more words, which may be long."""

LINE, LINES = 6, 6
"""Characters of a word that fit on a line next to the pairs, and the lines, in presenter mode."""

ALL_TIED = message("There is nothing to vote on: all pairs share the best score.")
ONE_PAIR = message("There is nothing to vote on: only one pair is left.")
CHOSEN = message("There is nothing to vote on: the next merge is not chosen by the rule.")


def ask(timeline: Timeline, step: int) -> PairQuestion | Message:
    """Return the question about the merge after a step, or the reason why it has none."""
    if question := merge_question(timeline, step):
        return question
    table = timeline.scores(step)
    if timeline.merge(step + 1).forced or len(table) > table.ties:
        return CHOSEN
    return ALL_TIED if len(table) > 1 else ONE_PAIR


class Merges(Kind[TrainScene]):
    """Training by merges."""

    view, scene = TrainView, TrainScene
    paces = PACES
    draw: ClassVar = {
        "words": words_panel,
        "alone": words_panel,
        "symbols": symbols_panel,
        "vocabulary": vocabulary_panel,
        "scores": scores_panel,
        "pair": pair_panel,
    }
    lines: ClassVar = {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)}
    axis = "step"
    can_sketch = True
    has_text = True
    spoken = staticmethod(spoken)
    ask = staticmethod(ask)
    card = staticmethod(merges_card)
    limits: ClassVar = {
        "vocab_size": Limit(
            message("vocabulary size"),
            message(
                "Training stops at the latest when the vocabulary has this many entries, "
                "including special tokens and the alphabet. A merges file is replayed to its end "
                "in any case. If you leave this field empty, the size sets no limit."
            ),
        ),
        "min_pair_count": Limit(
            message("Minimum pair count"),
            message(
                "Training chooses no pair whose count is below this number. WordPiece's score "
                "favours rare pairs: if two symbols each occur c times and always together, their "
                "pair has the score c ÷ (c × c) = 1/c, which is highest for c = 1. A minimum "
                "excludes the rarest pairs."
            ),
            1,
            MAX_LEAST,
        ),
    }

    def areas(self, scene: TrainScene) -> dict[str, tuple[str, ...]]:
        # A selected pair replaces the words, and growth is left out, so that all fits.
        if scene.looked_at:
            return {"left": ("pair",), "right": ("scores",)}
        if scene.in_text:  # the screen draws the text after the first
            return {
                "left": ("words",),
                "right": ("scores",),
                "side": ("growth",),
                "below": ("vocabulary",),
            }
        other = "symbols" if scene.view.pace == "slow" else "growth"
        return {"left": ("words", "vocabulary"), "right": ("scores", other)}

    def big(self, scene: TrainScene) -> Iterable[Markup]:
        view = scene.view
        if scene.looked_at:
            return pair_panel(scene, BIG_ROWS)
        if view.pace == "slow":
            words, rows = SLOW if len(scene.timeline.words) <= BIG_ROWS else SLOW_TEXT
            numbers = chain(scores_panel(scene, rows), symbols_panel(scene, rows))
            return sides(words_panel(scene, words), numbers)
        if view.panel in ("words", "alone") and not scene.in_text and _fit_next_to_pairs(scene):
            # The place next to the words stays empty, so that they do not move when the pairs
            # appear.
            pairs = scores_panel(scene, PAIRS) if view.panel == "words" else ()
            return sides(words_panel(scene, BIG_ROWS), pairs, first_only=True)
        if view.panel == "scores":
            return scores_panel(scene, PAIRS)
        return super().big(scene)

    def announce_scene(self, scene: TrainScene) -> str:
        view = scene.view
        if scene.secret and (view.phase or view.pace == "reveal"):
            phase = title(view.phase) if view.phase else say("Which pair merges next?")
            return say("{name}: {why}", name=say("Merge {step}", step=scene.step + 1), why=phase)
        if row := scene.looked_at:
            left, right = row.pair
            return say(
                "{left} and {right}: count {n}, rank {rank} by score.",
                left=left,
                right=right,
                n=row.pair_count,
                rank=row.rank,
            )
        if view.phase:
            left, right = scene.next.pair
            return say("{left} and {right} merge next.", left=left, right=right)
        return self.announce(scene.training, scene.step)


def _fit_next_to_pairs(scene: TrainScene) -> bool:
    """Return whether the first words fit next to the pairs with any split.

    The result is the same at all steps: panels that appear and disappear would be confusing.
    """
    first = scene.timeline.find_words(0, order=scene.view.words_order)[:BIG_ROWS]
    words = [scene.timeline.words[i] for i in first.tolist()]
    return sum(-(-len(word) // LINE) for word in words) <= LINES


KINDS: dict[str, Kind[Any]] = {
    "merges": Merges(),
    "removals": Removals(),
    "decisions": Decisions(),
}


def kind_of(settings: Settings) -> Kind[Scene]:
    """Return the kind of a training with some settings."""
    return KINDS[kind_of_recipe(settings.recipe)]
