"""A store of rooms in Valkey or Redis, for several processes that serve the same class.

A room is one value: its state as JSON. An event is applied optimistically: the value is watched and
read, and if another process writes it before the next state is saved, the event is applied again.

If the store does not answer, a call raises `Unavailable`, and the next call tries again.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from pages.rooms import rules
from pages.rooms.rules import Limit, NoRoom, Unavailable
from pages.rooms.state import Ask, Event, Outcome, RoomState

TIMEOUT_SECONDS = 1.0
"""The most seconds that a call waits for a connection, and for each part of an answer."""

REST_SECONDS = 1.0
"""Seconds in which calls fail at once after a timeout, so that calls do not pile up."""

PREFIX = "merge-by-merge:rooms-6:"
"""The prefix of the keys in the store. Change it with their format: replicas are not updated at the
same moment."""


class RedisStore:
    """Rooms in a store that several processes share; see `MemoryStore` for the methods."""

    def __init__(self, address: str, clock: Callable[[], float] | None = None) -> None:
        """Create the client without connecting: the store may start later.

        Args:
            address: the store's address, such as ``redis://127.0.0.1:6379/0``.
            clock: a clock for tests; by default the store's, since those of replicas may differ.
        """
        self._client: Any = redis.Redis.from_url(
            address,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 0),  # an event might be applied twice
            decode_responses=True,
        )
        self._clock = clock
        self._rests_until = 0.0
        self._reports = Limit(at_once=1, per_minute=1)

    def idle(self) -> Mapping[str, float]:
        """Return the codes of all rooms, and the seconds since each was last used."""
        with self._calls():
            names = [*self._client.scan_iter(f"{PREFIX}*")]
            texts = self._client.mget(names) if names else []
            now = self._now()
        found = zip(names, texts, strict=True)
        return {name.removeprefix(PREFIX): now - _decode(text).used for name, text in found if text}

    def add(self, code: str, state: RoomState) -> bool:
        """Add a room, which counts as used now; return False if the code is taken."""
        with self._calls():
            text = _encode(replace(state, used=self._now()))
            return bool(self._client.set(PREFIX + code, text, nx=True, ex=rules.IDLE_SECONDS))

    def change(self, code: str, event: Event) -> RoomState:
        """Replace a room's state by the one after an event."""

        def apply(pipe: Any) -> RoomState:
            text = pipe.get(PREFIX + code)
            if text is None:
                raise NoRoom()
            before = replace(_decode(text), now=self._now())
            after = event(before)
            pipe.multi()
            if after != before:
                pipe.set(PREFIX + code, _encode(after), ex=rules.IDLE_SECONDS)
            return after

        with self._calls():
            after: RoomState = self._client.transaction(
                apply, PREFIX + code, value_from_callable=True
            )
            return after

    def drop(self, code: str) -> None:
        """Drop a room."""
        with self._calls():
            self._client.delete(PREFIX + code)

    def _now(self) -> float:
        seconds, micros = self._client.time()
        return self._clock() if self._clock else seconds + micros / 1e6

    @contextmanager
    def _calls(self) -> Iterator[None]:
        """Call the store in the block.

        Raises:
            Unavailable: the store does not answer, or did not just before.
        """
        if time.monotonic() < self._rests_until:
            raise Unavailable()
        began = time.monotonic()
        try:
            yield
        except (RedisError, OSError) as error:
            if time.monotonic() - began >= TIMEOUT_SECONDS:
                self._rests_until = time.monotonic() + REST_SECONDS
            if self._reports.allows():
                logging.getLogger(__name__).error("The store of the rooms does not answer.")
            raise Unavailable() from error


def _encode(state: RoomState) -> str:
    """Return a state as JSON; a dataclass is the list of its attributes."""

    def parts(value: Any) -> list[Any]:
        if isinstance(value, frozenset):
            return sorted(value)
        return [getattr(value, each.name) for each in fields(value)]

    return json.dumps(state, default=parts)


def _decode(text: str) -> RoomState:
    """Return the state that was encoded."""
    state: Any = RoomState(*_tuples(json.loads(text)))
    past = tuple(Outcome(number, _ask(*ask), tallies) for number, ask, tallies in state.past)
    decoded: RoomState = replace(
        state, question=state.question and _ask(*state.question), past=past
    )
    return decoded


def _tuples(value: Any) -> Any:
    """Return a value of JSON with tuples for lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _ask(title: str, options: tuple[str, ...], right: tuple[int, ...], *others: Any) -> Ask:
    return Ask(title, options, frozenset(right), *others)
