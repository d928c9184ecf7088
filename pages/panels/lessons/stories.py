"""The sources of token stories in a part of a lesson."""

from __future__ import annotations

from pages.lessons import model
from pages.lessons.model import Panel, Question
from pages.panels.shared.story import StorySource
from pages.trainings.named import TRAININGS, at, timeline

_SLIDES = (
    model.Walk,
    model.GrowthChart,
    model.EditableText,
    model.Side,
    model.Likelihood,
    model.Price,
)
"""Panels whose slider goes over steps."""


def story_sources(
    about: Panel | Question | None, own: str, *, slid: int | None = None, asks: bool = False
) -> dict[str, StorySource]:
    """Return the trainings of a panel or a question, each at the step on screen.

    Args:
        about: the panel or question; None for the lesson's training at its end.
        own: the lesson's training, which is among the result.
        slid: the value of the panel's slider, if it has been drawn.
        asks: whether it is a question; later steps are left out, since they would reveal the
            answer.
    """
    one: str | None = getattr(about, "training", None)
    names: tuple[str, ...] = getattr(about, "trainings", (one,) if one else ())
    said: object = getattr(about, "step", getattr(about, "start", model.END))
    step = slid if slid is not None and isinstance(about, _SLIDES) else said
    found = {}
    for name in dict.fromkeys((*names, *([] if asks else [own]))):
        trained = timeline(name)
        stands = min(at(name, step if isinstance(step, int) else model.END), len(trained))
        until = stands if asks else len(trained)
        found[name] = StorySource(TRAININGS[name].title, trained, stands, until)
    return found
