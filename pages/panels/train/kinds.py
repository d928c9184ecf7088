"""The kinds of training, by the name that a recipe has for its kind; that of WordPiece and BPE."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from pages.locale import message, say
from pages.panels.layout import Board, Piece, sides
from pages.panels.train.card import NEXT, card_panel, title
from pages.panels.train.decisions import DECISIONS
from pages.panels.train.kind import ALL_TIED, GROWTH, Kind, Limit, Panels, announced, framed
from pages.panels.train.panels import (
    pair_panel,
    scores_panel,
    symbols_panel,
    vocabulary_panel,
    words_panel,
)
from pages.panels.train.removals import REMOVALS
from pages.panels.train.view import TrainScene, TrainView
from pages.trainings.settings import MAX_LEAST, Settings, kind_of_recipe
from wordpiece.message import Message
from wordpiece.teaching.quiz import PairQuestion, merge_question
from wordpiece.teaching.wording import spoken
from wordpiece.training.timeline import Timeline

WORDS, PAIRS = 5, 6
"""Rows in presenter mode: of words, and of scores."""

SLOW, SLOW_TEXT = (5, 3), (3, 2)
"""In slow motion: the rows of words, and of scores above the symbols; the second for a corpus with
more words, which may be long."""

LINE, LINES = 6, 6
"""Characters of a word that fit on a line next to the pairs, and the lines, in presenter mode."""

PAIR_ROWS = 6
"""The score rows next to a selected pair, without the words' menu, which sets their number."""

PANELS: Panels[TrainScene] = {
    "words": words_panel,
    "alone": words_panel,
    "symbols": symbols_panel,
    "vocabulary": vocabulary_panel,
    "scores": scores_panel,
    "growth": GROWTH.panel,
    "pair": pair_panel,
}


def train_board(scene: TrainScene) -> Board:
    """Return the board of a scene."""
    # A selected pair replaces the words, and growth is left out, so that all fits.
    areas: dict[str, tuple[str, ...]] = {"left": ("pair",), "right": ("scores",)}
    rows = PAIR_ROWS
    if not scene.looked_at:
        rows = scene.view.rows
        other = "symbols" if scene.view.pace == "slow" else "growth"
        areas = {"left": ("words", "vocabulary"), "right": ("scores", other)}
        if scene.in_text:  # the screen draws the text after the first
            areas = {"left": ("words",), "right": ("scores",)}
            areas |= {"side": ("growth",), "below": ("vocabulary",)}
    return framed(
        scene,
        GROWTH,
        PANELS,
        areas,
        said=announcement(scene),
        card=card_panel(scene),
        big=big_panel,
        rows=rows,
    )


def big_panel(scene: TrainScene) -> Iterable[Piece]:
    """Return the part below the card in presenter mode: one of the panels, or words and pairs."""
    view = scene.view
    if scene.looked_at:
        return pair_panel(scene, WORDS)
    if view.pace == "slow":
        words, rows = SLOW if len(scene.timeline.words) <= WORDS else SLOW_TEXT
        numbers = chain(scores_panel(scene, rows), symbols_panel(scene, rows))
        return sides(words_panel(scene, words), numbers)
    if view.panel in ("words", "alone") and not scene.in_text and _fit_next_to_pairs(scene):
        # The place next to the words stays empty, so that they do not move when the pairs appear.
        pairs = scores_panel(scene, PAIRS) if view.panel == "words" else ()
        return sides(words_panel(scene, WORDS), pairs, first_only=True)
    return PANELS[view.panel](scene, PAIRS if view.panel == "scores" else WORDS)


def _fit_next_to_pairs(scene: TrainScene) -> bool:
    """Return whether the first words fit next to the pairs with any split.

    The result is the same at all steps: panels that appear and disappear would be confusing.
    """
    first = scene.timeline.find_words(0, order=scene.view.words_order)[:WORDS]
    words = [scene.timeline.words[i] for i in first.tolist()]
    return sum(-(-len(word) // LINE) for word in words) <= LINES


def announcement(scene: TrainScene) -> str:
    """Return the screen reader's announcement."""
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
    return announced(scene.timeline, scene.step, spoken)


CHOSEN = message(
    "There is nothing to vote on: the next merge was chosen by hand or comes from your file."
)


def ask(timeline: Timeline, step: int) -> PairQuestion | Message:
    """Return the question about the merge after a step, or the reason why it has none."""
    if question := merge_question(timeline, step):
        return question
    table = timeline.scores(step)
    is_forced = timeline.merge(step + 1).forced
    return ALL_TIED if len(table) == table.ties and not is_forced else CHOSEN


MERGES = Kind(
    view=TrainView,
    scene=TrainScene,
    board=train_board,
    spoken=spoken,
    paces=NEXT,
    panels={
        "words": message("Words"),
        "scores": message("Scores"),
        "vocabulary": message("Vocabulary"),
        "growth": message("Growth"),
        "alone": message("Words only"),
    },
    panel=TrainView.panel,
    growth=GROWTH,
    has_text=True,
    ask=ask,
    limits={
        "vocab_size": Limit(
            message("vocabulary size"),
            message(
                "Training stops when the vocabulary has this many entries, including special "
                "tokens and the alphabet. A merges file is replayed to its end in any case. If "
                "you leave this field empty, the size sets no limit, and training stops at the "
                "latest when no pair is left."
            ),
        ),
        "min_pair_count": Limit(
            message("Minimum pair count"),
            message(
                "Training chooses no pair whose count is below this number. Without a minimum, "
                "WordPiece's score favours rare pairs: two symbols that occur c times, always "
                "together, have the score c ÷ (c × c) = 1/c, which is highest for c = 1."
            ),
            1,
            MAX_LEAST,
        ),
    },
)


KINDS = {"merges": MERGES, "removals": REMOVALS, "decisions": DECISIONS}


def kind_of(settings: Settings) -> Kind:
    """Return the kind of a training with some settings."""
    return KINDS[kind_of_recipe(settings.recipe)]
