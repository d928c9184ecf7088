"""A field in which visitors draw a curve before they see it.

They draw a line by pointer, finger or arrow keys. When they ask for the curve, the component
reports the heights of the line's handles, and gets the curve and a sentence on the largest gap.
"""

from __future__ import annotations

from pages.components.component import draw
from pages.panels.shared.sketch import Curve, heights_of, sketch_data
from pages.state import steps


def show_sketch(name: str, curve: Curve) -> None:
    """Draw the field.

    Args:
        name: the beginning of the widget key; the rest names the curve, so that a line that was
            drawn for another one is dropped.
        curve: the curve.
    """
    key = f"{name}_{curve.id}"
    drawn = heights_of(steps.report(key, "line").get("heights"))
    draw("sketch", sketch_data(curve, drawn), key=key, on_line_change=lambda: None)
