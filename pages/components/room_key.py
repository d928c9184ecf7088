"""Keep the key of the teacher's room in the browser, so that all its tabs use the same room.

The component draws nothing. It stores the key twice, and never in an address, which might be
shared. The session storage belongs to one tab, and has the room that a reloaded page uses again.
The local storage belongs to all tabs, and has the room that was opened last. The component reports
a stored room if the page has none, and whenever another tab opens or closes a room.
"""

from __future__ import annotations

from collections.abc import Callable

from pages.components.component import draw
from pages.state import steps


def room_key(
    key: str,
    room: tuple[str, str],
    offered: str,
    closed: str,
    found: Callable[[str, str, bool], None],
) -> None:
    """Keep a room's key in the browser.

    Args:
        key: the component's widget key.
        room: its code and its key; two empty strings for no room.
        offered: the code of the room that the page knows from another tab; empty for none.
        closed: the code of a room to forget.
        found: called with the stored code and key, and whether they are those of this tab. They
            come from the browser, so they may be any text.
    """

    def reported() -> None:
        stored = steps.report(key, "found")
        code, secret = stored.get("code"), stored.get("key")
        if isinstance(code, str) and isinstance(secret, str):
            found(code, secret, stored.get("mine") is True)

    data = {"code": room[0], "key": room[1], "offered": offered, "closed": closed}
    draw("room_key", data, key=key, on_found_change=reported, height=1)
