"""The names of the three algorithms on screen, and steps at which trainings are comparable."""

from __future__ import annotations

from pages.locale import to_text
from pages.trainings.job import Training
from pages.trainings.settings import ALGORITHMS
from wordpiece.message import Message
from wordpiece.recipes import RECIPES
from wordpiece.unigram.timeline import UnigramTimeline

TITLES: dict[str, Message] = {name: RECIPES[name].title for name in ALGORITHMS}

SHORT = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}
"""Short names, the same in all languages."""


def titles() -> dict[str, str]:
    """Return the names of the algorithms in the visitor's language."""
    return {name: to_text(title) for name, title in TITLES.items()}


def step_at(training: Training, size: int) -> int:
    """Return the step with a vocabulary size, or the nearest one; the last step of a top-down."""
    timeline = training.steps
    if isinstance(timeline, UnigramTimeline):
        return min(max(0, timeline.growth(0).vocabulary - size), len(timeline))
    return len(timeline)
