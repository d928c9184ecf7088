"""A least-recently-used cache, limited in bytes and in entries per owner."""

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
    """Raised when an object that cannot be made again does not fit."""


class Store(Generic[K, V]):
    """A least-recently-used cache of immutable values. Thread-safe.

    Every value has an owner: a session, or "" if it is shared by all. A dropped value is made again
    when it is needed. Objects that cannot be made again, such as a visitor's text, are not stored
    in the cache, but `hold` counts them against the same limit.

    Args:
        each: the most values of one owner.
        nbytes: the most bytes of all values, approximately.
        share: the largest share of these bytes that the values of one owner may take.
    """

    def __init__(self, *, each: int, nbytes: int, share: float = 1.0):
        self._each = each
        self._share = share * nbytes
        self._all = self._free = self._free_to_hold = nbytes
        # Reentrant, since garbage collection may call `_release` within any of these methods.
        self._lock = threading.RLock()
        self._values: OrderedDict[tuple[str, K], V] = OrderedDict()

    def get(self, key: K, owner: str = "") -> V | None:
        """Return the value under a key, or None."""
        with self._lock:
            stored = self._values.get((owner, key))
            if stored is not None:
                self._values.move_to_end((owner, key))
            return stored

    def put(self, key: K, value: V, owner: str = "") -> None:
        """Store a value, and drop the least recently used ones while a limit is exceeded."""
        with self._lock:
            self._remove((owner, key))
            self._values[owner, key] = value
            self._free -= value.nbytes
            own = [place for place in self._values if place[0] == owner]
            size = sum(self._values[place].nbytes for place in own)
            while len(own) > self._each or (size > self._share and len(own) > 1):
                size -= self._values[own[0]].nbytes
                self._remove(own.pop(0))
            self._evict()

    def hold(self, thing: object, nbytes: int, most: float = 1.0) -> None:
        """Count an object's bytes as long as it exists; drop values if it does not fit otherwise.

        Args:
            thing: the object, which must allow weak references.
            nbytes: its size.
            most: the largest share of all bytes for one object.

        Raises:
            FullError: the object exceeds its share, or does not fit next to other held objects.
        """
        with self._lock:
            if nbytes > self._free_to_hold:
                gc.collect()  # ended sessions may still hold objects
            if nbytes > min(self._free_to_hold, most * self._all):
                raise FullError
            self._free -= nbytes
            self._free_to_hold -= nbytes
            self._evict()
        finalize(thing, self._release, nbytes)

    def _release(self, nbytes: int) -> None:
        with self._lock:
            self._free += nbytes
            self._free_to_hold += nbytes

    def keys(self, owner: str = "") -> list[K]:
        """Return the keys of an owner's values, the least recently used first."""
        with self._lock:
            return [key for of, key in self._values if of == owner]

    def drop(self, key: K, owner: str = "") -> None:
        """Drop the value under a key, if there is one."""
        with self._lock:
            self._remove((owner, key))

    def drop_owner(self, owner: str) -> None:
        """Drop all values of an owner."""
        with self._lock:
            for place in [place for place in self._values if place[0] == owner]:
                self._remove(place)

    def _evict(self) -> None:
        while self._free < 0 and len(self._values) > 1:
            self._remove(next(iter(self._values)))

    def _remove(self, place: tuple[str, K]) -> None:
        value = self._values.pop(place, None)
        if value is not None:
            self._free += value.nbytes
