"""The ways to encode beside each other, and the line below them with its questions."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import EMPTY, stack
from pages.panels.html.templates import pieces
from pages.panels.layout import Bar, menu_bar
from pages.panels.why import menus

_piece = pieces("panels/encode/beside.html")


def beside_each_other(panels: Iterable[Iterable[Markup]]) -> Markup:
    """Return the same panel for each way to encode, side by side."""
    return _piece("ways", panels=[stack(panel) for panel in panels])


def foot(scene: EncodeScene, key: str, *panels: str) -> Markup | Bar:
    """Return the line below some panels with their questions.

    There are no questions about an uploaded vocabulary, since nothing is known of its training.
    """
    questions = menus(*panels, hidden=bool(scene.view.vocabulary))
    return menu_bar(scene.view, key, _foot, questions)


def _foot(buttons: Markup) -> Markup:
    return _piece("foot", buttons=buttons) if buttons else EMPTY
