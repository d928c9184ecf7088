"""Rooms in which a class answers on its phones.

`rooms` returns the rooms of this server. `pages/rooms/state.py` explains how a room works.
"""

from __future__ import annotations

import os
import re
from functools import cache
from urllib.parse import urlsplit

from pages.rooms.memory import MemoryStore
from pages.rooms.operations import Rooms

__all__ = ["rooms", "store"]


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
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        is_one = bool(
            parts.scheme in ("redis", "rediss", "valkey", "valkeys")
            and parts.hostname
            and parts.port != 0
            and re.fullmatch("(/[0-9]{0,3})?", parts.path, re.ASCII)
            and not (parts.query or parts.fragment or re.search(r"[\s\x00-\x1f]", address))
        )
    except ValueError:
        is_one = False
    if not is_one:
        raise ValueError(
            "ROOMS is no address of a Valkey or Redis server, such as redis://127.0.0.1:6379/0."
        )
    return re.sub("^valkey", "redis", address)
