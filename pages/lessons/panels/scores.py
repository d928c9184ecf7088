"""Panels on scores: the score table, the rules of several trainings, and the likelihood."""

from __future__ import annotations

from dataclasses import dataclass

from pages.lessons.model import AtStep, Drawn, Panel, Shown, Slider, column
from pages.panels.html import and_more, pieces
from pages.panels.shared.score_table import SECRET, divergence_table, score_table
from pages.trainings.named import TRAININGS, timeline
from wordpiece.records import Pair, PairScore
from wordpiece.teaching.likelihood import count_by_chance, merge_effect, mutual_information
from wordpiece.teaching.wording import explain_divergence
from wordpiece.training.comparison import Comparison

_piece = pieces("lessons/panels/scores.html")

ROWS = 6
"""The most rows."""

BELOW = 4
"""The most rows in presenter mode below a slider."""


@dataclass(frozen=True)
class Scores(AtStep, Panel):
    """The top of the score table at a step; with ``last``, a slider to that step."""

    last: int | None = None

    def slider(self) -> Slider | None:
        return None if self.last is None else Slider(self.now, self.last, self.now)

    def draw(self, shown: Shown) -> Drawn:
        trained, slides = self.timeline, self.last is not None
        step = shown.step if slides else self.now
        table = trained.scores(step)
        rows = table.rows(0, BELOW if slides and shown.big else ROWS)
        winner = rows[0].pair if step < len(trained) else None
        drawn = score_table(rows, trained.score, best=rows[0].score, winner=winner)
        return column(drawn, and_more(len(table) - len(rows)))


@dataclass(frozen=True)
class OfPairs(AtStep, Panel):
    """A panel on some pairs at a step."""

    pairs: tuple[Pair, ...]

    @property
    def rows(self) -> list[PairScore]:
        """The pairs that occur, with counts and score."""
        return [row for row in map(self.timeline.scores(self.now).find, self.pairs) if row]

    @property
    def symbols(self) -> int:
        """The number of symbols in the corpus."""
        return self.timeline.growth(self.now).corpus_tokens


class ScoresOf(OfPairs):
    """Pairs at a step with their scores, without ranks."""

    def draw(self, shown: Shown) -> Drawn:
        columns = (*SECRET, "score")
        return column(
            score_table(self.rows, self.timeline.score, best=1, winner=None, columns=columns)
        )


class Chance(OfPairs):
    """Pairs at a step: their counts, the counts that chance would make, and how these compare."""

    def draw(self, shown: Shown) -> Drawn:
        total = self.symbols
        rows = [
            (row, count_by_chance(row, total), mutual_information(row, total)) for row in self.rows
        ]
        return column(_piece("chance", rows, total))


@dataclass(frozen=True)
class Divergence(Panel):
    """The step at which two trainings diverge, with both pairs as each rule scores them."""

    first: str
    second: str

    @property
    def trainings(self) -> tuple[str, str]:
        """Both trainings."""
        return self.first, self.second

    def draw(self, shown: Shown) -> Drawn:
        names = {TRAININGS[name].recipe.id: name for name in self.trainings}
        both = {id: timeline(name) for id, name in names.items()}
        divergence = Comparison(both).divergence(*both)
        scores = {id: trained.score for id, trained in both.items()}
        titles = {id: TRAININGS[name].title for id, name in names.items()}
        said = explain_divergence(divergence, titles)
        return column(divergence_table(divergence, said, scores, titles))


class Gains(OfPairs):
    """Pairs at a step of a training by the gain: count, mutual information, and what it gains."""

    def draw(self, shown: Shown) -> Drawn:
        total = self.symbols
        rows = [(row, mutual_information(row, total)) for row in self.rows]
        most = max(information for _, information in rows)
        return column(_piece("gains", rows, most))


@dataclass(frozen=True)
class MergeGain(AtStep, Panel):
    """The change of the corpus's likelihood when a pair merges after a step."""

    pair: Pair

    def draw(self, shown: Shown) -> Drawn:
        return column(_piece("gain", merge_effect(self.timeline, self.step, self.pair)))
