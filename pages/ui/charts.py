"""Charts. A spec is built once by Altair and kept; only its data changes from click to click."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import altair as alt
import pandas as pd
from markupsafe import Markup

from wordpiece.records import Growth

MAX_POINTS = 400
"""Points drawn along the step axis; a chart is about as many pixels wide."""

SERIES = {"vocabulary": "vocabulary", "in_use": "in use", "corpus_tokens": "corpus tokens"}


def sampled_steps(last: int, current: int, points: int = MAX_POINTS) -> list[int]:
    """At most ``points`` + 1 steps from 0 to ``last``, the current one always among them.

    >>> sampled_steps(4, 2)
    [0, 1, 2, 3, 4]
    """
    if last < points:
        return list(range(last + 1))
    spread = {round(i * last / (points - 1)) for i in range(points)}
    return sorted(spread | {current})


def growth_data(growths: Sequence[Growth], names: Sequence[str], current: int) -> pd.DataFrame:
    """One row per step and series: step, value, series, and where the current step is."""
    steps = [growth.step for growth in growths]
    return pd.DataFrame(
        {
            "step": steps * len(names),
            "value": [getattr(growth, name) for name in names for growth in growths],
            "series": [SERIES[name] for name in names for _ in growths],
            "reached": [step <= current for step in steps] * len(names),
            "current": [step == current for step in steps] * len(names),
        }
    )


def growth_spec(names: tuple[str, ...], height: int) -> dict[str, Any]:
    """A Vega-Lite spec for `growth_data`."""
    return lines_spec(tuple(SERIES[name] for name in names), height)


@cache
def lines_spec(
    series: tuple[str, ...], height: int, at: str = "step", number_format: str = "~s"
) -> dict[str, Any]:
    """A Vega-Lite spec for lines up to the current step strong, the rest faint.

    Its data are rows of step, value, series, reached (not after the current step) and current;
    ``at`` names the column that places a step on the axis. A click selects the nearest step, as
    the parameter ``pick`` with the field ``step``.
    """
    # Every click adds or removes a step, so that a second click on the same one is heard too;
    # see session.picked.
    pick = alt.selection_point(
        name="pick", fields=["step"], nearest=True, on="click", toggle="true", clear=False
    )
    names = list(series)
    base = alt.Chart(alt.NamedData(name="growth")).encode(
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
    faint = base.mark_line(opacity=0.3, strokeWidth=1.5)
    strong = base.mark_line(strokeWidth=2.5).transform_filter("datum.reached")
    rule = (
        base.mark_rule(opacity=0.5, strokeDash=[1, 0])
        .encode(y=alt.value(0), y2=alt.value("height"), strokeDash=alt.value([1, 0]))
        .transform_filter("datum.current")
    )
    dot = base.mark_point(filled=True, size=60).transform_filter("datum.current")
    catch = base.mark_point(opacity=0, size=200).add_params(pick)
    chart = alt.layer(faint, strong, rule, dot, catch).properties(height=height)
    spec: dict[str, Any] = chart.to_dict(validate=False)
    del spec["data"]  # Streamlit brings the data
    return spec


def growth_key(growth: Growth, names: Sequence[str]) -> Markup:
    """What each line of the chart is, and its value at the current step."""
    return lines_key([(SERIES[name], f"{getattr(growth, name):,}") for name in names])


def lines_key(lines: Sequence[tuple[str, str]]) -> Markup:
    """Each line's name and its value at the current step."""
    return Markup('<div class="chart-key">{}</div>').format(
        Markup("").join(
            Markup('<span><i class="line-{}"></i>{} <b>{}</b></span>').format(i, name, value)
            for i, (name, value) in enumerate(lines)
        )
    )


def growth_in_words(growths: Sequence[Growth], names: Sequence[str], current: int) -> str:
    """The chart as a sentence, for those who cannot see it.

    >>> growths = [Growth(0, 7, 7, 113), Growth(1, 8, 7, 108)]
    >>> growth_in_words(growths, ["vocabulary"], 1)
    'Over 1 steps vocabulary goes from 7 to 8; at step 1 it is 8.'
    """
    here = next(growth for growth in growths if growth.step == current)
    parts = [
        f"{SERIES[name]} goes from {getattr(growths[0], name):,} to "
        f"{getattr(growths[-1], name):,}; at step {current:,} it is {getattr(here, name):,}"
        for name in names
    ]
    return f"Over {growths[-1].step:,} steps {', and '.join(parts)}."
