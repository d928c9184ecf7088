"""The story of a substring: whether each round keeps it, and with which count."""

from __future__ import annotations

from typing import Any

from pages.panels.shared.story import ALWAYS, StoryAtStep
from pages.panels.train.decisions.card import numbered
from wordpiece.message import message
from wordpiece.records import Decision
from wordpiece.teaching.decisions import decided
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
