"""Worksheets and their answers as documents to print: self-contained HTML files.

`pages.panels.take_home.exercises` has the exercises; the template has their sentences.
"""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.html import join, readable, render
from pages.panels.shared.chips import chip
from pages.panels.shared.score_table import SHARED
from pages.panels.take_home.exercises import minutes, plan, questions_on, unavailable_because
from wordpiece import Timeline
from wordpiece.message import ENGLISH, Message, Token, unworded
from wordpiece.recipes import Recipe
from wordpiece.records import PairScore
from wordpiece.scoring import WORDPIECE, Score, times
from wordpiece.teaching.quiz import UNK
from wordpiece.teaching.wording import plus

FEW_LETTERS = 5
"""The most characters of a word whose symbols fit on a short line."""

LONG_FRACTION = 8
"""A reduced fraction of more characters is left out."""


class Sheet(NamedTuple):
    """A worksheet to print.

    Attributes:
        timeline: the training; see `unavailable_because`.
        recipe: its recipe.
        corpus: the name of the corpus.
        is_short: whether it has one merge, for a lesson, or the first ones and questions.
    """

    timeline: Timeline
    recipe: Recipe
    corpus: str
    is_short: bool = False


def worksheet(sheet: Sheet) -> Markup:
    """Render a worksheet, without its answers, as an HTML document.

    Raises:
        ValueError: a worksheet is unavailable for this training.
    """
    return _document((sheet,), solved=False)


def answers(*sheets: Sheet) -> Markup:
    """Render the answers to worksheets as one HTML document, each on a separate page.

    Raises:
        ValueError: a worksheet is unavailable for this training.
    """
    return _document(sheets, solved=True)


def _document(sheets: tuple[Sheet, ...], solved: bool) -> Markup:
    title = say("Answers") if solved else say("Which pair merges next?")
    content = join([_drawn(sheet, solved) for sheet in sheets])
    return render("panels/take_home/paper.html", title=title, content=content)


def _drawn(sheet: Sheet, solved: bool) -> Markup:
    """Draw the tasks of a worksheet, or its answers."""
    timeline, recipe = sheet.timeline, sheet.recipe
    if reason := unavailable_because(timeline):
        raise ValueError(to_text(reason))
    planned = plan(timeline, recipe, is_short=sheet.is_short)
    asked = questions_on(planned)
    splits = timeline.splits(planned.start)
    words = [timeline.words[i] for i in planned.words]
    changed = [planned.changed_words(exercise) for exercise in planned.exercises]
    # A line for each word, or a few lines without numbers for a choice of words.
    lines = [*range(1, len(words) + 1)] if planned.by_hand else [0] * max(3, *map(len, changed), 0)
    return render(
        "panels/take_home/worksheet.html",
        solved=solved,
        corpus=readable(sheet.corpus),
        title=recipe.title,
        plan=planned,
        score=timeline.score,
        marking=timeline.marking,
        divides=not timeline.score.ranks_by_count,
        columns={**SHARED, **timeline.score.texts.columns},
        words=[
            (word, int(timeline.frequencies[i]), splits[word])
            for word, i in zip(words, planned.words, strict=True)
        ],
        lines=lines,
        short=max(map(len, words)) <= FEW_LETTERS,
        questions=asked,
        minutes=minutes(planned, asked),
        unknown=Token(UNK),
        wordpiece=WORDPIECE,
        ratio_steps=ratio_steps,
        chip=chip,
        plus=plus,
        times=times,
        token=Token,
    )


def ratio_steps(row: PairScore, score: Score) -> Message:
    """Return a ratio as its fraction, reduced, and as a decimal.

    >>> from wordpiece.scoring import WORDPIECE
    >>> str(ratio_steps(PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False), WORDPIECE))
    '5/100 = 1/20 = 0.05'
    """
    formula, below = score.formula(row), row.left_count * row.right_count
    value = formula.fraction
    if value is None:  # on a worksheet this is the score of a pair that is too rare
        return formula.alone
    exact = unworded("{together}/{below}", together=row.pair_count, below=below)
    is_reduced = value.denominator == below > 1
    if not is_reduced and len(ENGLISH.number(value)) <= LONG_FRACTION:
        exact = unworded("{fraction} = {reduced}", fraction=exact, reduced=value)
    if value.denominator == 1:
        return exact
    sign = "=" if formula.is_decimal else "≈"
    return unworded(
        "{fraction} {sign} {value:decimal}", fraction=exact, sign=sign, value=formula.value
    )
