"""What was made once is kept, within bounds, for whoever asks for it next."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """Something that knows about how many bytes it takes."""

    @property
    def nbytes(self) -> int: ...


K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class Store(Generic[K, V]):
    """The things used last, which never change. Safe to share between threads.

    Each has an owner, "" if it is everybody's; one owner keeps at most ``each`` of them, and all
    together keep at most about ``nbytes``. What is dropped is made again when it is asked for.
    """

    def __init__(self, *, each: int, nbytes: int):
        self._each = each
        self._room = nbytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, K], V] = OrderedDict()

    def get(self, key: K, owner: str = "") -> V | None:
        """What is kept under a key, if it is still there."""
        with self._lock:
            kept = self._kept.get((owner, key))
            if kept is not None:
                self._kept.move_to_end((owner, key))
            return kept

    def put(self, key: K, value: V, owner: str = "") -> None:
        """Keep something, and drop what was unused for longest if it becomes too much."""
        with self._lock:
            self._remove((owner, key))
            self._kept[owner, key] = value
            self._room -= value.nbytes
            if len(self._kept) > self._each:
                own = [place for place in self._kept if place[0] == owner]
                for place in own[: -self._each]:
                    self._remove(place)
            while self._room < 0 and len(self._kept) > 1:
                self._remove(next(iter(self._kept)))

    def drop(self, key: K, owner: str = "") -> None:
        """Forget something."""
        with self._lock:
            self._remove((owner, key))

    def drop_owner(self, owner: str) -> None:
        """Forget everything of an owner."""
        with self._lock:
            for place in [place for place in self._kept if place[0] == owner]:
                self._remove(place)

    def _remove(self, place: tuple[str, K]) -> None:
        value = self._kept.pop(place, None)
        if value is not None:
            self._room += value.nbytes
