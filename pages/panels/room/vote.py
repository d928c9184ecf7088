"""The panels of a room: how to join, the question, its options and votes, and the run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup, escape

from pages import locale
from pages.locale import capital, comma, number, say, to_text
from pages.panels.html import EMPTY, element, join_with_spaces, pieces, visible
from pages.panels.shared.card import small_figures, small_formula
from pages.panels.shared.chips import NEXT, UNKNOWN, chip
from pages.panels.shared.qr import is_reachable, own_address, qr
from pages.panels.shared.question_text import question_text
from pages.panels.shared.sketch import HANDLES, HIGHEST, Curve, axes_of, true_points
from pages.rooms.codes import in_groups
from pages.rooms.state import DRAWN, Ask, Outcome
from wordpiece.files.writers import csv_table
from wordpiece.records import PairScore
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.decisions import compared
from wordpiece.teaching.quiz import (
    UNK,
    Candidate,
    DecisionQuestion,
    PairCounts,
    PairQuestion,
    PieceCandidate,
    Question,
    TokenOption,
    TypedQuestion,
    UnigramQuestion,
    token_options,
)

Votable = Question | DecisionQuestion | Curve
"""What a class can vote on."""

LETTERS = "ABCDEF"
"""The labels of options."""

COLUMNS = "question title letter option right votes_1 votes_2 right_share_1 right_share_2".split()
"""The columns of the CSV, which has a row for each option."""

ARROW = Markup(' <i class="op">→</i> ')
"""Between the figures before and after a merge."""

_piece = pieces("panels/room/vote.html")


class Option(NamedTuple):
    """An option: as text for phones and as chips, whether it is right, and its `_figures`."""

    text: str
    chips: Markup
    right: bool
    figures: tuple[Markup, ...] = ()


def invite(code: str, origin: str) -> Markup:
    """Draw the QR code, the address to type and the code, readable from the back row.

    Args:
        code: the room's code.
        origin: the address of the app in the teacher's browser; empty if it is not known.
    """
    address = address_of(origin)
    link = f"{origin}/join?code={code}"
    if len(locale.LANGUAGES) > 1:
        link += f"&lang={locale.code()}"
    return _piece(
        "invite",
        qr=qr(link) if address else EMPTY,
        address=address,
        code=in_groups(code),
        reached=bool(origin) and is_reachable(origin),
        own=own_address(),
    )


def continue_label(code: str, phones: int) -> str:
    """Return the label of the button that continues with a room."""
    return say(
        "Continue with room {code}, {n} phone",
        "Continue with room {code}, {n} phones",
        n=phones,
        code=in_groups(code),
    )


def reminder(code: str, origin: str) -> Markup:
    """Draw the address and the code in one small line, for latecomers."""
    return element("p", "reminder", reminder_in_words(code, origin))


def reminder_in_words(code: str, origin: str) -> str:
    """Return the text of `reminder`."""
    address = address_of(origin)
    said = say("code {code}", code=in_groups(code))
    return comma().join([address, said]) if address else said


def address_of(origin: str) -> str:
    """Return the address at which a phone joins, short enough to type.

    >>> address_of("https://learn.example:8501"), address_of("http://a.example/learn")
    ('learn.example:8501/join', 'a.example/learn/join')
    >>> address_of("")
    ''
    """
    return origin.partition("://")[2] + "/join" if origin else ""


def ask_of(question: Votable) -> Ask:
    """Return a question as plain text that is understood without the teacher's screen."""
    if isinstance(question, Curve):
        return Ask(to_text(question.question), (), frozenset(), axes_of(question))
    options = _options_of(question)
    right = frozenset(i for i, option in enumerate(options) if option.right)
    return Ask(_title(question), tuple(option.text for option in options), right)


def _options_of(
    question: Question | DecisionQuestion, *, marks_right: bool = False
) -> list[Option]:
    """Return the options; ``marks_right`` says whether the right ones are marked."""
    if isinstance(question, DecisionQuestion):
        kept, figures = question.decision.kept, escape(to_text(compared(question.decision)))
        return [
            Option(said, escape(said), right, (figures if right else EMPTY,))
            for said, right in ((say("kept"), kept), (say("dropped"), not kept))
        ]
    offered: Iterable[Candidate | PieceCandidate | TokenOption] = (
        token_options(question) if isinstance(question, TypedQuestion) else question.candidates
    )
    options = []
    for each in offered:
        is_marked = marks_right and isinstance(each, Candidate) and each.role == "best"
        marks = [[NEXT] if is_marked else [UNKNOWN] * (token == UNK) for token in each.tokens]
        chips = join_with_spaces(
            chip(token, *mark) for token, mark in zip(each.tokens, marks, strict=True)
        )
        text = (" + " if isinstance(each, Candidate) else " ").join(map(plain, each.tokens))
        options.append(Option(text, chips, each.right, _figures(question, each)))
    return options


def _figures(
    question: Question, option: Candidate | PieceCandidate | TokenOption
) -> tuple[Markup, ...]:
    """Return the figures in the columns of `_heads`; of a right pair also those after the merge."""
    if isinstance(option, PieceCandidate):
        return (small_figures(option),)
    if not isinstance(option, Candidate) or not isinstance(question, PairQuestion):
        return ()
    by_count = _is_by_count(question)
    score = WORDPIECE if by_count else question.score
    rows: list[PairScore | PairCounts] = [option.row]
    if option.right and option.after:
        rows.append(option.after)
    formula = element("div", "sum", ARROW.join(small_formula(each, score) for each in rows))
    count = ARROW.join(number(each.pair_count) for each in rows)
    return (count, formula) if by_count else (formula, count)


def _heads(question: Question | DecisionQuestion) -> tuple[str, ...]:
    """Return the titles of the columns of the options' figures."""
    count = capital(say("count"))
    if isinstance(question, DecisionQuestion):
        return (count,)
    if isinstance(question, UnigramQuestion):
        is_split = question.kind == "likeliest"
        return (capital(say("probability")) if is_split else say("What each removal costs"),)
    if not isinstance(question, PairQuestion):
        return ()
    if _is_by_count(question):
        return count, say("{training}’s score", training=say("WordPiece"))
    return capital(say("score")), count


def _is_by_count(question: PairQuestion) -> bool:
    """Return whether the count in the whole corpus decides."""
    return question.score.ranks_by_count and not question.score.by_language


def _title(question: Question | DecisionQuestion) -> str:
    return to_text(
        question_text(question, chip=_quote, pair=lambda pair: " + ".join(map(plain, pair)))
    )


def _quote(word: str) -> str:
    return f"“{plain(word)}”"


def plain(token: str) -> str:
    """Return a token as text, with names for invisible characters.

    >>> plain("##<b>"), plain("a\\tb")
    ('##<b>', 'aTABb')
    """
    return visible(token).striptags()


def line_title(curve: Curve) -> Markup:
    """Draw the question for a line, large."""
    return _piece("line_title", curve.question)


def options(question: Votable) -> Markup:
    """Draw the options for the class, without a hint to the right one; or an empty field."""
    if isinstance(question, Curve):
        return _piece("clouds", axes=axes_of(question), rounds=[(_mask((), 0), 0)])
    return _piece("options", [*zip(LETTERS, _options_of(question), strict=False)])


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
    most = max((max(tally, default=0) for tally in tallies), default=0) or 1
    lettered = zip(LETTERS, _options_of(question, marks_right=True), strict=False)
    rows = [
        (letter, option, [(tally[i], round(tally[i] / most, 3)) for tally in tallies])
        for i, (letter, option) in enumerate(lettered)
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
    each = [share for share in shares_right(ask_of(question), tallies) if share is not None]
    change = " → ".join(number(share, "percent") for share in each)
    return element("p", "shares", say("{share} right", share=change)) if each else EMPTY


def shares_right(ask: Ask, tallies: Sequence[Sequence[int]]) -> list[Fraction | None]:
    """Return the share of right votes in each round; None without votes or a right option."""
    return [
        Fraction(sum(tally[i] for i in ask.right), sum(tally)) if ask.right and sum(tally) else None
        for tally in tallies
    ]


def problem(said: Any) -> Markup:
    """Draw the reason of a room's refusal; ``said`` is a message."""
    return _piece("problem", said=said)


def outcomes(run: Sequence[Outcome]) -> Markup:
    """Draw every question with its options, its votes and the share of right votes."""
    rows = [(each, _answers(each), shares_right(each.ask, each.tallies)) for each in run]
    return _piece("outcomes", rows)


def _answers(outcome: Outcome) -> list[tuple[str, str, bool, list[int]]]:
    """Return each option's letter and text, whether it is right, and its votes in each round.

    A question without options has one row, with the number of drawn lines.
    """
    ask, tallies = outcome.ask, outcome.tallies
    if not ask.options:
        return [("", "", False, [len(tally) for tally in tallies])]
    return [
        (letter, text, i in ask.right, [tally[i] for tally in tallies])
        for i, (letter, text) in enumerate(zip(LETTERS, ask.options, strict=False))
    ]


def as_csv(run: Sequence[Outcome]) -> bytes:
    """Return a run as CSV; cells that a spreadsheet would treat as a formula are escaped."""
    rows: list[tuple[object, ...]] = []
    for outcome in run:
        right = shares_right(outcome.ask, outcome.tallies)
        shares = ["" if share is None else round(float(share), 4) for share in [*right, None]][:2]
        for letter, text, is_right, counts in _answers(outcome):
            votes: list[object] = [*counts, ""][:2]
            title = outcome.ask.title
            rows.append((outcome.number, title, letter, text, is_right, *votes, *shares))
    return csv_table(COLUMNS, rows).encode("utf-8", "replace")
