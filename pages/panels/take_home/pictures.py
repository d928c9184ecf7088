"""The growth charts as files for slides: the specs of the pages, in the light theme.

Pictures never contain a user's text: their texts are messages and their data numbers.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from pages.locale import comma, message, to_text
from pages.panels.layout import step_of
from pages.panels.shared import charts
from wordpiece import Timeline

COLOURS = ["#0b62c4", "#5b6069", "#7a4b00"]
"""The colours of the light theme, as in ``.streamlit/config.toml``."""

WIDTH, HEIGHT, TEXT = 480, 360, 17
"""The size in pixels of each chart without axes and titles, and of its letters; a PNG has twice as
many."""

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
        return _convert(kind, spec)


@lru_cache(maxsize=32)
def _convert(kind: str, spec: str) -> bytes:
    """Run the converter; cached, since a class at the same step requests the same picture."""
    command = [sys.executable, str(CONVERTER), kind]
    done = subprocess.run(
        command, input=spec.encode(), capture_output=True, check=True, timeout=TIMEOUT
    )
    return done.stdout


def picture_spec(timeline: Timeline, step: int) -> dict[str, Any]:
    """Return a Vega-Lite spec of the growth charts, with data.

    Raises:
        IndexError: the step does not exist.
    """
    at = charts.sampled_steps(len(timeline))
    now, over = timeline.growth_of([step]), timeline.growth_of(at)
    lines = [charts.growth(over, at, names) for _, names in PANELS]
    panels = [
        _panel(to_text(title), each, charts.growth(now, [step], names))
        for (title, names), each in zip(PANELS, lines, strict=True)
    ]
    # These parameters belong to a whole picture. Both charts have the same.
    params = {each["name"]: each for panel in panels for each in panel.pop("params")}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.1.0.json",
        "description": " ".join(each.in_words() for each in lines),
        "title": step_of(step, len(timeline)),
        "hconcat": panels,
        "params": [{"name": "width", "value": WIDTH}, params["grown"], params["height"]],
        "bounds": "flush",
        "spacing": 110,
        "resolve": {"scale": {"color": "independent", "strokeDash": "independent"}},
        "background": "white",
        "padding": 16,
        "config": _CONFIG | charts.number_format_of_language().get("config", {}),
    }


def _panel(title: str, lines: charts.Lines, now: charts.Lines) -> dict[str, Any]:
    """Return one chart, as on the page with the step on screen."""
    spec = charts.fix_mark(lines.spec(HEIGHT, text=TEXT), now.mark())
    spec["layer"] = spec["layer"][:-1]  # the last layer only catches clicks
    for channel in ("color", "strokeDash"):  # on a page `lines_key` has the names
        spec["encoding"][channel]["legend"] = _LEGEND
    columns = [[float(value) for value in column] for column in lines.data.values()]
    rows = [dict(zip(lines.data, row, strict=True)) for row in zip(*columns, strict=True)]
    return {
        **spec,
        "width": WIDTH,
        "height": HEIGHT,
        "padding": 0,
        "title": {"text": title, "subtitle": comma().join(map(" ".join, now.values()))},
        "data": {"values": rows},
    }


_LEGEND = {
    "title": None,
    "orient": "top",
    "symbolType": "stroke",
    "symbolSize": 900,
    "symbolOpacity": 1,
    "symbolStrokeWidth": 3,
    "labelFontSize": TEXT,
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
        "subtitleColor": COLOURS[1],
        "offset": 14,
    },
    # A label that sticks out at the top would move the title of its chart up.
    "axisY": {"labelFlush": True},
}
