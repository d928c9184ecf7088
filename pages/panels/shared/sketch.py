"""A curve that visitors draw before they see it, and how far their lines are from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pages.locale import message, number, say, to_text
from pages.panels.shared.charts import sampled_steps
from pages.trainings.job import fingerprint
from wordpiece.message import Message

HANDLES = 16
"""The handles of a line, at equal distances after its start, which is given."""

HIGHEST = 100
"""The height of the highest value; the height of 0 is 0."""


@dataclass(frozen=True)
class Curve:
    """A curve to be drawn.

    Attributes:
        name, along, counted: its name, and the titles of the axes.
        question: asks a class for the line.
        at, values: all its points; the places increase.
        gap: says where a drawn line is farthest from it, with the facts at, drawn, true and n.
        style: how its values are written.
    """

    name: str
    along: str
    counted: str
    question: Message
    at: tuple[int, ...]
    values: tuple[float, ...]
    gap: Message
    style: str = ""

    @cached_property
    def highest(self) -> float:
        """The highest value."""
        return max(self.values)

    @cached_property
    def id(self) -> str:
        """A short name of its points."""
        return fingerprint(repr((self.at, self.values)).encode())[:8]

    @property
    def places(self) -> list[float]:
        """The places of the start and of the handles."""
        width = self.at[-1] - self.at[0]
        return [self.at[0] + width * i / HANDLES for i in range(HANDLES + 1)]

    def along_handles(self, at: int) -> float:
        """Return a place of the curve as a number of handles from the start."""
        return HANDLES * (at - self.at[0]) / (self.at[-1] - self.at[0])

    def heights(self) -> list[float]:
        """Return the heights of its points."""
        return [value * HIGHEST / self.highest for value in self.values]


def button(*, sketching: bool) -> str:
    """Return the label of the button that begins or ends a sketch."""
    return say("Show the chart") if sketching else say("Draw your guess first")


def heights_of(reported: object) -> list[int]:
    """Return the heights of the handles of a drawn line; empty if a browser reports others."""
    if not isinstance(reported, list) or len(reported) != HANDLES:
        return []
    is_valid = all(type(each) is int and 0 <= each <= HIGHEST for each in reported)
    return reported if is_valid else []


def largest_gap(curve: Curve, drawn: Sequence[int]) -> tuple[int, float, float]:
    """Return the first place at which a drawn line is farthest from the curve, and both heights.

    Args:
        curve: the curve.
        drawn: the heights of the handles; the line goes straight from one to the next.
    """
    true = np.array(curve.heights())
    line = np.interp(curve.at, curve.places, [true[0], *drawn])
    i = int(np.argmax(np.abs(line - true)))
    return curve.at[i], float(line[i]), float(true[i])


def _write_value(curve: Curve, height: float) -> str:
    value = height * curve.highest / HIGHEST
    return number(value if curve.style else round(value), curve.style)


def axes_of(curve: Curve) -> tuple[str, ...]:
    """Return the texts of the axes for a room's question, see `pages.rooms.state.Ask`."""
    first, last = (number(round(place)) for place in (curve.places[0], curve.places[-1]))
    return curve.counted, _write_value(curve, HIGHEST), curve.along, first, last


def true_points(curve: Curve) -> str:
    """Return points of a curve for SVG, in a box of `HANDLES` by `HIGHEST`; of many only some."""
    heights = curve.heights()
    return " ".join(
        f"{round(curve.along_handles(curve.at[i]), 3)},{round(HIGHEST - heights[i], 2)}"
        for i in sampled_steps(len(curve.at) - 1)
    )


def sketch_data(curve: Curve, drawn: Sequence[int]) -> dict[str, Any]:
    """Return the data of `pages.components.sketch`; the curve only once a line is drawn."""
    heights = curve.heights()
    data: dict[str, Any] = {
        "name": curve.name,
        "along": curve.along,
        "counted": curve.counted,
        "start": heights[0],
        "places": tuple(number(round(place)) for place in curve.places),
        "levels": tuple(_write_value(curve, height) for height in range(HIGHEST + 1)),
    }
    if drawn:
        at, mine, true = largest_gap(curve, drawn)
        written, right = _write_value(curve, mine), _write_value(curve, true)
        gap = curve.gap.fill(
            at=at, drawn=written, true=right, n=round(true * curve.highest / HIGHEST)
        )
        said = message("At every point of the curve, your line is right, apart from rounding.")
        data["answer"] = {
            "drawn": tuple(drawn),
            "points": true_points(curve),
            "gap": (curve.along_handles(at), mine, true),
            "sentence": to_text(said if written == right else gap),
        }
    return data
