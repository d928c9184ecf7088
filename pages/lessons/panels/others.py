"""Panels that show trainings without merges: top-down WordPiece's and Unigram's."""

from __future__ import annotations

from dataclasses import dataclass

from pages.lessons.model import AtStep, Drawn, OfTraining, Panel, Shown, Slider, column
from pages.locale import capital, say
from pages.panels.html import heading, pieces, sentence
from pages.panels.shared import chips
from pages.panels.shared.trace import lattice
from pages.trainings.named import top_down, unigram
from wordpiece.message import message
from wordpiece.teaching.decisions import decided, decisions_of_round
from wordpiece.topdown.textbook import Reading
from wordpiece.topdown.timeline import Standing, TopDownTimeline
from wordpiece.topdown.trainer import READINGS
from wordpiece.unigram.timeline import UnigramTimeline

_piece = pieces("lessons/panels/others.html")
_costs = pieces("panels/train/removals.html")
_decisions = pieces("panels/train/decisions.html")

READING_TITLES = {"guide": message("by the guide"), "code": message("by the program")}
"""The names of the two readings of the algorithm."""


@dataclass(frozen=True)
class Decisions(OfTraining, Panel):
    """The substrings of the first round, with a slider over its decisions, if it has any.

    Attributes:
        threshold, reading: those of the training on the words of ``training``.
        start: how many substrings are decided first.
        slides: whether there is a slider.
    """

    threshold: int
    reading: Reading
    start: int = 0
    slides: bool = True

    def slider(self) -> Slider | None:
        if not self.slides:
            return None
        last = self._timeline().round_ends[0]
        return Slider(0, last, self.start, say("substrings decided"))

    def draw(self, shown: Shown) -> Drawn:
        trained = self._timeline()
        step = shown.step if self.slides else self.start
        now = {each.token: each.count for each in trained.remaining(step)}
        lowered = trained.step(step).lowered if step else ()
        substrings, states = [], {}
        for number, (token, decision) in enumerate(decisions_of_round(trained, 1).items(), 1):
            length = len(token.removeprefix(trained.marking.prefix))
            count = decision.count if number <= step else now[token]
            substrings.append(Standing(token, length, decision.counted, count))
            if number <= step:
                states[token] = "kept" if decision.kept else "dropped"
        said = decided(trained.step(step)) if step else ()
        return column(
            _piece("decided", sentence(said)),
            heading(capital(say("substrings, with their counts"))),
            _decisions("substrings", substrings, states, lowered),
        )

    def _timeline(self) -> TopDownTimeline:
        return top_down(self.training, self.threshold, self.reading)


@dataclass(frozen=True)
class Readings(OfTraining, Panel):
    """The tokens that each reading keeps, with a slider over thresholds."""

    start: int
    last: int

    def slider(self) -> Slider:
        return Slider(1, self.last, self.start, say("threshold"))

    def draw(self, shown: Shown) -> Drawn:
        each = [
            (READING_TITLES[reading], top_down(self.training, shown.step, reading))
            for reading in READINGS
        ]
        return column(_piece("readings", each))


@dataclass(frozen=True)
class Rounds(OfTraining, Panel):
    """The words before the first round, and as each round splits them."""

    threshold: int
    reading: Reading

    def draw(self, shown: Shown) -> Drawn:
        trained = top_down(self.training, self.threshold, self.reading)
        heads = [say("after round {n}", n=n) for n in range(1, len(trained.round_ends) + 1)]
        return column(_piece("rounds", trained, heads))


PATHS = 4
"""The most splits of a word."""


@dataclass(frozen=True)
class OfUnigram(AtStep, Panel):
    """A panel of a Unigram training on the words of a training, at a step."""

    @property
    def removals(self) -> UnigramTimeline:
        """The training."""
        return unigram(self.training)


@dataclass(frozen=True, kw_only=True)
class Splits(OfUnigram):
    """The lattice of a word, and its most probable splits; with ``slides`` at any step."""

    word: str
    slides: bool = True

    def slider(self) -> Slider | None:
        return _over_removals(self.removals, self.step) if self.slides else None

    def draw(self, shown: Shown) -> Drawn:
        trained, step = self.removals, shown.step if self.slides else self.step
        piece = trained.piece(step) if step else ""
        drawn = lattice(
            trained.lattice(step, self.word),
            trained.n_best(step, self.word, PATHS),
            removed=(piece, trained.probability(step - 1, piece)) if piece else None,
            next_piece=trained.piece(step + 1) if self.slides and step < len(trained) else "",
            field="",
        )
        return column(heading(say("Splits of {word}", word=self.word)), drawn)


def _over_removals(trained: UnigramTimeline, step: int) -> Slider:
    return Slider(0, len(trained), step, say("pieces removed"))


class Pieces(OfUnigram):
    """The pieces with their counts."""

    def draw(self, shown: Shown) -> Drawn:
        counts = self.removals.counts(self.step)
        return column(chips.counts([(piece, int(n)) for piece, n in counts.items()]))


class RemovalCosts(OfUnigram):
    """What each removal costs, with a slider over removals."""

    def slider(self) -> Slider:
        return _over_removals(self.removals, self.step)

    def draw(self, shown: Shown) -> Drawn:
        trained, step = self.removals, shown.step
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
        trained = self.removals
        states = [trained.word(self.step, i) for i in range(len(trained.words))]
        return column(chips.words(states, merged=None, outline=False))
