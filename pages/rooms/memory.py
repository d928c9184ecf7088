"""Rooms in the memory of one process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from pages.rooms import codes, rules
from pages.rooms.limits import Limit
from pages.rooms.room import Ask, Outcome, Phase, Seen, Status
from pages.rooms.rules import refusal

PURGE_SECONDS = 60.0
"""The least seconds between two searches for idle rooms, which happen during other calls."""


@dataclass(slots=True)
class Round:
    """The votes of one round: each voter's last vote, and the hands for each option."""

    votes: dict[str, int]
    hands: list[int]

    def tally(self) -> tuple[int, ...]:
        """Return the votes per option, including hands."""
        counts = [*self.hands]
        for option in self.votes.values():
            counts[option] += 1
        return tuple(counts)


@dataclass(slots=True)
class Room:
    """A room. ``before`` has the tallies of the question's earlier rounds."""

    code: str
    key: str
    used: float
    version: int = 1
    phase: Phase = "waiting"
    revealed: bool = False
    ask: Ask | None = None
    before: tuple[tuple[int, ...], ...] = ()
    now: Round = field(default_factory=lambda: Round({}, []))
    behind: list[Outcome] = field(default_factory=list)
    seen: dict[str, float] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number of the question; 0 before the first."""
        return len(self.behind) + bool(self.ask)

    @property
    def round(self) -> int:
        """The round of the question; 0 before the first."""
        return len(self.before) + 1 if self.ask else 0

    @property
    def tallies(self) -> tuple[tuple[int, ...], ...]:
        """The tallies of the question's rounds."""
        return (*self.before, self.now.tally()) if self.ask else ()

    def outcome(self) -> Outcome | None:
        """Return the question with its votes."""
        return Outcome(self.number, self.ask, self.tallies) if self.ask else None

    def joined(self, now: float) -> int:
        """Return the number of connected phones."""
        return sum(seen > now - rules.HERE_SECONDS for seen in self.seen.values())


class MemoryRooms:
    """Rooms in memory, limited in number; see `pages.rooms.room.Rooms`."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        opening: Limit | None = None,
    ) -> None:
        self._clock = clock
        self._opening = opening or Limit(rules.OPENED_AT_ONCE, rules.OPENED_PER_MINUTE, clock=clock)
        self._rooms: dict[str, Room] = {}
        self._purged = clock()
        self._lock = Lock()

    def open(self) -> tuple[str, str]:
        """Open a room."""
        if not self._opening.allows():
            raise refusal("opening")
        with self._lock:
            now = self._clock()
            self._purge(now)
            if len(self._rooms) >= rules.MAX_ROOMS:
                self._drop_unused(now)
            code, key = codes.new_code(), codes.new_secret()
            while code in self._rooms:
                code = codes.new_code()
            self._rooms[code] = Room(code, codes.hash_key(key), used=now)
            return code, key

    def ask(self, code: str, key: str, ask: Ask) -> Status:
        """Ask the next question."""
        rules.check(ask)
        with self._lock:
            room = self._own(code, key)
            if room.phase == "over":
                raise refusal("over")
            if room.number >= rules.MAX_QUESTIONS:
                raise refusal("run")
            if last := room.outcome():
                room.behind.append(last)
            room.ask, room.before, room.revealed = ask, (), False
            room.now = Round({}, [0] * len(ask.options))
            return self._step(room, "open")

    def again(self, code: str, key: str) -> Status:
        """Ask the open question a second time."""
        with self._lock:
            room = self._own(code, key)
            self._expect_open(room)
            if room.before:
                raise refusal("twice")
            room.before = (room.now.tally(),)
            room.now = Round({}, [0] * len(room.now.hands))
            return self._step(room, "open")

    def reveal(self, code: str, key: str) -> Status:
        """Show the answer."""
        with self._lock:
            room = self._own(code, key)
            if room.phase != "revealed":
                self._expect_open(room)
                room.revealed = True
                self._step(room, "revealed")
            return self._status(room)

    def hand(self, code: str, key: str, option: int, by: int) -> Status:
        """Add to the hands counted for an option."""
        with self._lock:
            room = self._own(code, key)
            self._expect_open(room)
            hands = room.now.hands
            if not (rules.is_whole(option) and rules.is_whole(by) and 0 <= option < len(hands)):
                raise refusal("option")
            hands[option] = min(max(hands[option] + by, 0), rules.MAX_HANDS)
            room.used = self._clock()
            return self._status(room)

    def end(self, code: str, key: str) -> Status:
        """End the run."""
        with self._lock:
            room = self._own(code, key)
            if room.phase != "over":
                self._step(room, "over")
            return self._status(room)

    def close(self, code: str, key: str) -> None:
        """Drop the room."""
        with self._lock:
            del self._rooms[self._own(code, key).code]

    def status(self, code: str, key: str) -> Status:
        """Return the teacher's view."""
        with self._lock:
            return self._status(self._own(code, key))

    def run(self, code: str, key: str) -> tuple[Outcome, ...]:
        """Return the questions that were revealed or replaced by another."""
        with self._lock:
            room = self._own(code, key)
            last = room.outcome() if room.phase in ("revealed", "over") else None
            return (*room.behind, last) if last else tuple(room.behind)

    def join(self, code: str) -> str:
        """Add a phone, and return its voter id."""
        with self._lock:
            room, now = self._room(code), self._clock()
            if len(room.seen) >= rules.MAX_VOTERS:
                self._drop_absent(room, now)
            voter = codes.new_secret()
            room.seen[voter] = room.used = now
            return voter

    def see(self, code: str, voter: str) -> Seen:
        """Return a phone's view, and mark it as connected."""
        with self._lock:
            room = self._room(code)
            self._greet(room, voter)
            return self._seen(room, voter)

    def leave(self, code: str, voter: str) -> None:
        """Mark a phone as disconnected."""
        with self._lock:
            room = self._room(code)
            if isinstance(voter, str) and voter in room.seen:
                room.seen[voter] = float("-inf")

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> Seen:
        """Count a vote."""
        with self._lock:
            room = self._room(code)
            self._greet(room, voter)
            if room.phase != "open":
                raise refusal("closed")
            if not all(map(rules.is_whole, (number, round, option))):
                raise refusal("option")
            if (number, round) != (room.number, room.round):
                raise refusal("moved")
            if not 0 <= option < len(room.now.hands):
                raise refusal("option")
            room.now.votes[voter] = option
            room.used = self._clock()
            return self._seen(room, voter)

    def version(self, code: str) -> int:
        """Return the version of the phones' view."""
        with self._lock:
            return self._room(code).version

    def _room(self, typed: str) -> Room:
        now = self._clock()
        if now >= self._purged + PURGE_SECONDS:
            self._purge(now)
        room = self._rooms.get(codes.read(typed))
        if room is None or now >= room.used + rules.IDLE_SECONDS:
            raise refusal("gone")
        return room

    def _own(self, code: str, key: str) -> Room:
        room = self._room(code)
        if not codes.fits(key, room.key):
            raise refusal("key")
        return room

    def _expect_open(self, room: Room) -> None:
        if room.phase != "open":
            raise refusal("over" if room.phase == "over" else "unasked")

    def _greet(self, room: Room, voter: str) -> None:
        """Mark a phone as connected."""
        if not isinstance(voter, str) or voter not in room.seen:
            raise refusal("stranger")
        room.seen[voter] = self._clock()

    def _step(self, room: Room, phase: Phase) -> Status:
        room.phase = phase
        room.version += 1
        room.used = self._clock()
        return self._status(room)

    def _status(self, room: Room) -> Status:
        tallies = room.tallies
        return Status(
            code=room.code,
            version=room.version,
            number=room.number,
            round=room.round,
            phase=room.phase,
            ask=room.ask,
            joined=room.joined(self._clock()),
            answered=sum(tallies[-1]) if tallies else 0,
            tallies=tallies,
        )

    def _seen(self, room: Room, voter: str) -> Seen:
        return Seen(
            version=room.version,
            number=room.number,
            round=room.round,
            phase=room.phase,
            title=room.ask.title if room.ask else "",
            options=room.ask.options if room.ask else (),
            mine=room.now.votes.get(voter),
            right=tuple(sorted(room.ask.right)) if room.ask and room.revealed else (),
        )

    def _purge(self, now: float) -> None:
        """Drop rooms that were idle for too long."""
        self._purged = now
        for room in [*self._rooms.values()]:
            if now >= room.used + rules.IDLE_SECONDS:
                del self._rooms[room.code]

    def _drop_unused(self, now: float) -> None:
        """Drop the least recently used room without phones, or refuse."""
        longest = now - rules.UNUSED_SECONDS
        unused = [
            room for room in self._rooms.values() if room.used <= longest and not room.joined(now)
        ]
        if not unused:
            raise refusal("rooms")
        del self._rooms[min(unused, key=lambda room: room.used).code]

    def _drop_absent(self, room: Room, now: float) -> None:
        """Drop the phone that left first among those without a vote in this round, or refuse."""
        absent = [
            voter
            for voter, seen in room.seen.items()
            if seen <= now - rules.HERE_SECONDS and voter not in room.now.votes
        ]
        if not absent:
            raise refusal("voters")
        del room.seen[min(absent, key=room.seen.__getitem__)]
