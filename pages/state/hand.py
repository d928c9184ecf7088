"""The trainings by hand of a session, and what the learner has clicked for the next answer."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from secrets import randbelow
from typing import Any

from pages.panels.actions import Action, Joint, Piece, Symbol
from pages.rooms import rooms
from pages.rooms.rules import RoomError, Stranger
from wordpiece.teaching.by_hand import (
    Event,
    Phase,
    Result,
    Task,
    Work,
    advance,
    read_events,
    write_events,
)
from wordpiece.teaching.by_hand.training import Choice, Place

MOST_WORKS = 20
"""The most exercises that a session keeps; the one used longest ago is dropped."""

NUMBERS = 2**16
"""The numbers of sessions in result codes."""


@dataclass
class Hand:
    """The exercises of one session.

    Attributes:
        works: the exercises begun, as far as the learner has come, the one on screen last.
        events: what the learner did in each of them.
        clicked: the symbols clicked: the first one of a pair, or both of the pair chosen.
        choice: the pair or piece chosen.
        joined: the places joined or cut.
        version: the number of answers so far, for the keys of the fields.
        number: the number of this session in result codes.
        voter: the code of a class's room, and after a space the learner's voter id in it, or any
            other text; None until the browser has reported the one of an earlier session.
        reported: the last report to a room: its code, the number of its question, the steps done.
    """

    works: dict[Task, Work] = field(default_factory=dict)
    events: dict[Task, list[Event]] = field(default_factory=dict)
    clicked: set[Place] = field(default_factory=set)
    choice: Choice | None = None
    joined: frozenset[Place] = frozenset()
    version: int = 0
    number: int = field(default_factory=lambda: randbelow(NUMBERS))
    voter: str | None = None
    reported: tuple[str, int, int] | None = None

    @property
    def task(self) -> Task:
        """The exercise on screen."""
        return next(reversed(self.works))

    @property
    def work(self) -> Work:
        """The exercise on screen, as far as the learner has come."""
        return self.works[self.task]

    @property
    def result(self) -> Result:
        """The result of the exercise on screen."""
        return Result(self.task, self.work.slips, self.number)

    def begin(self, task: Task) -> None:
        """Show an exercise, from where the learner left it."""
        if self.works and self.task == task:
            return
        begun = self.works.pop(task) if task in self.works else Work.begin(task)
        self.works[task] = begun
        self.events.setdefault(task, [])
        while len(self.works) > MOST_WORKS:
            dropped = next(iter(self.works))
            del self.works[dropped], self.events[dropped]
        self._forget_clicks()

    @property
    def saved(self) -> str:
        """The exercise on screen for `restore`, if the learner has done something in it."""
        events = self.events[self.task]
        return f"{_name(self.task)} {self.number} {write_events(events)}" if events else ""

    def restore(self, saved: str) -> None:
        """Callback: continue the exercise on screen where the tab left it before a reload.

        Args:
            saved: an earlier `saved`; any other text, or that of another exercise, has no effect.
        """
        found = re.fullmatch(r"(\S+) (\d{1,5}) (.*)", saved, re.ASCII)
        if not found or found[1] != _name(self.task) or self.events[self.task]:
            return
        self.number = int(found[2]) % NUMBERS
        for event in read_events(found[3]):
            self.do(event)

    def restore_voter(self, saved: str) -> None:
        """Callback: be the same voter as in an earlier session of this browser.

        Args:
            saved: an earlier `voter`, or any other text.
        """
        self.voter = self.voter or saved

    def report(self, code: str) -> None:
        """Report how many steps of the exercise on screen are done to a class's room.

        Without the room, or while it asks something else, the learner just continues.
        """
        if self.voter is None:
            return
        work = self.work
        last = len(self.task.model)
        done = last if work.phase is Phase.DONE else min(work.step, last - 1)
        with suppress(RoomError):
            voter, seen = self._see(code)
            report = code, seen["number"], done
            is_exercise = seen["phase"] == "open" and not seen["options"] and not seen["axes"]
            if is_exercise and report != self.reported:
                rooms().vote(code, voter, seen["number"], seen["round"], done)
                self.reported = report

    def _see(self, code: str) -> tuple[str, dict[str, Any]]:
        """Return the voter id in a room, and its view of it; join the room if it has none."""
        known, _, voter = (self.voter or "").rpartition(" ")
        if known == code:
            with suppress(Stranger):
                return voter, rooms().see(code, voter)
        voter = rooms().join(code)
        self.voter = f"{code} {voter}"
        return voter, rooms().see(code, voter)

    def again(self) -> None:
        """Callback: begin the exercise on screen again."""
        self.works[self.task], self.events[self.task] = Work.begin(self.task), []
        self._forget_clicks()

    def do(self, event: Event) -> None:
        """Callback: advance the exercise on screen."""
        before = self.work
        after = self.works[self.task] = advance(before, event)
        if _without_verdict(after) != _without_verdict(before):
            self.events[self.task].append(event)
        if (after.step, after.phase) != (before.step, before.phase):
            self._forget_clicks()

    def _forget_clicks(self) -> None:
        self.clicked, self.choice, self.joined = set(), None, frozenset()
        self.version += 1

    def pick(self, action: Action) -> None:
        """Callback: choose or join; a click on a screen that has changed does nothing."""
        work = self.work
        if isinstance(action, Joint) and work.phase is Phase.JOIN:
            if action.place + 1 < len(work.parts.get(action.word, ())):
                self.joined ^= {(action.word, action.place)}
        elif work.phase is not Phase.ANSWER or not work.asks_choice:
            return
        elif isinstance(action, Piece) and work.training.has(work.step, action.piece):
            self.choice = None if self.choice == action.piece else action.piece
        elif isinstance(action, Symbol):
            words = [*work.timeline.splits(work.step).values()]
            symbols = words[action.word] if action.word < len(words) else ()
            if action.place < len(symbols):
                self._choose(action.word, action.place, symbols)

    def _choose(self, word: int, place: int, symbols: tuple[str, ...]) -> None:
        """Choose a symbol; the second of two neighbours makes the pair."""
        here = (word, place)
        if self.choice is None and self.clicked & {(word, place - 1), (word, place + 1)}:
            self.clicked |= {here}
            left = min(self.clicked)[1]
            self.choice = symbols[left], symbols[left + 1]
        else:
            self.clicked = set() if self.clicked == {here} else {here}
            self.choice = None


def _name(task: Task) -> str:
    """Return the exercise as text without spaces."""
    return f"{task.rule}/{task.level}/{task.seed}/{','.join(sorted(task.focus))}"


def _without_verdict(work: Work) -> Work:
    """Return everything of an exercise that counts for its result."""
    return replace(work, verdict=None, missing=None)
