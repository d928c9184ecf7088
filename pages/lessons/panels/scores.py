"""Panels on scores: the score table, the rules of several trainings, and the likelihood."""

from __future__ import annotations

from dataclasses import dataclass

from pages.lessons.model import AtStep, Drawn, OverSteps, Panel, Shown, Slider, column
from pages.panels.html import and_more, pieces
from pages.panels.shared import chips
from pages.panels.shared.score_table import SECRET, divergence_table, score_table
from pages.trainings.named import TRAININGS, timeline
from wordpiece.records import Pair, PairScore
from wordpiece.teaching.likelihood import count_by_chance, merge_effect, mutual_information
from wordpiece.teaching.wording import explain_divergence
from wordpiece.training.comparison import Comparison
from wordpiece.training.timeline import Timeline

_piece = pieces("lessons/panels/scores.html")

ROWS = 6
"""The most rows."""

BELOW = 4
"""The most rows in presenter mode below a slider."""


class Scores(AtStep, Panel):
    """The top of the score table at a step."""

    def draw(self, shown: Shown) -> Drawn:
        return _top(self.timeline, self.now, ROWS)


@dataclass(frozen=True)
class ScoresOver(OverSteps):
    """A slider from ``start`` to ``last``, and the top of the score table at each step."""

    last: int

    def slider(self) -> Slider:
        return Slider(self.start, self.last, self.start)

    def draw(self, shown: Shown) -> Drawn:
        return _top(self.timeline, shown.step, BELOW if shown.big else ROWS)


def _top(trained: Timeline, step: int, most: int) -> Drawn:
    table = trained.scores(step)
    rows = table.rows(0, most)
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
            (chips.pair(row.pair), row, count_by_chance(row, total), mutual_information(row, total))
            for row in self.rows
        ]
        return column(_piece("chance", rows=rows, symbols=total))


@dataclass(frozen=True)
class Divergence(Panel):
    """The step at which two trainings diverge, with both pairs as each rule scores them."""

    first: str
    second: str

    def draw(self, shown: Shown) -> Drawn:
        names = {TRAININGS[name].recipe.id: name for name in (self.first, self.second)}
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
        rows = [(chips.pair(row.pair), row, mutual_information(row, total)) for row in self.rows]
        most = max(information for _, _, information in rows)
        return column(_piece("gains", rows=rows, most=most))


@dataclass(frozen=True)
class MergeGain(AtStep, Panel):
    """The change of the corpus's likelihood when a pair merges after a step."""

    pair: Pair

    def draw(self, shown: Shown) -> Drawn:
        found = merge_effect(self.timeline, self.step, self.pair)
        rows = [(chips.chip(change.symbol), change) for change in found.changes]
        return column(_piece("gain", rows=rows, found=found))
