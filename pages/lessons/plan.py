"""A teacher's plan: screens with times, questions and common mistakes, and its HTML."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Literal
from urllib.parse import urlencode

from markupsafe import Markup

from pages.lessons.model import Link
from pages.lessons.prose import Prose, drawn, fill
from pages.panels.html.templates import pieces
from wordpiece.message import Message

_piece = pieces("lessons/plan.html")

PATHS = {"train": "", "take_home": "take-home"}
"""The paths of pages that differ from the pages' names."""


@dataclass(frozen=True)
class PlanStep:
    """Some minutes of a teacher's plan.

    Attributes:
        minutes: its duration.
        title: its topic.
        places: the screens to show, in order.
        do: instructions for the teacher.
        ask, answer: the question, and the right answer.
        wrong, why: a common wrong answer, and the reason for it.
        votes: whether the class votes.
        training: the training of its figures, unless they name another.
    """

    minutes: int
    title: Message
    places: tuple[Link, ...]
    do: Prose
    ask: Prose
    answer: Prose
    wrong: Prose
    why: Prose
    votes: bool = False
    training: str = "toy"


@dataclass(frozen=True)
class LessonPlan:
    """A teacher's plan for a lesson, as steps through the app.

    Attributes:
        id: its name in links.
        title, line: its title; the students' knowledge before and after.
        before: the preparations.
        steps: its steps, in order.
        after: the homework.
        more: the screens of the homework.
    """

    id: Literal["45", "20"]
    title: Message
    line: Message
    before: tuple[Message, ...]
    steps: tuple[PlanStep, ...]
    after: tuple[Message, ...]
    more: tuple[Link, ...]


def address(place: Link) -> str:
    """Return the address of a screen, relative to the app's.

    >>> from wordpiece.message import message
    >>> address(Link(message("Encode"), "encode?text=pugs mug"))
    '/encode?text=pugs+mug'
    """
    return f"/{PATHS.get(place.page, place.page)}?{urlencode(place.query)}"


def times(shown: LessonPlan) -> list[tuple[int, int]]:
    """Return the minutes of the start and the end of each step."""
    ends = list(accumulate(step.minutes for step in shown.steps))
    return list(zip([0, *ends], ends, strict=False))


def plan(shown: LessonPlan) -> Markup:
    """Draw a plan."""
    steps = []
    for step, (first, last) in zip(shown.steps, times(shown), strict=True):
        texts = {"do": step.do, "ask": step.ask, "answer": step.answer}
        texts |= {"wrong": step.wrong, "why": step.why}
        said = {name: drawn(fill(text, step.training)) for name, text in texts.items()}
        steps.append((first, last, step, said))
    return _piece("plan", plan=shown, steps=steps, address=address)
