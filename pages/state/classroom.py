"""The session's room, in which the class answers on phones, or by raising hands.

If the server's rooms refuse a request, the teacher sees one sentence and the lesson continues. If
they are unreachable, the session counts hands in a local room, starting with the votes so far.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from weakref import finalize

import streamlit as st

from pages.rooms import rooms
from pages.rooms.memory import MemoryRooms
from pages.rooms.room import Ask, Outcome, Refused, RoomError, Rooms, Status
from pages.server.base import base_path
from wordpiece.message import Message

ROUNDS = 2
"""The number of rounds of a question: before its discussion, and after it."""


@dataclass(eq=False)
class Classroom:
    """A session's room, its question and its run.

    Attributes:
        code, key: the room's code and key; empty if no room is open.
        status: the last status of the room.
        alone: the local room, while the server's rooms are unreachable; None otherwise.
        problem: the reason for the last refused request.
        inviting: whether the code covers the screen.
        question_id: the id of the open question, which its page chooses; empty for none.
        hands: the hands counted in this round, for each option.
        turn: the number of the round, which assigns late hands to the right one; it increases by
            one with every round.
        run: the questions so far with their votes, without the open one.
        reading_run: whether the run is on screen.
        forgotten: increases by one when the browser should forget the key.
        drawn: the room's state as the last run of the whole page drew it.
        holder: drops the room when the session ends.
    """

    code: str = ""
    key: str = ""
    status: Status | None = None
    alone: Rooms | None = None
    problem: Message | None = None
    inviting: bool = False
    question_id: str = ""
    hands: tuple[int, ...] = ()
    turn: int = 0
    run: list[Outcome] = field(default_factory=list)
    reading_run: bool = False
    forgotten: int = 0
    drawn: object = None
    holder: RoomHolder = field(default_factory=lambda: RoomHolder())
    _own: tuple[str, str] = ("", "")
    _noted: bool = True
    _adopted: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the session has a room."""
        return bool(self.code)

    @property
    def has_phones(self) -> bool:
        """Whether phones can reach the room."""
        return self.is_open and self.alone is None

    @property
    def is_adopted(self) -> bool:
        """Whether the page was reloaded, and has not found its question yet."""
        return self._adopted

    @property
    def is_revealed(self) -> bool:
        """Whether the answer to the room's question is shown."""
        return self.status is not None and self.status.phase == "revealed"

    def open(self) -> None:
        """Callback: open a room, and show its code to the class."""
        self._release()
        self.run, self.reading_run, self.question_id, self.status = [], False, "", None
        self.problem, self.alone = None, None
        try:
            self.code, self.key = rooms().open()
            self.holder.hold(self.code, self.key)
            self.inviting = True
        except RoomError as error:
            self._go_on_alone(error.message)

    def adopt(self, code: str, key: str) -> None:
        """Use the room that the browser remembers, unless it is over or another one is open."""
        if self.is_open:
            return
        try:
            status = rooms().status(code, key)
            run = rooms().run(code, key)
        except RoomError:
            self.forgotten += 1
            return
        if status.phase == "over":
            self.forgotten += 1
            return
        self.code, self.key, self.status = code, key, status
        self.holder.hold(code, key)
        self.run, self._noted = [*run], status.phase == "revealed"
        self.turn, self.hands = self.turn + 1, (0,) * len(status.ask.options if status.ask else ())
        self.inviting = status.phase == "waiting"
        self.question_id, self._adopted = "", True

    def matches(self, question_id: str, ask: Ask) -> bool:
        """Return whether the class sees this question; after a reload, find it by its content."""
        if not (self.is_open and self.status and self.status.ask == ask):
            return False
        if self._adopted:
            self.question_id, self._adopted = question_id, False
        return self.question_id == question_id

    def ask(self, question_id: str, ask: Ask) -> None:
        """Callback: ask the class a question, and end the one that is open."""
        self._note()
        self.inviting, self.reading_run = False, False
        if self.alone is not None and self._own[0]:  # the server's rooms may be reachable again
            with suppress(RoomError):
                rooms().status(*self._own)
                self.code, self.key = self._own
                self.alone = None
        self._adopted = False
        self.question_id, self.turn, self.hands = (
            question_id,
            self.turn + 1,
            (0,) * len(ask.options),
        )
        self._do("ask", ask)
        self._noted = False
        if self.status is None or self.status.ask != ask:
            self.question_id = ""

    def again(self) -> None:
        """Callback: ask the same question once more, after the class has talked about it."""
        if self.status and self.status.phase == "open" and self.status.round < ROUNDS:
            self.turn, self.hands = self.turn + 1, (0,) * len(self.hands)
            self._do("again")

    def reveal(self) -> None:
        """Callback: show the answer; no vote changes any more."""
        if self.status and self.status.phase == "open":
            self._do("reveal")
            self._note()

    def count(self, turn: object, counts: object) -> None:
        """Store the hands of a round from a browser's report, which may be any value."""
        if not self.status or self.status.phase != "open" or turn != self.turn:
            return
        if not isinstance(counts, list) or len(counts) != len(self.hands):
            return
        if not all(_is_count(count) for count in counts):
            return
        changes = [int(now) - was for now, was in zip(counts, self.hands, strict=True)]
        self.hands = tuple(map(int, counts))
        for option, by in enumerate(changes):
            if by:
                self._do("hand", option, by)

    def look(self) -> None:
        """Update the status from the room."""
        if self.is_open:
            self._do("status", quietly=True)

    def invite(self) -> None:
        """Callback: show the code over the whole screen, or hide it again."""
        self.inviting = not self.inviting

    def clear_question(self) -> None:
        """Callback: end the question, so that the page can ask another."""
        self._note()
        self.question_id, self._adopted = "", False

    def read_run(self) -> None:
        """Callback: show the run, or hide it again."""
        self.reading_run = not self.reading_run

    def close(self) -> None:
        """Callback: close the room, and notify its phones. The votes stay on screen."""
        self._note()
        if self.has_phones:
            with suppress(RoomError):
                rooms().end(self.code, self.key)
        self.code = self.key = self.question_id = ""
        self.status, self.alone, self.problem, self._own = None, None, None, ("", "")
        self.inviting, self.reading_run = False, bool(self.run)
        self.forgotten += 1

    def _do(self, step: str, *args: object, quietly: bool = False) -> None:
        """Call a method of `Rooms` for the room; continue locally if it is unreachable."""
        if not quietly:
            self.problem = None
        where = self.alone or rooms()
        try:
            self.status = getattr(where, step)(self.code, self.key, *args)
        except Refused as refused:
            self.problem = refused.message
            with suppress(RoomError):
                self.status = where.status(self.code, self.key)
        except RoomError as error:
            self._go_on_alone(error.message, asked=step != "ask")
            if not quietly:
                with suppress(RoomError):
                    self.status = getattr(self.alone, step)(self.code, self.key, *args)

    def _go_on_alone(self, why: Message, *, asked: bool = True) -> None:
        """Replace the room by a local one, which starts with the votes so far."""
        before = self.status
        self._own = self.code, self.key
        self.alone, self.problem, self.inviting = MemoryRooms(), why, False
        self.code, self.key = self.alone.open()
        self.status = self.alone.status(self.code, self.key)
        if not (asked and before and before.ask):
            return
        self.status = self.alone.ask(self.code, self.key, before.ask)
        for at, tally in enumerate(before.tallies):
            if at:
                self.alone.again(self.code, self.key)
            for option, votes in enumerate(tally):
                self.alone.hand(self.code, self.key, option, votes)
        if before.phase == "revealed":
            self.alone.reveal(self.code, self.key)
        self.status = self.alone.status(self.code, self.key)

    def _note(self) -> None:
        """Add the current question to the run, with its current votes."""
        if self._noted or not (self.status and self.status.ask):
            return
        if self.status.phase == "open":
            self.look()
        self.run.append(Outcome(len(self.run) + 1, self.status.ask, self.status.tallies))
        self._noted = True

    def _release(self) -> None:
        """Drop the session's room."""
        self.holder.release()
        self.code = self.key = ""


class RoomHolder:
    """Holds a session's room, and drops it when the session ends or opens another.

    A session ends two minutes after its tab was closed. Streamlit's session caches end as soon as
    the connection breaks, which happens in classrooms, so this class does not use them.
    """

    def __init__(self) -> None:
        self._held: list[str] = []
        finalize(self, _drop, self._held).atexit = False

    def hold(self, code: str, key: str) -> None:
        """Hold a room from now on, and take it over from another session."""
        if self._held[:1] != [code]:
            self.release()
        self._held[:] = code, key
        _HELD[code] = self._held

    def release(self) -> None:
        """Drop the room, unless another session has taken it over."""
        _drop(self._held)


_HELD: dict[str, list[str]] = {}
"""The holder of each room, by code. A reloaded page is a new session, which takes over its room."""


def _drop(held: list[str]) -> None:
    if held:
        code, key = held
        held.clear()
        if _HELD.get(code) is held:
            del _HELD[code]
            with suppress(RoomError):
                rooms().close(code, key)


def origin() -> str:
    """Return the address of the app in the teacher's browser; empty if the browser sends none."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}{base_path()}" if parts.netloc else ""


def _is_count(value: object) -> bool:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return whole and not isinstance(value, bool) and 0 <= value <= 999  # type: ignore[operator]
