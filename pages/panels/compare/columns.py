"""The race of two or three trainings: the newest merge of each, and all merges step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from pages.locale import comma, message, number, say, to_text
from pages.panels.compare.view import TITLES, CompareScene
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece, head, menus
from pages.trainings.settings import Algorithm
from wordpiece.training.comparison import Learned

_piece = pieces("panels/compare/columns.html")

SHORT = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}
"""Short names of the trainings, the same in all languages."""

RULES = {
    "wordpiece": message("score: pair count ÷ (left × right)"),
    "bpe": message("score: pair count; no ##"),
    "hugging-face": message("score: pair count, with ##"),
}

Columns = list[Mapping[str, Any]]
"""The values of the column of each training."""


def newest_merges(each: Columns) -> Markup:
    """Draw the newest merge of each training."""
    return _piece("newest", each=each)


def merges_panel(scene: CompareScene, each: Columns, most: int) -> Iterator[Piece]:
    """Yield the merges of all trainings, the newest first, at most some of them."""
    yield head(scene.view, "columns_head", say("Merges"), "", menus("columns"))
    last = max(column["step"] for column in each)
    if last > most:
        most -= 1  # for the line that says so
    rows = [
        (step, [_learned(scene, column, step) for column in each])
        for step in range(last, max(0, last - most), -1)
    ]
    yield _piece("merges", each=each, rows=rows, more=last - most)
    is_shared = any(one and one.elsewhere for _, cells in rows for one in cells)
    if is_shared and not scene.view.presenting:
        yield _piece("sameness")


def _learned(scene: CompareScene, column: Mapping[str, Any], step: int) -> Learned | None:
    """Return a merge of a training; None if the training has not made it."""
    if step > column["step"]:
        return None
    return scene.comparison.learned(column["name"], step, scene.position)


def column(scene: CompareScene, name: Algorithm) -> dict[str, Any]:
    """Return the values of the column of a training at the scene's position."""
    comparison, position = scene.comparison, scene.position
    timeline = comparison.timelines[name]
    step = comparison.step(name, position)
    remark = ""
    if not comparison.has_begun(name, position):
        remark = say(
            "not begun: it starts with more than {size} entries", size=comparison.at(position)
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
                say("vocabulary of {size}", size=timeline.growth(step).vocabulary),
            ]
        ),
        "remark": remark,
        "score": timeline.score,
    }


def also(learned: Learned) -> str:
    """Return the other trainings that have learned a token, each with the merge."""
    return comma().join(f"{SHORT[name]} {number(step)}" for name, step in learned.elsewhere)


def library() -> Markup:
    """Draw an explanation of "Hugging Face style"."""
    return _piece("library")
