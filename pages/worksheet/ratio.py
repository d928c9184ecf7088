"""Scores as they are worked out on paper."""

from __future__ import annotations

from wordpiece.message import ENGLISH, Message, message, unworded
from wordpiece.records import PairScore
from wordpiece.scoring import Score

LONG_FRACTION = 8
"""A reduced fraction of more characters is left out."""


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
    if formula.is_rounded:
        return message(
            "{fraction}, rounded to {value:decimal}", fraction=exact, value=formula.value
        )
    if formula.is_decimal:
        return unworded("{fraction} = {value:decimal}", fraction=exact, value=formula.value)
    return unworded("{fraction} ≈ {value:decimal}", fraction=exact, value=formula.value)
