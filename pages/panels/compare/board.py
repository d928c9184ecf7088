"""The board of Compare: two or three trainings in a race, and their charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pages.locale import capital, comma, message, number, say, to_text
from pages.panels.actions import Go, encode
from pages.panels.compare.view import TITLES, CompareScene
from pages.panels.compare.words import prune_panel, sentence_panel, words_panel
from pages.panels.html import EMPTY, act, heading, pieces
from pages.panels.layout import Board, Piece, head, layout_areas, menus, step_of, strip
from pages.panels.shared import charts
from pages.panels.shared.score_table import divergence_table
from pages.trainings.settings import Algorithm
from wordpiece.teaching.wording import explain_divergence
from wordpiece.training.comparison import Comparison, Divergence, Learned

POINTS = 200
"""The most steps in a chart."""


def measures(comparison: Comparison, positions: Sequence[int]) -> list[charts.Lines]:
    """Return the four charts at some positions."""
    measured = comparison.measures_at(positions)
    titles = {name: to_text(title) for name, title in TITLES.items()}
    places = [comparison.at(position) for position in positions]

    def chart(
        title: str, remark: str, counted: str, values: Mapping[str, Any], style: str = "fixed2"
    ) -> charts.Lines:
        lines = {titles[name]: line for name, line in values.items()}
        by = comparison.by
        return charts.Lines(title, counted, lines, places, by, positions, style, remark)

    both = {
        name: comparison.shared_at(name, "bpe", positions)
        for name in comparison.timelines
        if name != "bpe"
    }
    fertility, whole = say("tokens per word"), say("words that are one token")
    length, wholes = say("characters per token"), capital(say("whole words"))
    return [
        chart(say("Learned tokens shared with BPE"), "", say("tokens"), both, "fixed0"),
        chart(capital(fertility), say("fertility"), fertility, measured["tokens_per_word"]),
        chart(capital(length), "", length, measured["token_length"]),
        chart(wholes, whole, whole, measured["whole_words"], "percent"),
    ]


def charts_of(comparison: Comparison, *, big: bool) -> list[charts.Chart]:
    """Return the four charts over the whole training."""
    height, letters = (200, charts.BIG_TEXT) if big else (180, charts.TEXT)
    positions = charts.sampled_steps(comparison.last, POINTS)
    return [
        lines.chart(height, chart_key(comparison.by, i), text=letters)
        for i, lines in enumerate(measures(comparison, positions))
    ]


def chart_key(by: str, at: int) -> str:
    """Return the widget key of a chart by its index, from 0."""
    return f"compare_{at}_{by}"


_piece = pieces("panels/compare/board.html")

_NAMES = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}
"""Short names of the trainings, the same in all languages."""

RULES = {
    "wordpiece": message("score: pair count ÷ (left count × right count)"),
    "bpe": message("score: pair count, without ##"),
    "hugging-face": message("score: pair count, with ##"),
}

Columns = list[Mapping[str, Any]]
"""The values of the column of each training."""


def merges_panel(scene: CompareScene, each: Columns, most: int) -> Iterator[Piece]:
    """Yield the merges of all trainings, the newest first, at most some of them."""
    yield head(scene.view, say("Merges"), "", menus("columns"))
    last = max(column["step"] for column in each)
    if last > most:
        most -= 1  # for the line that says so

    def learned(column: Mapping[str, Any], step: int) -> Learned | None:
        made = step <= column["step"]
        return scene.comparison.learned(column["name"], step, scene.position) if made else None

    rows = [
        (step, [learned(column, step) for column in each])
        for step in range(last, max(0, last - most), -1)
    ]
    yield _piece("merges", each=each, rows=rows, more=last - most)
    is_shared = any(one and one.elsewhere for _, cells in rows for one in cells)
    if is_shared and not scene.view.presenting:
        yield _piece("sameness")


def column(scene: CompareScene, name: Algorithm) -> dict[str, Any]:
    """Return the values of the column of a training at the scene's position."""
    comparison, position = scene.comparison, scene.position
    timeline = comparison.timelines[name]
    step = comparison.step(name, position)
    remark = ""
    if not comparison.has_begun(name, position):
        remark = say(
            "training has not begun: its vocabulary starts with more than {size} entries",
            size=comparison.at(position),
        )
    elif step == len(timeline) and position > comparison.position_of(name, step):
        remark = say("training has stopped")
    return {
        "name": name,
        "title": TITLES[name],
        "rule": to_text(RULES[name]),
        "newest": timeline.merge(step) if step else None,
        "also": also,
        "step": step,
        "at": comma().join(
            [
                say("merge {step} of {steps}", step=step, steps=len(timeline)),
                say("vocabulary size {size}", size=timeline.growth(step).vocabulary),
            ]
        ),
        "remark": remark,
        "score": timeline.score,
    }


def also(learned: Learned) -> str:
    """Return the other trainings that have learned a token, each with the merge."""
    return comma().join(f"{_NAMES[name]} {number(step)}" for name, step in learned.elsewhere)


ROWS, BIG_ROWS, SHORT = 12, 4, 5
"""Words on one page of the list, normally and in presenter mode; a list this short has one page."""

MOST, BIG_MOST, THREE_MOST = 40, 9, 6
"""The most merges in the list: normally, and in presenter mode of two and of three trainings."""


def compare_board(scene: CompareScene) -> Board:
    """Return the board of a scene."""
    view, comparison, position = scene.view, scene.comparison, scene.position
    each: Columns = [column(scene, name) for name in scene.trainings]
    announced = announcement(comparison, position, each)
    panels: dict[str, Iterable[Piece]] = {}
    marks = {}
    if view.presenting:
        here = where(comparison, position)
        name = scene.trainings["wordpiece"].source_name
        panels["line"] = [strip(say("Compare"), name, here)]
    if view.show == "growth":
        measured = measures(comparison, [position])
        marks = {chart_key(comparison.by, i): lines.mark() for i, lines in enumerate(measured)}
        for i, lines in enumerate(measured):
            panels[f"head{i}"] = [heading(lines.title, lines.remark), lines.key()]
    else:
        panels |= {"columns": [_piece("newest", each=each)], **race(scene, each)}
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
    explained = {"tokens": [_piece("library")]} if view.hugging_face and not view.presenting else {}
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
    yield head(scene.view, title, "", menus("parting"), there)
    yield divergence_table(divergence, said, scores, TITLES)


def position_of(comparison: Comparison, divergence: Divergence) -> int:
    """Return the position at which both trainings have made the first different merge."""
    return max(
        comparison.position_of(name, min(divergence.step, len(comparison.timelines[name])))
        for name in divergence.names
    )


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
    return say("vocabulary size {size}", size=comparison.at(position))
