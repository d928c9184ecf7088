"""A teacher's plan as HTML: screens with times, questions and common mistakes."""

from __future__ import annotations

from itertools import accumulate
from urllib.parse import urlencode

from markupsafe import Markup

from pages.lessons.model import LessonPlan, Place, Prose
from pages.locale import to_text
from pages.panels.html.templates import pieces
from pages.panels.lessons.prose import drawn, fill

_piece = pieces("panels/lessons/plan.html")

PATHS = {"train": "", "take_home": "take-home"}
"""The paths of pages that differ from the pages' names."""


def address(place: Place) -> str:
    """Return the address of a screen, relative to the app's.

    >>> from wordpiece.message import message
    >>> address(Place(message("Encode"), "encode", {"text": "pugs mug"}))
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

        def said(text: Prose, training: str = step.training) -> Markup:
            return drawn(fill(text, training))

        steps.append(
            {
                "first": first,
                "last": last,
                "title": to_text(step.title),
                "places": list(map(_link, step.places)),
                "do": said(step.do),
                "ask": said(step.ask),
                "answer": said(step.answer),
                "wrong": said(step.wrong),
                "why": said(step.why),
                "votes": step.votes,
            }
        )
    return _piece(
        "plan",
        title=to_text(shown.title),
        line=to_text(shown.line),
        before=shown.before,
        steps=steps,
        after=shown.after,
        more=list(map(_link, shown.more)),
    )


def _link(place: Place) -> dict[str, str]:
    return {"address": f".{address(place)}", "label": to_text(place.label)}
