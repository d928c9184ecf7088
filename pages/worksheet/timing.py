"""How long a worksheet takes: the sum of the minutes for each task.

The minutes are an estimate and were not measured. They are for learners who have seen one merge on
the board and work with a pencil, and with a calculator where they compare fractions of large
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from pages.worksheet.planning import Plan
from pages.worksheet.questions import Question

MINUTES = {
    "read": 3.0,  # the words and the rule
    "read again": 1.0,  # the same in a lesson, which has shown them
    "count a symbol": 0.5,  # add up the words that contain it
    "count a pair": 0.5,  # find it and add up its words
    "divide": 0.5,  # multiply, write a fraction down, and compare it with the others
    "compare": 1.0,  # find the best of counts that are given
    "rewrite": 1.0,  # write the words of one step again, and check the number of symbols
    "subtract": 0.5,  # write the new counts of two symbols
    "tokenize": 1.5,  # one word
    "answer": 2.0,  # any other question
}
"""Minutes for each kind of task."""

ROUND = 5
"""The sum is rounded up to a multiple of this, or to a minute for a short worksheet."""


def minutes(plan: Plan, asked: Sequence[Question]) -> int:
    """Estimate how many minutes a worksheet with these questions takes."""
    divides = not plan.timeline.score.ranks_by_count
    total = MINUTES["read again" if plan.is_short else "read"]
    for exercise in plan.exercises:
        rows = len(exercise.rows)
        total += MINUTES["rewrite"] + rows * MINUTES["divide"] * divides
        if plan.by_hand:
            total += rows * MINUTES["count a pair"] + plan.is_short * MINUTES["subtract"]
        elif not divides:
            total += MINUTES["compare"]
    if plan.by_hand and divides:
        total += len(plan.exercises[0].symbols) * MINUTES["count a symbol"]
    for question in asked:
        total += len(question.words) * MINUTES["tokenize"] or MINUTES["answer"]
    return ceil(total) if plan.is_short else ceil(total / ROUND) * ROUND
