"""What Train shows of a training by decisions, and the stories of its substrings."""

from __future__ import annotations

from typing import Any

from pages.panels.shared.story import ALWAYS, StoryAtStep
from pages.panels.train.decisions.board import GROWTH, announce, decision_board, numbered
from pages.panels.train.decisions.view import DecisionScene, DecisionView
from pages.panels.train.kind import Kind, Limit
from pages.panels.why import menu_key
from pages.trainings.settings import MAX_LEAST
from wordpiece.message import message
from wordpiece.records import Decision
from wordpiece.teaching.answers.steps import answers_on_decision
from wordpiece.teaching.decisions import decided
from wordpiece.teaching.quiz import DecisionQuestion
from wordpiece.topdown.timeline import TopDownTimeline


class DecisionStory(StoryAtStep):
    """A training by decisions as a source of the stories of its substrings."""

    __slots__ = ()
    timeline: TopDownTimeline

    def has(self, token: str) -> bool:
        return token in self.timeline.vocabulary(0) or bool(self._decisions(token))

    def tell(self, token: str) -> dict[str, Any]:
        timeline, decisions = self.timeline, self._decisions(token)
        life = [
            message("{name}: {why}", name=numbered(timeline, each), why=decided(each)[0])
            for each in decisions
        ]
        if token in timeline.vocabulary(0):
            life = [ALWAYS]
        splits = enumerate(timeline.splits(self.step).values())
        return {
            "life": life,
            "holders": [position for position, split in splits if token in split],
            "acts": {each.index: numbered(timeline, each) for each in decisions},
        }

    def _decisions(self, token: str) -> list[Decision]:
        """Return the decisions on a substring that the story may show."""
        return [each for each in self.timeline.decisions_on(token) if each.index <= self.until]


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
            None,
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
