"""A cache of trainings with limited memory.

All visitors share the trainings of sample corpora. A visitor's own trainings are packed and stored
under their owner, and unpacked while they are in use. This module does not draw, and does not know
about sessions: an owner is just a string.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import NamedTuple, TypeVar, cast

from pages.server.environment import memory_limit
from pages.trainings.job import Job, Key, Packed, Source, Training
from pages.trainings.queue import (
    MAX_IN_SERVER,
    MAX_OTHERS_IN_SERVER,
    Base,
    LookUp,
    Task,
    queue_for,
)
from pages.trainings.settings import Settings, kind_of_recipe
from pages.trainings.store import Store
from wordpiece.errors import CorpusError, VocabularySizeError

PRIVATE_MEMORY = memory_limit("PRIVATE_MEMORY")
"""The most bytes of all private data: texts, vocabularies and packed trainings."""

MAX_SHARE = 0.25
"""The largest share of these bytes for one text or vocabulary, or for the trainings of one
visitor: enough to undo about a hundred chosen merges without training again."""

_shared: Store[Key, Training] = Store(each=64, nbytes=128 * 2**20)
_own: Store[Key, Packed] = Store(each=128, nbytes=PRIVATE_MEMORY, share=MAX_SHARE)
_unpacked: Store[Key, Training] = Store(each=6, nbytes=64 * 2**20)
"""Private trainings that were used recently, unpacked."""


class _Result(NamedTuple):
    value: object
    nbytes: int


_results: Store[Hashable, _Result] = Store(each=24, nbytes=64 * 2**20)
"""Results computed from trainings; see `memoize`."""


@dataclass
class UnderWay:
    """The long training of one visitor, who can have one at a time.

    Attributes:
        task: the training in progress, if any.
        failed: the key and the error of the last training that failed.
    """

    task: Task | None = None
    failed: tuple[Key, Exception] | None = None


def get_training(
    settings: Settings,
    source: Source,
    owner: str,
    under_way: UnderWay,
    wait: Callable[[Task], None],
) -> Training:
    """Return a training from the cache; make it if it is not there.

    Args:
        settings, source: the settings and the corpus.
        owner: the owner of the training if it is private.
        under_way: the long training of this visitor; it is updated.
        wait: waits until a task has ended; called when a worker makes the training.

    Raises:
        CorpusError, VocabularySizeError, ForcedMergeError: the training failed.
    """
    key = settings, source.digest
    training = _shared.get(key) or _unpacked.get(key, owner)
    if training:
        return training
    packed = _own.get(key, owner)
    if packed:
        training = packed.open()
    elif _is_quick(settings, source):
        job = Job(key, source, _base(key, owner))
        job.advance(inf)
        training = job.result()
    else:
        result = _from_a_worker(key, source, owner, under_way, wait)
        packed = result if isinstance(result, Packed) else None
        training = packed.open() if packed else cast(Training, result)
    if training.is_private:
        _unpacked.put(key, training, owner)
        _own.put(key, packed or Packed.of(training), owner)
    else:
        _shared.put(key, training)
    return training


def is_at_hand(settings: Settings, source: Source, owner: str) -> bool:
    """Return whether `get_training` returns a training without waiting for a worker."""
    key = settings, source.digest
    return bool(_shared.get(key) or _own.get(key, owner)) or _is_quick(settings, source)


def _is_quick(settings: Settings, source: Source) -> bool:
    """Return whether a training is made in the server, in a fraction of a second."""
    makes_merges = kind_of_recipe(settings.recipe) == "merges"
    return source.size <= (MAX_IN_SERVER if makes_merges else MAX_OTHERS_IN_SERVER)


def _base(key: Key, owner: str) -> Base:
    """Return the cached training without the merges that the user chose, if they chose any."""
    if not key[0].forced:
        return None
    unforced = replace(key[0], forced=()), key[1]
    return _shared.get(unforced) or _own.get(unforced, owner)


def _from_a_worker(
    key: Key, source: Source, owner: str, under_way: UnderWay, wait: Callable[[Task], None]
) -> object:
    if under_way.failed and under_way.failed[0] == key:  # otherwise each click would try again
        raise under_way.failed[1]
    task = under_way.task
    if task is None or task.key != key:
        if task:
            task.give_up()
        look_up: LookUp = (lambda: None) if key[0].is_private else partial(_shared.get, key)
        task = under_way.task = Task(key, source, look_up, _base(key, owner))
        queue_for(source).append(task)
    wait(task)
    under_way.task = None
    try:
        return task.outcome.result()
    except (CorpusError, VocabularySizeError) as error:
        under_way.failed = (key, error)
        raise


def forget(key: Key, owner: str) -> None:
    """Drop an owner's training, so that it is made again."""
    _own.drop(key, owner)
    _unpacked.drop(key, owner)


def drop_owner(owner: str) -> None:
    """Drop all trainings and results of an owner."""
    for store in (_own, _unpacked, _results):
        store.drop_owner(owner)


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
    whose = owner if any(training.is_private for training in trainings) else ""
    key = (make, of, how)
    result = _results.get(key, whose)
    if result is None:
        # An estimate: the result refers to the timelines, which are counted elsewhere.
        result = _Result(make(of, *how), sum(training.nbytes for training in trainings) // 2)
        _results.put(key, result, whose)
    return cast(T, result.value)
