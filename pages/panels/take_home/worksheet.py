"""The worksheet as a document to print: one self-contained HTML file.

`pages.worksheet` has the exercises; the template has their sentences, and the answers on a separate
page.
"""

from __future__ import annotations

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.html.templates import render
from pages.panels.html.text import readable
from pages.panels.shared.chips import chip
from pages.worksheet.planning import plan, unavailable_because
from pages.worksheet.questions import questions_on
from pages.worksheet.ratio import ratio_steps
from pages.worksheet.timing import minutes
from wordpiece import Timeline
from wordpiece.message import Token
from wordpiece.recipes import Recipe
from wordpiece.scoring import WORDPIECE, times
from wordpiece.teaching.quiz import UNK
from wordpiece.teaching.wording import plus

FEW_LETTERS = 5
"""The most characters of a word whose symbols fit on a short line."""


def worksheet(timeline: Timeline, recipe: Recipe | None, *, corpus: str) -> Markup:
    """Render the worksheet of a training as an HTML document.

    Args:
        timeline: the training; see `pages.worksheet.planning.unavailable_because`.
        recipe: its recipe; None for a merges file that was replayed.
        corpus: the name of the corpus.

    Raises:
        ValueError: a worksheet is unavailable for this training.
    """
    if reason := unavailable_because(timeline):
        raise ValueError(to_text(reason))
    sheet = plan(timeline, recipe)
    asked = questions_on(sheet)
    splits = timeline.splits(0)
    words = [timeline.words[i] for i in sheet.words]
    changed = [sheet.changed_words(exercise) for exercise in sheet.exercises]
    # A line for each word, or a few lines without numbers for a choice of words.
    lines = [*range(1, len(words) + 1)] if sheet.by_hand else [0] * max(3, *map(len, changed))
    return render(
        "panels/take_home/worksheet.html",
        corpus=readable(corpus),
        title=recipe.title if recipe else say("A merges file, replayed"),
        plan=sheet,
        score=timeline.score,
        marking=timeline.marking,
        divides=not timeline.score.ranks_by_count,
        words=[
            (word, int(timeline.frequencies[i]), splits[word])
            for word, i in zip(words, sheet.words, strict=True)
        ],
        lines=lines,
        short=max(map(len, words)) <= FEW_LETTERS,
        questions=asked,
        minutes=minutes(sheet, asked),
        unknown=Token(UNK),
        wordpiece=WORDPIECE,
        ratio_steps=ratio_steps,
        chip=chip,
        plus=plus,
        times=times,
        token=Token,
    )
