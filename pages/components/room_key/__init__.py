"""Keep the key of the teacher's room in the browser, so that the room survives a reload.

The component draws nothing. It stores the key in the browser's session storage, which belongs to
one tab, and never in an address, which might be shared. When the page opens without a room, it
reports the stored key once.
"""

from __future__ import annotations

from collections.abc import Callable

from pages.components.component import Component
from pages.state import steps

_room_key = Component("room_key", "../shared/storage.js", "room_key.js")


def room_key(
    key: str, room: tuple[str, str], forgotten: int, found: Callable[[str, str], None]
) -> None:
    """Keep a room's key in the browser.

    Args:
        key: the component's widget key.
        room: its code and its key; two empty strings for no room.
        forgotten: a number that increases by one to clear the storage.
        found: called with the stored code and key. They come from the browser, so they may be any
            text.
    """

    def reported() -> None:
        stored = steps.report(key, "found")
        code, secret = stored.get("code"), stored.get("key")
        if isinstance(code, str) and isinstance(secret, str):
            found(code, secret)

    data = {"code": room[0], "key": room[1], "forgotten": forgotten}
    _room_key(key=key, data=data, on_found_change=reported, height=1)
