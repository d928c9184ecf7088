"""What the three algorithms are called on screen."""

from __future__ import annotations

from pages.locale import told
from pages.trainings.settings import ALGORITHMS
from wordpiece.message import Message
from wordpiece.recipes import RECIPES

TITLES: dict[str, Message] = {name: RECIPES[name].title for name in ALGORITHMS}

SHORT = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}
"""Their names where there is little room, the same in all languages."""


def titles() -> dict[str, str]:
    """Return what each algorithm is called in the language of the screen."""
    return {name: told(title) for name, title in TITLES.items()}
