"""The board of Compare: two rules in a race."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from pages.locale import comma, say, to_text
from pages.panels.actions import Go, encode
from pages.panels.boards import Board
from pages.panels.compare.columns import Columns, column, library, merges_panel, newest_merges
from pages.panels.compare.measures import chart_key, measure_heads, measures
from pages.panels.compare.view import CompareScene
from pages.panels.compare.words import prune_panel, sentence_panel, words_panel
from pages.panels.html.elements import EMPTY, act
from pages.panels.layout import Piece, head, layout_areas
from pages.panels.shared import charts
from pages.panels.shared.algorithms import TITLES
from pages.panels.shared.divergence import divergence_table
from pages.panels.shared.strip import step_of, strip
from pages.panels.why import menus
from wordpiece.teaching.wording import explain_divergence
from wordpiece.training.comparison import Comparison, Divergence

ROWS, BIG_ROWS, SHORT = 12, 4, 5
"""Words on one page of the list, normally and in presenter mode; a list this short has one page."""

MOST, BIG_MOST, THREE_MOST = 40, 9, 6
"""The most merges in the list: normally, and in presenter mode of two and of three trainings."""


def compare_board(scene: CompareScene) -> Board:
    """Return the board of a scene."""
    view, comparison, position = scene.view, scene.comparison, scene.position
    each: Columns = [column(scene, name) for name in scene.trainings]
    announced = announcement(comparison, position, each)
    panels: dict[str, Iterable[Piece]] = {"line": [big_line(scene)]} if view.presenting else {}
    marks = {}
    if view.show == "growth":
        measured = measures(comparison, [position])
        marks = {
            chart_key(comparison.by, number): charts.mark(
                comparison.at(position), [line[0] for line in measure.lines.values()]
            )
            for number, measure in enumerate(measured)
        }
        panels |= measure_heads(measured)
    else:
        panels |= {"columns": [newest_merges(each)], **race(scene, each)}
    return Board(announced, marks, layout_areas(board_key(view.show), panels))


def race(scene: CompareScene, each: Columns) -> dict[str, Iterable[Piece]]:
    """Return the panels below the newest merges, by their areas."""
    view = scene.view
    if view.show == "parting":
        return {"wide": divergence_panel(scene)}
    if view.show == "prune":
        return {"wide": prune_panel(scene, BIG_ROWS if view.presenting else ROWS)}
    if view.show == "sentence":
        title, tokens = sentence_panel(scene)
        return {"wide": [title], "tokens": [tokens]}
    is_short = len(scene.trainings["wordpiece"].timeline.words) <= SHORT
    rows = ROWS if not view.presenting else SHORT if is_short else BIG_ROWS
    words = words_panel(scene, rows)
    # Next to three columns of merges, long words would break into many lines.
    is_wide = not view.step or (view.hugging_face and not is_short)
    if scene.in_text or (view.presenting and is_wide):
        return {"wide": words}
    big = THREE_MOST if view.hugging_face else BIG_MOST
    merges = merges_panel(scene, each, big if view.presenting else MOST)
    explained = {"tokens": [library()]} if view.hugging_face and not view.presenting else {}
    return {"left": words, "right": merges, **explained}


def divergence_panel(scene: CompareScene) -> Iterator[Piece]:
    """Yield the panel of the first difference between WordPiece and BPE."""
    title = say("First difference")
    comparison = scene.comparison
    divergence = comparison.divergence("wordpiece", "bpe")
    said = explain_divergence(divergence, TITLES)
    scores = {name: timeline.score for name, timeline in comparison.timelines.items()}
    there = EMPTY
    if divergence is not None and not scene.view.presenting:
        label = say("Go to merge {step}", step=divergence.step)
        there = act(encode(Go(position_of(comparison, divergence))), label)
    yield head(scene.view, "parting_head", title, "", menus("parting"), there)
    yield divergence_table(divergence, said, scores)


def position_of(comparison: Comparison, divergence: Divergence) -> int:
    """Return the position at which both trainings have made the first different merge."""
    return max(
        comparison.position_of(name, min(divergence.step, len(comparison.timelines[name])))
        for name in divergence.names
    )


def big_line(scene: CompareScene) -> Markup:
    """Return the line above all panels in presenter mode."""
    here = where(scene.comparison, scene.position)
    return strip(say("Compare"), scene.trainings["wordpiece"].source_name, here)


def board_key(show: str) -> str:
    """Return the key of the board, for the style sheet."""
    return "measures_board" if show == "growth" else "compare_board"


def announcement(comparison: Comparison, position: int, each: Columns) -> str:
    """Return the screen reader's announcement: the position, and the newest merges."""
    newest = [f"{to_text(one['title'])} {one['newest'].token}" for one in each if one["newest"]]
    if not newest:
        return say("Start")
    return comma().join([where(comparison, position), *newest])


def where(comparison: Comparison, position: int) -> str:
    """Return the position as text: the step, or the size of the vocabularies."""
    if comparison.by == "step":
        return step_of(position, comparison.last)
    return say("vocabulary of {size}", size=comparison.at(position))
