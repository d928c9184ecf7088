"""Rooms in Valkey or Redis, for several processes that serve the same class.

Each call runs one script atomically in the store (`pages/rooms/room.lua`), so simultaneous votes
through different processes all count. A confirmed vote is in the store, and survives the process,
which does not keep any state of a room. If the store does not answer, a call raises `Unavailable`,
and the next call tries again.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from pages.rooms import codes, rules
from pages.rooms.limits import Limit
from pages.rooms.room import Ask, Outcome, Seen, Status
from pages.rooms.rules import refusal

TIMEOUT_SECONDS = 1.0
"""The most seconds that a call waits for a connection, and for each part of an answer."""

REST_SECONDS = 1.0
"""Seconds in which calls fail at once after a timeout, so that calls do not pile up."""

CONNECTIONS = 32
"""The most connections of a process to the store."""

PREFIX = "merge-by-merge:room:"
"""The prefix of the keys in the store."""

SCRIPT = Path(__file__).with_name("room.lua").read_text(encoding="utf-8")


class RedisRooms:
    """Rooms in a store that several processes share; see `pages.rooms.room.Rooms`."""

    def __init__(
        self,
        address: str,
        clock: Callable[[], float] | None = None,
        opening: Limit | None = None,
    ) -> None:
        """Create the client without connecting: the store may start later.

        Args:
            address: the store's address, such as ``redis://127.0.0.1:6379/0``.
            clock: a clock for tests; by default the store's.
            opening: the limit for rooms that this process opens.
        """
        pool = redis.BlockingConnectionPool.from_url(
            address,
            max_connections=CONNECTIONS,
            timeout=TIMEOUT_SECONDS,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            # No retries: they would count hands twice.
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
            encoding_errors="surrogatepass",  # an own text may contain halves of surrogate pairs
            protocol=2,
        )
        self._store = redis.Redis(connection_pool=pool)
        self._script = self._store.register_script(SCRIPT)
        self._clock = clock
        self._opening = opening or Limit(rules.OPENED_AT_ONCE, rules.OPENED_PER_MINUTE)
        self._rests_until = 0.0
        self._reports = Limit(at_once=1, per_minute=1)

    def open(self) -> tuple[str, str]:
        """Open a room."""
        if not self._opening.allows():
            raise refusal("opening")
        key = codes.new_secret()
        while True:
            code = codes.new_code()
            said = self._call("open", code, codes.hash_key(key))
            if said != ["no", "taken"]:
                self._answer(said)
                return code, key

    def ask(self, code: str, key: str, ask: Ask) -> Status:
        """Ask the next question."""
        rules.check(ask)
        return self._steer("ask", code, key, _packed(ask), len(ask.options))

    def again(self, code: str, key: str) -> Status:
        """Ask the open question a second time."""
        return self._steer("again", code, key)

    def reveal(self, code: str, key: str) -> Status:
        """Show the answer."""
        return self._steer("reveal", code, key)

    def hand(self, code: str, key: str, option: int, by: int) -> Status:
        """Add to the hands counted for an option."""
        return self._steer("hand", code, key, _whole(option), _whole(by))

    def end(self, code: str, key: str) -> Status:
        """End the run."""
        return self._steer("end", code, key)

    def close(self, code: str, key: str) -> None:
        """Drop the room."""
        self._own("close", code, key)

    def status(self, code: str, key: str) -> Status:
        """Return the teacher's view."""
        return self._steer("status", code, key)

    def run(self, code: str, key: str) -> tuple[Outcome, ...]:
        """Return the questions that were revealed or replaced by another."""
        (left,) = self._own("run", code, key)
        return tuple(
            Outcome(number, _unpacked(ask), _tallies(tallies))
            for number, (tallies, ask) in enumerate(zip(left[::2], left[1::2], strict=True), 1)
        )

    def join(self, code: str) -> str:
        """Add a phone, and return its voter id."""
        voter = codes.new_secret()
        self._on_phone("join", code, voter)
        return voter

    def see(self, code: str, voter: str) -> Seen:
        """Return a phone's view, and mark it as connected."""
        return _seen(self._on_phone("see", code, _voter(voter)))

    def leave(self, code: str, voter: str) -> None:
        """Mark a phone as disconnected."""
        self._on_phone("leave", code, _voter(voter))

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> Seen:
        """Count a vote."""
        its = (_whole(number), _whole(round), _whole(option))
        return _seen(self._on_phone("vote", code, _voter(voter), *its))

    def version(self, code: str) -> int:
        """Return the version of the phones' view."""
        (version,) = self._on_phone("version", code)
        return int(version)

    def _on_phone(self, op: str, code: str, *given: str | int) -> list[Any]:
        return self._answer(self._call(op, _read(code), "", *given))

    def _own(self, op: str, code: str, key: str, *given: str | int) -> list[Any]:
        """Run an operation of the teacher, who needs the key."""
        code = _read(code)
        kept = self._ask_store(lambda: self._store.hget(PREFIX + code, "key"))
        if kept is None:
            raise refusal("gone")
        if not codes.fits(key, str(kept)):
            # A room that was idle too long does not exist for any caller.
            self._on_phone("version", code)
            raise refusal("key")
        return self._answer(self._call(op, code, str(kept), *given))

    def _steer(self, op: str, code: str, key: str, *given: str | int) -> Status:
        version, number, round, phase, ask, joined, tallies = self._own(op, code, key, *given)
        counted = _tallies(tallies)
        return Status(
            code=codes.read(code),
            version=int(version),
            number=int(number),
            round=int(round),
            phase=phase,
            ask=_unpacked(ask) if ask else None,
            joined=int(joined),
            answered=sum(counted[-1]) if counted else 0,
            tallies=counted,
        )

    def _call(self, op: str, code: str, key: str, *given: str | int) -> list[Any]:
        room = PREFIX + code
        keys = (PREFIX, room, f"{room}:votes", f"{room}:seen", f"{room}:run")
        bounds = (
            *(rules.IDLE_SECONDS, rules.UNUSED_SECONDS, rules.HERE_SECONDS),
            *(rules.MAX_ROOMS, rules.MAX_VOTERS, rules.MAX_QUESTIONS, rules.MAX_HANDS),
        )
        now = "" if self._clock is None else self._clock()
        said = self._ask_store(lambda: self._script(keys, (op, code, key, now, *bounds, *given)))
        return list(said)

    def _answer(self, said: list[Any]) -> list[Any]:
        """Return the script's result, or raise its refusal."""
        kind, *rest = said
        if kind == "no":
            raise refusal(rest[0])
        return rest

    def _ask_store(self, call: Callable[[], Any]) -> Any:
        if time.monotonic() < self._rests_until:
            raise refusal("store")
        began = time.monotonic()
        try:
            return call()
        except (RedisError, OSError) as error:
            if self._reports.allows():
                logging.getLogger(__name__).error("The store of the rooms does not answer.")
            raise refusal("store") from error
        finally:
            now = time.monotonic()
            if now - began > TIMEOUT_SECONDS:
                self._rests_until = now + REST_SECONDS


def _read(typed: str) -> str:
    code = codes.read(typed)
    if not code:
        raise refusal("gone")
    return code


def _voter(given: str) -> str:
    """Return a voter id for the script; replace an invalid one by "nobody"."""
    return given if codes.is_secret(given) else "nobody"


def _whole(value: int) -> str:
    """Return a number for the script, which refuses an invalid one."""
    return str(value) if rules.is_whole(value) else "none"


def _packed(ask: Ask) -> str:
    return json.dumps([ask.title, ask.options, sorted(ask.right)], ensure_ascii=False)


def _unpacked(packed: str) -> Ask:
    title, options, right = json.loads(packed)
    return Ask(title, tuple(options), frozenset(right))


def _tallies(packed: str) -> tuple[tuple[int, ...], ...]:
    """Parse the tallies of a question.

    >>> _tallies("3 0;1 2"), _tallies("")
    (((3, 0), (1, 2)), ())
    """
    return tuple(tuple(map(int, each.split())) for each in packed.split(";") if each)


def _seen(said: list[Any]) -> Seen:
    version, number, round, phase, packed, mine, revealed = said
    ask = _unpacked(packed) if packed else Ask("", (), frozenset())
    return Seen(
        version=int(version),
        number=int(number),
        round=int(round),
        phase=phase,
        title=ask.title,
        options=ask.options,
        mine=int(mine) if mine != "" else None,
        right=tuple(sorted(ask.right)) if revealed == "1" else (),
    )
