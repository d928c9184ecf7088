"""The growth charts: their lines and their marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pages.locale import message, say
from pages.panels.actions import Next, encode
from pages.panels.html.elements import EMPTY, act
from pages.panels.layout import Piece, head
from pages.panels.shared import charts
from pages.panels.shared.sketch import Curve, button
from pages.panels.train.view import Scene
from pages.panels.why import menus
from wordpiece.training.steps import Steps

Sizes = Mapping[str, Any]
"""Measures by name, at several steps."""


@dataclass(frozen=True)
class Growth:
    """The charts of growth of a kind of training.

    Attributes:
        lines: the lines of each chart, names of measures, by its widget key.
        at: what its steps are, for the title of the axis; see `charts.axis_title`.
        asks: the panel of questions about it, if there is one; see `pages.panels.why`.
        can_sketch: whether a visitor may draw the tokens of the corpus before they are shown.
    """

    lines: Mapping[str, tuple[str, ...]]
    at: str = "step"
    asks: tuple[str, ...] = ()
    can_sketch: bool = False

    def panel(self, scene: Scene, rows: int) -> Iterator[Piece]:
        """Yield the legend; the screen draws the charts, or the field for a sketch."""
        sketching = scene.view.sketching and self.can_sketch
        remark = "" if sketching else say("click a chart to go to a step")
        asks = menus(*self.asks, hidden=scene.secret)
        draw = (
            act(encode(Next("sketching")), button(sketching=sketching))
            if self.can_sketch
            else EMPTY
        )
        yield head(scene.view, "growth_head", say("Growth"), remark, asks, draw)
        shown = [] if sketching else [*self.lines.values()]
        yield charts.growth_keys(scene.growth, shown)

    def charts(self, steps: Steps, sizes: Sizes, *, big: bool) -> list[charts.Chart]:
        """Return the charts of growth over the whole training, with its `sampled_growth`."""
        height, letters = (285, charts.BIG_TEXT) if big else (104, charts.TEXT)
        made = []
        for key, names in self.lines.items():
            spec = charts.growth_spec(names, height, key, text=letters, at=self.at)
            data = charts.growth_data(steps, names, self.at, sizes)
            alt = charts.growth_in_words(steps, names, self.at, sizes)
            made.append(charts.Chart(charts.with_data(spec, data), alt, key))
        return made

    def marks(self, scene: Scene) -> dict[str, str]:
        """Return the marks of the step, by the key of the chart."""
        lines = self.lines.items()
        return {key: charts.growth_mark(scene.step, scene.growth, names) for key, names in lines}


GROWTH = Growth(
    {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)},
    asks=("growth",),
    can_sketch=True,
)
"""The charts of a training by merges."""


def sampled_growth(of: tuple[Steps, ...]) -> Sizes:
    """Return the measures of a training at the steps that charts show; not quick for removals."""
    (steps,) = of
    return steps.growth_of(charts.sampled_steps(len(steps)))


def curve_of_training(steps: Steps) -> Curve:
    """Return the curve that a visitor may draw: the tokens of the corpus over the merges."""
    at = charts.sampled_steps(len(steps))
    return Curve(
        name=charts.series(["corpus_tokens"])[0],
        along=charts.axis_title("step"),
        counted=say("tokens"),
        question=message("How many tokens does the corpus have after each merge? Draw the line."),
        at=at,
        values=tuple(steps.growth_of(at)["corpus_tokens"].tolist()),
        gap=message(
            "The largest gap is at step {at}: the corpus has {n} {n:token|tokens}, and you "
            "drew {drawn}."
        ),
    )
