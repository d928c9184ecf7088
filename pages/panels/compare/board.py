"""The board of Compare: WordPiece, BPE and Hugging Face style in lockstep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup

from pages.locale import comma, say
from pages.panels.boards import Board
from pages.panels.compare.columns import column, columns, sameness, third_column
from pages.panels.compare.divergence import divergence_panel
from pages.panels.compare.measures import chart_key, measure_heads, measures
from pages.panels.compare.sentence import sentence_panel, with_field
from pages.panels.compare.view import CompareScene
from pages.panels.compare.words import words_panel
from pages.panels.layout import Piece, layout_areas, menu_bar, stacked
from pages.panels.shared import charts
from pages.panels.shared.algorithms import titles
from pages.panels.shared.strip import step_of, strip
from pages.panels.why import menus
from wordpiece.training.comparison import Comparison

ROWS, BIG_ROWS = 8, 6
"""Words on one page of the list, normally and in presenter mode."""


def compare_board(scene: CompareScene) -> Board:
    """Return the board of a scene."""
    view, comparison, position = scene.view, scene.comparison, scene.position
    each = [column(scene, name) for name in scene.trainings]
    titles_ = titles()
    newest = [
        f"{titles_[one['name']]} {one['learned'][0].merge.token}" for one in each if one["learned"]
    ]
    measured = measures(comparison, [position])
    marks = {
        chart_key(comparison.by, number): charts.mark(
            comparison.at(position), [line[0] for line in measure.lines.values()]
        )
        for number, measure in enumerate(measured)
    }
    announced = announcement(comparison, position, newest)
    key = board_key(view.presenting, view.show)
    if view.presenting:
        line = big_line(scene)
        if view.show == "growth":
            heads: dict[str, list[Piece]] = {"line": [line], **measure_heads(measured)}
            return Board(announced, marks, layout_areas(key, heads))
        panel: dict[str, Callable[[], Iterable[Piece]]] = {
            "columns": lambda: [columns(each)],
            "parting": lambda: divergence_panel(scene),
            "words": lambda: words_panel(scene, BIG_ROWS),
            "sentence": lambda: with_field(*sentence_panel(scene)),
        }
        return Board(announced, marks, stacked([line], panel[view.show]()))
    foot = menu_bar(view, "columns_foot", sameness, menus("columns"))
    sentence_head, tokens = sentence_panel(scene)
    panels = layout_areas(
        key,
        {
            "columns": [columns(each), foot],
            "left": [*divergence_panel(scene), sentence_head],
            "tokens": [tokens],
            "right": words_panel(scene, ROWS),
            **measure_heads(measured),
            "third": [third_column()],
        },
    )
    return Board(announced, marks, panels)


def big_line(scene: CompareScene) -> Markup:
    """Return the line above all panels in presenter mode."""
    here = where(scene.comparison, scene.position)
    return strip(say("Compare"), scene.trainings["wordpiece"].source_name, here)


def board_key(presenting: bool, show: str) -> str:
    """Return the key of the board, for the style sheet."""
    if not presenting:
        return "compare_board"
    return "measures_board" if show == "growth" else "compare_big"


def announcement(comparison: Comparison, position: int, newest: Sequence[str]) -> str:
    """Return the screen reader's announcement: the position, and the newest merges."""
    if not newest:
        return say("Start")
    merges = comma().join(newest)
    return say("{where}: {merges}.", where=where(comparison, position), merges=merges)


def where(comparison: Comparison, position: int) -> str:
    """Return the position as text: the step, or the size of the vocabularies."""
    if comparison.by == "step":
        return step_of(position, comparison.last)
    return say("vocabulary of {size}", size=comparison.at(position))
