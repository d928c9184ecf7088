"""Live counts of the phones in a room and of their votes, and of hands that the teacher counts.

The script follows the room's event stream, so a vote appears without a run of the page. Without the
stream it shows the counts of the last run. Hands are counted in the browser, by buttons or by the
keys 1 to 6 (with Shift one less). Each report has the current totals, so the last one is right
however fast the keys are.
"""

from __future__ import annotations

from collections.abc import Callable

from pages.components.component import Component
from pages.rooms.room import Status
from pages.server.base import base_path
from pages.state import steps

_room = Component("room")


def live(
    key: str,
    status: Status,
    *,
    turn: int,
    hands: tuple[int, ...],
    secret: str,
    counted: Callable[[object, object], None],
) -> None:
    """Draw the counts, and count hands while a question is open.

    Args:
        key: the component's widget key.
        status: the room's status.
        turn: the number of the round; when it changes, hands are counted from 0.
        hands: the hands that the room has counted in this round.
        secret: the room's key, which lets the browser follow the stream; empty for no stream.
        counted: called with a round and the hands counted in it, before the script runs again. Both
            come from the browser, so they may be any value.
    """

    def reported() -> None:
        report = steps.report(key, "hands")
        counted(report.get("turn"), report.get("counts"))

    is_open = status.phase == "open"
    data = {
        "code": status.code,
        "key": secret,
        "counts": f"{base_path()}/join/{status.code}/count",
        "joined": status.joined,
        "answered": status.answered,
        "asked": is_open,
        "turn": turn,
        "hands": list(hands) if is_open else [],
        "heard": steps.report(key, "hands").get("seq", 0),
    }
    _room(key=key, data=data, on_hands_change=reported)


def take_hands(key: str, counted: Callable[[object, object], None]) -> None:
    """Pass the last counts to ``counted``, before a step that ends the round."""
    report = steps.report(key, "hands")
    if report:
        counted(report.get("turn"), report.get("counts"))
