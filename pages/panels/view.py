"""What Train shows: one state of a training."""

from __future__ import annotations

from dataclasses import dataclass

from pages.trainings.job import Training
from wordpiece import Timeline
from wordpiece.records import PairScore
from wordpiece.training.score_table import ScoreTable


@dataclass(frozen=True)
class View:
    """What the screen shows: a state of the training, and how much of it may be told.

    ``phase`` is how far the way to the next merge has been gone at the pace chosen; ``replayed``
    tells that a file decides the merges.
    """

    training: Training
    step: int
    pace: str
    phase: str
    now: ScoreTable
    replayed: bool

    @property
    def timeline(self) -> Timeline:
        return self.training.timeline

    @property
    def has_next(self) -> bool:
        return self.step < len(self.timeline)

    @property
    def secret(self) -> bool:
        """Whether the winner must not be told yet."""
        asked = self.pace == "reveal" and not self.phase
        return self.has_next and (asked or (self.pace == "slow" and self.phase != "choose"))

    @property
    def next(self) -> PairScore:
        """The pair that merges next, whether it won or was chosen."""
        row = self.now.find(self.timeline.pair(self.step + 1))
        assert row is not None
        return row
