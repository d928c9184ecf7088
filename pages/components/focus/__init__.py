"""Put the keyboard's focus into a field when it appears. The component draws nothing."""

from __future__ import annotations

from pages.components.component import Component

_focus = Component("focus")


def focus_once(key: str) -> None:
    """Focus the field of the widget ``key`` each time that it appears on the page."""
    _focus(key=f"focus_{key}", data=key, height=1)
