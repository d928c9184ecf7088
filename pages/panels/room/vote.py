"""A question that a class votes on: its options, and the votes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from pages.locale import say
from pages.panels.html.elements import EMPTY, spaced
from pages.panels.html.templates import pieces
from pages.panels.room.ask import ask_of
from pages.panels.shared.card import small_formula
from pages.panels.shared.chips import NEXT, UNKNOWN, chip
from pages.rooms.state import Ask
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.quiz import UNK, PairQuestion, Question, token_options

LETTERS = "ABCDEF"
"""The labels of options."""

_piece = pieces("panels/room/vote.html")


def options(question: Question) -> Markup:
    """Draw the options for the class, without a hint to the right one."""
    return _piece("options", options=[*zip(LETTERS, _drawn(question, False), strict=False)])


def histogram(question: Question, tallies: Sequence[Sequence[int]]) -> Markup:
    """Draw the votes of all rounds in columns, and the score and the count of each option.

    The column that decides comes first. The bars of the second round begin as those of the first.
    """
    right, sums = ask_of(question).right, [*_sums(question)]
    most = max((max(tally, default=0) for tally in tallies), default=0) or 1
    rows = [
        {
            "letter": letter,
            "drawn": drawn,
            "right": i in right,
            "sums": each,
            "votes": [(tally[i], round(tally[i] / most, 3)) for tally in tallies],
        }
        for i, (letter, drawn, each) in enumerate(
            zip(LETTERS, _drawn(question, True), sums, strict=False)
        )
    ]
    totals = [sum(tally) for tally in tallies]
    return _piece("histogram", rows=rows, totals=totals, heads=_heads(question))


def shares(question: Question, tallies: Sequence[Sequence[int]]) -> Markup:
    """Draw the share of right votes in each round."""
    every = [share_right(ask_of(question), tally) for tally in tallies]
    each = [share for share in every if share is not None]
    return _piece("shares", shares=each) if each else EMPTY


def share_right(ask: Ask, tally: Sequence[int]) -> Fraction | None:
    """Return the share of right votes in a round; None for a round without votes."""
    return Fraction(sum(tally[i] for i in ask.right), sum(tally)) if sum(tally) else None


def _drawn(question: Question, marks_right: bool) -> Iterator[Markup]:
    """Yield the options as chips; ``marks_right`` says whether the right ones are marked."""
    if isinstance(question, PairQuestion):
        for candidate in question.candidates:
            states = [NEXT] * (marks_right and candidate.role == "best")
            yield spaced(chip(part, *states) for part in candidate.row.pair)
        return
    for option in token_options(question):
        yield spaced(chip(token, *[UNKNOWN] * (token == UNK)) for token in option.tokens)


def _sums(question: Question) -> Iterator[tuple[Markup, ...]]:
    """Yield the formula and the count of each option, the one that decides first; or neither."""
    if not isinstance(question, PairQuestion):
        yield from (() for _ in token_options(question))
        return
    by_count = question.score.ranks_by_count
    score = WORDPIECE if by_count else question.score
    for candidate in question.candidates:
        changed = candidate.after if candidate.right else None
        rows = [each for each in (candidate.row, changed) if each]
        formula = _piece("change", values=[small_formula(each, score) for each in rows])
        count = _piece("counted", values=[each.pair_count for each in rows])
        yield (count, formula) if by_count else (formula, count)


def _heads(question: Question) -> tuple[str, ...]:
    """Return the titles of the columns of `_sums`."""
    if not isinstance(question, PairQuestion):
        return ()
    count = say("{training}’s count", training=say("BPE"))
    if question.score.ranks_by_count:
        return count, say("{training}’s score", training=say("WordPiece"))
    return say("Score"), count


def problem(said: Any) -> Markup:
    """Draw the reason of a room's refusal; ``said`` is a message."""
    return _piece("problem", said=said)
