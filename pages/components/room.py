"""The components of a room, which is a class that votes.

`live` shows the counts of the phones and their votes, and of hands that the teacher counts. Its
script polls the counts, so a vote appears without a run of the page. Without a key it shows the
counts of the last run. Hands are counted in the browser, by buttons or by the keys 1 to 6 (with
Shift one less). Each report has the current totals, so the last one is right however fast the keys
are.

`room_key` draws nothing. It keeps the key of the teacher's room in the browser, so that all its
tabs use the same room, and never in an address, which might be shared. The session storage belongs
to one tab, and has the room that a reloaded page uses again. The local storage belongs to all tabs,
and has the room that was opened last. The component reports a stored room if the page has none, and
whenever another tab opens or closes a room.
"""

from __future__ import annotations

from functools import partial

from pages.components.component import draw
from pages.rooms.state import RoomState
from pages.server.environment import base_path
from pages.state import steps
from pages.state.classroom import Classroom

KEY = "room_live"
"""The widget key of `live`."""

ROOM_KEY = "room_key"
"""The widget key of `room_key`."""


def live(room: Classroom, *, results: bool = False) -> None:
    """Draw the counts of a teacher's room, and count hands while a question is open.

    With ``results`` it shows how many votes are right, for the teacher alone, and counts no hands.
    """
    state = RoomState("") if results else room.state  # results: the browser polls the counts
    if state is None:
        return
    code, key = room.held
    # Hands are counted next to the question, and would cover the code.
    is_asked = state.phase == "open" and not room.inviting
    data = {
        "code": code,
        "key": key,
        "counts": f"{base_path()}/join/{code}/count",
        "now": state.counts,
        "results": results,
        "asked": is_asked,
        "turn": "" if results else room.turn,
        "hands": list(state.hands) if is_asked else [],
        "heard": steps.report(KEY, "hands").get("seq", 0),
    }
    draw("room", data, key=KEY, on_hands_change=partial(take_hands, room))


def take_hands(room: Classroom) -> None:
    """Give the last counts to the room; also before a step that ends the round."""
    report = steps.report(KEY, "hands")
    if report:
        room.count(report.get("turn"), report.get("counts"))


def room_key(room: Classroom) -> None:
    """Keep the key of a teacher's room in the browser, and report to it what is stored there."""

    def hear() -> None:
        stored = steps.report(ROOM_KEY, "found")
        code, secret = stored.get("code"), stored.get("key")
        if isinstance(code, str) and isinstance(secret, str):  # from the browser: any value
            room.hear(code, secret, stored.get("mine") is True)

    data = {
        "code": room.code,
        "key": room.key,
        "offered": room.offered[0],
        "closed": room.closed,
    }
    draw("room_key", data, key=ROOM_KEY, on_found_change=hear, height=1)
