"""The charts of Compare, over the whole training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pages.locale import capital, say, to_text
from pages.panels.compare.view import TITLES
from pages.panels.html import heading
from pages.panels.layout import Piece
from pages.panels.shared import charts
from wordpiece.training.comparison import Comparison

POINTS = 200
"""The most steps in a chart."""


def measures(comparison: Comparison, positions: Sequence[int]) -> list[charts.Lines]:
    """Return the four charts at some positions."""
    measured = comparison.measures_at(positions)
    titles = {name: to_text(title) for name, title in TITLES.items()}
    places = [comparison.at(position) for position in positions]

    def chart(
        title: str, remark: str, counted: str, values: Mapping[str, Any], style: str = "fixed2"
    ) -> charts.Lines:
        lines = {titles[name]: line for name, line in values.items()}
        by = comparison.by
        return charts.Lines(title, counted, lines, places, by, positions, style, remark)

    both = {
        name: comparison.shared_at(name, "bpe", positions)
        for name in comparison.timelines
        if name != "bpe"
    }
    fertility, whole = say("tokens per word"), say("words that are one token")
    length, wholes = say("characters per token"), capital(say("whole words"))
    return [
        chart(say("Learned tokens shared with BPE"), "", say("tokens"), both, "fixed0"),
        chart(capital(fertility), say("fertility"), fertility, measured["tokens_per_word"]),
        chart(capital(length), "", length, measured["token_length"]),
        chart(wholes, whole, whole, measured["whole_words"], "percent"),
    ]


def charts_of(comparison: Comparison, *, big: bool) -> list[charts.Chart]:
    """Return the four charts over the whole training."""
    height, letters = (200, charts.BIG_TEXT) if big else (180, charts.TEXT)
    positions = charts.sampled_steps(comparison.last, POINTS)
    return [
        lines.chart(height, chart_key(comparison.by, i), text=letters)
        for i, lines in enumerate(measures(comparison, positions))
    ]


def measure_heads(measured: Sequence[charts.Lines]) -> dict[str, list[Piece]]:
    """Return the title and the key of each chart, by its area on the board."""
    return {
        f"head{i}": [heading(lines.title, lines.remark), lines.key()]
        for i, lines in enumerate(measured)
    }


def chart_key(by: str, at: int) -> str:
    """Return the widget key of a chart by its index, from 0."""
    return f"compare_{at}_{by}"
