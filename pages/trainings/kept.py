"""Trainings are made once, kept within bounds in bytes, and returned to whoever asks again.

Trainings of sample corpora are shared by all visitors; a visitor's own are kept under the name of
their owner, packed, and unpacked while they are looked at. Nothing here draws anything or knows
what a session is: an owner is just a string.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import inf
from typing import NamedTuple, TypeVar, cast

from pages.server.environment import mebibytes
from pages.trainings.job import Job, Key, Packed, Source, Training
from pages.trainings.queue import AT_ONCE, Known, Task, queue_for
from pages.trainings.settings import Settings
from pages.trainings.store import Store
from pages.trainings.turns import pause
from wordpiece.errors import CorpusError, VocabularySizeError

PRIVATE_MEMORY = mebibytes("PRIVATE_MEMORY")
"""Bytes for what is visitors' own: texts, vocabularies and packed trainings."""

SHARE = 0.25
"""How much of these one text or vocabulary may take."""

_shared: Store[Key, Training] = Store(each=64, nbytes=128 * 2**20)
_own: Store[Key, Packed] = Store(each=6, nbytes=PRIVATE_MEMORY)
_looked_at: Store[Key, Training] = Store(each=6, nbytes=64 * 2**20)
"""Visitors' own trainings that were looked at last, unpacked."""


class _WorkedOut(NamedTuple):
    value: object
    nbytes: int


_worked_out: Store[Hashable, _WorkedOut] = Store(each=6, nbytes=64 * 2**20)
"""What was worked out of these; see `worked_out`."""


@dataclass
class UnderWay:
    """The long training that one visitor waits for.

    Attributes:
        task: the one under way; a visitor has one at a time.
        failed: the key of the one that failed last, and why.
    """

    task: Task | None = None
    failed: tuple[Key, Exception] | None = None


def made(
    settings: Settings,
    source: Source,
    owner: str,
    under_way: UnderWay,
    wait: Callable[[Task], None],
) -> Training:
    """Return a training, made now if it is not kept.

    Args:
        settings, source: what to train with, and on.
        owner: whose it is, if it is nobody else's.
        under_way: that visitor's long training.
        wait: waits until a task has ended; called when a worker makes the training.

    Raises:
        CorpusError, VocabularySizeError, ForcedMergeError: why there is none.
    """
    key = settings, source.digest
    training = _shared.get(key) or _looked_at.get(key, owner)
    if training:
        return training
    packed = _own.get(key, owner)
    if packed:
        training = packed.open()
    elif source.size <= AT_ONCE:
        job = Job(key, source)
        job.advance(inf)
        training = job.result()
    else:
        result = _from_a_worker(key, source, under_way, wait)
        packed = result if isinstance(result, Packed) else None
        training = packed.open() if packed else cast(Training, result)
    if training.is_private:
        _looked_at.put(key, training, owner)
        _own.put(key, packed or Packed.of(training), owner)
    else:
        _shared.put(key, training)
    return training


def _from_a_worker(
    key: Key, source: Source, under_way: UnderWay, wait: Callable[[Task], None]
) -> object:
    if under_way.failed and under_way.failed[0] == key:  # or each click would try again
        raise under_way.failed[1]
    task = under_way.task
    if task is None or task.key != key:
        if task:
            task.give_up()
        known: Known = (lambda: None) if key[0].is_private else partial(_shared.get, key)
        task = under_way.task = queue_for(source).ask(key, source, known)
    with pause():
        wait(task)
    under_way.task = None
    try:
        return task.result()
    except (CorpusError, VocabularySizeError) as error:
        under_way.failed = (key, error)
        raise


def forget(key: Key, owner: str) -> None:
    """Drop an owner's training, so that it is made anew."""
    _own.drop(key, owner)
    _looked_at.drop(key, owner)


def drop_owner(owner: str) -> None:
    """Drop everything of an owner."""
    for store in (_own, _looked_at, _worked_out):
        store.drop_owner(owner)


def hold(thing: object, nbytes: int) -> None:
    """Count something of a visitor's own against `PRIVATE_MEMORY` for as long as it exists.

    Raises:
        FullError: there is no room for it.
    """
    _own.hold(thing, nbytes, SHARE)


T = TypeVar("T")


def worked_out(
    make: Callable[..., T], trainings: Sequence[Training], owner: str, *how: Hashable
) -> T:
    """Return ``make(timelines, *how)``, kept while it is looked at.

    It is kept for everybody if all of these trainings are everybody's; else for this owner.
    """
    of = tuple(training.timeline for training in trainings)
    if not any(training.is_private for training in trainings):
        return cast(T, _for_everybody(make, of, *how))
    key = (make, of, how)
    kept = _worked_out.get(key, owner)
    if kept is None:
        # It holds the timelines, which are counted where they are kept.
        kept = _WorkedOut(make(of, *how), sum(training.nbytes for training in trainings) // 2)
        _worked_out.put(key, kept, owner)
    return cast(T, kept.value)


@lru_cache(maxsize=24)
def _for_everybody(make: Callable[..., object], *of: Hashable) -> object:
    return make(*of)
