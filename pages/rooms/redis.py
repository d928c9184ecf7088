"""A store of rooms in Valkey or Redis, for several processes that serve the same class.

A room has three keys: its state as JSON without the phones, the votes (a hash, voter -> option) and
the times (a hash, voter -> when it was last connected). One more key has all rooms (code -> when it
was last used). All keys expire.

An event is applied optimistically: the keys that it depends on are watched and read, and if another
process writes one of them before the changes are saved, it is applied again. An event of one phone
watches only the state, which votes do not write. So votes never wait for each other, and none is
counted after the answer is shown. The teacher's event also watches the votes, so it includes every
vote that was confirmed. Commands are sent in two batches, since on a busy machine each answer takes
milliseconds; so this module uses connections, and not redis-py's pipeline, which sends each command
alone while it watches.

If the store does not answer, a call raises `Unavailable`, and the next call tries again.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
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

PREFIX = "merge-by-merge:rooms-4:"
"""The prefix of the keys in the store. Change it with their format: replicas are not updated at the
same moment."""


class RedisStore:
    """Rooms in a store that several processes share; see `pages.rooms.operations.Store`."""

    def __init__(self, address: str, clock: Callable[[], float] | None = None) -> None:
        """Create the client without connecting: the store may start later.

        Args:
            address: the store's address, such as ``redis://127.0.0.1:6379/0``.
            clock: a clock for tests; by default the store's, since those of replicas may differ.
        """
        self._pool: Any = redis.BlockingConnectionPool.from_url(
            address,
            max_connections=CONNECTIONS,
            timeout=TIMEOUT_SECONDS,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 0),  # an event might be applied twice
            decode_responses=True,
            encoding_errors="surrogatepass",  # an own text may contain halves of surrogate pairs
            protocol=2,
        )
        self._clock = clock
        self._rests_until = 0.0
        self._reports = Limit(at_once=1, per_minute=1)

    def now(self) -> float:
        """Return the time of the store's clock."""
        with self._connection() as connection:
            return self._time(*_send(connection, ("TIME",)))

    def used(self) -> Mapping[str, float]:
        """Return the codes of all rooms, and when each was last used."""
        with self._connection() as connection:
            [found] = _send(connection, ("ZRANGE", PREFIX, 0, -1, "WITHSCORES"))
            return {code: float(used) for code, used in _pairs(found).items()}

    def add(self, code: str, state: RoomState) -> bool:
        """Add a room, unless the code is taken."""
        room, *_ = _keys(code)
        create = ("SET", room, _encode(state), "NX", "EX", rules.IDLE_SECONDS)
        with self._connection() as connection:
            now, is_new = _send(connection, ("TIME",), create)
            if is_new:
                _send(connection, *_use(code, self._time(now)))
            return bool(is_new)

    def load(self, code: str) -> RoomState:
        """Return the state of a room."""
        with self._connection() as connection:
            *_, found = _send(connection, ("MULTI",), *_queries(code, None), ("EXEC",))
            return self._state(found, None)

    def change(self, code: str, event: Event, voter: str | None = None) -> RoomState:
        """Replace a room's state by the one after an event, for which all may be read or one."""
        room, votes, _ = _keys(code)
        watch = ("WATCH", room, votes) if voter is None else ("WATCH", room)
        with self._connection() as connection:
            for _ in range(TRIES):
                # A refused event leaves its keys watched.
                _, _, *found = _send(connection, ("UNWATCH",), watch, *_queries(code, voter))
                before = self._state(found, voter)
                after = event(before)
                changes = _changes(code, before, after)
                if _send(connection, ("MULTI",), *changes, ("EXEC",))[-1] is not None:
                    return after
        raise refusal("store")

    def drop(self, code: str) -> None:
        """Drop a room."""
        with self._connection() as connection:
            _send(connection, ("DEL", *_keys(code)), ("ZREM", PREFIX, code))

    def _state(self, found: Sequence[Any], voter: str | None) -> RoomState:
        """Return the state that `_queries` found."""
        now, used, room, votes, seen = found
        if room is None or used is None:
            raise refusal("gone")
        if voter is None:
            votes, seen = _pairs(votes), _pairs(seen)
        else:
            votes, seen = ({} if each is None else {voter: each} for each in (votes, seen))
        return replace(
            _decode(room),
            votes={each: int(option) for each, option in votes.items()},
            seen={each: float(then) for each, then in seen.items()},
            used=float(used),
            now=self._time(now),
        )

    def _time(self, found: Sequence[str]) -> float:
        seconds, micros = map(int, found)
        return self._clock() if self._clock else seconds + micros / 1e6

    @contextmanager
    def _connection(self) -> Iterator[Any]:
        """Get a connection for the block.

        Raises:
            Unavailable: the store does not answer, or did not just before.
        """
        if time.monotonic() < self._rests_until:
            raise refusal("store")
        began, connection = time.monotonic(), None
        try:
            connection = self._pool.get_connection()
            yield connection
        except (RedisError, OSError) as error:
            if connection:
                connection.disconnect()  # answers may be left in it
            if time.monotonic() - began >= TIMEOUT_SECONDS:
                self._rests_until = time.monotonic() + REST_SECONDS
            if self._reports.allows():
                logging.getLogger(__name__).error("The store of the rooms does not answer.")
            raise refusal("store") from error
        finally:
            if connection:
                self._pool.release(connection)


Command = tuple[str | float, ...]


def _send(connection: Any, *commands: Command) -> list[Any]:
    """Send commands at once, and return their results."""
    connection.send_packed_command(connection.pack_commands(commands))
    return [connection.read_response() for _ in commands]


def _pairs(flat: Sequence[str]) -> dict[str, str]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _keys(code: str) -> tuple[str, str, str]:
    return f"{PREFIX}{code}", f"{PREFIX}{code}:votes", f"{PREFIX}{code}:seen"


def _queries(code: str, voter: str | None) -> list[Command]:
    """Return the commands that read a room with all its phones or one, for `_state`."""
    room, votes, seen = _keys(code)
    queries: list[Command] = [("TIME",), ("ZSCORE", PREFIX, code), ("GET", room)]
    if voter is None:
        return [*queries, ("HGETALL", votes), ("HGETALL", seen)]
    return [*queries, ("HGET", votes, voter), ("HGET", seen, voter)]


def _changes(code: str, before: RoomState, after: RoomState) -> list[Command]:
    """Return the commands that write what an event has changed."""
    room, votes, seen = _keys(code)
    changes: list[Command] = []
    if (after.version, after.hands) != (before.version, before.hands):
        changes.append(("SET", room, _encode(after), "EX", rules.IDLE_SECONDS))
    for key, old, new in ((votes, before.votes, after.votes), (seen, before.seen, after.seen)):
        if dropped := old.keys() - new.keys():
            changes.append(("HDEL", key, *dropped))
        changed = ((voter, value) for voter, value in new.items() if old.get(voter) != value)
        if parts := [part for pair in changed for part in pair]:
            changes.append(("HSET", key, *parts))
    return changes if after.used == before.used else [*changes, *_use(code, after.used)]


def _use(code: str, now: float) -> list[Command]:
    """Return the commands that note when a room was used; then its keys expire later."""
    expiring = [("EXPIRE", key, rules.IDLE_SECONDS) for key in (PREFIX, *_keys(code))]
    return [("ZADD", PREFIX, now, code), *expiring]


def _encode(state: RoomState) -> str:
    """Return a state without its phones as JSON."""
    past = [[_parts(each.ask), each.tallies] for each in state.past]
    question = state.question and _parts(state.question)
    fields = (state.key, state.version, state.phase, question, state.revealed)
    parts = [*fields, state.before, state.hands, past, state.successor]
    return json.dumps(parts, ensure_ascii=False)


@lru_cache(256)
def _decode(text: str) -> RoomState:
    """Return the state that was encoded; all phones of a room decode the same text."""
    key, version, phase, question, revealed, before, hands, past, after = json.loads(text)
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
        successor=after,
    )


def _parts(ask: Ask) -> list[Any]:
    return [ask.title, ask.options, sorted(ask.right), ask.axes, ask.steps]


def _ask(parts: list[Any]) -> Ask:
    title, options, right, axes, steps = parts
    return Ask(title, tuple(options), frozenset(right), tuple(axes), steps)


def _tallies(lists: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, lists))
