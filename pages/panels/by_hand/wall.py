"""How far the students of a room are in a training by hand, as dots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from pages.locale import say
from pages.panels.html.templates import pieces
from pages.rooms.state import Ask
from wordpiece.message import Listed, message
from wordpiece.teaching.by_hand import Task

_piece = pieces("panels/by_hand/wall.html")


def ask_of(task: Task) -> Ask:
    """Return an exercise as a question of a room, to which screens report the steps done."""
    title = say(
        "Train by hand, table {number}: open the link that the teacher's screen shows.",
        number=task.seed,
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
    largest = max(number for _, number in columns)
    most = [step for step, number in columns if number == largest] if any(done) and largest else []
    said = None
    if not any(done):
        said = message("Students join by the link or the QR code (Q) of this screen.")
    elif most:
        said = message(
            "Steps with the most students who are not done: {steps}", steps=Listed(tuple(most))
        )
    return _piece("wall", columns, here[steps], most, said)
