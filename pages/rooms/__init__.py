"""Rooms in which a class answers on its phones.

`rooms` returns the rooms of this server. `pages/rooms/state.py` explains how a room works.
"""

from __future__ import annotations

import os
import re
from functools import cache

from pages.rooms.operations import MemoryStore, Rooms

__all__ = ["rooms", "store"]

ADDRESS = (
    r"(redis|valkey)s?://([^\s/?#\0-\x1f]*@)?(\[[0-9a-fA-F:.]+\]|[\w.-]+)"
    r"(:0*[1-9][0-9]{0,4})?(/[0-9]{0,3})?"
)
"""The addresses of stores, as a regular expression."""


@cache
def rooms() -> Rooms:
    """Return the rooms of this server.

    They are in memory, or in Valkey or Redis if the environment variable ``ROOMS`` has an address.
    """
    if address := store():
        # Imported only with a store: the client takes 10 MB.
        from pages.rooms.redis import RedisStore

        return Rooms(RedisStore(address))
    return Rooms(MemoryStore())


def store() -> str:
    """Return the address of the store in ``ROOMS``, or "".

    Raises:
        ValueError: the address is invalid. The message leaves it out, since it may contain a
            password.
    """
    address = os.environ.get("ROOMS", "").strip()
    if address and not re.fullmatch(ADDRESS, address, re.ASCII):
        raise ValueError(
            "ROOMS is no address of a Valkey or Redis server, such as redis://127.0.0.1:6379/0."
        )
    return re.sub("^valkey", "redis", address)
