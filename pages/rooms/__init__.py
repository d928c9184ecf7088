"""Rooms in which a class answers on its phones.

`rooms` gives the rooms of this server; `pages/rooms/room.py` says what can be done with one.
"""

from __future__ import annotations

from functools import cache

from pages.rooms.memory import MemoryRooms
from pages.rooms.room import Rooms

__all__ = ["rooms"]


@cache
def rooms() -> Rooms:
    """Return the rooms of this server."""
    return MemoryRooms()
