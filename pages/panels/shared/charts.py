"""Charts. A spec is built once by Altair, and a page draws it once: a click only moves its mark."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple
from unicodedata import east_asian_width

import altair as alt
import pandas as pd
import pyarrow as pa
from markupsafe import Markup

from pages import frames
from pages.locale import language, message, number, say, told
from pages.panels.html.templates import pieces
from wordpiece import Growth, Timeline
from wordpiece.message import ENGLISH, Listed

_piece = pieces("panels/shared/charts.html")

TEXT, BIG_TEXT = 12, 20
"""Size of a chart's letters in pixels, on a screen of 1280 x 800; in presenter mode."""

MAX_POINTS = 240
"""The most points drawn along the step axis; no chart is fewer pixels wide."""

SERIES = {
    "vocabulary": message("vocabulary"),
    "in_use": message("in use"),
    "corpus_tokens": message("corpus tokens"),
}
"""What the measures of a `Growth` are called."""


def series(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of some measures on screen, which are the names of a chart's lines."""
    return tuple(told(SERIES[name]) for name in names)


@lru_cache(maxsize=256)
def sampled_steps(last: int, points: int = MAX_POINTS) -> tuple[int, ...]:
    """Return at most ``points`` steps from 0 to ``last``, including both.

    >>> sampled_steps(4), sampled_steps(1000, 3)
    ((0, 1, 2, 3, 4), (0, 500, 1000))
    """
    if last < points:
        return tuple(range(last + 1))
    return tuple(sorted({round(i * last / (points - 1)) for i in range(points)}))


def growth_data(timeline: Timeline, names: Sequence[str]) -> pd.DataFrame:
    """Return the data of `growth_spec`: some measures of a `Growth` over a training."""
    sizes = frames.growth(timeline, sampled_steps(len(timeline)))
    return sizes[["step", *names]].rename(columns=dict(zip(names, series(names), strict=True)))


def growth_mark(growth: Growth, names: Sequence[str]) -> str:
    """Return where `growth_spec` marks the current step."""
    return mark(growth.step, [getattr(growth, name) for name in names])


def mark(at: float, values: Iterable[float]) -> str:
    """Write a point on the axis and each line's value there, as `lines_spec` reads them."""
    return " ".join(map(str, [at, *values]))


def with_data(spec: dict[str, Any], data: pd.DataFrame) -> dict[str, Any]:
    """Return a `lines_spec` with its data.

    The data are in Arrow format, which Streamlit would need twenty times as long to make.
    """
    batch = pa.record_batch({name: data[name].to_numpy() for name in data})
    arrow = batch.schema.serialize().to_pybytes() + batch.serialize().to_pybytes()
    return {**spec, "data": {"name": "lines"}, "datasets": {"lines": arrow}}


class Chart(NamedTuple):
    """A chart with its data, ready to be drawn.

    Attributes:
        spec: what Vega-Lite draws; it is not to be changed.
        alt: the same in words.
        key: of its widget; empty where the page has one for it.
    """

    spec: dict[str, Any]
    alt: str
    key: str = ""


def growth_spec(
    names: tuple[str, ...], height: int, marks: str = "", *, text: int = TEXT
) -> dict[str, Any]:
    """Return a Vega-Lite spec for `growth_data`; see `lines_spec`."""
    counted = say("entries") if "vocabulary" in names else say("tokens")
    return lines_spec(series(names), height, marks=marks, counted=counted, text=text)


def lines_spec(
    lines: tuple[str, ...],
    height: int,
    at: str = "step",
    number_format: str = "~s",
    marks: str = "",
    counted: str = "",
    text: int = TEXT,
) -> dict[str, Any]:
    """Return a Vega-Lite spec for lines up to the current step strong, the rest faint.

    Each line has its name at its end, and both axes have titles. On a screen larger than 1280 x
    800 the chart and its letters are larger, as the page's are.

    Its data has a column "step", a column for each line, and the column ``at`` that places a step
    on the axis. A click selects the nearest step, as the parameter ``pick`` with the field
    ``step``. The parameter ``here`` says where the current step is, as `mark` writes it. On a
    page it is the value of the input that `mark_inputs` makes for ``marks``; so a click moves the
    mark, and the chart is sent once.

    Args:
        lines: their names on screen, at most three.
        height: of the plot in pixels, on a screen of 1280 x 800.
        at: the column on the axis, "step" or "size".
        number_format: of the other axis.
        marks: the name of the input.
        counted: what the other axis counts.
        text: size of the letters in pixels, on a screen of 1280 x 800.
    """
    along = say("merges made") if at == "step" else say("entries in the vocabulary")
    axes = Axes(along, counted, number_format, language() is ENGLISH)
    spec = _lines_spec(lines, height, at, axes, marks, text, say("line"))
    own = number_format_of_language()
    return {**spec, **own} if own else spec


def number_format_of_language() -> dict[str, Any]:
    """Return what a spec has beside all else so that Vega writes numbers as the language does."""
    spoken = language()
    if (spoken.point, spoken.group) == (".", ","):  # as it does by itself
        return {}
    marks = {"decimal": spoken.point, "thousands": spoken.group, "grouping": [3]}
    return {"config": {"locale": {"number": {**marks, "currency": ["", ""]}}}}


class Axes(NamedTuple):
    """What the axes of a chart say: their titles, and how the upright one writes numbers.

    In English Vega describes them to screen readers; in other languages their titles do.
    """

    along: str
    upright: str
    number_format: str
    are_described: bool

    def description(self, title: str) -> dict[str, Any]:
        """Return the part of an axis's specification that screen readers read."""
        return {} if self.are_described else {"description": title}


def plain(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a `lines_spec` of a fixed size, without names at the ends, for a picture."""
    encoding = dict(spec["encoding"])
    for axis in ("x", "y"):
        kept = {k: v for k, v in encoding[axis]["axis"].items() if k in _SIZELESS}
        encoding[axis] = {**encoding[axis], "axis": kept, "title": None}
    encoding["x"]["scale"] = {"zero": True}
    layers = [layer for layer in spec["layer"] if layer.get("name") != _NAMES]
    fixed = {**spec, "layer": layers, "encoding": encoding}
    fixed["params"] = [each for each in spec["params"] if each["name"] not in ("grown", "height")]
    del fixed["padding"]
    return fixed


_NAMES = "names"

_SIZELESS = {"format", "tickCount", "grid"}
"""What of an axis depends on no size."""

# Worked out anew when the chart's width changes, as nothing tells that the window's size has.
_WINDOW = "clamp(min(windowSize()[0] / 1280, windowSize()[1] / 800) + 0 * width, 1, 2.5)"
_GROWN = f"isFinite(windowSize()[0]) ? {_WINDOW} : 1"
"""How much larger the page's letters are than on 1280 x 800, as in theme.css; 1 in a picture."""


def _grown(pixels: float) -> str:
    return f"{round(pixels, 2)} * grown"


def _room(names: Iterable[str], text: int) -> float:
    """Return about how many pixels the longest of some names takes."""
    wide = [sum(1 if east_asian_width(char) in "WF" else 0.52 for char in name) for name in names]
    return 10 + text * max(wide)


def _name_positions(names: Sequence[str], text: int) -> tuple[dict[str, str], str]:
    """Return how the names of lines are put beside their ends so that none covers another.

    Returns:
        columns to calculate for each end, and an expression of the name's place upright.
    """
    ends = [f"datum[{json.dumps(name)}]" for name in names]
    rank = []  # how many lines end higher; of lines that end together the first is on top
    for i, (name, end) in enumerate(zip(names, ends, strict=True)):
        above = [f"({o} > {end} ? 1 : 0)" for o in ends[i + 1 :]]
        above += [f"({o} >= {end} ? 1 : 0)" for o in ends[:i]]
        rank.append(f"datum.series === {json.dumps(name)} ? {' + '.join(above) or '0'} : ")
    columns = {
        "rank": "".join(rank) + "0",
        "top": f"max({', '.join(ends)})",
        "low": f"min({', '.join(ends)})",
    }
    columns["middle"] = f"{' + '.join(ends)} - datum.top - datum.low" if len(names) > 2 else "0"
    order = ["top", "middle", "low"] if len(names) > 2 else ["top", "low"][: len(names)]
    gap = _grown(text * 1.2)
    down = [f"scale('y', datum.{order[0]})"]
    for each in order[1:]:
        down.append(f"max(scale('y', datum.{each}), {down[-1]} + {gap})")
    up = f"min({down[-1]}, height)"
    places = [up]
    for place in reversed(down[:-1]):
        up = f"min({place}, {up} - {gap})"
        places.insert(0, up)
    chosen = places[-1]
    for i, place in reversed([*enumerate(places[:-1])]):
        chosen = f"datum.rank === {i} ? {place} : {chosen}"
    return columns, f"({chosen})"


@cache
def _lines_spec(
    names: tuple[str, ...], height: int, at: str, axes: Axes, marks: str, text: int, line: str
) -> dict[str, Any]:
    # Every click adds or removes a step, so that a second click on the same one is heard too;
    # see `pages.state.steps.picked_in_chart`.
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
    # A screen reader hears the chart in words (`alt`) and its axes. What it would say of each mark
    # is in the chart's key, and to hear up to 240 points one by one is no help.
    faint = lines.mark_line(opacity=0.3, strokeWidth=text / 8, aria=False)
    strong = lines.mark_line(strokeWidth=text / 5, aria=False).transform_filter(
        f"{now[0]} >= datum.{at}"
    )
    rule = current.mark_rule(opacity=0.5, strokeDash=[1, 0], aria=False).encode(
        y=alt.value(0), y2=alt.value("height"), strokeDash=alt.value([1, 0])
    )
    dot = current.mark_point(filled=True, size=5 * text, aria=False)
    catch = lines.mark_point(opacity=0, size=200, aria=False).add_params(pick)
    columns, place = _name_positions(names, text)
    # Calculated before the lines are folded, in which a name of theirs would be two columns.
    ends = (
        lines.mark_text(
            align="left",
            baseline="middle",
            aria=False,
            dx=6,
            dy=alt.expr(f"{place} - scale('y', datum.value)"),
            fontSize=alt.expr(_grown(text)),
        )
        .transform_joinaggregate(last="max(step)")
        .transform_filter("datum.step === datum.last")
        .transform_calculate(top=columns["top"], low=columns["low"])
        .transform_calculate(middle=columns["middle"], rank=columns["rank"])
        .encode(text="series:N", tooltip=alt.value(None))
        .properties(name=_NAMES)
    )
    letters: dict[str, Any] = {
        "labelFontSize": alt.expr(_grown(text)),
        "titleFontSize": alt.expr(_grown(text)),
        "titleFontWeight": "normal",
        "titlePadding": 4,
    }
    # The title of the axis below stands beside its numbers if there is room below the names.
    beside: dict[str, Any] = {}
    if _room([axes.along], text) <= _room(names, text) + text:
        x, y = alt.expr(f"width - {_grown(_room(names, text) - 6)}"), alt.expr(_grown(text * 1.2))
        beside = {"titleAnchor": "start", "titleAlign": "left", "titleX": x, "titleY": y}
        beside["titleBaseline"] = "middle"
    ending: list[Any] = [0, alt.expr(f"width - {_grown(_room(names, text))}")]
    layers = alt.layer(faint, strong, rule, dot, ends, catch).properties(height=height)
    chart = layers.transform_fold([*names], ["series", "value"]).encode(
        x=alt.X(f"{at}:Q", title=axes.along,
                scale=alt.Scale(zero=at == "step", nice=False, range=ending),
                axis=alt.Axis(format="~s", tickCount=5, grid=False, **letters, **beside,
                          **axes.description(axes.along))),
        y=alt.Y(
            "value:Q", title=axes.upright or None, scale=alt.Scale(zero=False, nice=True),
            axis=alt.Axis(tickCount=3, labelOverlap="parity", format=axes.number_format, **letters,
                          **axes.description(axes.upright)),
        ),
        color=alt.Color("series:N", legend=None, sort=[*names]),
        strokeDash=alt.StrokeDash(
            "series:N", legend=None, sort=[*names],
            scale=alt.Scale(domain=[*names], range=[[1, 0], [5, 4], [2, 2]][: len(names)]),
        ),
        tooltip=[
            alt.Tooltip(f"{at}:Q", format=","),
            alt.Tooltip("series:N", title=line),
            alt.Tooltip("value:Q", format=","),
        ],
    )  # fmt: skip
    spec: dict[str, Any] = chart.to_dict(validate=False)
    spec["params"].append({"name": "grown", "expr": _GROWN})
    spec["params"].append({"name": "height", "expr": _grown(height)})  # instead of the fixed one
    spec["padding"] = {"left": 5, "top": 5, "right": 5, "bottom": 5}
    here: dict[str, Any] = {"name": "here", "value": ""}
    if marks:
        here["bind"] = {"element": f"#{_MARK}{marks}"}
    spec["params"].append(here)
    del spec["config"], spec["$schema"]  # the pages have a theme
    for layer in spec["layer"]:
        if "name" in layer["data"]:
            del layer["data"]  # its data are the whole chart's, folded
    return spec


_MARK = "mark-"


def mark_inputs(charts: Iterable[str]) -> Markup:
    """Draw the inputs that charts read their marks from; the stepper writes them.

    Draw them before the charts and never change them: a chart keeps the element that it found.
    """
    return _piece("mark_inputs", charts=charts, prefix=_MARK)


def marked(spec: dict[str, Any], mark: str) -> dict[str, Any]:
    """Return a `lines_spec` whose mark stays at one step."""
    fixed: dict[str, Any] = json.loads(json.dumps(spec).replace("split(here,", f"split('{mark}',"))
    fixed["params"] = [param for param in fixed["params"] if param["name"] != "here"]
    return fixed


def growth_key(growth: Growth, names: Sequence[str]) -> Markup:
    """Draw the name of each line of the chart, and its value at the current step."""
    return lines_key(_values(growth, names))


def growth_keys(growth: Growth, each: Sequence[Sequence[str]]) -> Markup:
    """Draw the keys of charts that stand beside each other."""
    return _piece("keys", each=[_values(growth, names) for names in each])


def _values(growth: Growth, names: Sequence[str]) -> list[tuple[str, str]]:
    values = (number(getattr(growth, name)) for name in names)
    return list(zip(series(names), values, strict=True))


def lines_key(lines: Sequence[tuple[str, str]]) -> Markup:
    """Draw each line's name and its value at the current step."""
    return _piece("key", lines=lines)


def growth_in_words(timeline: Timeline, names: Sequence[str]) -> str:
    """Return the chart as a sentence, for those who cannot see it.

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "hugs": 5}, special_tokens=())
    >>> trainer.run(1)
    1
    >>> growth_in_words(trainer.timeline(), ["vocabulary"])
    'Over 1 merge: vocabulary goes from 4 to 5.'
    """
    last = len(timeline)
    start, end = timeline.growth(0), timeline.growth(last)
    parts = [
        message(
            "{line} goes from {first} to {last}",
            line=SERIES[name],
            first=getattr(start, name),
            last=getattr(end, name),
        )
        for name in names
    ]
    return say("Over {n} {n:merge|merges}: {lines}.", n=last, lines=Listed(tuple(parts)))
