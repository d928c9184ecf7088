"""The trainings of a part of a lesson that a token's story may be of."""

from __future__ import annotations

from pages.lessons import model
from pages.lessons.model import Panel, Question
from pages.panels.shared.story import Teller
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


def tellers(
    about: Panel | Question | None, own: str, *, slid: int | None = None, asks: bool = False
) -> dict[str, Teller]:
    """Return the trainings of a panel or a question, each at the step that it shows.

    Args:
        about: the panel or question; None for the lesson's own training at its end.
        own: the lesson's own training, which is among them.
        slid: where the panel's slider stands, if it has been drawn.
        asks: it is a question, whose answer what comes after its step would tell.
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
        found[name] = Teller(TRAININGS[name].title, trained, stands, until)
    return found
