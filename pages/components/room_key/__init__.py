"""Keep the key of the teacher's room in the browser, so that a page loaded anew finds it again.

The component draws nothing. It stores the key in the session storage of the browser, which is that
of one tab, and never in an address, which might be shared. When the page opens without a room it
hands back, once, what was stored.
"""

from __future__ import annotations

from collections.abc import Callable

from pages.components.component import Component
from pages.state import steps

_room_key = Component("room_key")


def room_key(
    key: str, room: tuple[str, str], forgotten: int, found: Callable[[str, str], None]
) -> None:
    """Keep a room's key in the browser.

    Args:
        key: the component's widget key.
        room: its code and its key; two empty texts for none.
        forgotten: a number that goes up by one to clear what is stored.
        found: called with what was stored. It comes from the browser, so it may be any text.
    """

    def reported() -> None:
        stored = steps.report(key, "found")
        code, secret = stored.get("code"), stored.get("key")
        if isinstance(code, str) and isinstance(secret, str):
            found(code, secret)

    data = {"code": room[0], "key": room[1], "forgotten": forgotten}
    _room_key(key=key, data=data, on_found_change=reported, height=1)
