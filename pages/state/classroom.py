"""The session's room, in which the class answers on phones, or by raising hands.

If the server's rooms refuse a request, the teacher sees one sentence and the lesson continues. If
they are unreachable, the session applies the events to the last state itself, without phones, and
gives the store its state when it asks the next question.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import urlsplit
from weakref import finalize

import streamlit as st

from pages.rooms import codes, rooms
from pages.rooms.operations import Event
from pages.rooms.rules import Refused, RoomError
from pages.rooms.state import ROUNDS, Ask, Outcome, RoomState
from pages.server.base import base_path
from wordpiece.message import Message


@dataclass(eq=False)
class Classroom:
    """A session's room.

    Attributes:
        code, key: the room's code and key; empty if no room is open.
        state: the last known state of the room; None before the first.
        is_alone: whether the server's rooms are unreachable.
        problem: the reason for the last refused request.
        inviting: whether the code covers the screen.
        question_id: the id of the open question, which its page chooses; empty for none.
        is_adopted: whether the page was reloaded, and has not found its question yet.
        reading_run: whether the run is on screen.
        forgotten: increases by one when the browser should forget the key.
        drawn: the room's state as the last run of the whole page drew it.
        holder: drops the room when the session ends; None before the first room.
    """

    code: str = ""
    key: str = ""
    state: RoomState | None = None
    is_alone: bool = False
    problem: Message | None = None
    inviting: bool = False
    question_id: str = ""
    is_adopted: bool = False
    reading_run: bool = False
    forgotten: int = 0
    drawn: object = None
    holder: RoomHolder | None = None

    @property
    def is_open(self) -> bool:
        """Whether the session has a room."""
        return bool(self.code)

    @property
    def has_phones(self) -> bool:
        """Whether phones can reach the room."""
        return self.is_open and not self.is_alone

    @property
    def is_revealed(self) -> bool:
        """Whether the answer to the room's question is shown."""
        return self.state is not None and self.state.phase == "revealed"

    @property
    def turn(self) -> str:
        """The name of the round, which assigns late hands to the right one."""
        return f"{self.code} {self.state.number} {self.state.round}" if self.state else ""

    @property
    def run(self) -> tuple[Outcome, ...]:
        """The questions so far with their votes, without the one that the class sees."""
        if self.state is None:
            return ()
        return self.state.outcomes(with_open=not (self.question_id or self.is_adopted))

    def open(self) -> None:
        """Callback: open a room, and show its code to the class."""
        self.reading_run, self.question_id, self.is_adopted = False, "", False
        self.problem, self.state, self.is_alone = None, None, False
        self.holder = None
        try:
            self.code, self.key = rooms().open()
            self.holder = RoomHolder(self.code, self.key)
            self.inviting = True
        except RoomError as error:
            self.code, self.key = codes.new_code(), codes.new_secret()
            self._go_on_alone(error.message)

    def adopt(self, code: str, key: str) -> None:
        """Use the room that the browser remembers, unless it is over or another one is open."""
        if self.is_open:
            return
        try:
            state = rooms().status(code, key)
        except RoomError:
            self.forgotten += 1
            return
        if state.phase == "over":
            self.forgotten += 1
            return
        self.code, self.key, self.state = code, key, state
        self.holder = RoomHolder(code, key)
        self.inviting = state.phase == "waiting"
        self.question_id, self.is_adopted = "", True

    def matches(self, question_id: str, ask: Ask) -> bool:
        """Return whether the class sees this question; after a reload, find it by its content."""
        if not (self.is_open and self.state and self.state.question == ask):
            return False
        if self.is_adopted:
            self.question_id, self.is_adopted = question_id, False
        return self.question_id == question_id

    def ask(self, question_id: str, ask: Ask) -> None:
        """Callback: ask the class a question, and end the one that is open."""
        self.inviting, self.reading_run, self.is_adopted = False, False, False
        if self.is_alone and (local := self.state):
            with suppress(RoomError):
                rooms().steer(self.code, self.key, lambda state: state.resume(local))
                self.is_alone = False
        self._do(lambda state: state.ask(ask))
        is_asked = self.state is not None and self.state.question == ask
        self.question_id = question_id if is_asked else ""

    def again(self) -> None:
        """Callback: ask the same question once more, after the class has talked about it."""
        if self.state and self.state.phase == "open" and self.state.round < ROUNDS:
            self._do(RoomState.again)

    def reveal(self) -> None:
        """Callback: show the answer; no vote changes any more."""
        if self.state and self.state.phase == "open":
            self._do(RoomState.reveal)

    def count(self, turn: object, hands: object) -> None:
        """Store the hands of a round from a browser's report, which may be any value."""
        state = self.state
        if state is None or state.phase != "open" or turn != self.turn:
            return
        if isinstance(hands, list) and hands != [*state.hands]:
            self._do(lambda state: state.count(hands))

    def look(self) -> None:
        """Update the state from the room."""
        if self.has_phones:
            try:
                self.state = rooms().status(self.code, self.key)
            except RoomError as error:
                self._go_on_alone(error.message)

    def invite(self) -> None:
        """Callback: show the code over the whole screen, or hide it again."""
        self.inviting = not self.inviting

    def clear_question(self) -> None:
        """Callback: end the question, so that the page can ask another."""
        self.look()
        self.question_id, self.is_adopted = "", False

    def read_run(self) -> None:
        """Callback: show the run, or hide it again."""
        self.reading_run = not self.reading_run

    def close(self) -> None:
        """Callback: close the room, and notify its phones. The votes stay on screen."""
        state = self.state and self.state.end()
        if self.has_phones:
            with suppress(RoomError):
                state = rooms().steer(self.code, self.key, RoomState.end)
        self.code = self.key = self.question_id = ""
        self.state, self.is_alone, self.problem = state, False, None
        self.inviting, self.is_adopted, self.reading_run = False, False, bool(self.run)
        self.forgotten += 1

    def _do(self, event: Event) -> None:
        """Apply an event to the room, or to the local state if the room is unreachable."""
        self.problem = None
        try:
            if not self.is_alone:
                self.state = rooms().steer(self.code, self.key, event)
        except Refused as refused:
            self.problem = refused.message
            self.look()
        except RoomError as error:
            self._go_on_alone(error.message)
        if self.is_alone and self.state:
            try:
                self.state = event(self.state)
            except RoomError as error:
                self.problem = error.message

    def _go_on_alone(self, why: Message) -> None:
        """Continue with the last state, without phones."""
        state = self.state or RoomState(codes.hash_key(self.key))
        self.state = replace(state, seen={})
        self.is_alone, self.problem, self.inviting = True, why, False


class RoomHolder:
    """Holds a session's room, and drops it when the session ends or opens another.

    A session ends two minutes after its tab was closed. Streamlit's session caches end as soon as
    the connection breaks, which happens in classrooms, so this class does not use them.
    """

    def __init__(self, code: str, key: str) -> None:
        _HOLDERS[code] = number = id(self)
        finalize(self, _drop, code, key, number).atexit = False


_HOLDERS: dict[str, int] = {}
"""The id of each room's holder. A reloaded page is a new session, which takes over its room."""


def _drop(code: str, key: str, holder: int) -> None:
    if _HOLDERS.get(code) == holder:
        del _HOLDERS[code]
        with suppress(RoomError):
            rooms().close(code, key)


def origin() -> str:
    """Return the address of the app in the teacher's browser; empty if the browser sends none."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}{base_path()}" if parts.netloc else ""
