"""The view and the scene of a training by decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pages.panels.train.view import Scene, TrainView
from pages.panels.view import Field
from pages.trainings.parameters import one_of
from wordpiece.message import Message, message
from wordpiece.records import Decision
from wordpiece.topdown.timeline import Standing, TopDownTimeline

OUTCOMES = message("kept"), message("dropped")
"""The possible decisions, in the order of their buttons."""


class DecisionView(TrainView):
    """The input of the panels of a training by decisions.

    ``decision_panel`` is the panel of presenter mode.
    """

    decision_panel = Field(
        "substrings", one_of(("substrings", "words", "vocabulary", "growth")), in_link=True
    )


@dataclass(frozen=True)
class DecisionScene(Scene):
    """The step on screen of a training by decisions."""

    view: DecisionView

    @cached_property
    def timeline(self) -> TopDownTimeline:
        """The decisions."""
        assert isinstance(self.training.steps, TopDownTimeline)
        return self.training.steps

    @cached_property
    def decision(self) -> Decision | None:
        """The decision on the card; None at the start."""
        return self.timeline.step(self.on_card) if self.on_card else None

    @cached_property
    def made(self) -> Decision | None:
        """The decision of the step; None at the start."""
        return self.timeline.step(self.step) if self.step else None

    def choice(self, place: int) -> Message | None:
        return OUTCOMES[place - 1] if 0 < place <= len(OUTCOMES) else None

    @property
    def guess_is_right(self) -> bool:
        return bool(self.guess == OUTCOMES[not self.timeline.step(self.step + 1).kept])

    @cached_property
    def remaining(self) -> Sequence[Standing]:
        """The substrings that are still to be decided in this round, or in the next one."""
        return self.timeline.remaining(self.step)

    @cached_property
    def round(self) -> int:
        """The number of the round of the substrings on screen, counted from 1."""
        ends = self.timeline.round_ends
        after = self.step + self.has_next
        return next(number for number, end in enumerate(ends, 1) if after <= end) if ends else 1
