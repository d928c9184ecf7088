"""A cache of trainings with limited memory.

All visitors share the trainings of sample corpora. A visitor's own trainings are stored under their
owner. This module does not draw, and does not know about sessions: an owner is just a string.
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar, cast
from weakref import finalize

from pages.server.environment import memory_limit
from pages.trainings.job import Key, Source, Training, train
from pages.trainings.queue import MAX_IN_SERVER, MAX_OTHERS_IN_SERVER
from pages.trainings.settings import Settings, kind_of_recipe
from wordpiece.errors import WordPieceError
from wordpiece.message import message

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


FULL = message(
    "There is no space for this file or text now: it is too large, or too many files are open. "
    "Use a smaller file or text, remove another file, or try again later."
)


class FullError(WordPieceError):
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
        self._values: OrderedDict[tuple[str, K], tuple[V, int]] = OrderedDict()
        """The values with their sizes, by owner and key, the least recently used first."""

    def get(self, key: K, owner: str = "") -> V | None:
        """Return the value under a key, or None."""
        with self._lock:
            stored = self._values.get((owner, key))
            if stored is None:
                return None
            self._values.move_to_end((owner, key))
            return stored[0]

    def put(self, key: K, value: V, nbytes: int, owner: str = "") -> None:
        """Store a value, and drop the least recently used ones while a limit is exceeded."""
        with self._lock:
            self._remove((owner, key))
            self._values[owner, key] = value, nbytes
            self._free -= nbytes
            own = [place for place in self._values if place[0] == owner]
            size = sum(self._values[place][1] for place in own)
            while len(own) > self._each or (size > self._share and len(own) > 1):
                size -= self._values[own[0]][1]
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
                raise FullError(FULL)
            self._free -= nbytes
            self._free_to_hold -= nbytes
            self._evict()
        finalize(thing, self._release, nbytes)

    def _release(self, nbytes: int) -> None:
        with self._lock:
            self._free += nbytes
            self._free_to_hold += nbytes

    def drop_owner(self, owner: str) -> None:
        """Drop all values of an owner."""
        with self._lock:
            for place in [place for place in self._values if place[0] == owner]:
                self._remove(place)

    def _evict(self) -> None:
        while self._free < 0 and len(self._values) > 1:
            self._remove(next(iter(self._values)))

    def _remove(self, place: tuple[str, K]) -> None:
        if place in self._values:
            self._free += self._values.pop(place)[1]


PRIVATE_MEMORY = memory_limit("PRIVATE_MEMORY")
"""The most bytes of all private data: texts, vocabularies and trainings."""

MAX_SHARE = 0.25
"""The largest share of these bytes for one text or vocabulary, or for the trainings of one
visitor."""

_shared: Store[Key, Training] = Store(each=64, nbytes=128 * 2**20)
_own: Store[Key, Training] = Store(each=12, nbytes=PRIVATE_MEMORY, share=MAX_SHARE)


_results: Store[Hashable, Any] = Store(each=24, nbytes=64 * 2**20)
"""Results computed from trainings; see `memoize`."""


def get_training(
    settings: Settings, source: Source, owner: str, make_long: Callable[[Key, Source], Training]
) -> Training:
    """Return a training from the cache; make it if it is not there.

    Args:
        settings, source: the settings and the corpus.
        owner: the owner of the training if it is private.
        make_long: makes a training that takes longer than a click.

    Raises:
        CorpusError, VocabularySizeError, ForcedMergeError: the training failed.
    """
    key = settings, source.digest
    if found := get_cached(key, owner):
        return found
    training = train(settings, source) if _is_quick(settings, source) else make_long(key, source)
    nbytes = training.steps.nbytes
    if settings.is_private:
        _own.put(key, training, nbytes, owner)
    else:
        _shared.put(key, training, nbytes)
    return training


def is_at_hand(settings: Settings, source: Source, owner: str) -> bool:
    """Return whether `get_training` returns a training without a call of ``make_long``."""
    return bool(get_cached((settings, source.digest), owner)) or _is_quick(settings, source)


def get_cached(key: Key, owner: str) -> Training | None:
    """Return a training if it is in the cache."""
    return _shared.get(key) or _own.get(key, owner)


def _is_quick(settings: Settings, source: Source) -> bool:
    """Return whether a training is made in the server, in a fraction of a second."""
    makes_merges = kind_of_recipe(settings.recipe) == "merges"
    return source.size <= (MAX_IN_SERVER if makes_merges else MAX_OTHERS_IN_SERVER)


def drop_owner(owner: str) -> None:
    """Drop all trainings and results of an owner."""
    _own.drop_owner(owner)
    _results.drop_owner(owner)


def hold(thing: object, nbytes: int) -> None:
    """Count a private object against `PRIVATE_MEMORY` for as long as it exists.

    Raises:
        FullError: the object does not fit.
    """
    _own.hold(thing, nbytes, MAX_SHARE)


T = TypeVar("T")


def memoize(make: Callable[..., T], trainings: Sequence[Training], owner: str, *how: Hashable) -> T:
    """Return ``make(timelines, *how)`` from a cache.

    All visitors share the result if all of the trainings are shared; else it belongs to ``owner``.
    """
    of = tuple(training.steps for training in trainings)
    whose = owner if any(training.settings.is_private for training in trainings) else ""
    key = (make, of, how)
    result = _results.get(key, whose)
    if result is None:
        result = make(of, *how)
        # An estimate: the result refers to the timelines, which are counted elsewhere.
        _results.put(key, result, sum(steps.nbytes for steps in of) // 2, whose)
    return cast(T, result)
