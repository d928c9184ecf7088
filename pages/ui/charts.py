"""Charts. A spec is built once by Altair and kept; only its data changes from click to click."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import altair as alt
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pages.ui.markup import Markup
from wordpiece import Growth, Timeline

MAX_POINTS = 240
"""Points drawn along the step axis; a chart is at least as many pixels wide."""

SERIES = {"vocabulary": "vocabulary", "in_use": "in use", "corpus_tokens": "corpus tokens"}


def sampled_steps(last: int, current: int, points: int = MAX_POINTS) -> list[int]:
    """At most ``points`` + 1 steps from 0 to ``last``, the current one always among them.

    >>> sampled_steps(4, 2)
    [0, 1, 2, 3, 4]
    """
    spread = list(_spread(last, points))
    place = bisect_left(spread, current)
    if spread[place] != current:
        spread.insert(place, current)
    return spread


@lru_cache(maxsize=256)
def _spread(last: int, points: int) -> tuple[int, ...]:
    if last < points:
        return tuple(range(last + 1))
    return tuple(sorted({round(i * last / (points - 1)) for i in range(points)}))


Columns = Mapping[str, npt.NDArray[Any]]


def lines_data(
    at: Mapping[str, Sequence[int]], lines: Mapping[str, npt.ArrayLike], here: int
) -> Columns:
    """The data of `lines_spec`, a value for each point along the axis in every column.

    Args:
        at: "step", and any other column that a point may be placed by.
        lines: the lines' values.
        here: the index of the current point.
    """
    points = np.arange(len(at["step"]))
    numbers = {name: np.asarray(values) for name, values in {**at, **lines}.items()}
    return {**numbers, "reached": points <= here, "current": points == here}


def growth_data(timeline: Timeline, names: Sequence[str], current: int) -> Columns:
    """The data of `growth_spec`: some measures of a `Growth` over a training."""
    steps = sampled_steps(len(timeline), current)
    sizes = timeline.growth_of(steps)
    lines = {SERIES[name]: sizes[name] for name in names}
    return lines_data({"step": steps}, lines, bisect_left(steps, current))


def with_data(spec: dict[str, Any], data: Columns) -> dict[str, Any]:
    """A `lines_spec` that brings its data along.

    Streamlit takes them as Arrow and would make that from a data frame, in twenty times the time.
    """
    table, sink = pa.table(data), pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    arrow = sink.getvalue().to_pybytes()
    return {**spec, "data": {"name": "lines"}, "datasets": {"lines": arrow}}


def growth_spec(names: tuple[str, ...], height: int) -> dict[str, Any]:
    """A Vega-Lite spec for `growth_data`."""
    return lines_spec(tuple(SERIES[name] for name in names), height)


@cache
def lines_spec(
    series: tuple[str, ...], height: int, at: str = "step", number_format: str = "~s"
) -> dict[str, Any]:
    """A Vega-Lite spec for lines up to the current step strong, the rest faint.

    `lines_data` makes its data; ``at`` names the column that places a step on the axis. A click
    selects the nearest step, as the parameter ``pick`` with the field ``step``.
    """
    # Every click adds or removes a step, so that a second click on the same one is heard too;
    # see session.picked.
    pick = alt.selection_point(
        name="pick", fields=["step"], nearest=True, on="click", toggle="true", clear=False
    )
    names = list(series)
    lines = alt.Chart(alt.NamedData(name="lines"))
    faint = lines.mark_line(opacity=0.3, strokeWidth=1.5)
    strong = lines.mark_line(strokeWidth=2.5).transform_filter("datum.reached")
    rule = (
        lines.mark_rule(opacity=0.5, strokeDash=[1, 0])
        .encode(y=alt.value(0), y2=alt.value("height"), strokeDash=alt.value([1, 0]))
        .transform_filter("datum.current")
    )
    dot = lines.mark_point(filled=True, size=60).transform_filter("datum.current")
    catch = lines.mark_point(opacity=0, size=200).add_params(pick)
    layers = alt.layer(faint, strong, rule, dot, catch).properties(height=height)
    chart = layers.transform_fold([*names], ["series", "value"]).encode(
        x=alt.X(f"{at}:Q", title=None, scale=alt.Scale(zero=at == "step"),
                axis=alt.Axis(format="~s", tickCount=5, grid=False)),
        y=alt.Y(
            "value:Q", title=None, scale=alt.Scale(zero=False, nice=True),
            axis=alt.Axis(tickCount=3, format=number_format),
        ),
        color=alt.Color("series:N", legend=None, sort=names),
        strokeDash=alt.StrokeDash(
            "series:N", legend=None, sort=names,
            scale=alt.Scale(domain=names, range=[[1, 0], [5, 4], [2, 2]][: len(names)]),
        ),
        tooltip=[
            alt.Tooltip(f"{at}:Q", format=","),
            alt.Tooltip("series:N", title="line"),
            alt.Tooltip("value:Q", format=","),
        ],
    )  # fmt: skip
    spec: dict[str, Any] = chart.to_dict(validate=False)
    # Data come with each click, and the pages have a theme.
    del spec["data"], spec["config"]
    return spec


def growth_key(growth: Growth, names: Sequence[str]) -> Markup:
    """What each line of the chart is, and its value at the current step."""
    return lines_key([(SERIES[name], f"{getattr(growth, name):,}") for name in names])


def growth_keys(growth: Growth, each: Sequence[Sequence[str]]) -> Markup:
    """The keys of charts that stand beside each other."""
    return Markup('<div class="chart-keys">{}</div>').format(
        Markup("").join(growth_key(growth, names) for names in each)
    )


def lines_key(lines: Sequence[tuple[str, str]]) -> Markup:
    """Each line's name and its value at the current step."""
    return Markup('<div class="chart-key">{}</div>').format(
        Markup("").join(
            Markup('<span><i class="line-{}"></i>{} <b>{}</b></span>').format(i, name, value)
            for i, (name, value) in enumerate(lines)
        )
    )


def growth_in_words(timeline: Timeline, names: Sequence[str], current: int) -> str:
    """The chart as a sentence, for those who cannot see it.

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "hugs": 5}, special_tokens=())
    >>> trainer.run(1)
    1
    >>> growth_in_words(trainer.timeline(), ["vocabulary"], 1)
    'Over 1 steps vocabulary goes from 4 to 5; at step 1 it is 5.'
    """
    last = len(timeline)
    start, here, end = (timeline.growth(step) for step in (0, current, last))
    parts = [
        f"{SERIES[name]} goes from {getattr(start, name):,} to {getattr(end, name):,}; "
        f"at step {current:,} it is {getattr(here, name):,}"
        for name in names
    ]
    return f"Over {last:,} steps {', and '.join(parts)}."
