"""How long a worksheet takes: an estimate, the sum of minutes for each kind of task.

The minutes are for somebody who has seen one merge on the board and works with a pencil, and with
a calculator where fractions of large numbers are compared. They are an estimate and not measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from wordpiece.teaching.worksheet.planning import Plan
from wordpiece.teaching.worksheet.questions import Asked

READING = 3.0
"""To read the words and the rule."""

COUNTING_A_SYMBOL = 0.5
"""To add up the words that a symbol is in."""

COUNTING_A_PAIR = 0.5
"""To find a pair and add up its words."""

DIVIDING = 0.5
"""To multiply, write a fraction down, and compare it with the others."""

COMPARING = 1.0
"""To find the best of counts that are given."""

REWRITING = 1.0
"""To write the words of one step anew, and check the number of symbols."""

TOKENIZING = 1.5
"""To tokenize one word."""

ANSWERING = 2.0
"""To answer any other question."""

ROUND = 5
"""Minutes to which the sum is rounded up."""


def minutes(plan: Plan, asked: Sequence[Asked]) -> int:
    """Return about how many minutes a worksheet with these questions takes.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> from wordpiece.teaching.worksheet import questions_on
    >>> minutes(sheet, questions_on(sheet))
    40
    """
    divides = not plan.timeline.score.ranks_by_count
    total = READING
    for exercise in plan.exercises:
        rows = len(exercise.rows)
        total += REWRITING + rows * DIVIDING * divides
        if plan.by_hand:
            total += rows * COUNTING_A_PAIR
        elif not divides:
            total += COMPARING
    if plan.by_hand and divides:
        total += len(plan.exercises[0].symbols) * COUNTING_A_SYMBOL
    for question in asked:
        words = len(question.words) or bool(question.tokens or question.merges)
        total += words * TOKENIZING if words else ANSWERING
    return ceil(total / ROUND) * ROUND
