"""Tell newcomers from other visitors, and say when the front door of Train is open.

The browser stores that a visitor has been here: once the door was closed for good, or after three
merges. The component draws nothing. For a newcomer it marks the document by ``data-door`` while the
front door (`pages/shell/front_door.py`) is to be seen instead of the start card. Boards are the
same for everybody.
"""

from __future__ import annotations

from pages.components.component import Component
from pages.state import steps

KEY = "train_welcome"

_welcome = Component("welcome", "../shared/mount.js", "../shared/storage.js", "welcome.js")


def welcome(step: int, *, open: bool, over: bool, waits: bool) -> None:
    """Draw the component.

    Args:
        step: the step on screen.
        open: whether the page may show the front door.
        over: whether the visitor has closed it for good.
        waits: whether the browser has to ask again, for what is not ready yet.
    """
    data = {"step": step, "open": open, "over": over, "waits": waits}
    _welcome(key=KEY, data=data, on_newcomer_change=lambda: None, height=1)


def has_come() -> bool:
    """Return whether a newcomer has come to the start."""
    return bool(steps.report(KEY, "newcomer").get("here"))
