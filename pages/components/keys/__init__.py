"""Keyboard shortcuts of the page.

The component also keeps the focus in its place when the page is redrawn, and has screen readers
announce verdicts. It draws nothing that is seen but, on a narrow screen, links to the pages.
"""

from __future__ import annotations

from collections.abc import Mapping

from pages.components.component import Component

_keys = Component("keys", "focus.js", "keys.js")


def keys(buttons: Mapping[str, str], pages: Mapping[str, int], *, presenting: bool) -> None:
    """Listen to keys on the page.

    Args:
        buttons: for each key, by the browser's name, the widget key of the button it presses.
        pages: for each key how many pages on it leads to.
        presenting: whether presenter mode is on.
    """
    data = {"buttons": dict(buttons), "pages": dict(pages), "presenting": presenting}
    _keys(key="keys", data=data, height=1)
