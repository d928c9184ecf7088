"""The view and the scene of a training by removals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pages.panels.train.view import Scene, TrainView
from pages.panels.view import Field
from pages.trainings.parameters import one_of, whole
from wordpiece.unigram.records import Removal, RemovalCost, Split
from wordpiece.unigram.timeline import UnigramTimeline

PATHS = 4
"""The most splits of a word in its lattice."""

MAX_WORD = 999_999


class RemovalView(TrainView):
    """The input of the panels of a training by removals.

    ``word`` is the number of the word whose lattice is shown, from 1; 0 for the first word that the
    step changed, or the first of all. ``path`` is the rank of the split that is lit in the lattice.
    ``removal_panel`` is the panel of presenter mode.
    """

    word = Field(0, whole(0, MAX_WORD), in_link=True)
    path = Field(1, one_of(tuple(range(1, PATHS + 1))), in_link=True, of_step=True)
    removal_panel = Field(
        "words", one_of(("words", "lattice", "costs", "vocabulary", "growth")), in_link=True
    )


@dataclass(frozen=True)
class RemovalScene(Scene):
    """The step on screen of a training by removals."""

    view: RemovalView

    @cached_property
    def timeline(self) -> UnigramTimeline:
        """The removals."""
        assert isinstance(self.training.steps, UnigramTimeline)
        return self.training.steps

    @cached_property
    def removal(self) -> Removal | None:
        """The removal on the card; None at the start."""
        return self.timeline.step(self.on_card) if self.on_card else None

    def choice(self, place: int) -> RemovalCost | None:
        rows = self.timeline.costs(self.step).rows(place - 1, place, "list")
        return next(iter(rows), None)

    @property
    def guess_is_right(self) -> bool:
        return self.guess.piece in self.timeline.costs(self.step).cheapest

    @property
    def removed(self) -> str:
        """The piece that the step removed; empty at the start."""
        return self.timeline.piece(self.step) if self.step else ""

    @cached_property
    def next_piece(self) -> str:
        """The piece that the next step removes; empty at the end, and while it is secret."""
        shown = self.has_next and not self.secret
        return self.timeline.piece(self.step + 1) if shown else ""

    @cached_property
    def changed(self) -> list[int]:
        """The positions of the words whose best split the step changed."""
        return self.timeline.changed_words(self.step)

    @cached_property
    def position(self) -> int:
        """The position of the word whose lattice is shown."""
        chosen = self.view.word - 1
        if 0 <= chosen < len(self.timeline.words):
            return chosen
        return self.changed[0] if self.changed else 0

    @cached_property
    def own_split(self) -> Split | None:
        """The split that takes the place of the removed piece in a training by EM."""
        if self.removal is None or not self.timeline.em_rounds:
            return None
        found = self.timeline.n_best(self.on_card - 1, self.removal.piece, 2)
        return next(split for split in found if len(split.pieces) > 1)

    @cached_property
    def starts_round(self) -> bool:
        """Whether the cost of the removal was computed at the step before it."""
        return self.on_card - 1 in self.timeline.round_starts

    @cached_property
    def splits(self) -> list[Split]:
        """The most probable splits of that word."""
        return self.timeline.n_best(self.step, self.timeline.words[self.position], PATHS)
