"""The view and the scene of Train."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from pages.panels.view import OWN, View
from pages.trainings.job import Training
from pages.trainings.settings import REPLAY
from wordpiece import Timeline
from wordpiece.records import PairScore
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import WordOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainView(View):
    """The input of Train's panels; the fields of Train document the attributes.

    ``look`` is the rank of the selected pair, 0 for none. ``guess`` is a step, and the place by
    count of the pair that was guessed to merge after it.
    """

    pace: str = "merge"
    phase: str = ""
    look: int = 0
    guess: tuple[int, int] | None = field(default=None, metadata=OWN)
    panel: str = "words"
    read: str = "words"
    changed: str = "first"
    rows: int = field(default=6, metadata=OWN)
    words_filter: str = field(default="", metadata=OWN)
    words_order: WordOrder = field(default="corpus", metadata=OWN)
    outline: bool = field(default=True, metadata=OWN)
    vocabulary_all: bool = field(default=False, metadata=OWN)
    vocabulary_filter: str = field(default="", metadata=OWN)
    scores_by: str = field(default="score", metadata=OWN)
    words_page: int = field(default=1, metadata=OWN)
    scores_page: int = field(default=1, metadata=OWN)
    vocabulary_page: int = field(default=1, metadata=OWN)

    def at(self, position: int, phases: Sequence[str] = ("",)) -> TrainView:
        """Return the view after a move to a position, which counts the phases of steps."""
        step, phase = divmod(position, len(phases))
        return replace(
            self,
            step=step,
            phase=phases[phase],
            look=0,
            words_page=1 if self.changed == "first" else self.words_page,
            scores_page=1,
            vocabulary_page=1,
        )


@dataclass(frozen=True)
class TrainScene:
    """The step on screen of a training."""

    view: TrainView
    training: Training

    @property
    def timeline(self) -> Timeline:
        """The training's timeline."""
        return self.training.timeline

    @property
    def step(self) -> int:
        """The step on screen."""
        return self.view.step

    @cached_property
    def now(self) -> ScoreTable:
        """The score table after the step."""
        return self.timeline.scores(self.step)

    @property
    def replayed(self) -> bool:
        """Whether a file decides the merges."""
        return self.view.settings.recipe == REPLAY

    @property
    def in_text(self) -> bool:
        """Whether words are shown in the text itself; a word table has no text."""
        return self.view.read == "text" and self.training.kind == "text"

    @cached_property
    def has_next(self) -> bool:
        """Whether another merge follows."""
        return self.step < len(self.timeline)

    @cached_property
    def secret(self) -> bool:
        """Whether the next merge is still secret."""
        pace, phase = self.view.pace, self.view.phase
        asked = pace == "reveal" and not phase
        return self.has_next and (asked or (pace == "slow" and phase != "choose"))

    @cached_property
    def next(self) -> PairScore:
        """The pair that merges next, by its score or by choice."""
        row = self.now.find(self.timeline.pair(self.step + 1))
        assert row is not None
        return row

    @cached_property
    def looked_at(self) -> PairScore | None:
        """The selected pair, if any."""
        rank = self.view.look
        if self.secret or not rank:
            return None
        rows = self.now.rows(rank - 1, rank)
        return rows[0] if rows else None

    @cached_property
    def guess(self) -> PairScore | None:
        """The guess of the next merge, if any, before and after the winner is shown."""
        view = self.view
        if view.pace != "reveal" or not view.guess or not self.has_next:
            return None
        step, place = view.guess
        rows = self.now.rows(place - 1, place, by="count") if step == self.step else []
        return rows[0] if rows else None

    @cached_property
    def guess_is_right(self) -> bool:
        """Whether the guessed pair has the best score or merges next."""
        if self.guess is None:
            return False
        tied = self.next.rank == 1 and self.guess.score == self.next.score
        return tied or self.guess.pair == self.next.pair

    @cached_property
    def spoken_of(self) -> PairScore | None:
        """The pair of a phase of slow motion: its example, or the winner."""
        phase = self.view.phase
        if self.view.pace != "slow" or not phase or not self.has_next:
            return None
        return self.next if phase == "choose" else self.now.most_frequent()[0]
