"""Picks: clicks on buttons and tokens inside the app's HTML, which Streamlit does not report.

Each ``<button data-pick="...">`` on the page has one of the actions of `pages.panels.actions`. A
page needs one component. `scripts/focus.js` keeps the focus when the page redraws the button.

A click on a token opens its story. Tokens are all ``.tok`` and ``[data-token]`` in the page's main
part that are not in a button or link; in a story, those in a ``<button data-story>``. A token's
text is that of its ``bdi``, or the JSON in ``data-token`` where the token is drawn differently. The
nearest ``data-training`` around it names its training.

On the keyboard, the key T or the component's button focuses the tokens. Arrow keys move from one to
the next, Enter opens a story, and Esc leaves. So all tokens of a page are a single stop of Tab, and
need no markup for it. When a story closes, its token has the focus again.

Pointing at a token marks the characters that it covers, and the other way round: elements of a
``.spanned`` that share a character get the class ``at``, which does not change any size. The
attribute ``data-span`` of an element has the start and the end of the characters that it covers,
separated by a space.
"""

from __future__ import annotations

from collections.abc import Callable

from pages.components.component import draw
from pages.panels.actions import Action, Go, Open, OpenStory, decode
from pages.state import steps
from pages.state.views import close_dialog, open_dialog, open_story


def picks(key: str, on_pick: Callable[[Action], object]) -> None:
    """Listen to the buttons and tokens on the page.

    Args:
        key: the component's widget key, which ends in ``_picks``.
        on_pick: called with the action of the button clicked, before the script runs again.
            Anything else that a browser reports is ignored.
    """

    def handle_pick() -> None:
        value = steps.report(key, "pick").get("value")
        action = decode(value) if isinstance(value, str) else None
        if isinstance(action, OpenStory):
            open_story(action.token, action.training)
        elif isinstance(action, Open):
            open_dialog(action.dialog)
        elif action is not None:
            if isinstance(action, Go):
                close_dialog()  # so that the step is seen
            on_pick(action)

    draw("picks", key=key, on_pick_change=handle_pick)
