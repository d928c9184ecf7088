"""What Train shows of a training by removals."""

from __future__ import annotations

from random import Random

from pages.locale import message
from pages.panels.actions import Next
from pages.panels.train.kind import Kind, Limit, QuestionSet
from pages.panels.train.removals.board import GROWTH, removal_board
from pages.panels.train.removals.card import announce
from pages.panels.train.removals.story import RemovalStory
from pages.panels.train.removals.view import RemovalScene, RemovalView
from pages.panels.why import menu_key
from pages.trainings.settings import MAX_EM
from wordpiece.message import Message
from wordpiece.teaching.answers.steps import answers_on_removal
from wordpiece.teaching.quiz import (
    UNIGRAM_KINDS,
    UnigramQuestion,
    questions_of_unigram,
    removal_question,
)
from wordpiece.unigram.timeline import UnigramTimeline

ALL_TIED = message(
    "There is nothing to vote on: no removal costs clearly more than the cheapest one."
)
WITHIN_ROUND = message(
    "There is nothing to vote on: the costs computed at the beginning of round {round} have "
    "decided all removals of the round."
)


def ask(timeline: UnigramTimeline, step: int) -> UnigramQuestion | Message:
    """Return the question about the removal after a step, or the reason why it has none."""
    if step not in timeline.round_starts:
        return WITHIN_ROUND.fill(round=timeline.removal(step + 1).round)
    return removal_question(timeline, step, Random(step)) or ALL_TIED


REMOVALS = Kind(
    view=RemovalView,
    scene=RemovalScene,
    board=removal_board,
    spoken=announce,
    paces={
        "merge": {"": message("Next removal")},
        "reveal": {"": message("Show the answer"), "shown": message("Next removal")},
    },
    panels={
        "words": message("Words"),
        "lattice": message("Lattice"),
        "costs": message("What each removal costs"),
        "vocabulary": message("Vocabulary"),
        "growth": message("Growth"),
    },
    panel=RemovalView.removal_panel,
    growth=GROWTH,
    ask=ask,
    asks={"removal": menu_key("removal")},
    why=answers_on_removal,
    story=RemovalStory,
    quiz=QuestionSet(UNIGRAM_KINDS, questions_of_unigram),
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
                "the counts anew, from all splits of each word. With 0 rounds the counts remain "
                "those of the start, as in the course."
            ),
            0,
            MAX_EM,
        ),
    },
    keys={"L": (Next("path"), message("light up the next-best split in the lattice"))},
)
