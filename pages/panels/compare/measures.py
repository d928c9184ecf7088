"""The charts of Compare, over the whole training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from pages.locale import capital, comma, number, say, to_text
from pages.panels.compare.view import TITLES
from pages.panels.html import heading
from pages.panels.layout import Piece
from pages.panels.shared import charts
from wordpiece.scoring import Floats
from wordpiece.training.comparison import Comparison

POINTS = 200
"""The most steps in a chart."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One chart: its title, the title of its axis, its lines, and the style of its values."""

    title: str
    remark: str
    counted: str
    lines: Mapping[str, Sequence[float] | npt.NDArray[Any]]
    style: str

    def format_value(self, value: float) -> str:
        """Format a value."""
        return number(value, self.style)


def measures(comparison: Comparison, positions: Sequence[int]) -> list[Measure]:
    """Return the four charts at some positions."""
    measured = comparison.measures_at(positions)
    titles = {name: to_text(title) for name, title in TITLES.items()}

    def each(value: str) -> dict[str, Floats]:
        return {titles[name]: values for name, values in measured[value].items()}

    both = {
        titles[name]: comparison.shared_at(name, "bpe", positions)
        for name in comparison.timelines
        if name != "bpe"
    }
    fertility, whole = say("tokens per word"), say("words that are one token")
    length = say("characters per token")
    return [
        Measure(say("Learned tokens shared with BPE"), "", say("tokens"), both, "fixed0"),
        Measure(capital(fertility), say("fertility"), fertility, each("tokens_per_word"), "fixed2"),
        Measure(capital(length), "", length, each("token_length"), "fixed2"),
        Measure(capital(say("whole words")), whole, whole, each("whole_words"), "percent"),
    ]


def measure_data(
    measure: Measure, comparison: Comparison, positions: Sequence[int]
) -> pd.DataFrame:
    """Return the data of `charts.lines_spec`."""
    at = [comparison.at(position) for position in positions]
    columns = {"step": np.asarray(positions), comparison.by: np.asarray(at)}
    return pd.DataFrame(columns | dict(measure.lines))


def charts_of(comparison: Comparison, *, big: bool) -> list[charts.Chart]:
    """Return the four charts over the whole training."""
    height, letters = (200, charts.BIG_TEXT) if big else (180, charts.TEXT)
    made = []
    positions = charts.sampled_steps(comparison.last, POINTS)
    for place, measure in enumerate(measures(comparison, positions)):
        key = chart_key(comparison.by, place)
        pattern = ".0%" if measure.style == "percent" else "~s"
        spec = charts.lines_spec(
            tuple(measure.lines), height, comparison.by, pattern, key, measure.counted, letters
        )
        data = measure_data(measure, comparison, positions)
        alt = measure_in_words(measure, comparison)
        made.append(charts.Chart(charts.with_data(spec, data), alt, key))
    return made


def measure_in_words(measure: Measure, comparison: Comparison) -> str:
    """Return the chart of a whole training as a sentence, for screen readers."""
    lines = comma().join(
        say(
            "{line}: {first} to {last}",
            line=name,
            first=measure.format_value(values[0]),
            last=measure.format_value(values[-1]),
        )
        for name, values in measure.lines.items()
    )
    first, last = comparison.at(0), comparison.at(comparison.last)
    return charts.in_words(measure.title, comparison.by, first, last, lines)


def measure_heads(measured: Sequence[Measure]) -> dict[str, list[Piece]]:
    """Return the title and the key of each chart, by its area on the board."""
    heads: dict[str, list[Piece]] = {}
    for i, measure in enumerate(measured):
        values = [(name, measure.format_value(line[0])) for name, line in measure.lines.items()]
        heads[f"head{i}"] = [heading(measure.title, measure.remark), charts.lines_key(values)]
    return heads


def chart_key(by: str, at: int) -> str:
    """Return the widget key of a chart by its index, from 0."""
    return f"compare_{at}_{by}"
