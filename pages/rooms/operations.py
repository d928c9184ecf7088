"""The operations on all rooms of the server, for the teacher's session and for phones."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any

from pages.rooms import codes, rules
from pages.rooms.rules import TOO_MANY_ROOMS, Limit, NoRoom, RoomError
from pages.rooms.state import Event, RoomState

if TYPE_CHECKING:
    from pages.rooms.redis import RedisStore


class MemoryStore:
    """The states of rooms by their codes, in the memory of one process.

    Calls may come from any thread. `RedisStore` has the same methods.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rooms: dict[str, RoomState] = {}
        self._lock = Lock()

    def idle(self) -> Mapping[str, float]:
        """Return the codes of all rooms, and the seconds since each was last used."""
        with self._lock:
            return {code: self._clock() - state.used for code, state in self._rooms.items()}

    def add(self, code: str, state: RoomState) -> bool:
        """Add a room, which counts as used now; return False if the code is taken."""
        with self._lock:
            added = self._rooms.setdefault(code, replace(state, used=self._clock()))
            return added.key == state.key

    def change(self, code: str, event: Event) -> RoomState:
        """Replace a room's state by the one after an event, atomically, and return it.

        Args:
            code: the room's code.
            event: may be called more than once.

        Raises:
            RoomError: the event raises it, or no room has this code.
        """
        with self._lock:
            if code not in self._rooms:
                raise NoRoom()
            self._rooms[code] = event(replace(self._rooms[code], now=self._clock()))
            return self._rooms[code]

    def drop(self, code: str) -> None:
        """Drop a room with all its data."""
        with self._lock:
            self._rooms.pop(code, None)


class Rooms:
    """All rooms of the server. Calls may come from any thread; each may raise a `RoomError`.

    A teacher opens a room and gets its code, which the class sees, and its key, which is secret.
    Codes may be as typed: in lowercase, with spaces or hyphens.

    Args:
        store: has the states of the rooms.
        opening: the limit for opened rooms; by default that of `rules`.
    """

    def __init__(self, store: MemoryStore | RedisStore, opening: Limit | None = None) -> None:
        self.store = store
        self._opening = opening or Limit(rules.OPENED_AT_ONCE, rules.OPENED_PER_MINUTE)
        self._admitting = Lock()

    def open(self) -> tuple[str, str]:
        """Open a room; return its code, and the key that the teacher's operations need."""
        if not self._opening.allows():
            raise RoomError(TOO_MANY_ROOMS, 503)
        code, key = codes.new_code(), codes.new_secret()
        with self._admitting:
            self._make_room()
            while not self.store.add(code, RoomState(codes.hash_key(key))):
                code = codes.new_code()
        return code, key

    def steer(self, code: str, key: str, event: Event) -> RoomState:
        """Apply an event of the teacher, such as `RoomState.reveal`; return the next state."""
        return self._change(code, event, lambda state: codes.fits(key, state.key))

    def status(self, code: str, key: str) -> RoomState:
        """Return the state of a room for its teacher."""
        return self.steer(code, key, lambda state: state)

    def join(self, code: str) -> str:
        """Add a phone; return its voter id, 128 random bits that are valid only in this room."""
        voter = codes.new_secret()
        self._change(code, lambda state: state.join(voter))
        return voter

    def see(self, code: str, voter: str) -> dict[str, Any]:
        """Return a phone's view, and mark it as connected for `rules.HERE_SECONDS`."""
        return self._change(code, lambda state: state.see(voter)).view(voter)

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> dict[str, Any]:
        """Count a vote, see `RoomState.vote`; return the phone's view."""
        after = self._change(code, lambda state: state.vote(voter, number, round, option))
        return after.view(voter)

    def _change(
        self, typed: str, event: Event, may: Callable[[RoomState], bool] = lambda state: True
    ) -> RoomState:
        """Apply an event to the room with a code as it is typed, if ``may`` returns True."""

        def apply(state: RoomState) -> RoomState:
            is_expired = state.now >= state.used + rules.IDLE_SECONDS
            if is_expired or not may(state):
                raise NoRoom()
            return event(state)

        return self.store.change(codes.read(typed), apply)

    def _make_room(self) -> None:
        """Drop rooms that were idle too long and, at the limit, the one that was used first.

        That one must be without phones, and not just opened.
        """
        idle = dict(self.store.idle())
        for code, seconds in [*idle.items()]:
            if seconds >= rules.IDLE_SECONDS:
                self.store.drop(code)
                del idle[code]
        if len(idle) < rules.MAX_ROOMS:
            return
        for code in sorted(idle, key=idle.__getitem__, reverse=True):
            if idle[code] < rules.UNUSED_SECONDS:
                break
            if not self.store.change(code, lambda state: state).joined:
                self.store.drop(code)
                return
        raise RoomError(TOO_MANY_ROOMS, 503)
