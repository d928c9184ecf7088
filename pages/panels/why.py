"""The "Why?" of a panel: a popover of questions. `pages.shell.why` draws its content."""

from __future__ import annotations

from typing import NamedTuple

from pages.locale import to_text
from pages.panels.layout import Menu
from wordpiece.message import Message, message


class Questions(NamedTuple):
    """The questions of a panel: its page, the label of their button, and their topic.

    A label that names its topic needs no other.
    """

    page: str
    button: Message
    about: Message | None = None


_WHY = message("Why?")

PANELS = {
    "card": Questions("train", _WHY, message("This step")),
    "words": Questions("train", _WHY, message("Words")),
    "vocabulary": Questions("train", _WHY, message("Vocabulary")),
    "scores": Questions("train", _WHY, message("Scores")),
    "growth": Questions("train", _WHY, message("Growth")),
    "removal": Questions("train", _WHY),
    "decision": Questions("train", _WHY),
    "columns": Questions("compare", _WHY, message("Merges")),
    "parting": Questions("compare", _WHY, message("First difference")),
    "result": Questions("encode", message("Why these tokens?")),
    "decoded": Questions("encode", message("Why this decoded text?")),
    "trace": Questions("encode", _WHY, message("How a word is encoded")),
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
    about = to_text(asked.about) if asked.about else ""
    return Menu(menu_key(panel), to_text(asked.button), about)


def menus(*panels: str, hidden: bool = False) -> list[Menu]:
    """Return the popovers of questions of some panels; an empty list if they are hidden."""
    return [] if hidden else [questions(panel) for panel in panels]
