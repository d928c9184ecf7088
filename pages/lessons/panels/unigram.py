"""Panels that show a Unigram training: the splits of a word, and what each removal costs."""

from __future__ import annotations

from dataclasses import dataclass

from pages.lessons.model import AtStep, Drawn, Panel, Shown, Slider, column
from pages.locale import say
from pages.panels.html.elements import heading
from pages.panels.html.templates import pieces
from pages.panels.shared import chips
from pages.panels.shared.trace import lattice
from pages.trainings.named import unigram
from wordpiece.unigram.timeline import UnigramTimeline

_costs = pieces("panels/train/removals.html")

PATHS = 4
"""The most splits of a word."""


@dataclass(frozen=True)
class OfUnigram(AtStep, Panel):
    """A panel of a Unigram training on the words of a training, with a slider over removals.

    Attributes:
        slides: whether there is a slider.
    """

    slides: bool = True

    def timeline_of(self) -> UnigramTimeline:
        """Return the training."""
        return unigram(self.training)

    def slider(self) -> Slider | None:
        if not self.slides:
            return None
        return Slider(0, len(self.timeline_of()), self.step, say("pieces removed"))


@dataclass(frozen=True, kw_only=True)
class Splits(OfUnigram):
    """The lattice of a word, and its most probable splits."""

    word: str

    def draw(self, shown: Shown) -> Drawn:
        trained, step = self.timeline_of(), shown.step if self.slides else self.step
        piece = trained.piece(step) if step else ""
        drawn = lattice(
            trained.lattice(step, self.word),
            trained.n_best(step, self.word, PATHS),
            removed=(piece, trained.probability(step - 1, piece)) if piece else None,
            next_piece=trained.piece(step + 1) if self.slides and step < len(trained) else "",
            field="",
        )
        return column(heading(say("Splits of {word}", word=self.word)), drawn)


class RemovalCosts(OfUnigram):
    """What each removal costs; without a slider only the pieces with their counts."""

    def draw(self, shown: Shown) -> Drawn:
        trained = self.timeline_of()
        if not self.slides:
            counts = [(piece, int(n)) for piece, n in trained.counts(self.step).items()]
            return column(chips.counts(counts))
        step = shown.step
        rows = [*trained.costs(step)]
        table = _costs(
            "table",
            rows=rows,
            going=trained.piece(step + 1) if step < len(trained) else "",
            most=max((row.cost for row in rows), default=0) or 1,
            count_style="fixed0",
        )
        return column(heading(say("What each removal costs")), table)


class BestSplits(OfUnigram):
    """The words with their best splits at the step."""

    def draw(self, shown: Shown) -> Drawn:
        trained = self.timeline_of()
        states = [trained.word(self.step, i) for i in range(len(trained.words))]
        return column(chips.words(states, merged=None, outline=False))
