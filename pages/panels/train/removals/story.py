"""The story of a piece of Unigram: its probability, and the step that removes it."""

from __future__ import annotations

from typing import Any

from pages.panels.shared.story import ALWAYS, StoryAtStep
from pages.panels.train.removals.card import announce, numbered
from wordpiece.message import message
from wordpiece.teaching.removals import explain_removal
from wordpiece.unigram.timeline import UnigramTimeline

AT_STEP = message(
    "After {n} {n:removal|removals}, its count is {count} and its probability {probability:brief3}."
)


class RemovalStory(StoryAtStep):
    """A training by removals as a source of the stories of its pieces."""

    __slots__ = ()
    timeline: UnigramTimeline

    def has(self, token: str) -> bool:
        return token in self.timeline.vocabulary(0)

    def tell(self, token: str) -> dict[str, Any]:
        timeline, step = self.timeline, self.step
        counts, removed = timeline.counts(step), timeline.removed_at(token)
        life = []
        if token in counts:
            count, probability = round(counts[token], 2), timeline.probability(step, token)
            life.append(AT_STEP.fill(n=step, count=count, probability=probability))
        if len(token) == 1:
            life.append(ALWAYS)
        acts = {}
        if removed is not None and removed <= self.until:
            removal = timeline.step(removed)
            life += [announce(removal, len(timeline))]
            life += explain_removal(timeline, removal, is_made=False)
            acts = {removed: numbered(removed)}
        return {"life": life, "holders": timeline.words_with(step, token), "acts": acts}
