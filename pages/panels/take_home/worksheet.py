"""Worksheets and their answers as documents to print: self-contained HTML files.

`pages.panels.take_home.exercises` has the exercises; the template has their sentences.
"""

from __future__ import annotations

from markupsafe import Markup

from pages.locale import say
from pages.panels.html import join, readable, render
from pages.panels.shared.chips import chip
from pages.panels.shared.score_table import SHARED
from pages.panels.take_home.exercises import Plan, minutes, questions_on
from wordpiece.message import Token
from wordpiece.teaching.quiz import UNK
from wordpiece.teaching.wording import begin_with_space, plus

FEW_LETTERS = 5
"""The most characters of a word whose symbols fit on a short line."""


def worksheet(plan: Plan) -> Markup:
    """Render a worksheet, without its answers, as an HTML document."""
    return _document(say("Which pair merges next?"), _draw_tasks(plan, solved=False))


def answers(*plans: Plan) -> Markup:
    """Render the answers to worksheets as one HTML document, each on a separate page."""
    return _document(say("Answers"), *(_draw_tasks(plan, solved=True) for plan in plans))


def _document(title: str, *content: Markup) -> Markup:
    return render("panels/take_home/paper.html", title=title, content=join(content))


def _draw_tasks(plan: Plan, *, solved: bool) -> Markup:
    """Draw the tasks of a worksheet, or its answers."""
    timeline, asked = plan.timeline, questions_on(plan)
    splits = timeline.splits(plan.start)
    words = [timeline.words[i] for i in plan.words]
    changed = [plan.changed_words(exercise) for exercise in plan.exercises]
    # A line for each word, or a few lines without numbers for a choice of words.
    lines = [*range(1, len(words) + 1)] if plan.by_hand else [0] * max(3, *map(len, changed), 0)
    return render(
        "panels/take_home/worksheet.html",
        solved=solved,
        corpus=readable(plan.corpus),
        plan=plan,
        columns={**SHARED, **timeline.score.texts.columns},
        words=[
            (word, int(timeline.frequencies[i]), splits[word])
            for word, i in zip(words, plan.words, strict=True)
        ],
        lines=lines,
        short=max(map(len, words)) <= FEW_LETTERS,
        questions=asked,
        minutes=minutes(plan, asked),
        spaces=begin_with_space(words, timeline.words),
        unknown=Token(UNK),
        chip=chip,
        plus=plus,
        token=Token,
    )
