"""A teacher's plan: screens with times, questions and common mistakes, and its HTML."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Literal
from urllib.parse import urlencode

from markupsafe import Markup

from pages import locale
from pages.lessons.model import Lesson, Link
from pages.lessons.prose import Filled, draw_text, fill
from pages.panels.html import pieces
from wordpiece.message import Message, message

_piece = pieces("lessons/plan.html")

PATHS = {"train": "", "take_home": "take-home"}
"""The paths of pages that differ from the pages' names."""


VOTE = message(
    "Press A: the screen shows a code, and the students join by phone. After a minute, press A "
    "again to start the vote. Pressing A in another tab continues with the same room. The "
    "class does not see the votes, but the plan in the app shows how many answers are "
    "right. If between a third and two thirds are right, do not show the answer: let "
    "neighbours discuss for two minutes, then press R to vote again. If under a third are "
    "right, work one score out on the board before the second vote. Enter shows the answer."
)
"""Instructions for a vote and a second one."""


@dataclass(frozen=True)
class PlanStep:
    """Some minutes of a teacher's plan, with a question to the class.

    Attributes:
        minutes, title: its duration, and its topic.
        ask, answer: the question, and the right answer.
        wrong, why: a common wrong answer, and the reason for it, if any.
        do: instructions for the teacher, if any.
        places, shows: the screens to show, in order, before and after the answer.
        secret: what the screens before the answer must not show: figures and tokens of the answer,
            written as in a text of `pages.lessons.prose`.
        votes: whether the class votes twice.
        training: the training of its figures, unless they name another.
    """

    minutes: int
    title: Message
    ask: str
    answer: str
    wrong: str | None = None
    why: str | None = None
    do: str | None = None
    places: tuple[Link, ...] = ()
    shows: tuple[Link, ...] = ()
    secret: tuple[str, ...] = ()
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
    after: Message
    more: tuple[Link, ...]


def address(place: Link) -> str:
    """Return the address of a screen in the language of the plan, relative to the app's.

    English is not in the address.

    >>> address(Link("encode?text=pugs mug"))
    '/encode?text=pugs+mug'
    """
    language = {} if locale.code() == "en" else {"lang": locale.code()}
    return f"/{PATHS.get(place.page, place.page)}?{urlencode({**place.query, **language})}"


def times(shown: LessonPlan) -> list[tuple[int, int]]:
    """Return the minutes of the start and the end of each step, and last of the time in reserve."""
    ends = [*accumulate(step.minutes for step in shown.steps), int(shown.id)]
    return list(zip([0, *ends], ends, strict=False))


def of_lesson(lesson: Lesson, part: int = 0) -> Link:
    """Return a link to a lesson, or to a part of it in presenter mode."""
    if not part:
        return Link(f"lessons?lesson={lesson.id}", lesson.title)
    label = message("{title} (part {part})", title=lesson.title, part=part)
    return Link(f"lessons?present=1&lesson={lesson.id}&part={part}", label)


def texts(step: PlanStep) -> dict[str, Filled]:
    """Return the texts of a step with their figures, by the names of the attributes."""
    every = {name: getattr(step, name) for name in ("do", "ask", "answer", "wrong", "why")}
    return {name: fill(text, step.training) for name, text in every.items() if text}


def plan(shown: LessonPlan) -> Markup:
    """Draw a plan."""
    *when, reserve = times(shown)
    steps = [
        (first, last, step, {name: draw_text(text) for name, text in texts(step).items()})
        for step, (first, last) in zip(shown.steps, when, strict=True)
    ]
    return _piece("plan", plan=shown, steps=steps, reserve=reserve, address=address, vote=VOTE)
