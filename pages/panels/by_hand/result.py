"""The result of a training by hand, those of a class from their codes, and how far a class is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlencode

from markupsafe import Markup

from pages.locale import say
from pages.panels.by_hand.work import LEVEL_TITLES, RULE_TITLES, of
from pages.panels.html import EMPTY, pieces
from pages.panels.shared.card import RIGHT, WRONG
from pages.rooms.state import Ask
from wordpiece.message import Listed, message
from wordpiece.teaching.by_hand import ALGORITHMS, MAX_SEED, Slip, Task, Work, check_codes

_piece = pieces("panels/by_hand/result.html")


def result(work: Work) -> Markup:
    """Draw each step of an exercise that is done, with its choice and the mistake made."""
    rows = []
    for number, (choice, mark) in enumerate(zip(work.path, work.marks, strict=True), 1):
        is_right = choice in work.training.right(number - 1)
        other = mark.chosen if mark.chosen != choice else None
        look = WRONG if mark.slip else RIGHT
        best = None if is_right else mark.best
        rows.append((look, choice, of(work).figures(number), mark.slip, other, best))
    slips = ALGORITHMS[work.task.rule].slips
    worked = LEVEL_TITLES["worked"] if work.task.level == "worked" else None
    return _piece("result", work.slips.count(None), work.step, rows, slips, worked)


def of_class(text: str, key: bytes) -> Markup:
    """Draw the results of a class.

    Args:
        text: the codes, one on a line.
        key: the key that they were signed with.
    """
    return _piece("class", check_codes(text, key), RULE_TITLES, LEVEL_TITLES, ALGORITHMS)


def later(work: Work) -> Markup:
    """Draw the link to another table for the mistakes made; nothing without a mistake."""
    focus = {slip for slip in work.slips if slip} - {Slip.SHOWN}
    if not focus:
        return EMPTY
    task = work.task
    seed = task.seed % MAX_SEED + 1
    query = {
        "rule": task.rule,
        "level": task.level,
        "table": seed,
        "focus": ",".join(sorted(focus)),
        "step": 0,
    }
    return _piece("later", f"by_hand?{urlencode(query)}")


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
        said = message("Students join by the link of this screen or its QR code (key Q).")
    elif most:
        said = message(
            "Of the students who are not done, the largest group is at step {steps}.",
            "Of the students who are not done, the largest groups are at steps {steps}.",
            n=len(most),
            steps=Listed(tuple(most)),
        )
    return _piece("wall", columns, here[steps], most, said)
