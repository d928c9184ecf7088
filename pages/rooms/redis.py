"""Rooms in Valkey or Redis, for several processes that serve the same class.

Each call is one script that runs in the store as a whole (`pages/rooms/room.lua`), so two votes at
once are two votes, whichever process they came to. A vote that was confirmed is in the store, and
survives the process. Nothing of a room is kept in the process. A store that does not answer is an
`Unavailable`, and the next call asks it anew.
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
"""Seconds that a call waits for a connection, and for each part of an answer."""

REST_SECONDS = 1.0
"""Seconds without a call after one of more than `TIMEOUT_SECONDS`, so that calls do not pile up."""

CONNECTIONS = 32
"""The most connections of a process to the store."""

PREFIX = "merge-by-merge:room:"
"""What the keys in the store begin with."""

SCRIPT = Path(__file__).with_name("room.lua").read_text(encoding="utf-8")


class RedisRooms:
    """Rooms in a store that several processes share; see `pages.rooms.room.Rooms`."""

    def __init__(
        self,
        address: str,
        clock: Callable[[], float] | None = None,
        opening: Limit | None = None,
    ) -> None:
        """Connect to nothing yet: the store may start later.

        Args:
            address: such as ``redis://127.0.0.1:6379/0``.
            clock: for tests; by default the store's own.
            opening: how many rooms this process opens.
        """
        pool = redis.BlockingConnectionPool.from_url(
            address,
            max_connections=CONNECTIONS,
            timeout=TIMEOUT_SECONDS,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            # Not tried twice: who counts hands would count them twice.
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
            encoding_errors="surrogatepass",  # a text of one's own may hold halves of characters
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
            said = self._call("open", code, codes.hashed(key))
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
        """Return what the teacher sees."""
        return self._steer("status", code, key)

    def run(self, code: str, key: str) -> tuple[Outcome, ...]:
        """Return the questions that were revealed or left behind."""
        (left,) = self._own("run", code, key)
        return tuple(
            Outcome(number, _unpacked(ask), _tallies(tallies))
            for number, (tallies, ask) in enumerate(zip(left[::2], left[1::2], strict=True), 1)
        )

    def join(self, code: str) -> str:
        """Let a phone in."""
        voter = codes.new_secret()
        self._on_phone("join", code, voter)
        return voter

    def see(self, code: str, voter: str) -> Seen:
        """Return what a phone sees, and note that it is here."""
        return _seen(self._on_phone("see", code, _voter(voter)))

    def leave(self, code: str, voter: str) -> None:
        """Note that a phone is not here."""
        self._on_phone("leave", code, _voter(voter))

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> Seen:
        """Count a vote."""
        its = (_whole(number), _whole(round), _whole(option))
        return _seen(self._on_phone("vote", code, _voter(voter), *its))

    def version(self, code: str) -> int:
        """Return the version of what phones see."""
        (version,) = self._on_phone("version", code)
        return int(version)

    def _on_phone(self, op: str, code: str, *given: str | int) -> list[Any]:
        return self._answer(self._call(op, _read(code), "", *given))

    def _own(self, op: str, code: str, key: str, *given: str | int) -> list[Any]:
        """Do what only the teacher may do."""
        code = _read(code)
        kept = self._ask_store(lambda: self._store.hget(PREFIX + code, "key"))
        if kept is None:
            raise refusal("gone")
        if not codes.fits(key, str(kept)):
            # A room that is idle for too long is gone for everybody.
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
        """Return what the script returned, or raise its refusal."""
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
    """Return a voter as the store may get it; what can be none becomes nobody."""
    return given if codes.is_secret(given) else "nobody"


def _whole(value: int) -> str:
    """Return a number as the store may get it; the script refuses what is none."""
    return str(value) if rules.is_whole(value) else "none"


def _packed(ask: Ask) -> str:
    return json.dumps([ask.title, ask.options, sorted(ask.right)], ensure_ascii=False)


def _unpacked(packed: str) -> Ask:
    title, options, right = json.loads(packed)
    return Ask(title, tuple(options), frozenset(right))


def _tallies(packed: str) -> tuple[tuple[int, ...], ...]:
    """Read the tallies of a question.

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
