"""Charts. Altair builds a spec once, and a page draws it once; a click only moves its mark."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import altair as alt
import numpy as np
import pyarrow as pa
from markupsafe import Markup

from pages.locale import language, message, number, say, to_text
from pages.panels.html import join, pieces
from wordpiece.message import Language, Listed

_piece = pieces("panels/elements.html")

TEXT, BIG_TEXT = 12, 20
"""Font size of a chart in pixels on a 1280 x 800 screen, normally and in presenter mode."""

MAX_POINTS = 240
"""The most points along the step axis; every chart has at least as many pixels."""

MEASURES = {
    "vocabulary": (message("vocabulary"), message("entries"), "fixed0"),
    "in_use": (message("in use"), message("entries"), "fixed0"),
    "corpus_tokens": (message("corpus length"), message("tokens"), "fixed0"),
    "loss": (message("loss"), message("loss"), "fixed2"),
}
"""The measures of growth: their names, the titles of their axes, and the styles of their values."""

AXES = {
    "step": message("merges made"),
    "size": message("vocabulary size"),
    "removal": message("pieces removed"),
    "decision": message("decisions made"),
}
"""The titles of the axes along which the lines of charts run."""


def sampled_steps(last: int, points: int = MAX_POINTS) -> tuple[int, ...]:
    """Return at most ``points`` steps from 0 to ``last``, including both.

    >>> sampled_steps(4), sampled_steps(1000, 3)
    ((0, 1, 2, 3, 4), (0, 500, 1000))
    """
    if last < points:
        return tuple(range(last + 1))
    return tuple(sorted({round(i * last / (points - 1)) for i in range(points)}))


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


@dataclass(frozen=True)
class Lines:
    """Lines over the steps of a training or over vocabulary sizes, or their values at one place.

    Attributes:
        title: what they show, for screen readers.
        counted: the title of the axis of their values; empty for none.
        lines: the values of each, at most three, by its name on screen.
        places: where on the other axis.
        axis: what that axis has; see `AXES`.
        steps: the steps that a click at the places selects; by default the places themselves.
        style: how values are written.
        remark: an addition to the title on screen.
    """

    title: str
    counted: str
    lines: Mapping[str, Any]
    places: Sequence[int]
    axis: str = "step"
    steps: Sequence[int] = ()
    style: str = "fixed0"
    remark: str = ""

    @property
    def data(self) -> dict[str, Any]:
        """The columns of its spec."""
        return {"step": self.steps or self.places, self.axis: self.places, **self.lines}

    def spec(self, height: int, marks: str = "", text: int = TEXT) -> dict[str, Any]:
        """Return the Vega-Lite spec; both axes have titles, `key` names the lines.

        On a screen larger than 1280 x 800 the chart and its letters scale with the page.

        Its data, "lines", has a column "step", a column for each line, and one named as the axis
        with the place of a step on it. A click selects the nearest step, as the parameter ``pick``
        with the field ``step``. The parameter ``here`` is the current step in the format of
        `mark`. On a page its value comes from the input that `mark_inputs` creates for ``marks``;
        so a click moves the mark, and the chart is sent only once.

        Args:
            height: the height of the plot in pixels on a 1280 x 800 screen.
            marks: the name of the input.
            text: the font size in pixels on a 1280 x 800 screen.
        """
        numbers = ".0%" if self.style == "percent" else "~s"
        names = tuple(self.lines)
        return _spec(language(), names, height, self.axis, numbers, marks, self.counted, text)

    def chart(self, height: int, key: str = "", *, text: int = TEXT, mark: str = "") -> Chart:
        """Return the chart with its data; with ``mark`` its mark stays there.

        The data are in Arrow format; Streamlit would need twenty times as long to convert them.
        """
        spec = self.spec(height, key, text) if key else fix_mark(self.spec(height, text=text), mark)
        batch = pa.record_batch({name: np.asarray(column) for name, column in self.data.items()})
        arrow = batch.schema.serialize().to_pybytes() + batch.serialize().to_pybytes()
        return Chart({**spec, "datasets": {"lines": arrow}}, self.in_words(), key)

    def mark(self) -> str:
        """Return the first place and the value of each line there, the mark of a chart."""
        return " ".join(str(values[0]) for values in (self.places, *self.lines.values()))

    def values(self) -> list[tuple[str, str]]:
        """Return the name of each line, and its value at the first place."""
        return [(name, number(float(line[0]), self.style)) for name, line in self.lines.items()]

    def key(self) -> Markup:
        """Draw the name of each line, and its value at the first place."""
        return _piece("chart_key", self.values())

    def in_words(self) -> str:
        """Return the chart as a sentence, for screen readers: its axis and both ends of its lines.

        >>> Lines("Growth", "entries", {"vocabulary": [4, 5]}, [0, 1]).in_words()
        'Growth (merges made: 0 to 1): vocabulary: 4 to 5.'
        """
        ends = [
            message(
                "{line}: {first} to {last}",
                line=name,
                first=number(float(line[0]), self.style),
                last=number(float(line[-1]), self.style),
            )
            for name, line in self.lines.items()
        ]
        return say(
            "{title} ({axis}: {first} to {last}): {lines}.",
            title=self.title,
            axis=AXES[self.axis],
            first=int(self.places[0]),
            last=int(self.places[-1]),
            lines=Listed(tuple(ends), "commas"),
        )


def growth(
    sizes: Mapping[str, Any], steps: Sequence[int], names: Iterable[str], axis: str = "step"
) -> Lines:
    """Return some measures of the growth of a training, from its `growth_of` the steps."""
    names = tuple(names)
    lines = {to_text(MEASURES[name][0]): sizes[name] for name in names}
    _, counted, style = MEASURES[names[0]]
    return Lines(say("Growth"), to_text(counted), lines, steps, axis, style=style)


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


def _grow(pixels: float) -> str:
    return f"{round(pixels, 2)} * grown"


@lru_cache(maxsize=256)
def _spec(
    _: Language,  # the titles and the numbers are in it
    names: tuple[str, ...],
    height: int,
    at: str,
    number_format: str,
    marks: str,
    counted: str,
    text: int,
) -> dict[str, Any]:
    along = to_text(AXES[at])
    # Some languages do not group the digits of 1521; Vega always would.
    grouped = 10 ** (language().fewest_grouped - 1)
    decimals = number_format if "%" in number_format else ".2~f"
    in_tooltips = {
        f"written_{field}": f"format(datum.{field}, (abs(datum.{field}) >= {grouped} ? ',' : '')"
        f" + '{decimals if field == 'value' else '.0f'}')"
        for field in (at, "value")
    }

    # Every click adds or removes a step, so that a second click on the same step is reported
    # too; see `pages.state.steps.follow_chart`.
    pick = alt.selection_point(
        name="pick", fields=["step"], nearest=True, on="click", toggle="true", clear=False
    )
    now = [f"toNumber(split(here, ' ')[{i}])" for i in range(len(names) + 1)]
    lines = alt.Chart()
    current = (
        alt.Chart(alt.sequence(0, 1))
        .transform_calculate(**{at: now[0]}, **dict(zip(names, now[1:], strict=True)))
        .transform_fold([*names], ["series", "value"])
        .transform_calculate(**in_tooltips)
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
        "labelFontSize": alt.expr(_grow(text)),
        "titleFontSize": alt.expr(_grow(text)),
        "titleFontWeight": "normal",
        "titlePadding": 4,
    }
    params = [
        alt.param("grown", expr=_GROWN),
        alt.param("height", expr=_grow(height)),  # replaces the fixed one
        alt.param(
            "here",
            value="",
            bind=alt.BindDirect(element=f"#{_MARK}{marks}") if marks else alt.Undefined,
        ),
    ]
    edges = {"left": 5, "top": 5, "right": 5, "bottom": 5}
    layers = alt.layer(faint, strong, rule, dot, catch, data=alt.NamedData("lines"))
    layers = layers.properties(height=height, padding=edges).add_params(*params)
    layers = layers.transform_fold([*names], ["series", "value"])
    chart = layers.transform_calculate(**in_tooltips).encode(
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
            alt.Tooltip(f"written_{at}:N", title=along),
            alt.Tooltip("series:N", title=say("line")),
            alt.Tooltip("written_value:N", title=counted),
        ],
    )  # fmt: skip
    spec: dict[str, Any] = chart.to_dict(validate=False)
    del spec["config"], spec["$schema"]  # the pages' theme replaces them
    return spec | number_format_of_language()


_MARK = "mark-"


def mark_inputs(charts: Iterable[str]) -> Markup:
    """Draw the inputs from which charts read their marks; the stepper writes them.

    Draw them before the charts and never change them: a chart keeps the element that it found.
    """
    field = Markup('<input type="hidden" id="{}{}">')
    return join(field.format(_MARK, chart) for chart in charts)


def fix_mark(spec: dict[str, Any], mark: str) -> dict[str, Any]:
    """Return a spec of `Lines` whose mark stays at one place."""
    fixed: dict[str, Any] = json.loads(json.dumps(spec).replace("split(here,", f"split('{mark}',"))
    fixed["params"] = [param for param in fixed["params"] if param["name"] != "here"]
    return fixed


def keys(each: Iterable[Lines]) -> Markup:
    """Draw the names and values of the lines of several charts, in columns."""
    content = join(lines.key() for lines in each)
    return Markup('<div class="chart-keys">{}</div>').format(content)
