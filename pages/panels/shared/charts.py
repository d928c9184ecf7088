"""Charts. Altair builds a spec once, and a page draws it once; a click only moves its mark."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import altair as alt
import pandas as pd
import pyarrow as pa
from markupsafe import Markup

from pages.locale import language, message, number, say, to_text
from pages.panels.html import pieces
from wordpiece.message import Language, Listed
from wordpiece.training.steps import Steps

_piece = pieces("panels/shared/charts.html")

TEXT, BIG_TEXT = 12, 20
"""Font size of a chart in pixels on a 1280 x 800 screen, normally and in presenter mode."""

MAX_POINTS = 240
"""The most points along the step axis; every chart has at least as many pixels."""

SERIES = {
    "vocabulary": message("vocabulary"),
    "in_use": message("in use"),
    "corpus_tokens": message("corpus length"),
    "loss": message("loss"),
}
"""The names of the measures of growth."""

COUNTED = {
    "vocabulary": message("entries"),
    "in_use": message("entries"),
    "corpus_tokens": message("tokens"),
    "loss": message("loss"),
}
"""What the measures count: the titles of their axes."""

STYLES = {"loss": "fixed2"}
"""How measures are written that are not whole numbers."""


def series(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of some measures in the visitor's language, for a chart's lines."""
    return tuple(to_text(SERIES[name]) for name in names)


@lru_cache(maxsize=256)
def sampled_steps(last: int, points: int = MAX_POINTS) -> tuple[int, ...]:
    """Return at most ``points`` steps from 0 to ``last``, including both.

    >>> sampled_steps(4), sampled_steps(1000, 3)
    ((0, 1, 2, 3, 4), (0, 500, 1000))
    """
    if last < points:
        return tuple(range(last + 1))
    return tuple(sorted({round(i * last / (points - 1)) for i in range(points)}))


def growth_data(
    timeline: Steps,
    names: Sequence[str],
    at: str = "step",
    sizes: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Return the data of `growth_spec`: some measures of the growth over a training.

    Args:
        timeline, names: the training, and the measures.
        at: as in `lines_spec`.
        sizes: the measures at the `sampled_steps`, if they are known.
    """
    steps = sampled_steps(len(timeline))
    sizes = sizes or timeline.growth_of(steps)
    lines = dict(zip(series(names), (sizes[name] for name in names), strict=True))
    return pd.DataFrame({"step": steps, at: steps, **lines})


def growth_at(timeline: Steps, step: int) -> dict[str, float]:
    """Return all measures of the growth at a step, by name."""
    return {name: values[0].item() for name, values in timeline.growth_of([step]).items()}


def growth_mark(step: int, growth: Mapping[str, float], names: Sequence[str]) -> str:
    """Return the mark of the current step for `growth_spec`, with its `growth_at`."""
    return mark(step, [growth[name] for name in names])


def mark(at: float, values: Iterable[float]) -> str:
    """Return a point on the axis and each line's value there, in the format of `lines_spec`."""
    return " ".join(map(str, [at, *values]))


def with_data(spec: dict[str, Any], data: pd.DataFrame) -> dict[str, Any]:
    """Return a `lines_spec` with its data.

    The data are in Arrow format; Streamlit would need twenty times as long to convert them.
    """
    batch = pa.record_batch({name: data[name].to_numpy() for name in data})
    arrow = batch.schema.serialize().to_pybytes() + batch.serialize().to_pybytes()
    return {**spec, "data": {"name": "lines"}, "datasets": {"lines": arrow}}


class Chart(NamedTuple):
    """A chart with its data, ready to be drawn.

    Attributes:
        spec: the Vega-Lite spec, which must not be changed.
        alt: a description in words.
        key: the key of its widget; empty if the page supplies it.
    """

    spec: dict[str, Any]
    alt: str
    key: str = ""


def growth_spec(
    names: tuple[str, ...], height: int, marks: str = "", *, text: int = TEXT, at: str = "step"
) -> dict[str, Any]:
    """Return a Vega-Lite spec for `growth_data`; see `lines_spec`."""
    counted = to_text(COUNTED[names[0]])
    return lines_spec(series(names), height, at, marks=marks, counted=counted, text=text)


def lines_spec(
    lines: tuple[str, ...],
    height: int,
    at: str = "step",
    number_format: str = "~s",
    marks: str = "",
    counted: str = "",
    text: int = TEXT,
) -> dict[str, Any]:
    """Return a Vega-Lite spec for lines that are strong up to the current step and faint after it.

    `lines_key` has the names of the lines; both axes have titles. On a screen larger than 1280 x
    800 the chart and its letters scale with the page.

    The data has a column "step", a column for each line, and the column ``at`` with the place of a
    step on the axis. A click selects the nearest step, as the parameter ``pick`` with the field
    ``step``. The parameter ``here`` is the current step in the format of `mark`. On a page its
    value comes from the input that `mark_inputs` creates for ``marks``; so a click moves the mark,
    and the chart is sent only once.

    Args:
        lines: the names of the lines on screen, at most three.
        height: the height of the plot in pixels on a 1280 x 800 screen.
        at: the column on the axis; see `axis_title`.
        number_format: the number format of the other axis.
        marks: the name of the input.
        counted: the title of the other axis.
        text: the font size in pixels on a 1280 x 800 screen.
    """
    return _lines_spec(language(), lines, height, at, number_format, marks, counted, text)


def number_format_of_language() -> dict[str, Any]:
    """Return the part of a spec that sets Vega's number format to the visitor's language."""
    spoken = language()
    if (spoken.point, spoken.group) == (".", ","):  # Vega's default
        return {}
    marks = {"decimal": spoken.point, "thousands": spoken.group, "grouping": [3]}
    return {"config": {"locale": {"number": {**marks, "currency": ["", ""]}}}}


# The term 0 * width makes Vega recompute this: it has no signal for a change of the window's size.
_WINDOW = "clamp(min(windowSize()[0] / 1280, windowSize()[1] / 800) + 0 * width, 1, 2.5)"
_GROWN = f"isFinite(windowSize()[0]) ? {_WINDOW} : 1"
"""The scale of the page's letters relative to 1280 x 800, as in theme.css; 1 in a picture."""


def _grown(pixels: float) -> str:
    return f"{round(pixels, 2)} * grown"


@lru_cache(maxsize=256)
def _lines_spec(
    _: Language,  # the titles and the numbers are in it
    names: tuple[str, ...],
    height: int,
    at: str,
    number_format: str,
    marks: str,
    counted: str,
    text: int,
) -> dict[str, Any]:
    along = axis_title(at)

    # Every click adds or removes a step, so that a second click on the same step is reported
    # too; see `pages.state.steps.picked_in_chart`.
    pick = alt.selection_point(
        name="pick", fields=["step"], nearest=True, on="click", toggle="true", clear=False
    )
    now = [f"toNumber(split(here, ' ')[{i}])" for i in range(len(names) + 1)]
    lines = alt.Chart(alt.NamedData("lines"))
    current = (
        alt.Chart(alt.sequence(0, 1))
        .transform_calculate(**{at: now[0]}, **dict(zip(names, now[1:], strict=True)))
        .transform_fold([*names], ["series", "value"])
    )
    # A screen reader announces the description (`alt`) and the axes, but not the marks: the
    # legend has their values, and a list of up to 240 points would not help.
    faint = lines.mark_line(opacity=0.3, strokeWidth=text / 8, aria=False)
    strong = lines.mark_line(strokeWidth=text / 5, aria=False).transform_filter(
        f"{now[0]} >= datum.{at}"
    )
    rule = current.mark_rule(opacity=0.5, strokeDash=[1, 0], aria=False).encode(
        y=alt.value(0), y2=alt.value("height"), strokeDash=alt.value([1, 0])
    )
    dot = current.mark_point(filled=True, size=5 * text, aria=False)
    catch = lines.mark_point(opacity=0, size=200, aria=False).add_params(pick)
    letters: dict[str, Any] = {
        "labelFontSize": alt.expr(_grown(text)),
        "titleFontSize": alt.expr(_grown(text)),
        "titleFontWeight": "normal",
        "titlePadding": 4,
    }
    layers = alt.layer(faint, strong, rule, dot, catch).properties(height=height)
    chart = layers.transform_fold([*names], ["series", "value"]).encode(
        x=alt.X(
            f"{at}:Q", title=along, scale=alt.Scale(zero=at != "size", nice=False),
            axis=alt.Axis(format="~s", tickCount=5, grid=False, description=along, **letters),
        ),
        y=alt.Y(
            "value:Q", title=counted or None, scale=alt.Scale(zero=False, nice=True),
            axis=alt.Axis(tickCount=3, labelOverlap="parity", format=number_format,
                          description=counted, **letters),
        ),
        color=alt.Color("series:N", legend=None, scale=alt.Scale(domain=[*names])),
        strokeDash=alt.StrokeDash(
            "series:N", legend=None,
            scale=alt.Scale(domain=[*names], range=[[1, 0], [5, 4], [2, 2]][: len(names)]),
        ),
        tooltip=[
            alt.Tooltip(f"{at}:Q", format=","),
            alt.Tooltip("series:N", title=say("line")),
            alt.Tooltip("value:Q", title=counted, format=","),
        ],
    )  # fmt: skip
    spec: dict[str, Any] = chart.to_dict(validate=False)
    spec["params"].append({"name": "grown", "expr": _GROWN})
    spec["params"].append({"name": "height", "expr": _grown(height)})  # replaces the fixed one
    spec["padding"] = {"left": 5, "top": 5, "right": 5, "bottom": 5}
    here: dict[str, Any] = {"name": "here", "value": ""}
    if marks:
        here["bind"] = {"element": f"#{_MARK}{marks}"}
    spec["params"].append(here)
    del spec["config"], spec["$schema"]  # the pages' theme replaces them
    for layer in spec["layer"]:
        if "name" in layer["data"]:
            del layer["data"]  # use the chart's data, folded
    return spec | number_format_of_language()


_MARK = "mark-"


def mark_inputs(charts: Iterable[str]) -> Markup:
    """Draw the inputs from which charts read their marks; the stepper writes them.

    Draw them before the charts and never change them: a chart keeps the element that it found.
    """
    return _piece("mark_inputs", charts=charts, prefix=_MARK)


def marked(spec: dict[str, Any], mark: str) -> dict[str, Any]:
    """Return a `lines_spec` whose mark stays at one step."""
    fixed: dict[str, Any] = json.loads(json.dumps(spec).replace("split(here,", f"split('{mark}',"))
    fixed["params"] = [param for param in fixed["params"] if param["name"] != "here"]
    return fixed


def growth_keys(growth: Mapping[str, float], each: Sequence[Sequence[str]]) -> Markup:
    """Draw the legends of charts in columns, with the growth at the current step."""
    return _piece("keys", each=[growth_values(growth, names) for names in each])


def growth_values(growth: Mapping[str, float], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the name of each line, and its value in the growth at the current step."""
    values = (_written(growth[name], name) for name in names)
    return list(zip(series(names), values, strict=True))


def _written(value: float, name: str) -> str:
    """Return the value of a measure as text."""
    return number(value, STYLES.get(name, "fixed0"))


def lines_key(lines: Sequence[tuple[str, str]]) -> Markup:
    """Draw each line's name and its value at the current step."""
    return _piece("key", lines=lines)


def growth_in_words(
    timeline: Steps,
    names: Sequence[str],
    at: str = "step",
    sizes: Mapping[str, Any] | None = None,
) -> str:
    """Return the chart as a sentence, for screen readers; the arguments are as in `growth_data`.

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "hugs": 5}, special_tokens=())
    >>> trainer.run(1)
    1
    >>> growth_in_words(trainer.timeline(), ["vocabulary"])
    'Growth (merges made: 0 to 1): vocabulary: 4 to 5.'
    """
    last = len(timeline)
    ends = sizes or timeline.growth_of([0, last])
    parts = [
        message(
            "{line}: {first} to {last}",
            line=SERIES[name],
            first=_written(ends[name][0].item(), name),
            last=_written(ends[name][-1].item(), name),
        )
        for name in names
    ]
    return in_words(say("Growth"), at, 0, last, Listed(tuple(parts)))


def in_words(title: str, at: str, first: int, last: int, lines: Listed | str) -> str:
    """Return a chart as a sentence: its title, its axis and both ends of its lines."""
    return say(
        "{title} ({axis}: {first} to {last}): {lines}.",
        title=title,
        axis=axis_title(at),
        first=first,
        last=last,
        lines=lines,
    )


AXES = {
    "step": message("merges made"),
    "size": message("vocabulary size"),
    "removal": message("pieces removed"),
    "decision": message("decisions made"),
}
"""The titles of the axes along which the lines of charts run."""


def axis_title(at: str) -> str:
    """Return the title of the axis of steps, or of vocabulary sizes."""
    return to_text(AXES[at])
