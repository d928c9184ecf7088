"""The growth charts: their lines and their marks."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import message, say
from pages.panels.actions import Sketch, encode
from pages.panels.html.elements import act
from pages.panels.layout import Piece, head
from pages.panels.shared import charts
from pages.panels.shared.sketch import Curve, button
from pages.panels.train.view import TrainScene
from pages.panels.why import menus
from wordpiece import Timeline

GROWTH = {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)}
"""The lines of each chart of growth, by its widget key."""


def growth_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Yield the legend of the charts; the screen draws the charts, or the field for a sketch."""
    sketching = scene.view.sketching
    remark = "" if sketching else say("click a chart to go to a step")
    asks = menus("growth", hidden=scene.secret)
    draw = act(encode(Sketch()), button(sketching=sketching))
    yield head(scene.view, "growth_head", say("Growth"), remark, asks, draw)
    shown = [] if sketching else [*GROWTH.values()]
    yield charts.growth_keys(scene.timeline.growth(scene.step), shown)


def growth_of_training(timeline: Timeline, *, big: bool) -> list[charts.Chart]:
    """Return the charts of growth over the whole training."""
    height, letters = (315, charts.BIG_TEXT) if big else (104, charts.TEXT)
    made = []
    for key, names in GROWTH.items():
        spec = charts.growth_spec(names, height, key, text=letters)
        data = charts.growth_data(timeline, names)
        alt = charts.growth_in_words(timeline, names)
        made.append(charts.Chart(charts.with_data(spec, data), alt, key))
    return made


def growth_marks(timeline: Timeline, step: int) -> dict[str, str]:
    """Return the marks of the step, by the key of the chart."""
    growth = timeline.growth(step)
    return {key: charts.growth_mark(growth, names) for key, names in GROWTH.items()}


def curve_of_training(timeline: Timeline) -> Curve:
    """Return the curve that a visitor may draw: the tokens of the corpus over the merges."""
    steps = charts.sampled_steps(len(timeline))
    return Curve(
        name=charts.series(["corpus_tokens"])[0],
        along=charts.axis_title("step"),
        counted=say("tokens"),
        question=message("How many tokens does the corpus have after each merge? Draw the line."),
        at=steps,
        values=tuple(timeline.growth_of(steps)["corpus_tokens"].tolist()),
        gap=message(
            "The largest gap is at step {at}: you drew {drawn}; the corpus has "
            "{n} {n:token|tokens}."
        ),
    )
