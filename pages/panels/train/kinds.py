"""The kinds of training, by the name that a recipe has for its kind; that of WordPiece and BPE."""

from __future__ import annotations

from pages.locale import message
from pages.panels.train.board import train_board
from pages.panels.train.card import NEXT
from pages.panels.train.decisions.kind import DECISIONS
from pages.panels.train.growth import GROWTH
from pages.panels.train.kind import ALL_TIED, Kind, Limit
from pages.panels.train.removals.kind import REMOVALS
from pages.panels.train.view import TrainScene, TrainView
from pages.panels.why import menu_keys
from pages.trainings.settings import MAX_LEAST, Settings, kind_of_recipe
from wordpiece.message import Message
from wordpiece.teaching.quiz import PairQuestion, merge_question
from wordpiece.teaching.wording import spoken
from wordpiece.training.timeline import Timeline

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
                "tokens and the alphabet; a merges file is replayed to its end in any case. If "
                "you leave this empty, the size sets no limit; training stops at the latest "
                "when no pair is left."
            ),
        ),
        "min_pair_count": Limit(
            message("Minimum pair count"),
            message(
                "Training chooses no pair with a smaller count. Without a minimum, WordPiece's "
                "score favours rare pairs: two symbols that occur c times, always together, have "
                "the score c ÷ (c × c) = 1/c, which is highest for c = 1."
            ),
            1,
            MAX_LEAST,
        ),
    },
    asks=menu_keys("train"),
)


KINDS = {"merges": MERGES, "removals": REMOVALS, "decisions": DECISIONS}


def kind_of(settings: Settings) -> Kind:
    """Return the kind of a training with some settings."""
    return KINDS[kind_of_recipe(settings.recipe)]
