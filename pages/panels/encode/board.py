"""The board of Encode: a text as one or two encoders split it."""

from __future__ import annotations

from markupsafe import Markup

from pages.panels.encode.tokens import (
    columns,
    counts_panel,
    foot,
    result_panel,
    spanned,
    special_choice,
    typed,
)
from pages.panels.encode.view import EncodeScene
from pages.panels.encode.word import word_panel
from pages.panels.layout import Areas, Piece, Widget, layout_areas

BOARD = "encode_board"
"""The key of the board, for the style sheet."""


def encode_board(scene: EncodeScene) -> Markup | Areas:
    """Return the board of a scene, without the fields to type a text."""
    results: list[Piece] = []
    traces: list[Piece] = []
    if is_shown(scene, "tokens"):
        panels = columns(result_panel(scene, i) for i in range(len(scene.methods)))
        choice = special_choice(scene)
        results += [Widget("unseen")] * bool(scene.unseen)
        if scene.in_text:
            results += *[choice] * bool(choice), Widget("prose"), panels
        elif scene.some:
            results.append(spanned(typed(scene, choice), panels))
        else:
            results.append(panels)
        if not scene.with_dropout:
            results.append(foot(scene, "result_foot", "result", "decoded"))
    if scene.some and is_shown(scene, "counts") and not scene.with_dropout:
        results += counts_panel(scene)
    if scene.some and is_shown(scene, "word"):
        traces += word_panel(scene)
    return layout_areas(BOARD, {"results": results, "traces": traces})


def is_shown(scene: EncodeScene, panel: str) -> bool:
    """Return whether a panel is on screen; presenter mode shows only one panel."""
    return not scene.view.presenting or scene.view.panel == panel
