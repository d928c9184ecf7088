"""Show the orientation on somebody's first visit, and never again once it is no longer needed.

The line itself is part of Train's card (`panels/train/welcome.html`), where the style sheet keeps
it out of sight. The component draws nothing: where the browser has not stored that the line is
known, it puts the line in sight. It is known once it is closed, or once three merges were made.

Unlike `pages.components.remember` this needs no answer from Python. So nobody who knows the line
sees it for a moment, and no board is made for newcomers alone.
"""

from __future__ import annotations

from pages.components.component import Component

_welcome = Component("welcome")


def welcome() -> None:
    """Show the orientation to newcomers. Call once on the page."""
    _welcome(key="train_welcome", height=1)
