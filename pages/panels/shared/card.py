"""The card of a merge: the pair, its formula with counts, and the reason for the choice."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages import locale
from pages.panels.actions import Go, Undo, UndoAll, encode
from pages.panels.html.elements import EMPTY
from pages.panels.html.templates import macro
from pages.panels.html.text import Said, sentence
from pages.panels.shared.chips import NEW, chip
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.scoring import Counted, Score

LONG = 9
"""The most characters of a token in the normal font size."""

MOST_OWN = 8
"""The most listed merges that the user chose."""

_CARD, _FORMULA = "panels/shared/card.html", "panels/shared/formula.html"


def card(top: Markup | str, main: Markup, why: Markup, after: str = "") -> Markup:
    """Return a card.

    Args:
        top: a small line at the top.
        main: the main content, in large type.
        why: a sentence below.
        after: a remark after the sentence.
    """
    return macro(_CARD, "card")(top, main, why, after)


def corner(buttons: Markup) -> Markup:
    """Return buttons for the card's upper corner, which are drawn before the card."""
    return macro(_CARD, "corner")(buttons) if buttons else EMPTY


def merge_card(
    step: MergeStep,
    score: Score,
    why: Said,
    *,
    top: Markup | str,
    after: str = "",
    own: Markup = EMPTY,
    forced: str = "",
) -> Markup:
    """Return the card for one merge.

    Args:
        step: the merge.
        score: the score by which it was chosen.
        why: the explanation.
        top: the line at the top, such as the merge's number.
        after: a remark such as why training stopped there.
        own: `own_merges`, at the end of the top line.
        forced: who chose the pair, if the score did not; empty for the user.
    """
    if step.forced or own:
        who = (forced or locale.say("chosen by you")) if step.forced else ""
        top = macro(_CARD, "top")(top, who, own)
    main = merge_line(step.pair, step.token) + formula(step, score)
    return card(top, main, sentence(why), after)


def merge_line(pair: Pair, token: str | None = None) -> Markup:
    """Return the chips of a pair, and of the token that it becomes, if given."""
    left, right = pair
    # A long token gets a smaller font, so that the card keeps its height.
    is_long = len(token or left + right) > LONG
    made = chip(token, NEW) if token else EMPTY
    return macro(_CARD, "merge_line")(chip(left), chip(right), made, is_long)


def formula(row: MergeStep | PairScore, score: Score) -> Markup:
    """Return the score's formula with its counts, in large type."""
    return macro(_FORMULA, "large")(score.formula(row))


def score_line(row: MergeStep | PairScore, score: Score) -> Markup:
    """Return a pair's score with its counts, on one line.

    >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
    >>> row = PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False)
    >>> score_line(row, PAIR_COUNT)
    Markup('<b>5</b> times together')
    >>> score_line(row, WORDPIECE)
    Markup('5 / (20 × 5) = <b>1/20</b> = 0.05')
    """
    return sentence(score.formula(row).line)


def small_formula(row: Counted, score: Score) -> Markup:
    """Return the score's formula with its counts, to show next to an answer."""
    return macro(_FORMULA, "small")(score.formula(row))


def own_merges(steps: Sequence[int], here: int) -> Markup:
    """Return the merges that the user chose, with buttons to go to them and to undo them.

    Undoing one also undoes later ones, since they were chosen in a training that contains it.
    """
    if not steps:
        return EMPTY
    shown = [(encode(Go(step)), step) for step in steps[-MOST_OWN:]]
    undo = encode(Undo(here)) if here in steps else ""
    return macro(_CARD, "own_merges")(shown, len(steps) > len(shown), undo, encode(UndoAll()))


def aside(say: Said, button: Markup = EMPTY) -> Markup:
    """Return a remark for the card's top line, with a button after it."""
    return macro(_CARD, "aside")(sentence(say), button)


def start_card(
    words: int,
    occurrences: int,
    alphabet: int,
    after: str = "",
    own: Markup = EMPTY,
    marks: Said = (),
    extra: Markup = EMPTY,
) -> Markup:
    """Return the card before the first merge.

    Args:
        words: the number of distinct words.
        occurrences: the number of all words.
        alphabet: the number of starting symbols.
        after: a remark such as why training stopped there.
        own: `own_merges`, at the end of the top line.
        marks: the meaning of the marks on symbols.
        extra: more content for the top line.
    """
    return macro(_CARD, "start_card")(
        words, occurrences, alphabet, after, own, sentence(marks), extra
    )
