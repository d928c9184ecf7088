"""The encoding methods in columns, and the line below them with its questions."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import EMPTY, stack
from pages.panels.html.templates import pieces
from pages.panels.layout import Bar, menu_bar
from pages.panels.why import menus
from pages.trainings.settings import kind_of_recipe

_piece = pieces("panels/encode/tokens.html")


def columns(panels: Iterable[Iterable[Markup]]) -> Markup:
    """Return the same panel for each encoding method, in columns."""
    return _piece("columns", panels=[stack(panel) for panel in panels])


def foot(scene: EncodeScene, key: str, *panels: str) -> Markup | Bar:
    """Return the line with questions below some panels.

    There are no questions about an uploaded vocabulary, since its training is unknown, and only
    about trainings by merges.
    """
    others = kind_of_recipe(scene.view.settings.recipe) != "merges"
    questions = menus(*panels, hidden=bool(scene.view.vocabulary) or others)
    return menu_bar(scene.view, key, _foot, questions)


def _foot(buttons: Markup) -> Markup:
    return _piece("foot", buttons=buttons) if buttons else EMPTY
