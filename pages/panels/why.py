"""The "Why?" of a panel: a popover of questions. `pages.shell.why` draws its content."""

from __future__ import annotations

from typing import NamedTuple

from pages.locale import to_text
from pages.panels.layout import Menu
from wordpiece.message import Message, message


class Questions(NamedTuple):
    """The questions of a panel: its page, the label of their button, and their topic."""

    page: str
    button: Message
    about: Message


_WHY = message("Why?")

PANELS = {
    "card": Questions("train", _WHY, message("Questions about this merge")),
    "words": Questions("train", _WHY, message("Questions about words and pairs")),
    "vocabulary": Questions("train", _WHY, message("Questions about the vocabulary")),
    "scores": Questions("train", _WHY, message("Questions about scores")),
    "growth": Questions("train", _WHY, message("Questions about growth")),
    "columns": Questions("compare", _WHY, message("Questions about the three trainings")),
    "parting": Questions("compare", _WHY, message("Questions about where they differ first")),
    "result": Questions(
        "encode", message("Why these tokens?"), message("Questions about tokens and unknown words")
    ),
    "decoded": Questions(
        "encode", message("Why this decoded text?"), message("Questions about decoding")
    ),
    "trace": Questions("encode", _WHY, message("Questions about how a word is encoded")),
}


def menu_key(panel: str) -> str:
    """Return the key of a panel's popover of questions."""
    return f"{PANELS[panel].page}_why_{panel}"


def menu_keys(page: str) -> dict[str, str]:
    """Return the keys of a page's popovers of questions, by panel."""
    return {panel: menu_key(panel) for panel, asked in PANELS.items() if asked.page == page}


def questions(panel: str) -> Menu:
    """Return a panel's popover of questions."""
    asked = PANELS[panel]
    return Menu(menu_key(panel), to_text(asked.button), to_text(asked.about))


def menus(*panels: str, hidden: bool = False) -> list[Menu]:
    """Return the popovers of questions of some panels; an empty list if they are hidden."""
    return [] if hidden else [questions(panel) for panel in panels]
