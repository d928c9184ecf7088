"""Picks: clicks on buttons and tokens inside the app's HTML, which Streamlit does not report.

Any ``<button data-pick="...">`` on the page has one of the actions of `pages.panels.actions`. One
component on a page is enough. `keys/focus.js` keeps the focus when the page redraws the button.

A click on a token opens its story. A token is any ``.tok`` or ``[data-token]`` in the page's main
part that is in no button or link; in a story it is one in a ``<button data-story>``. Its text is
that of its ``bdi``; where it is drawn otherwise than it is written, ``data-token`` has it as JSON.
The nearest ``data-training`` around it names its training. The dialog of a story has a component of
its own, so that the page is not drawn anew when one story leads to another.

By keyboard, the key T or the component's button goes to the tokens. There the arrows move from one
to the next, Enter opens a story, and Esc leaves. So all tokens of a page take one stop of Tab, and
none of them holds more than its text. When a story closes, the focus is on its token again.
"""

from __future__ import annotations

from collections.abc import Callable

from pages.components.component import Component
from pages.panels.actions import Action, Go, OpenStory, decode
from pages.state import steps, stories

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
        if isinstance(action, OpenStory):
            stories.open_story(action.token, action.training)
        elif action is not None:
            if isinstance(action, Go):
                stories.close()  # so that the step is seen
            on_pick(action)

    _picks(key=key, on_pick_change=picked)
