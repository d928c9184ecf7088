"""Panels that show a training: its words, its merges, its vocabulary."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from pages.lessons.model import END, AtStep, Drawn, OfTraining, Panel, Shown, Slider, column
from pages.locale import say
from pages.panels.html import and_more, pieces
from pages.panels.shared import card, chips
from pages.panels.shared.score_table import SECRET, score_table
from pages.trainings.named import TRAININGS, timeline
from wordpiece.teaching.quiz import candidates
from wordpiece.teaching.wording import explain
from wordpiece.training.timeline import Timeline

_piece = pieces("lessons/panels/training.html")

PRESENTED = 5
"""The most words in presenter mode, where everything must fit on one screen."""


@dataclass(frozen=True)
class Words(AtStep, Panel):
    """The tokens of words at a step. ``marks`` highlights the last merge."""

    limit: int = 8
    marks: bool = True

    def draw(self, shown: Shown) -> Drawn:
        trained, step = self.timeline, self.now
        found = trained.find_words(step).tolist()
        limit = min(self.limit, PRESENTED) if shown.big else self.limit
        if len(found) > limit:
            found = trained.find_words(step, first=[trained.changed_words(step)]).tolist()
        states = [trained.word(step, i) for i in found[:limit]]
        if not self.marks:
            states = [replace(state, made=()) for state in states]
        merged = trained.pair(step) if step and self.marks else None
        words = chips.words(states, merged=merged, outline=False)
        return column(words, and_more(len(found) - len(states)))


class CountTable(AtStep, Panel):
    """Words at a step, and the counts of the pairs that a question offers, without scores."""

    def draw(self, shown: Shown) -> Drawn:
        trained, step = self.timeline, self.now
        words = Words(self.training, self.step, marks=False).draw(shown)
        found = map(trained.scores(step).find, candidates(trained, step))
        rows = [row for row in found if row]
        counts = score_table(rows, trained.score, best=1, winner=None, columns=SECRET)
        return Drawn((*words.columns, (counts,)))


@dataclass(frozen=True)
class Walk(OfTraining, Panel):
    """A slider over steps, with the merge and the words it changed."""

    start: int
    first: int = 0
    last: int = END

    def slider(self) -> Slider:
        return Slider(self.first, self.at(self.last), self.at(self.start))

    def draw(self, shown: Shown) -> Drawn:
        trained = self.timeline
        limit = 5 if len(trained.words) <= 5 else 4  # always five lines: the last may be a remark
        words = Words(self.training, shown.step, limit=2 if shown.big else limit).draw(shown)
        return column(_draw_card(trained, shown.step), *words.columns[0])


def _draw_card(trained: Timeline, step: int) -> Markup:
    """Draw the card of a merge, or of the start."""
    if not step:
        return card.start_card(trained)
    record = trained.step(step)
    most = trained.scores(step - 1).most_frequent()
    why = explain(record, trained.score, trained.tie_order(), most[0])
    return card.merge_card(record, trained.score, why, top=say("Merge {step}", step=step))


class Entries(AtStep, Panel):
    """The vocabulary at a step, with ids."""

    def draw(self, shown: Shown) -> Drawn:
        trained = self.timeline
        entries = list(enumerate(trained.vocabulary(self.now)))
        special = len(trained.special_tokens)
        learned = special + len(trained.alphabet)
        groups = [
            (say("special"), entries[:special], ""),
            (say("alphabet"), entries[special:learned], ""),
            (say("learned"), entries[learned:], ""),
        ]
        return column(chips.vocabulary(groups, in_use=[token for _, token in entries]))


@dataclass(frozen=True)
class Side(Panel):
    """Trainings in columns, with a slider over steps."""

    trainings: tuple[str, ...]
    start: int
    last: int = END

    def slider(self) -> Slider:
        longest = max(len(timeline(name)) for name in self.trainings)
        last = longest if self.last == END else self.last
        return Slider(0, last, last if self.start == END else self.start)

    def draw(self, shown: Shown) -> Drawn:
        columns = [(TRAININGS[name], timeline(name)) for name in self.trainings]
        return column(_piece("side", columns=columns, step=shown.step))
