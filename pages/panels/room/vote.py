"""A question that a class votes on: its options, and the votes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from pages.locale import say
from pages.panels.html.elements import EMPTY, spaced
from pages.panels.html.templates import pieces
from pages.panels.room.ask import ask_of
from pages.panels.shared.card import small_formula
from pages.panels.shared.chips import NEXT, UNKNOWN, chip
from wordpiece.scoring import WORDPIECE, Score
from wordpiece.teaching.quiz import UNK, Candidate, PairQuestion, Question, token_options

LETTERS = "ABCDEF"
"""The labels of options."""

_piece = pieces("panels/room/vote.html")


def options(question: Question) -> Markup:
    """Draw the options for the class, without a hint to the right one."""
    return _piece("options", options=[*zip(LETTERS, _drawn(question, False), strict=False)])


def histogram(question: Question, tallies: Sequence[Sequence[int]]) -> Markup:
    """Draw the votes of all rounds in columns, and the score of each option."""
    right, sums = ask_of(question).right, [*_sums(question)]
    most = max((max(tally, default=0) for tally in tallies), default=0) or 1
    rows = [
        {
            "letter": letter,
            "drawn": drawn,
            "right": i in right,
            "score": score,
            "count": count,
            "votes": [(tally[i], round(tally[i] / most, 3)) for tally in tallies],
        }
        for i, (letter, drawn, (score, count)) in enumerate(
            zip(LETTERS, _drawn(question, True), sums, strict=False)
        )
    ]
    totals = [sum(tally) for tally in tallies]
    has_sums = isinstance(question, PairQuestion)
    return _piece(
        "histogram", rows=rows, totals=totals, score=_score_title(question), has_sums=has_sums
    )


def _drawn(question: Question, marks_right: bool) -> Iterator[Markup]:
    """Yield the options as chips; ``marks_right`` says whether the right ones are marked."""
    if isinstance(question, PairQuestion):
        for candidate in question.candidates:
            states = [NEXT] * (marks_right and candidate.role == "best")
            yield spaced(chip(part, *states) for part in candidate.row.pair)
        return
    for option in token_options(question):
        yield spaced(chip(token, *[UNKNOWN] * (token == UNK)) for token in option.tokens)


def _sums(question: Question) -> Iterator[tuple[Markup, Markup]]:
    """Yield the formula and the count of each option; both are empty without a formula."""
    if not isinstance(question, PairQuestion):
        yield from ((EMPTY, EMPTY) for _ in token_options(question))
        return
    for candidate in question.candidates:
        yield _sum(candidate, _score(question))


def _sum(candidate: Candidate, score: Score) -> tuple[Markup, Markup]:
    before, after = candidate.row, candidate.after if candidate.right else None
    formulas = [small_formula(each, score) for each in (before, after) if each]
    counts = [each.pair_count for each in (before, after) if each]
    return _piece("change", values=formulas), _piece("counted", values=counts)


def _score(question: PairQuestion) -> Score:
    """Return the score to show next to the count: the question's, unless that is the count."""
    return WORDPIECE if question.score.ranks_by_count else question.score


def _score_title(question: Question) -> str:
    is_count = isinstance(question, PairQuestion) and question.score.ranks_by_count
    return say("{training}’s score", training=say("WordPiece")) if is_count else say("Score")


def problem(said: Any) -> Markup:
    """Draw the reason of a room's refusal; ``said`` is a message."""
    return _piece("problem", said=said)
