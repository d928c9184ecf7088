"""The score table: every pair as it stands now, the one that merges next on top."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.ui import chips
from pages.ui.html import EMPTY, decimal, fraction, join, number, ordinal
from wordpiece.records import PairScore
from wordpiece.scoring import Score

_TIE = Markup('<span class="tie" title="another pair has exactly this score">tie</span>')


def score_table(
    rows: Sequence[PairScore], score: Score, *, best: float, winner_is_next: bool
) -> Markup:
    """Rows of the score table as HTML.

    Args:
        rows: the page of rows to show.
        score: the rule, which decides the columns.
        best: the best score of the whole table; bars are drawn in proportion to it.
        winner_is_next: False once training has stopped, so that no row claims to be next.
    """
    divides = score.divides
    heads = ["rank", "pair", "together"]
    heads += ["left × right", "score", "decimal", "by count"] if divides else ["by count"]
    head = join(
        Markup('<th scope="col" class="c{}">{}</th>').format(_css(name), name) for name in heads
    )
    body = join(_row(row, divides, best, winner_is_next) for row in rows)
    return Markup(
        '<div class="scroll"><table class="scores"><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(head, body)


def _css(name: str) -> str:
    return "-" + name.split()[0]


def _row(row: PairScore, divides: bool, best: float, winner_is_next: bool) -> Markup:
    tie = _TIE if row.tied else EMPTY
    wins = winner_is_next and row.rank == 1
    left, right = row.left_count, row.right_count
    cells = [
        ("c-rank", Markup.escape(number(row.rank))),
        ("c-pair", chips.pair(row.pair)),
        ("c-together", EMPTY + number(row.pair_count) + (EMPTY if divides else tie)),
    ]
    if divides:
        share = max(2, round(100 * row.score / best))
        bar = Markup('<i class="bar" data-share="{}"><i style="width:{}%"></i></i>').format(
            share, share
        )
        cells += [
            ("c-left", Markup.escape(f"{number(left)} × {number(right)}")),
            ("c-score", tie + fraction(row.pair_count, left * right)),
            ("c-decimal", Markup.escape(decimal(row.score)) + bar),
        ]
    cells.append(("c-by", Markup.escape(ordinal(row.count_rank))))
    attributes = Markup(' class="win" title="merges next"') if wins else EMPTY
    return Markup("<tr{}>{}</tr>").format(
        attributes,
        join(Markup('<td class="{}">{}</td>').format(css, content) for css, content in cells),
    )
