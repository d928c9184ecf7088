"""How far the students of a room are in a training by hand, as dots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from pages.locale import say
from pages.panels.html.templates import pieces
from pages.rooms.state import Ask
from wordpiece.message import Listed, Message, message
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
    return _piece("wall", columns, here[steps], most, _sentence(done, steps, most, largest))


def _sentence(done: Sequence[int], steps: int, most: Sequence[int], largest: int) -> Message:
    """Return which steps hold most of the students who are not done."""
    if not any(done):
        return message("Students join by the link or the QR code (Q) of this screen.")
    if not most:
        return message("Everybody is done.")
    if len(most) > 1:
        return message(
            "Steps {steps} have the most students who are not done: {number} each.",
            steps=Listed(tuple(most)),
            number=largest,
        )
    return message(
        "Step {step} has the most students who are not done: {number} of {n}.",
        step=most[0],
        number=largest,
        n=sum(each < steps for each in done),
    )
