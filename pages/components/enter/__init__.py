"""Make Enter in the field for Predict's tokens press Check. The component draws nothing."""

from __future__ import annotations

from pages.components.component import Component

_enter = Component("enter")


def enter_checks() -> None:
    """Let Enter in the field press Check. Call once on the page."""
    _enter(key="predict_enter", height=1)
