"""The growth charts as files for slides: the pages' own specs, in the light theme.

Nothing that a user typed gets into a picture: its texts are messages and its data numbers.
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

from pages.locale import comma, language, message, number, say, told
from pages.panels.shared import charts
from wordpiece import Timeline

COLOURS = ["#0b62c4", "#5b6069", "#7a4b00"]
"""The light theme's, as in ``.streamlit/config.toml``."""

INK, LINE = "#1d1d1f", "#e3e3df"

WIDTH, HEIGHT = 480, 360
"""Pixels of one of the two charts, axes and titles left out; a PNG has twice as many."""

TIMEOUT = 60
"""The most seconds for one picture; it takes about two."""

PANELS = (
    (message("Vocabulary and symbols in use"), ("vocabulary", "in_use")),
    (message("Length of the corpus in tokens"), ("corpus_tokens",)),
)
"""The two charts: title and lines."""

CONVERTER = Path(__file__).with_name("convert.py")

_ONE_AT_A_TIME = threading.Lock()


def growth_picture(timeline: Timeline, step: int, kind: Literal["svg", "png"]) -> bytes:
    """Draw both growth charts side by side, the current step marked, as an SVG or PNG file.

    Raises:
        IndexError: there is no such step.
        subprocess.SubprocessError: the picture could not be made.
    """
    spec = json.dumps(picture_spec(timeline, step))
    with _ONE_AT_A_TIME:
        return _converted(kind, spec)


def missing_letters() -> str:
    """Return which letters of its own name, as a sample, the language in use would lack in a PNG.

    A PNG is drawn with the fonts of the server, an SVG with those of the computer that opens it.
    """
    name = language().name
    if name.isascii():  # which each font has
        return ""
    with suppress(subprocess.SubprocessError), _ONE_AT_A_TIME:
        return _converted("letters", name).decode()
    return ""


@lru_cache(maxsize=32)
def _converted(kind: str, given: str) -> bytes:
    """Run the converter; a class at the same step asks for the same picture, which is made once."""
    command = [sys.executable, "-c", CONVERTER.read_text("utf-8"), kind]
    done = subprocess.run(
        command, input=given.encode(), capture_output=True, check=True, timeout=TIMEOUT
    )
    return done.stdout


def picture_spec(timeline: Timeline, step: int) -> dict[str, Any]:
    """Return a Vega-Lite spec of the growth charts, with data.

    Raises:
        IndexError: there is no such step.
    """
    here, last = timeline.growth(step), len(timeline)
    panels = []
    for title, names in PANELS:
        mark = charts.growth_mark(here, names)
        panel = charts.marked(charts.plain(charts.growth_spec(names, HEIGHT)), mark)
        panel["layer"].pop()  # which only catches clicks
        del panel["params"]
        panel.pop("config", None)  # of the whole picture
        values = (number(getattr(here, name)) for name in names)
        said = comma().join(map(" ".join, zip(charts.series(names), values, strict=True)))
        data = charts.growth_data(timeline, names)
        panel |= {
            "width": WIDTH,
            "data": {"values": json.loads(data.to_json(orient="records"))},
            "title": {"text": told(title), "subtitle": said},
        }
        _adapt(panel["encoding"], legend=len(names) > 1)
        panels.append(panel)
    words = " ".join(charts.growth_in_words(timeline, names) for _, names in PANELS)
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.1.0.json",
        "description": words,
        "title": say("After {n} {n:merge|merges} of {total}", n=step, total=last),
        "hconcat": panels,
        "bounds": "flush",
        "spacing": 110,
        "resolve": {"scale": {"color": "independent", "strokeDash": "independent"}},
        "background": "white",
        "padding": 16,
        "config": _CONFIG | charts.number_format_of_language().get("config", {}),
    }


def _adapt(encoding: dict[str, Any], *, legend: bool) -> None:
    """Give a chart the titles, figures and legend that a page has beside it."""
    del encoding["tooltip"]
    encoding["x"]["title"] = say("merges")
    for axis in ("x", "y"):
        encoding[axis]["axis"]["format"] = ",.12~g"
    if legend:
        # One legend for both, which takes the same scale.
        domain = {"domain": encoding["color"].pop("sort")}
        encoding["color"] |= {"scale": domain, "legend": _LEGEND}
        del encoding["strokeDash"]["sort"]
        encoding["strokeDash"]["legend"] = _LEGEND


_LEGEND = {"title": None, "orient": "bottom"}


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
    # A label that stuck out at the top would push the title of its chart up.
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
