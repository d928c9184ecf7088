"""Keep the key of the teacher's room in the browser, so that all its tabs use the same room.

The component draws nothing. It stores the key twice, and never in an address, which might be
shared. The session storage belongs to one tab, and has the room that a reloaded page uses again.
The local storage belongs to all tabs, and has the room that was opened last. The component reports
a stored room if the page has none, and whenever another tab opens or closes a room.
"""

from __future__ import annotations

from pages.components.component import draw
from pages.state import steps
from pages.state.classroom import Classroom

KEY = "room_key"
"""The widget key of the component."""


def room_key(room: Classroom) -> None:
    """Keep the key of a teacher's room in the browser, and report to it what is stored there."""

    def hear() -> None:
        stored = steps.report(KEY, "found")
        code, secret = stored.get("code"), stored.get("key")
        if isinstance(code, str) and isinstance(secret, str):  # from the browser: any value
            room.hear(code, secret, stored.get("mine") is True)

    data = {
        "code": room.code,
        "key": room.key,
        "offered": room.offered[0],
        "closed": room.closed,
    }
    draw("room_key", data, key=KEY, on_found_change=hear, height=1)
