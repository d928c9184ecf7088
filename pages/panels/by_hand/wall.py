"""How far the students of a room are in a training by hand, as dots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from pages.locale import say
from pages.panels.html.templates import pieces
from pages.rooms.state import Ask
from wordpiece.teaching.by_hand import Task

_piece = pieces("panels/by_hand/wall.html")


def ask_of(task: Task) -> Ask:
    """Return an exercise as a question of a room, to which screens report the steps done."""
    title = say(
        "Train by hand, table {number}: open the link on the teacher's screen.", number=task.seed
    )
    return Ask(title, (), frozenset(), steps=len(task.model))


def wall(done: Sequence[int], steps: int) -> Markup:
    """Draw a column of dots for each step, with a dot for each student who is there.

    Args:
        done: how many steps each student has done.
        steps: the number of steps of the exercise.
    """
    here = Counter(done)
    columns = [(step, here[step - 1]) for step in range(1, steps + 1)]
    most = max(columns, key=lambda column: column[1])
    return _piece("wall", columns, here[steps], most if most[1] else None)
