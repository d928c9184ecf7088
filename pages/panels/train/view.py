"""The view and the scene of Train."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pages.panels.view import Field, View
from pages.trainings.job import Training
from pages.trainings.parameters import FLAG, PAGE_NUMBER, free_text, one_of, whole
from pages.trainings.settings import MAX_RANK, REPLAY
from wordpiece import Timeline
from wordpiece.message import Message
from wordpiece.records import PairScore
from wordpiece.teaching.wording import stopped
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import WORD_ORDERS, WordOrder

CHANGED = ("first", "kept")
"""The order of a list of words that is longer than a page: words that the step changed come first,
or keep their places. In a list that fits on one page, words always keep their places."""


class TrainView(View):
    """The input of Train's panels.

    ``look`` is the rank of the selected pair, 0 for none. ``panel`` is the panel of presenter mode;
    "alone" has the words without the pairs, for a class that counts before it sees the counts.
    ``sketching`` says whether the growth is drawn by the visitor in place of its charts.
    """

    PAGE = "train"

    pace = Field("merge", one_of(("merge", "reveal", "slow")), in_link=True)
    phase = Field("", one_of(("", "shown", "count", "score", "choose")), in_link=True)
    look = Field(0, whole(1, MAX_RANK), in_link=True, of_step=True)
    panel = Field(
        "words", one_of(("words", "scores", "vocabulary", "growth", "alone")), in_link=True
    )
    read = Field("text", one_of(("words", "text")), in_link=True)
    changed = Field("first", one_of(CHANGED), in_link=True)
    words_filter = Field("", free_text())
    words_order: Field[WordOrder] = Field("corpus", one_of(WORD_ORDERS))
    outline = Field(True, FLAG)
    vocabulary_all = Field(False, FLAG)
    vocabulary_filter = Field("", free_text())
    sketching = Field(False, FLAG)
    scores_by = Field("score", one_of(("score", "count")))
    words_page = Field(1, PAGE_NUMBER)
    text_page = Field(1, PAGE_NUMBER)
    scores_page = Field(1, PAGE_NUMBER, of_step=True)
    vocabulary_page = Field(1, PAGE_NUMBER, of_step=True)

    def at(self, position: int, phases: Sequence[str] = ("",)) -> TrainView:
        """Return the view after a move to a position, which counts the phases of steps."""
        step, phase = divmod(position, len(phases))
        page = 1 if self.changed == "first" else self.words_page
        moved = {"step": step, "phase": phases[phase], "words_page": page}
        return self.replace(**self.at_new_step | moved)


@dataclass(frozen=True)
class Scene:
    """The step on screen of a training of any kind.

    Attributes:
        view: the view.
        training: the training.
    """

    view: TrainView
    training: Training

    @property
    def secret(self) -> bool:
        """Whether the next step is still secret."""
        return self.has_next and self.view.pace == "reveal" and not self.view.phase

    @property
    def on_card(self) -> int:
        """The step that the card describes: the next one, once a phase has shown it."""
        return self.step + bool(self.view.phase)

    @property
    def in_text(self) -> bool:
        """Whether the text itself is shown; a word table has none, other paces count in words."""
        return False

    @property
    def step(self) -> int:
        """The step on screen."""
        return self.view.step

    @cached_property
    def growth(self) -> Mapping[str, Any]:
        """The measures of the charts of growth, each as a list of its value at the step."""
        return self.training.steps.growth_of([self.step])

    @cached_property
    def has_next(self) -> bool:
        """Whether another step follows."""
        return self.step < len(self.training.steps)

    @property
    def end(self) -> Message | None:
        """Why training has stopped at the step; None if another step follows."""
        return None if self.has_next else stopped(self.training.steps.stop_reason, self.step)


@dataclass(frozen=True)
class TrainScene(Scene):
    """The step on screen of a training by merges."""

    @property
    def timeline(self) -> Timeline:
        """The training's timeline."""
        return self.training.timeline

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
        return self.view.read == "text" and self.has_text

    @property
    def has_text(self) -> bool:
        """Whether the text can be shown."""
        return self.training.kind == "text" and self.view.pace == "merge"

    @property
    def secret(self) -> bool:
        is_early = self.view.pace == "slow" and self.view.phase != "choose"
        return super().secret or (self.has_next and is_early)

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
    def spoken_of(self) -> PairScore | None:
        """The pair of a phase of slow motion: its example, or the winner."""
        phase = self.view.phase
        if self.view.pace != "slow" or not phase or not self.has_next:
            return None
        return self.next if phase == "choose" else self.now.most_frequent()[0]
