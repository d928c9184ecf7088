"""Live counts of the phones in a room and of their votes, and of hands that the teacher counts.

The script polls the counts, so a vote appears without a run of the page. Without a key it shows the
counts of the last run. Before the answer the class sees how far it agrees, and not on what. Hands
are counted in the browser, by buttons or by the keys 1 to 6 (with Shift one less). Each report has
the current totals, so the last one is right however fast the keys are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pages.components.component import draw
from pages.rooms.state import RoomState
from pages.server.environment import base_path
from pages.state import steps

Counted = Callable[[object, object], None]
"""Called with a round and the hands counted in it. Both come from the browser, so they may be any
value."""


def live(
    key: str,
    state: RoomState,
    code: str,
    secret: str,
    turn: str,
    on_count: Counted,
    *,
    results: bool = False,
) -> None:
    """Draw the counts, and count hands while a question is open.

    Args:
        key: the component's widget key.
        state: the room's state.
        code: the room's code.
        secret: the room's key, which lets the browser poll the counts; empty if it must not.
        turn: the name of the round; when it changes, the counters start with the state's hands.
        on_count: called before the script runs again.
        results: whether to show how many votes are right, for the teacher alone.
    """
    is_open = state.phase == "open"
    data = {
        "code": code,
        "key": secret,
        "counts": f"{base_path()}/join/{code}/count",
        "now": state.counts,
        "results": results,
        "asked": is_open,
        "turn": turn,
        "hands": list(state.hands) if is_open else [],
        "heard": steps.report(key, "hands").get("seq", 0),
    }
    draw("room", data, key=key, on_hands_change=partial(take_hands, key, on_count))


def take_hands(key: str, on_count: Counted) -> None:
    """Pass the last counts to ``on_count``; also before a step that ends the round."""
    report = steps.report(key, "hands")
    if report:
        on_count(report.get("turn"), report.get("counts"))
