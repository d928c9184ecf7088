"""The growth charts as files for slides: the specs of the pages, in the light theme.

Pictures never contain a user's text: their texts are messages and their data numbers.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from pages.locale import comma, language, message, number, say, to_text
from pages.panels.shared import charts
from pages.panels.shared.strip import step_of
from wordpiece import Timeline

COLOURS = ["#0b62c4", "#5b6069", "#7a4b00"]
"""The colours of the light theme, as in ``.streamlit/config.toml``."""

INK, LINE = "#1d1d1f", "#e3e3df"

WIDTH, HEIGHT = 480, 360
"""The size in pixels of each chart without axes and titles; a PNG has twice as many."""

TIMEOUT = 60
"""The most seconds for one picture, which usually takes two."""

PANELS = (
    (message("Vocabulary"), ("vocabulary", "in_use")),
    (message("corpus length"), ("corpus_tokens",)),
)
"""The two charts: title and lines."""

CONVERTER = Path(__file__).with_name("convert.py")

_ONE_AT_A_TIME = threading.Lock()


def growth_picture(timeline: Timeline, step: int, kind: Literal["svg", "png"]) -> bytes:
    """Draw both growth charts in columns, with the current step marked, as an SVG or PNG file.

    Raises:
        IndexError: the step does not exist.
        subprocess.SubprocessError: the picture could not be made.
    """
    spec = json.dumps(picture_spec(timeline, step))
    with _ONE_AT_A_TIME:
        return _converted(kind, spec)


def missing_letters() -> str:
    """Return the letters of the current language's name that would be missing in a PNG.

    The name is a sample of its letters. A PNG is drawn with the fonts of the server, an SVG with
    those of the computer that opens it.
    """
    name = language().name
    if name.isascii():  # every font has these letters
        return ""
    with suppress(subprocess.SubprocessError), _ONE_AT_A_TIME:
        return _converted("letters", name).decode()
    return ""


@lru_cache(maxsize=32)
def _converted(kind: str, given: str) -> bytes:
    """Run the converter; cached, since a class at the same step requests the same picture."""
    command = [sys.executable, "-c", CONVERTER.read_text("utf-8"), kind]
    done = subprocess.run(
        command, input=given.encode(), capture_output=True, check=True, timeout=TIMEOUT
    )
    return done.stdout


def picture_spec(timeline: Timeline, step: int) -> dict[str, Any]:
    """Return a Vega-Lite spec of the growth charts, with data.

    Raises:
        IndexError: the step does not exist.
    """
    words = " ".join(charts.growth_in_words(timeline, names) for _, names in PANELS)
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.1.0.json",
        "description": words,
        "title": step_of(step, len(timeline)),
        "hconcat": [_panel(timeline, step, to_text(title), names) for title, names in PANELS],
        "bounds": "flush",
        "spacing": 110,
        "resolve": {"scale": {"color": "independent", "strokeDash": "independent"}},
        "background": "white",
        "padding": 16,
        "config": _CONFIG | charts.number_format_of_language().get("config", {}),
    }


def _panel(timeline: Timeline, step: int, title: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return one chart: faint lines, strong up to the step, where each has a point."""
    here, lines = timeline.growth(step), charts.series(names)
    values = [getattr(here, name) for name in names]
    figures = (f"{line} {number(value)}" for line, value in zip(lines, values, strict=True))
    data = charts.growth_data(timeline, names).melt("step", var_name="series")
    marked = [
        {"step": step, "series": line, "value": value}
        for line, value in zip(lines, values, strict=True)
    ]
    legend = {"title": None, "orient": "bottom"} if len(lines) > 1 else None
    nominal = {"field": "series", "type": "nominal", "legend": legend}
    x_axis = {"format": ",.12~g", "tickCount": 5, "grid": False}
    y_axis = {"format": ",.12~g", "tickCount": 3}
    dashes = [[1, 0], [5, 4]][: len(lines)]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "title": {"text": title, "subtitle": comma().join(figures)},
        "data": {"values": json.loads(data.to_json(orient="records"))},
        "encoding": {
            "color": nominal | {"scale": {"domain": lines}},
            "strokeDash": nominal | {"scale": {"domain": lines, "range": dashes}},
            "x": {
                "field": "step",
                "type": "quantitative",
                "title": say("merges made"),
                "axis": x_axis,
            },
            "y": {
                "field": "value",
                "type": "quantitative",
                "title": None,
                "axis": y_axis,
                "scale": {"zero": False},
            },
        },
        "layer": [
            {"mark": {"type": "line", "aria": False, "opacity": 0.3, "strokeWidth": 1.5}},
            {
                "mark": {"type": "line", "aria": False, "strokeWidth": 2.4},
                "transform": [{"filter": f"{step} >= datum.step"}],
            },
            {
                "data": {"values": marked},
                "mark": {"type": "rule", "aria": False, "opacity": 0.5},
                "encoding": {
                    "strokeDash": {"value": [1, 0]},
                    "y": {"value": 0},
                    "y2": {"value": "height"},
                },
            },
            {
                "data": {"values": marked},
                "mark": {"type": "point", "aria": False, "filled": True, "size": 60},
            },
        ],
    }


_CONFIG: dict[str, Any] = {
    "font": "Liberation Sans, Arial, Helvetica, sans-serif",
    "range": {"category": COLOURS},
    "view": {"stroke": None},
    "title": {
        "anchor": "start",
        "frame": "group",
        "fontSize": 20,
        "subtitleFontSize": 18,
        "color": INK,
        "subtitleColor": COLOURS[1],
        "offset": 14,
    },
    "axis": {
        "labelFontSize": 17,
        "titleFontSize": 17,
        "titleFontWeight": "normal",
        "labelColor": INK,
        "titleColor": COLOURS[1],
        "gridColor": LINE,
        "domainColor": COLOURS[1],
        "tickColor": COLOURS[1],
    },
    # A label that sticks out at the top would move the title of its chart up.
    "axisY": {"labelFlush": True},
    "legend": {
        "labelFontSize": 17,
        "labelColor": INK,
        "symbolType": "stroke",
        "symbolSize": 1200,
        "symbolStrokeWidth": 3,
        "symbolOpacity": 1,
        "columnPadding": 30,
    },
}
