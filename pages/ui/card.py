"""The card that says what happened: the merge, its formula with the counts in it, and why."""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup

from pages.ui.chips import NEW, chip
from pages.ui.html import EMPTY, decimal, fraction, number, sentence
from wordpiece.explanations import Sentence
from wordpiece.records import MergeStep
from wordpiece.scoring import Score

LONG = 9
"""Characters from which a token is set smaller, so that the card keeps its height."""

_CARD = Markup(
    '<section class="card"><div class="card-top">{}</div>'
    '<div class="card-main">{}</div><p class="why">{}</p></section>'
)


def merge_card(step: MergeStep, score: Score, why: Sentence, after: str = "") -> Markup:
    """The card for one merge; ``after`` is a remark such as why training stopped there."""
    label = f"Merge {step.index:,}" + (", chosen by you" if step.forced else "")
    left, right = step.pair
    size = " long" if len(step.token) > LONG else ""
    merged = Markup(
        '<div class="merge{}">{}<i class="op">+</i>{}<i class="op">→</i>{}</div>'
    ).format(size, chip(left), chip(right), chip(step.token, NEW))
    body = merged + _formula(step, score)
    end = Markup(' <strong class="after">{}</strong>').format(after) if after else EMPTY
    return _CARD.format(label, body, sentence(why) + end)


def _formula(step: MergeStep, score: Score) -> Markup:
    if not score.divides:
        return Markup(
            '<div class="formula"><span>score = <b>{}</b></span><small>times together</small></div>'
        ).format(number(step.pair_count))
    bottom = step.left_count * step.right_count
    return Markup(
        '<div class="formula"><span>score =</span>'
        '<span class="frac" role="math" aria-label="{pair} divided by {left} times {right}">'
        '<span class="over">{pair}<small>times together</small></span>'
        '<span class="under">{left} × {right}<small>times each</small></span></span>'
        "<span>= <b>{fraction}</b></span>{decimal}</div>"
    ).format(
        pair=number(step.pair_count),
        left=number(step.left_count),
        right=number(step.right_count),
        fraction=fraction(step.pair_count, bottom),
        decimal=_decimal(step.pair_count, bottom, step.score),
    )


def _decimal(numerator: int, denominator: int, score: float) -> Markup:
    if numerator % denominator == 0:
        return EMPTY
    sign = "=" if decimal_is_exact(numerator, denominator) else "≈"
    return Markup('<span class="decimal">{} {}</span>').format(sign, decimal(score))


def decimal_is_exact(numerator: int, denominator: int) -> bool:
    """Whether the four digits that `decimal` shows are all there is.

    >>> decimal_is_exact(1, 20), decimal_is_exact(1, 15)
    (True, False)
    """
    return Fraction(decimal(numerator / denominator)) == Fraction(numerator, denominator)


def start_card(words: int, occurrences: int, alphabet: int, after: str = "") -> Markup:
    """The card before the first merge."""
    main = Markup(
        '<div class="merge start">{}</div><div class="formula"><span class="muted">'
        "{} different words, {} in all, {} starting symbols</span></div>"
    ).format(
        "Every word begins as single characters",
        number(words),
        number(occurrences),
        number(alphabet),
    )
    why: Sentence = (
        "Each step joins one pair of neighbours, in every word at once: "
        "the pair with the best score. ",
    )
    end = Markup(' <strong class="after">{}</strong>').format(after) if after else EMPTY
    return _CARD.format("Start", main, sentence(why) + end)
