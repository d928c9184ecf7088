"""The thin line at the top of presenter mode: corpus, progress and page."""

from __future__ import annotations

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.html.templates import pieces
from wordpiece.message import Message


def strip(page: str, corpus: str | Message, where: str) -> Markup:
    """Return the line; ``where`` is the progress, such as the step."""
    name = corpus if isinstance(corpus, str) else to_text(corpus)
    return pieces("panels/shared/strip.html")("strip", [name, where, page])


def step_of(step: int, last: int) -> str:
    """Return the progress of a training as text."""
    return say("step {step} of {last}", step=step, last=last)
