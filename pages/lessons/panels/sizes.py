"""Panels on what a vocabulary costs: tokens per word, parameters of a model, languages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from babel import Locale

from pages.lessons.model import (
    Drawn,
    OfTraining,
    Panel,
    Shown,
    Slider,
    TextField,
    column,
)
from pages.locale import capital, message, say, to_text
from pages.panels.html import nothing, pieces
from pages.panels.shared import charts
from pages.panels.shared.sketch import Curve
from pages.trainings.named import TRAININGS, encode_unseen, encoder, normalizer, timeline
from pages.trainings.samples import parallel_sentences
from wordpiece.teaching.size import size
from wordpiece.training.comparison import Comparison

_piece = pieces("lessons/panels/sizes.html")

CHART_HEIGHT, FERTILITY_HEIGHT = 270, 280

FONT_SIZE = 15
"""The font size of a chart in pixels, the same as of the text around it."""

LINES = ("vocabulary", "in_use")
"""The lines of a growth chart."""

POINTS = 200
"""The most sizes in the chart of tokens per word."""


def _font_size(shown: Shown) -> int:
    """Return the font size of a chart."""
    return charts.BIG_TEXT if shown.big else FONT_SIZE


@dataclass(frozen=True)
class GrowthChart(OfTraining, Panel):
    """A slider over steps, with vocabulary size and symbols in use as lines."""

    start: int

    def slider(self) -> Slider:
        return Slider(0, len(self.timeline), self.start)

    def draw(self, shown: Shown) -> Drawn:
        at, grown = charts.sampled_steps(len(self.timeline)), self.timeline.growth_of
        now = charts.growth(grown([shown.step]), [shown.step], LINES)
        over = charts.growth(grown(at), at, LINES)
        chart = over.chart(CHART_HEIGHT, text=_font_size(shown), mark=now.mark())
        return column(now.key(), chart=chart)


@dataclass(frozen=True)
class Fertility(Panel):
    """A slider over vocabulary sizes, with the tokens per word of trainings as lines.

    A visitor may draw the line of the last training first.
    """

    trainings: tuple[str, ...]

    def slider(self) -> Slider:
        each = [timeline(name) for name in self.trainings]
        # At each size all trainings have begun, and none has ended before.
        first = max(trained.growth(0).vocabulary for trained in each)
        last = min(trained.growth(len(trained)).vocabulary for trained in each)
        return Slider(first, last, first, capital(say("vocabulary size")))

    def curve(self) -> Curve:
        first, last, *_ = self.slider()
        whole = self._lines([*range(first, last + 1)])
        title = TRAININGS[self.trainings[-1]].title
        return Curve(
            name=to_text(title),
            along=to_text(charts.AXES["size"]),
            counted=whole.counted,
            question=message(
                "How many tokens per word does {training} need at each vocabulary size? Draw the "
                "line.",
                training=title,
            ),
            at=tuple(whole.places),
            values=tuple(whole.lines[to_text(title)].tolist()),
            gap=message(
                "The largest gap is at {at} entries: you drew {drawn} tokens per word, and the "
                "true value is {true}."
            ),
            style="fixed2",
        )

    def draw(self, shown: Shown) -> Drawn:
        now = self._lines([shown.step])
        chart = self._whole().chart(FERTILITY_HEIGHT, text=_font_size(shown), mark=now.mark())
        return column(now.key(), chart=chart)

    def _whole(self) -> charts.Lines:
        first, last, *_ = self.slider()
        return self._lines([first + each for each in charts.sampled_steps(last - first, POINTS)])

    def _lines(self, sizes: list[int]) -> charts.Lines:
        """Return the tokens per word of each training at some sizes."""
        compared = Comparison({name: timeline(name) for name in self.trainings}, by="size")
        found = compared.measures_at([each - compared.smallest for each in sizes])
        titles = [to_text(TRAININGS[name].title) for name in self.trainings]
        counted = say("tokens per word")
        lines = dict(zip(titles, found["tokens_per_word"].values(), strict=True))
        return charts.Lines(counted, counted, lines, sizes, "size", style="fixed2")


@dataclass(frozen=True)
class Sizes(OfTraining, Panel):
    """The same words with characters, with subwords, and with whole words as tokens.

    ``steps`` are the steps at which subwords are shown. ``shows`` is the table's
    macro, and selects the last columns: tokens per word, or the cost of reading the tokens.
    """

    steps: tuple[int, ...]
    shows: Literal["sizes", "reading"] = "sizes"

    def draw(self, shown: Shown) -> Drawn:
        trained = self.timeline
        sizes = [size(trained, self.at(step)) for step in (0, *self.steps)]
        rows = [
            (_after(at.step) if at.step else say("characters"), at.entries, at.tokens)
            for at in sizes
        ]
        rows.append((say("whole words"), len(trained.words), trained.occurrences))
        return column(_piece(self.shows, rows))


def _after(n: int) -> str:
    return say("{n} merge", "{n} merges", n=n)


@dataclass(frozen=True)
class Languages(Panel):
    """The tokens of the same sentences in several languages, relative to English.

    There is a column for each training, a slider over merges, which begins at ``start``, and a
    choice of one sentence.
    """

    trainings: tuple[str, ...]
    start: int

    def slider(self) -> Slider:
        last = max(len(timeline(name)) for name in self.trainings)
        return Slider(0, last, min(self.start, last))

    def field(self) -> TextField:
        every = say("All sentences")
        return TextField(say("Sentence"), every, (every, *parallel_sentences()["en"]))

    def draw(self, shown: Shown) -> Drawn:
        english = parallel_sentences()["en"]
        at = english.index(shown.typed) if shown.typed in english else None
        chosen = slice(None) if at is None else slice(at, at + 1)
        found = [_lengths(name, min(shown.step, len(timeline(name)))) for name in self.trainings]
        rows = []
        for code, sentences in parallel_sentences().items():
            language = Locale.parse(code, sep="-").display_name
            said = "" if at is None else sentences[at]
            rows.append((code, language, said, [sum(each[code][chosen]) for each in found]))
        heads = [to_text(TRAININGS[name].title) for name in self.trainings]
        in_all = [sum(counts) for counts in zip(*(row[3] for row in rows), strict=True)]
        drawn = _piece("languages", heads, rows, in_all)
        return column(drawn, nothing(say("Number of tokens, relative to English and absolute")))


@cache
def _lengths(training: str, step: int) -> dict[str, list[int]]:
    """Return the number of tokens of each sentence of a language, by its code."""
    one, clean = encoder(training, step, "replay"), normalizer(training)
    return {
        code: [len(one.encode(sentence, clean)) for sentence in sentences]
        for code, sentences in parallel_sentences().items()
    }


@dataclass(frozen=True)
class Unseen(OfTraining, Panel):
    """A text that training did not see, with whole words, subwords and characters as tokens.

    ``steps`` are the steps at which subwords are shown; without any, only whole words are.
    """

    steps: tuple[int, ...]

    def draw(self, shown: Shown) -> Drawn:
        rows = [(say("whole words"), encode_unseen(self.training, None))]
        for step in self.steps:
            rows.append((_after(step), encode_unseen(self.training, step)))
        if self.steps:
            rows.append((say("characters"), encode_unseen(self.training, 0)))
        return column(_piece("unseen", rows=rows))
