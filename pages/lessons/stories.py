"""The sources of token stories in a part of a lesson."""

from __future__ import annotations

from pages.lessons.model import END, Panel, Question
from pages.panels.shared.story import StorySource
from pages.trainings.named import TRAININGS, at, timeline


def story_sources(
    about: Panel | Question | None, own: str, slid: int | None = None
) -> dict[str, StorySource]:
    """Return the trainings of a panel or a question, each at the step on screen.

    Args:
        about: the panel or question; None for the end of the lesson. The steps after a question
            are left out, since they would reveal the answer.
        own: the lesson's training, which is among the result unless it is a question.
        slid: the value of the panel's slider, if it has been drawn.
    """
    asks = isinstance(about, Question)
    one = getattr(about, "training", None)
    names = getattr(about, "trainings", (one,) if one else ())
    step = getattr(about, "step", getattr(about, "start", END))
    slider = about.slider() if isinstance(about, Panel) else None
    if slid is not None and slider and not slider.label:  # otherwise it is not over steps
        step = slid
    found = {}
    for name in dict.fromkeys((*names, *([] if asks else [own]))):
        trained = timeline(name)
        now = min(at(name, step), len(trained))
        until = now if asks else len(trained)
        found[name] = StorySource(TRAININGS[name].title, trained, now, until)
    return found
