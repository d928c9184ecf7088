"""The names of the three algorithms on screen."""

from __future__ import annotations

from pages.locale import to_text
from pages.trainings.settings import ALGORITHMS
from wordpiece.message import Message
from wordpiece.recipes import RECIPES

TITLES: dict[str, Message] = {name: RECIPES[name].title for name in ALGORITHMS}

SHORT = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}
"""Short names, the same in all languages."""


def titles() -> dict[str, str]:
    """Return the names of the algorithms in the visitor's language."""
    return {name: to_text(title) for name, title in TITLES.items()}
