"""A question that a class votes on: its options, and the votes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import quote

from markupsafe import Markup, escape

from pages.locale import capital, say, to_text
from pages.panels.html import EMPTY, pieces, spaced
from pages.panels.room.ask import OUTCOMES, Votable, ask_of, options_of
from pages.panels.shared.card import piece, small_figures
from pages.panels.shared.chips import NEXT, UNKNOWN, chip
from pages.panels.shared.sketch import HANDLES, HIGHEST, Curve, axes_of, true_points
from pages.rooms.state import DRAWN, Ask
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.decisions import compared
from wordpiece.teaching.quiz import (
    UNK,
    Candidate,
    DecisionQuestion,
    PairQuestion,
    Question,
    UnigramQuestion,
    token_options,
)

LETTERS = "ABCDEF"
"""The labels of options."""

_piece = pieces("panels/room/vote.html")


def line_title(curve: Curve) -> Markup:
    """Draw the question for a line, large."""
    return _piece("line_title", curve.question)


def options(question: Votable) -> Markup:
    """Draw the options for the class, without a hint to the right one; or an empty field."""
    if isinstance(question, Curve):
        return _piece("clouds", axes=axes_of(question), rounds=[(_mask((), 0), 0)])
    return _piece("options", options=[*zip(LETTERS, _drawn(question, False), strict=False)])


def histogram(question: Votable, tallies: Sequence[Sequence[int]]) -> Markup:
    """Draw the votes of all rounds in columns, and the score and the count of each option.

    The column that decides comes first. The bars of the second round begin as those of the first.
    Of a curve, each round is the drawn lines, thin, with the curve over them.
    """
    if isinstance(question, Curve):
        return _piece(
            "clouds",
            axes=axes_of(question),
            rounds=[(_mask(map(_line_points, tally), len(tally)), len(tally)) for tally in tallies],
            truth=_mask([true_points(question)], 1, width=6, opacity=1),
            name=question.name,
        )
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


def _line_points(vote: int) -> str:
    """Return the points of a drawn line in the box of `true_points`; it begins at the top.

    >>> _line_points(98888888)
    '0,0 2,0 4,11 6,11 8,11 10,11 12,11 14,11 16,11'
    """
    heights = [9, *map(int, str(vote).zfill(DRAWN))]
    return " ".join(
        f"{HANDLES * i // DRAWN},{round(HIGHEST * (9 - y) / 9)}" for i, y in enumerate(heights)
    )


def _mask(lines: Iterable[str], n: int, width: int = 3, opacity: float = 0.5) -> str:
    """Return the style of ``n`` lines as a mask, which shows a colour of the page.

    Streamlit drops SVG in HTML. The more lines, the fainter is each.
    """
    pen = f'fill="none" stroke="#000" stroke-width="{width}" stroke-linejoin="round"'
    faint = min(opacity, max(0.12, 4 / (n or 1)))
    each = f'<polyline vector-effect="non-scaling-stroke" stroke-opacity="{faint}" points="'
    drawn = "".join(f'{each}{points}"/>' for points in lines)
    box = f'viewBox="0 0 {HANDLES} {HIGHEST}" preserveAspectRatio="none"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box}><g {pen}>{drawn}</g></svg>'
    return f"mask-image: url('data:image/svg+xml,{quote(svg)}')"


def shares(question: Votable, tallies: Sequence[Sequence[int]]) -> Markup:
    """Draw the share of right votes in each round."""
    every = [share_right(ask_of(question), tally) for tally in tallies]
    each = [share for share in every if share is not None]
    return _piece("shares", shares=each) if each else EMPTY


def share_right(ask: Ask, tally: Sequence[int]) -> Fraction | None:
    """Return the share of right votes in a round; None without votes or a right option."""
    right = [tally[i] for i in ask.right]
    return Fraction(sum(right), sum(tally)) if right and sum(tally) else None


def _drawn(question: Question | DecisionQuestion, marks_right: bool) -> Iterator[Markup]:
    """Yield the options as chips; ``marks_right`` says whether the right ones are marked."""
    if isinstance(question, DecisionQuestion):
        yield from (escape(to_text(outcome)) for outcome in OUTCOMES)
        return
    for option in options_of(question):
        is_best = isinstance(option, Candidate) and option.role == "best"
        marks = [NEXT] * (marks_right and is_best)
        yield spaced(chip(token, *(marks or [UNKNOWN] * (token == UNK))) for token in option.tokens)


def _sums(question: Question | DecisionQuestion) -> Iterator[tuple[Markup, ...]]:
    """Yield the formula and the count of each option, the one that decides first; or neither."""
    if isinstance(question, UnigramQuestion):
        yield from ((small_figures(candidate),) for candidate in question.candidates)
        return
    if isinstance(question, DecisionQuestion):
        figures = escape(to_text(compared(question.decision)))
        yield from [(figures,), (EMPTY,)] if question.decision.kept else [(EMPTY,), (figures,)]
        return
    if not isinstance(question, PairQuestion):
        yield from (() for _ in token_options(question))
        return
    by_count = question.score.ranks_by_count
    score = WORDPIECE if by_count else question.score
    for candidate in question.candidates:
        changed = candidate.after if candidate.right else None
        rows = [each for each in (candidate.row, changed) if each]
        formula = _piece("change", values=[piece("small", score.formula(each)) for each in rows])
        count = _piece("counted", values=[each.pair_count for each in rows])
        yield (count, formula) if by_count else (formula, count)


def _heads(question: Question | DecisionQuestion) -> tuple[str, ...]:
    """Return the titles of the columns of `_sums`."""
    if isinstance(question, UnigramQuestion):
        if question.kind == "likeliest":
            return (capital(say("probability")),)
        return (say("What each removal costs"),)
    if isinstance(question, DecisionQuestion):
        return (capital(say("count")),)
    if not isinstance(question, PairQuestion):
        return ()
    count = capital(say("count"))
    if question.score.ranks_by_count:
        return count, say("{training}’s score", training=say("WordPiece"))
    return capital(say("score")), count


def problem(said: Any) -> Markup:
    """Draw the reason of a room's refusal; ``said`` is a message."""
    return _piece("problem", said=said)
