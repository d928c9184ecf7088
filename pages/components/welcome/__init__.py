"""Show the orientation on a first visit, until it is closed or no longer needed.

The orientation is part of Train's card (`panels/train/welcome.html`), where the style sheet hides
it. The component draws nothing; it reveals the orientation unless the browser has stored that it is
known. It is known once it is closed, or once three merges were made.

Unlike `pages.components.remember`, the component works without Python. So the orientation never
flashes up for returning visitors, and newcomers share all boards with them.
"""

from __future__ import annotations

from pages.components.component import Component

_welcome = Component("welcome", "../shared/storage.js", "welcome.js")


def welcome() -> None:
    """Show the orientation to newcomers. Call once on the page."""
    _welcome(key="train_welcome", height=1)
