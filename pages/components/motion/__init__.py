"""The switch that turns the motion of merges off: the browser stores it, the stepper reads it."""

from __future__ import annotations

from pages.components.component import Component

_motion = Component("motion", "../shared/storage.js", "motion.js")


def motion() -> None:
    """Draw the switch."""
    _motion(key="motion")
