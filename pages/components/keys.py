"""Keyboard shortcuts of the page.

The component also keeps the focus in its place when the page is redrawn, and makes screen readers
announce verdicts. It draws only a link to the stepper, which is visible while it has the focus, and
on a narrow screen links to the pages.
"""

from __future__ import annotations

from collections.abc import Mapping

from pages.components.component import draw
from pages.locale import say


def keys(
    buttons: Mapping[str, str], pages: Mapping[str, int], *, presenting: bool, steps: bool
) -> None:
    """Listen to the keyboard shortcuts of the page.

    Args:
        buttons: for each key, by its name in the browser, the widget key of the button it presses,
            or several, separated by spaces, of which one is on the page.
        pages: for each key, how many pages forward it leads (backward if negative).
        presenting: whether presenter mode is on.
        steps: whether the page has a stepper.
    """
    data = {
        "buttons": dict(buttons),
        "pages": dict(pages),
        "presenting": presenting,
        "skip": say("To the step buttons") if steps else "",
    }
    draw("keys", data, key="keys", height=1)
