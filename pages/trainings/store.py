"""A least-recently-used cache with bounds in bytes, for all and for each owner."""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar
from weakref import finalize


class Sized(Protocol):
    """Something with an approximate size in bytes."""

    @property
    def nbytes(self) -> int: ...


K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class FullError(Exception):
    """There is no room for something that cannot be made again."""


class Store(Generic[K, V]):
    """A cache of what was used last. Its values never change. Safe to share between threads.

    Each has an owner, "" if it is everybody's; one owner keeps at most ``each`` of them, and all
    together keep at most about ``nbytes``. What is dropped is made again when it is asked for.
    What nobody could make again, such as a visitor's own text, counts for the same bytes while
    anybody has it, and is refused if there is no room; see `hold`.
    """

    def __init__(self, *, each: int, nbytes: int):
        self._each = each
        self._all = self._room = self._room_to_hold = nbytes
        # A collection of garbage may call `_release` in the middle of any of these methods.
        self._lock = threading.RLock()
        self._kept: OrderedDict[tuple[str, K], V] = OrderedDict()

    def get(self, key: K, owner: str = "") -> V | None:
        """Return what is kept under a key, or None."""
        with self._lock:
            kept = self._kept.get((owner, key))
            if kept is not None:
                self._kept.move_to_end((owner, key))
            return kept

    def put(self, key: K, value: V, owner: str = "") -> None:
        """Keep something, and drop what was unused for longest if a bound is passed."""
        with self._lock:
            self._remove((owner, key))
            self._kept[owner, key] = value
            self._room -= value.nbytes
            if len(self._kept) > self._each:
                own = [place for place in self._kept if place[0] == owner]
                for place in own[: -self._each]:
                    self._remove(place)
            self._make_room()

    def hold(self, thing: object, nbytes: int, most: float = 1.0) -> None:
        """Count something for as long as anybody has it; what is kept makes room for it.

        Args:
            most: the share of all bytes that one thing may take.

        Raises:
            FullError: it takes more than that, or than what is not held already.
        """
        with self._lock:
            if nbytes > self._room_to_hold:
                gc.collect()  # sessions that have ended may still have theirs
            if nbytes > min(self._room_to_hold, most * self._all):
                raise FullError
            self._room -= nbytes
            self._room_to_hold -= nbytes
            self._make_room()
        finalize(thing, self._release, nbytes)

    def _release(self, nbytes: int) -> None:
        with self._lock:
            self._room += nbytes
            self._room_to_hold += nbytes

    def drop(self, key: K, owner: str = "") -> None:
        """Drop something."""
        with self._lock:
            self._remove((owner, key))

    def drop_owner(self, owner: str) -> None:
        """Drop everything of an owner."""
        with self._lock:
            for place in [place for place in self._kept if place[0] == owner]:
                self._remove(place)

    def _make_room(self) -> None:
        while self._room < 0 and len(self._kept) > 1:
            self._remove(next(iter(self._kept)))

    def _remove(self, place: tuple[str, K]) -> None:
        value = self._kept.pop(place, None)
        if value is not None:
            self._room += value.nbytes
