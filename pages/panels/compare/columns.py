"""Three trainings in columns, with the merges of each so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from pages.locale import comma, message, number, say, to_text
from pages.panels.compare.view import CompareScene
from pages.panels.html.templates import pieces
from pages.panels.shared.algorithms import SHORT, TITLES
from pages.trainings.settings import Algorithm
from wordpiece.message import Listed
from wordpiece.training.comparison import Learned

_piece = pieces("panels/compare/columns.html")

RULES = {
    "wordpiece": message("score: pair count ÷ (left × right)"),
    "bpe": message("score: pair count; no ##"),
    "hugging-face": message("score: pair count, with ##"),
}

MOST = 40
"""The most merges in a column's list."""


def columns(each: Sequence[Mapping[str, object]]) -> Markup:
    """Draw the columns of trainings."""
    return _piece("columns", each=each)


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
    rule = to_text(RULES[name])
    if name == "bpe" and scene.view.bpe_words:
        rule = say("score: pair count; split as in GPT-2")
    newest = range(step, max(0, step - MOST), -1)
    return {
        "name": name,
        "title": TITLES[name],
        "rule": rule,
        "learned": [comparison.learned(name, k, position) for k in newest],
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


def also(learned: Learned) -> tuple[str, str]:
    """Return the other trainings that have learned a token: short names, and a sentence."""
    if not learned.elsewhere:
        return "", ""
    short = comma().join(f"{SHORT[name]} {number(step)}" for name, step in learned.elsewhere)
    each = [
        message("{training} in merge {step}", training=TITLES[name], step=step)
        for name, step in learned.elsewhere
    ]
    return short, say("also learned by {trainings}", trainings=Listed(tuple(each)))


def sameness(buttons: Markup) -> Markup:
    """Draw the meaning of the mark on shared tokens, with buttons at the end of the line."""
    return _piece("sameness", buttons=buttons)


def third_column() -> Markup:
    """Draw an explanation of "Hugging Face style" and its column."""
    return _piece("third_column")
