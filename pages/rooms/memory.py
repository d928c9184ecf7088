"""A store of rooms in the memory of one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Lock

from pages.rooms.operations import Event
from pages.rooms.rules import refusal
from pages.rooms.state import RoomState


class MemoryStore:
    """Rooms in memory; see `pages.rooms.operations.Store`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.now = clock
        self._rooms: dict[str, RoomState] = {}
        self._lock = Lock()

    def used(self) -> Mapping[str, float]:
        """Return the codes of all rooms, and when each was last used."""
        with self._lock:
            return {code: state.used for code, state in self._rooms.items()}

    def add(self, code: str, state: RoomState) -> bool:
        """Add a room, unless the code is taken."""
        with self._lock:
            if code in self._rooms:
                return False
            self._rooms[code] = replace(state, used=self.now())
            return True

    def load(self, code: str) -> RoomState:
        """Return the state of a room."""
        return self.change(code, lambda state: state)

    def change(self, code: str, event: Event, voter: str | None = None) -> RoomState:
        """Replace a room's state by the one after an event."""
        with self._lock:
            if code not in self._rooms:
                raise refusal("gone")
            self._rooms[code] = event(replace(self._rooms[code], now=self.now()))
            return self._rooms[code]

    def drop(self, code: str) -> None:
        """Drop a room."""
        with self._lock:
            self._rooms.pop(code, None)
