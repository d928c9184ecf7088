"""A store of rooms in Valkey or Redis, for several processes that serve the same class.

A room has three keys: its state as JSON without the phones, the votes (a hash, voter -> option) and
the times (a hash, voter -> when it was last connected). One more key has all rooms (code -> when it
was last used). All keys expire.

An event is applied optimistically: the keys that it depends on are watched and read, and if another
process writes one of them before the changes are saved, it is applied again. An event of one phone
watches only the state, which votes do not write. So votes never wait for each other, and none is
counted after the answer is shown. The teacher's event also watches the votes, so it includes every
vote that was confirmed.

If the store does not answer, a call raises `Unavailable`, and the next call tries again.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, WatchError
from redis.retry import Retry

from pages.rooms import rules
from pages.rooms.limits import Limit
from pages.rooms.operations import Event
from pages.rooms.rules import refusal
from pages.rooms.state import Ask, Outcome, RoomState

TIMEOUT_SECONDS = 1.0
"""The most seconds that a call waits for a connection, and for each part of an answer."""

REST_SECONDS = 1.0
"""Seconds in which calls fail at once after a timeout, so that calls do not pile up."""

CONNECTIONS = 32
"""The most connections of a process to the store."""

TRIES = 100
"""The most times that an event is applied. A class that votes at once needs some of them."""

PREFIX = "merge-by-merge:room:"
"""The prefix of the keys in the store."""


class RedisStore:
    """Rooms in a store that several processes share; see `pages.rooms.operations.Store`."""

    def __init__(self, address: str, clock: Callable[[], float] | None = None) -> None:
        """Create the client without connecting: the store may start later.

        Args:
            address: the store's address, such as ``redis://127.0.0.1:6379/0``.
            clock: a clock for tests; by default the store's, since those of replicas may differ.
        """
        pool = redis.BlockingConnectionPool.from_url(
            address,
            max_connections=CONNECTIONS,
            timeout=TIMEOUT_SECONDS,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
            encoding_errors="surrogatepass",  # an own text may contain halves of surrogate pairs
            protocol=2,
        )
        self._redis: Any = redis.Redis(connection_pool=pool)
        self._clock = clock
        self._rests_until = 0.0
        self._reports = Limit(at_once=1, per_minute=1)

    def now(self) -> float:
        """Return the time of the store's clock."""
        with self._answering():
            return self._time(self._redis.time())

    def used(self) -> Mapping[str, float]:
        """Return the codes of all rooms, and when each was last used."""
        with self._answering():
            return dict(self._redis.zrange(PREFIX, 0, -1, withscores=True))

    def add(self, code: str, state: RoomState) -> bool:
        """Add a room, unless the code is taken."""
        with self._answering():
            room, *_ = _keys(code)
            if not self._redis.set(room, _encode(state), nx=True, ex=rules.IDLE_SECONDS):
                return False
            self._redis.zadd(PREFIX, {code: self._time(self._redis.time())})
            self._redis.expire(PREFIX, rules.IDLE_SECONDS)
            return True

    def load(self, code: str) -> RoomState:
        """Return the state of a room."""
        with self._answering(), self._redis.pipeline() as pipe:
            self._read(pipe, code, None)
            return self._state(pipe.execute(), None)

    def change(self, code: str, event: Event, voter: str | None = None) -> RoomState:
        """Replace a room's state by the one after an event, for which all may be read or one."""
        room, votes, _ = _keys(code)
        watched = [room, votes] if voter is None else [room]
        with self._answering(), self._redis.pipeline() as pipe:
            for _ in range(TRIES):
                try:
                    pipe.watch(*watched)
                    before = self._state(self._read(pipe, code, voter), voter)
                    after = event(before)
                    pipe.multi()
                    _write(pipe, code, before, after)
                    pipe.execute()
                    return after
                except WatchError as error:
                    if isinstance(error.__context__, (RedisError, OSError)):
                        raise  # the connection broke, perhaps after the event was applied
        raise refusal("store")

    def drop(self, code: str) -> None:
        """Drop a room."""
        with self._answering(), self._redis.pipeline() as pipe:
            pipe.delete(*_keys(code))
            pipe.zrem(PREFIX, code)
            pipe.execute()

    def _read(self, pipe: Any, code: str, voter: str | None) -> list[Any]:
        """Read a room with all its phones or one; a pipeline that does not watch reads later."""
        room, votes, seen = _keys(code)
        found = [pipe.time(), pipe.zscore(PREFIX, code), pipe.get(room)]
        if voter is None:
            return [*found, pipe.hgetall(votes), pipe.hgetall(seen)]
        return [*found, pipe.hget(votes, voter), pipe.hget(seen, voter)]

    def _state(self, found: list[Any], voter: str | None) -> RoomState:
        """Return the state that was read by `_read`."""
        now, used, room, votes, seen = found
        if room is None or used is None:
            raise refusal("gone")
        if voter is not None:
            votes, seen = ({} if each is None else {voter: each} for each in (votes, seen))
        return replace(
            _decode(room),
            votes={each: int(option) for each, option in votes.items()},
            seen={each: float(then) for each, then in seen.items()},
            used=used,
            now=self._time(now),
        )

    def _time(self, found: tuple[int, int]) -> float:
        return self._clock() if self._clock else found[0] + found[1] / 1e6

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Raise `Unavailable` if the store does not answer in the block, or did not just before."""
        if time.monotonic() < self._rests_until:
            raise refusal("store")
        began = time.monotonic()
        try:
            yield
        except (RedisError, OSError) as error:
            if self._reports.allows():
                logging.getLogger(__name__).error("The store of the rooms does not answer.")
            raise refusal("store") from error
        finally:
            now = time.monotonic()
            if now - began > TIMEOUT_SECONDS:
                self._rests_until = now + REST_SECONDS


def _keys(code: str) -> tuple[str, str, str]:
    return f"{PREFIX}{code}", f"{PREFIX}{code}:votes", f"{PREFIX}{code}:seen"


def _write(pipe: Any, code: str, before: RoomState, after: RoomState) -> None:
    """Write what an event has changed."""
    room, votes, seen = _keys(code)
    if (after.version, after.hands) != (before.version, before.hands):
        pipe.set(room, _encode(after), ex=rules.IDLE_SECONDS)
    for key, old, new in ((votes, before.votes, after.votes), (seen, before.seen, after.seen)):
        if dropped := old.keys() - new.keys():
            pipe.hdel(key, *dropped)
        if changed := {voter: new[voter] for voter in new if old.get(voter) != new[voter]}:
            pipe.hset(key, mapping=changed)
    if after.used != before.used:
        pipe.zadd(PREFIX, {code: after.used})
        for key in (PREFIX, room, votes, seen):
            pipe.expire(key, rules.IDLE_SECONDS)


def _encode(state: RoomState) -> str:
    """Return a state without its phones as JSON."""
    past = [[_parts(each.ask), each.tallies] for each in state.past]
    question = state.question and _parts(state.question)
    fields = (state.key, state.version, state.phase, question, state.revealed)
    return json.dumps([*fields, state.before, state.hands, past], ensure_ascii=False)


@lru_cache(256)
def _decode(text: str) -> RoomState:
    """Return the state that was encoded; all phones of a room decode the same text."""
    key, version, phase, question, revealed, before, hands, past = json.loads(text)
    return RoomState(
        key=key,
        version=version,
        phase=phase,
        question=_ask(question) if question else None,
        revealed=revealed,
        before=_tallies(before),
        hands=tuple(hands),
        past=tuple(
            Outcome(number, _ask(ask), _tallies(tallies))
            for number, (ask, tallies) in enumerate(past, 1)
        ),
    )


def _parts(ask: Ask) -> list[Any]:
    return [ask.title, ask.options, sorted(ask.right)]


def _ask(parts: list[Any]) -> Ask:
    title, options, right = parts
    return Ask(title, tuple(options), frozenset(right))


def _tallies(lists: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, lists))
