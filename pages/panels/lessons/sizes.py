"""Vocabulary size and its price: tokens per word, parameters of a model, learned tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from pages.locale import message, number, say, to_text
from pages.panels.html.templates import pieces
from pages.panels.shared import charts, chips
from wordpiece.message import Listed, Message
from wordpiece.teaching.size import Size
from wordpiece.training.comparison import Comparison
from wordpiece.training.timeline import Timeline

_piece = pieces("panels/lessons/sizes.html")

HEIGHT = 280
POINTS = 200
"""The most sizes in the chart."""

MARGIN = 2
"""Entries after the smallest common vocabulary that the chart leaves out."""


def first_size(timelines: Mapping[str, Timeline]) -> int:
    """Return the smallest vocabulary size at which all trainings have begun."""
    return max(timeline.growth(0).vocabulary for timeline in timelines.values())


def last_size(timelines: Mapping[str, Timeline]) -> int:
    """Return the largest vocabulary size that any training reaches."""
    return max(timeline.growth(len(timeline)).vocabulary for timeline in timelines.values())


def fertility(
    timelines: Mapping[str, Timeline], titles: Mapping[str, Message], entries: int, text: int
) -> tuple[Markup, dict[str, Any], str]:
    """Return legend, chart and description of tokens per word over vocabulary size."""
    comparison = Comparison(timelines, by="size")
    first, last = first_size(timelines), last_size(timelines)
    count = min(POINTS, last - first + 1)
    sizes = np.unique(np.linspace(first, last, count).round().astype(int))
    values = _fertility(comparison, sizes)
    here = _fertility(comparison, np.array([entries]))
    lines = {to_text(titles[name]): line for name, line in values.items()}
    counted = say("tokens per word")
    spec = charts.lines_spec(tuple(lines), HEIGHT, "size", counted=counted, text=text)
    now = charts.mark(entries, [line[0] for line in here.values()])
    data = pd.DataFrame({"step": sizes, "size": sizes, **lines})
    key = charts.lines_key(
        [(to_text(titles[name]), number(line[0], "fixed2")) for name, line in here.items()]
    )
    parts = [
        message(
            "{line} goes from {first:fixed2} to {last:fixed2}",
            line=titles[name],
            first=float(line[0]),
            last=float(line[-1]),
        )
        for name, line in values.items()
    ]
    alt = say(
        "Tokens per word, from {first} to {last} entries: {lines}.",
        first=int(first),
        last=int(last),
        lines=Listed(tuple(parts)),
    )
    key = _piece("fertility", entries=entries, key=key)
    return key, charts.with_data(charts.marked(spec, now), data), alt


def _fertility(comparison: Comparison, sizes: Any) -> dict[str, Any]:
    return comparison.measures_at((sizes - comparison.smallest).tolist())["tokens_per_word"]


def sizes(
    rows: Sequence[tuple[Message, Size]], whole: tuple[int, int], *, of_lines: bool
) -> Markup:
    """Draw vocabularies from characters to subwords, and finally that of whole words.

    Args:
        rows: the vocabularies, each with a description of its tokens.
        whole: the number of distinct words, and of all words.
        of_lines: whether the words are lines.
    """
    return _piece(
        "sizes",
        rows=[(to_text(title), at.entries, at.tokens, at.fertility) for title, at in rows],
        whole=whole,
        of_lines=of_lines,
    )


def price(at: Size, widths: Sequence[int]) -> Markup:
    """Draw the parameters that a model has for a vocabulary, by those for an entry."""
    return _piece(
        "price", rows=[(width, at.parameters(width), at.unused * width) for width in widths], at=at
    )


def learned(rows: Sequence[tuple[Message, Size]]) -> Markup:
    """Draw the tokens that trainings have learned with vocabularies of the same size."""
    return _piece(
        "learned",
        rows=[
            (to_text(title), at, chips.chip(at.longest) if at.longest else "") for title, at in rows
        ],
    )
