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
from wordpiece import Timeline

COLOURS = ["#0b62c4", "#5b6069", "#7a4b00"]
"""The colours of the light theme, as in ``.streamlit/config.toml``."""

INK, LINE = "#1d1d1f", "#e3e3df"

WIDTH, HEIGHT = 480, 360
"""The size in pixels of each chart without axes and titles; a PNG has twice as many."""

TIMEOUT = 60
"""The most seconds for one picture, which usually takes two."""

PANELS = (
    (message("Vocabulary and symbols in use"), ("vocabulary", "in_use")),
    (message("Length of the corpus in tokens"), ("corpus_tokens",)),
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
    here, last = timeline.growth(step), len(timeline)
    panels = []
    for title, names in PANELS:
        mark = charts.growth_mark(here, names)
        panel = charts.marked(charts.plain(charts.growth_spec(names, HEIGHT)), mark)
        panel["layer"].pop()  # this layer only catches clicks
        del panel["params"]
        panel.pop("config", None)  # the whole picture has it
        values = (number(getattr(here, name)) for name in names)
        said = comma().join(map(" ".join, zip(charts.series(names), values, strict=True)))
        data = charts.growth_data(timeline, names)
        panel |= {
            "width": WIDTH,
            "data": {"values": json.loads(data.to_json(orient="records"))},
            "title": {"text": to_text(title), "subtitle": said},
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
    """Give a chart the titles, figures and legend that a page shows around it."""
    del encoding["tooltip"]
    encoding["x"]["title"] = say("merges")
    for axis in ("x", "y"):
        encoding[axis]["axis"]["format"] = ",.12~g"
    if legend:
        # One legend for both charts, which needs the same scale.
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
