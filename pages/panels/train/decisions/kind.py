"""What Train shows of a training by decisions."""

from __future__ import annotations

from pages.locale import message
from pages.panels.train.decisions.board import GROWTH, decision_board
from pages.panels.train.decisions.card import announce
from pages.panels.train.decisions.story import DecisionStory
from pages.panels.train.decisions.view import DecisionScene, DecisionView
from pages.panels.train.kind import Kind, Limit
from pages.panels.why import menu_key
from pages.trainings.settings import MAX_LEAST
from wordpiece.teaching.answers.steps import answers_on_decision
from wordpiece.teaching.quiz import DecisionQuestion

DECISIONS = Kind(
    view=DecisionView,
    scene=DecisionScene,
    board=decision_board,
    spoken=announce,
    paces={
        "merge": {"": message("Next decision")},
        "reveal": {"": message("Show the answer"), "shown": message("Next decision")},
    },
    panels={
        "substrings": message("Substrings by length"),
        "words": message("Words"),
        "vocabulary": message("Vocabulary"),
        "growth": message("Growth"),
    },
    panel=DecisionView.decision_panel,
    growth=GROWTH,
    ask=DecisionQuestion.at,
    asks={"decision": menu_key("decision")},
    why=answers_on_decision,
    story=DecisionStory,
    limits={
        "threshold": Limit(
            message("threshold"),
            message(
                "A substring is kept if its count is at least the threshold when its turn comes."
            ),
            1,
            MAX_LEAST,
        ),
        "vocab_size": Limit(
            message("vocabulary size"),
            message(
                "If you enter a size, training searches for a threshold that gives a vocabulary "
                "of 95% to 100% of this size. If it finds none, the vocabulary can be smaller or "
                "larger."
            ),
        ),
    },
)
