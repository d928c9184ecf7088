"""The session's room, in which the class answers on phones, or by raising hands.

If the server's rooms refuse a request or are unreachable, the teacher sees one sentence, and the
last state stays on screen.

All tabs of a teacher's browser work on the same room: its key is in the browser's storage (see
`pages.components.room`). So a session that ends does not close its room; the teacher does, or the
store after a time without use.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import streamlit as st

from pages.locale import in_each_language
from pages.rooms import rooms
from pages.rooms.rules import RoomError, Unavailable
from pages.rooms.state import Ask, Event, Outcome, RoomState
from pages.server.environment import base_path
from pages.state.session import current
from wordpiece.message import Message


@dataclass(eq=False)
class Classroom:
    """A session's room.

    Attributes:
        code, key: the room's code and key; empty if no room is open.
        offered: the code and key of a room that another tab of the browser has opened; two empty
            strings for none.
        state: the last known state of the room; None before the first.
        problem: the reason for the last refused request.
        inviting: whether the code covers the screen.
        question_id: the id of the open question, which its page chooses; empty for none.
        is_adopted: whether the room comes from before a reload or from another tab, and the page
            has not found its question yet.
        reading_run: whether the run is on screen.
        closed: the code of the room that the browser should forget.
        drawn: the room's state as the last run of the whole page drew it.
    """

    code: str = ""
    key: str = ""
    offered: tuple[str, str] = ("", "")
    state: RoomState | None = None
    problem: Message | None = None
    inviting: bool = False
    question_id: str = ""
    is_adopted: bool = False
    reading_run: bool = False
    closed: str = ""
    drawn: object = None

    @property
    def is_open(self) -> bool:
        """Whether the session has a room."""
        return bool(self.code)

    @property
    def held(self) -> tuple[str, str]:
        """The code and key of the teacher's room, in this tab or another; empty for none."""
        return (self.code, self.key) if self.is_open else self.offered

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

    def start(self) -> None:
        """Callback: use the room of another tab, or else open one, and show its code."""
        if self.offered[0]:
            self._adopt()
            self.inviting = self.is_open
        if not self.is_open:
            self.open()

    def open(self) -> None:
        """Callback: open a room, move the phones of this one to it, and show its code."""
        left = (self.code, self.key) if self.is_open else None
        try:
            self.code, self.key = rooms().open()
        except RoomError as error:
            self.problem, self.inviting = error.message, False
            if not left:
                current().next_remarks.append(error.message)
            return
        self.state, self.problem, self.inviting = None, None, True
        self.reading_run, self.question_id, self.is_adopted = False, "", False
        if left:
            with suppress(RoomError):
                rooms().steer(*left, lambda state: state.end(self.code))

    def hear(self, code: str, key: str, is_of_tab: bool) -> None:
        """Handle the room that the browser remembers; two empty strings if it has none any more.

        After a reload the tab uses its room again. A room of another tab is offered, and used at
        once if it is the successor of the room in this tab.
        """
        self.offered, successor = (code, key), ""
        if self.is_open:
            self.look()
            if self.state is None or self.state.phase != "over":
                return
            successor = self.state.successor
            self.close()
            self.offered = code, key
        if code and (is_of_tab or code == successor):
            self._adopt()
        elif code:
            self._offered_state()

    def _adopt(self) -> None:
        """Use the offered room."""
        if state := self._offered_state():
            self.code, self.key = self.offered
            self.state, self.inviting = state, state.phase == "waiting"
            self.question_id, self.is_adopted, self.reading_run = "", True, False

    def _offered_state(self) -> RoomState | None:
        """Return the state of the offered room; forget a room that does not exist or is over."""
        code, key = self.offered
        try:
            state = rooms().status(code, key)
            if state.phase != "over":
                return state
        except Unavailable:
            return None
        except RoomError:
            pass
        self.closed, self.offered = code, ("", "")
        return None

    def matches(self, question_id: str, make: Callable[[], Ask]) -> bool:
        """Return whether the class sees this question; after a reload, find it by its content.

        The class sees it in the language in which it was asked, which the teacher may have changed.

        Args:
            question_id: the id of the question on its page.
            make: returns the question in the teacher's language.
        """
        asked = self.state.question if self.is_open and self.state else None
        if asked is None:
            return False
        if self.is_adopted and asked in in_each_language(make):
            self.question_id, self.is_adopted = question_id, False
        if self.question_id != question_id:
            return False
        ask = make()
        return (asked.options, asked.right, asked.steps) == (ask.options, ask.right, ask.steps)

    def ask(self, question_id: str, ask: Ask) -> None:
        """Callback: ask the class a question, and end the one that is open."""
        self.inviting, self.reading_run, self.is_adopted = False, False, False
        self._do(lambda state: state.ask(ask))
        is_asked = self.state is not None and self.state.question == ask
        self.question_id = question_id if is_asked else ""

    def again(self) -> None:
        """Callback: ask the same question once more, after the class has talked about it."""
        if self.state and self.state.phase == "open":
            self._do(RoomState.again)

    def reveal(self) -> None:
        """Callback: show the answer; no vote changes any more."""
        if self.state and self.state.phase == "open":
            self._do(RoomState.reveal)

    def count(self, turn: object, hands: object) -> None:
        """Store the hands of a round from a browser's report, which may be any value."""
        now = self.state
        if now and now.phase == "open" and turn == self.turn and hands != [*now.hands]:
            self._do(lambda state: state.count(hands))

    def look(self) -> None:
        """Update the state from the room."""
        if self.is_open:
            try:
                self.state = rooms().status(self.code, self.key)
            except RoomError as error:
                self.problem = error.message

    def invite(self) -> None:
        """Callback: show the code over the whole screen, or hide it again."""
        self.inviting = not self.inviting

    def end_question(self, number: int) -> None:
        """Show phones the answer of a question that has left the screen, if it is still open."""
        if self.state and self.state.number == number:
            self.reveal()

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
        if self.is_open:
            with suppress(RoomError):
                state = rooms().steer(self.code, self.key, RoomState.end)
        self.closed, self.offered = self.code, ("", "")
        self.code = self.key = self.question_id = ""
        self.state, self.problem = state, None
        self.inviting, self.is_adopted, self.reading_run = False, False, bool(self.run)

    def _do(self, event: Event) -> None:
        """Apply an event to the room."""
        self.problem = None
        try:
            self.state = rooms().steer(self.code, self.key, event)
        except RoomError as error:
            self.look()
            self.problem = error.message


def origin() -> str:
    """Return the address of the app in the teacher's browser; empty if the browser sends none."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}{base_path()}" if parts.netloc else ""
