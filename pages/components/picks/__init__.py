"""Picks: clicks on buttons inside the app's HTML, which Streamlit does not report.

Any ``<button data-pick="...">`` on the page has one of the actions of `pages.panels.actions`. The
component draws nothing; one on a page is enough. `keys/focus.js` keeps the focus when the page
redraws the button.
"""

from __future__ import annotations

from collections.abc import Callable

from pages.components.component import Component
from pages.panels.actions import Action, decode
from pages.state import steps

_picks = Component("picks")


def picks(key: str, on_pick: Callable[[Action], object]) -> None:
    """Listen to the buttons on the page.

    Args:
        key: the component's widget key; one that ends in ``_picks`` takes no room on the page.
        on_pick: called with the action of the button clicked, before the script runs again.
            Anything else that a browser reports is ignored.
    """

    def picked() -> None:
        value = steps.report(key, "pick").get("value")
        action = decode(value) if isinstance(value, str) else None
        if action is not None:
            on_pick(action)

    _picks(key=key, on_pick_change=picked)
