"""The names of the three algorithms on screen."""

from __future__ import annotations

from pages.locale import to_text
from pages.trainings.settings import ALGORITHMS
from wordpiece.message import Message, message
from wordpiece.recipes import RECIPES

TITLES: dict[str, Message] = {name: RECIPES[name].title for name in ALGORITHMS}

ENCODINGS: dict[str, Message] = {
    "bpe": message("merge replay"),
    "wordpiece": message("longest match"),
    "unigram": message("most probable split"),
}
"""How the vocabulary of a training or a file encodes; see `Steps.encodes_by`."""

SHORT = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}
"""Short names, the same in all languages."""


def titles() -> dict[str, str]:
    """Return the names of the algorithms in the visitor's language."""
    return {name: to_text(title) for name, title in TITLES.items()}
