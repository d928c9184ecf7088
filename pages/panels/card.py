"""The card that says what happened: the merge, its formula with the counts in it, and why."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pages.panels.actions import Go, Undo, UndoAll, encode
from pages.panels.chips import NEW, chip
from pages.panels.html import EMPTY, Said, act, decimal, join, number, sentence
from pages.panels.markup import Markup
from wordpiece.message import message
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.scoring import Score
from wordpiece.teaching.wording import Counted, fraction, gained, in_lowest_terms

LONG = 9
"""Characters from which a token is set smaller, so that the card keeps its height."""

MOST_OWN = 8
"""Merges of the user's own that are listed."""

_CARD = Markup(
    '<section class="card" tabindex="-1" data-focus="1" aria-label="This merge">'
    '<div class="card-top">{}</div>'
    '<div class="card-main">{}</div><p class="why">{}</p></section>'
)


def card(top: Markup | str, main: Markup, why: Markup) -> Markup:
    """A card: a small line, the thing itself, and a sentence."""
    return _CARD.format(top, main, why)


def corner(buttons: Markup) -> Markup:
    """Buttons in the card's upper corner; goes before the card."""
    return Markup('<div class="card-menu">{}</div>').format(buttons) if buttons else EMPTY


def merge_card(
    step: MergeStep,
    score: Score,
    why: Said,
    *,
    top: Markup | str,
    after: str = "",
    own: Markup = EMPTY,
    forced: str = "chosen by you",
) -> Markup:
    """The card for one merge.

    Args:
        step: the merge.
        score: the rule.
        why: what happened, in words.
        top: the line above, such as the merge's number.
        after: a remark such as why training stopped there.
        own: `own_merges`, at the end of the line above.
        forced: who chose the pair if the score did not.
    """
    chosen = Markup(' <b class="forced">{}</b>').format(forced) if step.forced else EMPTY
    label = Markup("{}{}{}").format(top, chosen, own)
    body = merge_line(step.pair, step.token) + formula(step, score)
    return card(label, body, sentence(why) + _after(after))


def _after(remark: str) -> Markup:
    return Markup(' <strong class="after">{}</strong>').format(remark) if remark else EMPTY


def merge_line(pair: Pair, token: str | None = None) -> Markup:
    """Two chips and what they become, if it is to be told."""
    left, right = pair
    size = " long" if len(token or left + right) > LONG else ""
    made = Markup('<i class="op">→</i>{}').format(chip(token, NEW)) if token else EMPTY
    return Markup('<div class="merge{}">{}<i class="op">+</i>{}{}</div>').format(
        size, chip(left), chip(right), made
    )


def formula(step: MergeStep | PairScore, score: Score) -> Markup:
    """The score with the counts in it; a fraction is drawn as one."""
    if score.kind == "count":
        return Markup(
            '<div class="formula"><span>score = <b>{}</b></span><small>times together</small></div>'
        ).format(number(step.pair_count))
    if score.kind == "gain":
        return Markup(
            '<div class="formula"><span>gain = <b>{}</b><small>in log-likelihood</small></span>'
            '<span class="counts">{}<small>times together</small></span>'
            '<span class="counts">{}, {}<small>times each</small></span></div>'
        ).format(
            gained(step.score),
            number(step.pair_count),
            number(step.left_count),
            number(step.right_count),
        )
    bottom = step.left_count * step.right_count
    return Markup(
        '<div class="formula"><span>score =</span>'
        '<span class="frac" role="math" aria-label="{pair} divided by {left} times {right}">'
        '<span class="over">{pair}<small>times together</small></span>'
        '<span class="under">{left} × {right}<small>{each}</small></span></span>'
        "<span>= <b>{fraction}</b></span>{decimal}</div>"
    ).format(
        each="pairs each" if score.by_pairs else "times each",
        pair=number(step.pair_count),
        left=number(step.left_count),
        right=number(step.right_count),
        fraction=fraction(step.pair_count, bottom),
        decimal=value_of(step, score),
    )


def value_of(row: Counted, score: Score) -> Markup:
    """A ratio as a decimal, after its fraction; what is rounded is what the rule compares."""
    bottom = row.left_count * row.right_count
    if score.digits is not None:
        return Markup('<span class="rounded">rounded to <b>{}</b></span>').format(
            in_lowest_terms(row, score)
        )
    if row.pair_count % bottom == 0:
        return EMPTY
    sign = "=" if decimal_is_exact(row.pair_count, bottom) else "≈"
    value = decimal(row.pair_count / bottom)
    return Markup('<span class="decimal">{} {}</span>').format(sign, value)


def decimal_is_exact(numerator: int, denominator: int) -> bool:
    """Whether the four digits that `decimal` shows are all there is.

    >>> decimal_is_exact(1, 20), decimal_is_exact(1, 15)
    (True, False)
    """
    return Fraction(decimal(numerator / denominator)) == Fraction(numerator, denominator)


def own_merges(steps: Sequence[int], here: int) -> Markup:
    """The merges that the user chose: buttons to go to them, and to undo them.

    Undoing one undoes those after it, too, for they were chosen in what it led to.
    """
    if not steps:
        return EMPTY
    shown = steps[-MOST_OWN:]
    undo = act(encode(Undo(here)), "Undo this choice") if here in steps else EMPTY
    return Markup('<span class="own">{} {}{}{}{}</span>').format(
        "Your own merges:",
        "… " if len(steps) > len(shown) else "",
        join(act(encode(Go(step)), number(step)) for step in shown),
        undo,
        act(encode(UndoAll()), "Undo all"),
    )


def aside(say: Said, button: Markup = EMPTY) -> Markup:
    """A remark in the card's upper line."""
    return Markup('<span class="aside">{} {}</span>').format(sentence(say), button)


def start_card(
    words: int, occurrences: int, alphabet: int, after: str = "", own: Markup = EMPTY
) -> Markup:
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
    why = message(
        "Each step joins one pair of neighbours, in every word at once: the pair with the best "
        "score."
    )
    return card(Markup("Start{}").format(own), main, sentence(why) + _after(after))
