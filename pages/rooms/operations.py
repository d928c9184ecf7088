"""The operations on all rooms of the server, for the teacher's session and for phones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Protocol

from pages.rooms import codes, rules
from pages.rooms.limits import Limit
from pages.rooms.rules import refusal
from pages.rooms.state import RoomState, Seen

Event = Callable[[RoomState], RoomState]
"""An event of a room: returns the next state, or raises a `RoomError`."""


class Store(Protocol):
    """Keeps the states of rooms by their codes. Calls may come from any thread."""

    def now(self) -> float:
        """Return the time of the store's clock, in seconds."""

    def used(self) -> Mapping[str, float]:
        """Return the codes of all rooms, and when each was last used."""

    def add(self, code: str, state: RoomState) -> bool:
        """Add a room, which counts as used now; return False if the code is taken."""

    def load(self, code: str) -> RoomState:
        """Return the state of a room.

        Raises:
            NoRoom: no room has this code.
        """

    def change(self, code: str, event: Event, voter: str | None = None) -> RoomState:
        """Replace a room's state by the one after an event, atomically, and return it.

        Args:
            code: the room's code.
            event: may be called more than once.
            voter: the voter whose event it is. The store may load the state with the facts of this
                voter alone. None for an event that may look at all phones.

        Raises:
            RoomError: the event raises it, or no room has this code.
        """

    def drop(self, code: str) -> None:
        """Drop a room with all its data."""


class Rooms:
    """All rooms of the server. Calls may come from any thread; each may raise a `RoomError`.

    A teacher opens a room and gets its code, which the class sees, and its key, which is secret.
    Codes may be as typed: in lowercase, with spaces or hyphens.

    Args:
        store: has the states of the rooms.
        opening: the limit for opened rooms; by default that of `rules`.
    """

    def __init__(self, store: Store, opening: Limit | None = None) -> None:
        self.store = store
        self._opening = opening or Limit(rules.OPENED_AT_ONCE, rules.OPENED_PER_MINUTE)
        self._admitting = Lock()

    def open(self) -> tuple[str, str]:
        """Open a room; return its code, and the key that the teacher's operations need."""
        if not self._opening.allows():
            raise refusal("rooms")
        code, key = codes.new_code(), codes.new_secret()
        with self._admitting:
            self._make_room()
            while not self.store.add(code, RoomState(codes.hash_key(key))):
                code = codes.new_code()
        return code, key

    def steer(self, code: str, key: str, event: Event) -> RoomState:
        """Apply an event of the teacher, such as `RoomState.reveal`; return the next state."""
        return self._change(code, lambda state: event(_own(state, key)))

    def status(self, code: str, key: str) -> RoomState:
        """Return the state of a room for its teacher."""
        return _own(self.watch(code), key)

    def close(self, code: str, key: str) -> None:
        """Drop a room with all its data."""
        self.status(code, key)
        self.store.drop(codes.read(code))

    def join(self, code: str) -> str:
        """Add a phone; return its voter id, 128 random bits that are valid only in this room."""
        voter = codes.new_secret()
        with self._admitting:
            self._change(code, lambda state: state.join(voter))
        return voter

    def see(self, code: str, voter: str) -> Seen:
        """Return a phone's view, and mark it as connected for `rules.HERE_SECONDS`."""

        return self._change(code, lambda state: state.see(voter), voter).view(voter)

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> Seen:
        """Count a vote, see `RoomState.vote`; return the phone's view."""
        after = self._change(code, lambda state: state.vote(voter, number, round, option), voter)
        return after.view(voter)

    def watch(self, code: str) -> RoomState:
        """Return the state of a room for this server."""
        return _existing(self.store.load(_read(code)))

    def _change(self, code: str, event: Event, voter: str | None = None) -> RoomState:
        if voter is not None and not codes.is_secret(voter):
            voter = ""  # any value may come from a browser
        return self.store.change(_read(code), lambda state: event(_existing(state)), voter)

    def _make_room(self) -> None:
        """Drop rooms that were idle too long and, at the limit, the one that was used first.

        That one must be without phones, and not just opened.
        """
        now, used = self.store.now(), self.store.used()
        expired = [code for code, then in used.items() if now >= then + rules.IDLE_SECONDS]
        for code in expired:
            self.store.drop(code)
        if len(used) - len(expired) < rules.MAX_ROOMS:
            return
        for code in sorted(used.keys() - expired, key=used.__getitem__):
            if used[code] > now - rules.UNUSED_SECONDS:
                break
            if not self.store.load(code).joined:
                self.store.drop(code)
                return
        raise refusal("rooms")


def _read(typed: str) -> str:
    code = codes.read(typed)
    if not code:
        raise refusal("gone")
    return code


def _existing(state: RoomState) -> RoomState:
    if state.is_expired:
        raise refusal("gone")
    return state


def _own(state: RoomState, key: str) -> RoomState:
    if not codes.fits(key, state.key):
        raise refusal("gone")
    return state
