"""Three trainings in columns, with the merges of each so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import Markup

from pages import locale
from pages.locale import comma, message, number, say, to_text
from pages.panels.compare.view import CompareScene
from pages.panels.html.elements import EMPTY, join
from pages.panels.html.templates import pieces
from pages.panels.shared.algorithms import SHORT, TITLES
from pages.panels.shared.card import merge_line, score_line
from pages.panels.shared.chips import chip
from pages.trainings.settings import Algorithm
from wordpiece.message import Language
from wordpiece.scoring import Score
from wordpiece.training.comparison import Learned

_piece = pieces("panels/compare/columns.html")

RULES = {
    "wordpiece": message("score: together ÷ (left × right)"),
    "bpe": message("score: times together; no ##"),
    "hugging-face": message("score: times together, but with ##"),
}

MOST = 40
"""The most merges in a column's list."""


@dataclass(frozen=True, slots=True)
class Column:
    """One training in the row of columns.

    Attributes:
        name: the training's name.
        rule: a description of its score.
        learned: its merges so far, the newest first, at most MOST.
        step: the number of its merges so far.
        steps: the number of all its merges.
        vocabulary: the current size of its vocabulary.
        remark: the reason why it has ended, if it has.
        score: its scoring rule.
    """

    name: str
    rule: str
    learned: Sequence[Learned]
    step: int
    steps: int
    vocabulary: int
    remark: str
    score: Score


def columns(each: Sequence[Column]) -> Markup:
    """Draw the trainings in columns."""
    return _piece("columns", each=[_column(column) for column in each])


def _column(column: Column) -> dict[str, object]:
    newest = column.learned[0].merge if column.learned else None
    return {
        "name": column.name,
        "title": to_text(TITLES[column.name]),
        "rule": column.rule,
        "step": column.step,
        "steps": column.steps,
        "vocabulary": column.vocabulary,
        "remark": column.remark,
        "line": merge_line(newest.pair, newest.token) if newest else EMPTY,
        "worth": score_line(newest, column.score) if newest else EMPTY,
        "merges": join(_merge(learned, column.score) for learned in column.learned),
        "before": column.step - len(column.learned),
    }


def column(scene: CompareScene, name: Algorithm) -> Column:
    """Return the column of a training at the scene's position."""
    comparison, position = scene.comparison, scene.position
    timeline = comparison.timelines[name]
    step = comparison.step(name, position)
    remark = ""
    if not comparison.has_begun(name, position):
        remark = say(
            "waits: its alphabet has more than {size} entries", size=comparison.at(position)
        )
    elif step == len(timeline) and position > comparison.position_of(name, step):
        remark = say("has stopped")
    rule = to_text(RULES[name])
    if name == "bpe" and scene.view.bpe_words:
        rule = say("score: times together; GPT-2 style words")
    newest = range(step, max(0, step - MOST), -1)
    return Column(
        name=name,
        rule=rule,
        learned=[comparison.learned(name, k, position) for k in newest],
        step=step,
        steps=len(timeline),
        vocabulary=timeline.growth(step).vocabulary,
        remark=remark,
        score=timeline.score,
    )


def _merge(learned: Learned, score: Score) -> Markup:
    merge = learned.merge
    value = to_text(score.formula(merge).brief)
    where, said = _also(tuple(learned.elsewhere), locale.language())
    token = chip(merge.token)
    return _piece("merge", step=merge.index, token=token, value=value, where=where, said=said)


# Its entries contain no visitor's text, and the next click needs nearly all of them again.
@lru_cache(maxsize=4096)
def _also(elsewhere: tuple[tuple[str, int], ...], language: Language) -> tuple[str, str]:
    """Return the other trainings that have learned a token: short names, and a sentence."""
    if not elsewhere:
        return "", ""
    short = comma().join(f"{SHORT[name]} {number(step)}" for name, step in elsewhere)
    each = [
        message("{training} in merge {step}", training=TITLES[name], step=step)
        for name, step in elsewhere
    ]
    if len(each) == 1:
        return short, say("also learned by {training}", training=each[0])
    return short, say("also learned by {training}, {other}", training=each[0], other=each[1])


def sameness(buttons: Markup) -> Markup:
    """Draw the meaning of the mark on shared tokens, with buttons at the end of the line."""
    return _piece("sameness", buttons=buttons)


def third_column() -> Markup:
    """Draw an explanation of "Hugging Face style" and its column."""
    return _third_column(locale.language())


@cache
def _third_column(language: Language) -> Markup:
    return _piece("third_column")
