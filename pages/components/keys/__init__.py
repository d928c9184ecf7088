"""Keyboard shortcuts of the page.

The component also keeps the focus in its place when the page is redrawn, and has screen readers
announce verdicts. It draws nothing that is seen.
"""

from __future__ import annotations

from collections.abc import Mapping

from pages.components.component import Component

_keys = Component("keys", "focus.js", "keys.js")


def keys(buttons: Mapping[str, str], *, presenting: bool) -> None:
    """Listen to keys on the page.

    Args:
        buttons: for each key, by the browser's name, the widget key of the button it presses.
        presenting: whether presenter mode is on.
    """
    _keys(key="keys", data={"buttons": dict(buttons), "presenting": presenting}, height=1)
