"""The score table: every pair as it stands now, the one that merges next on top."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from pages.panels import chips
from pages.panels.actions import Look, encode
from pages.panels.html import EMPTY, decimal, heard, join, number, ordinal
from pages.panels.html_cache import kept
from pages.panels.markup import Markup
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import Score
from wordpiece.teaching.wording import fraction, gained, in_lowest_terms

_TIE = Markup('<span class="tie" title="another pair has exactly this score">tie</span>') + heard(
    ", another pair has exactly this score, "
)


ALL = ("rank", "pair", "together", "left × right", "score", "decimal", "by count")
SCORED = ("pair", "together", "left × right", "score", "decimal")
SECRET = ("pair", "together", "left × right")
"""What gives the scores away to those only who work them out."""
COUNTED = ("pair", "together")

_HIDDEN = {"ratio": (), "count": ("left × right", "score", "decimal"), "gain": ("decimal",)}
"""Columns that there is nothing to put in, for each kind of score."""


def _title(name: str, score: Score) -> str:
    """What a column is called under a rule."""
    if score.kind == "gain":
        return {"left × right": "left, right", "score": "gain"}.get(name, name)
    return "rounded" if name == "decimal" and score.digits is not None else name


def score_table(
    rows: Sequence[PairScore],
    score: Score,
    *,
    best: float,
    winner: Pair | None,
    columns: Sequence[str] = ALL,
    pickable: bool = False,
    picked: Pair | None = None,
) -> Markup:
    """Rows of the score table as HTML.

    Args:
        rows: the page of rows to show, in the order to show them.
        score: the rule, which decides the columns.
        best: the best score of the whole table; bars are drawn in proportion to it, and none
            for what does not score above 0.
        winner: the pair that merges next; None once training has stopped.
        columns: those to show, of ALL. Without "rank" neither ties nor the winner are marked;
            then the order of the rows should not give the winner away either.
        pickable: whether each pair is a button, with its rank as ``data-pick``.
        picked: the pair that was picked; its row is marked.
    """
    shown = tuple(name for name in columns if name not in _HIDDEN[score.kind])
    body = join(
        _row(row, score, best, shown, row.pair == winner, pickable, row.pair == picked)
        for row in rows
    )
    return Markup(
        '<div class="scroll"><table class="scores"><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(_head(shown, score), body)


@lru_cache(maxsize=64)
def _head(columns: tuple[str, ...], score: Score) -> Markup:
    return join(
        Markup('<th scope="col" class="c{}">{}</th>').format(_css(name), _title(name, score))
        for name in columns
    )


# A class looks at the same rows, one student after the other.
@kept(2**22)
def _row(
    row: PairScore,
    score: Score,
    best: float,
    columns: tuple[str, ...],
    wins: bool,
    pickable: bool,
    picked: bool,
) -> Markup:
    ranked = "rank" in columns
    cells = _cells(row, score, best, ranked, pickable, picked)
    if wins:
        cells["rank"] += heard(", merges next")
    return _line(columns).format(
        _state(wins=ranked and wins, picked=picked), *(cells[name] for name in columns)
    )


@cache
def _line(columns: tuple[str, ...]) -> Markup:
    """A row with a place for its state and for each cell; filled once, not cell by cell."""
    cells = join(Markup('<td class="c{}">{{}}</td>').format(_css(name)) for name in columns)
    return Markup("<tr{{}}>{}</tr>").format(cells)


def _css(name: str) -> str:
    return "-" + name.split()[0]


def _state(*, wins: bool, picked: bool) -> Markup:
    css = " ".join(["win"] * wins + ["picked"] * picked)
    title = Markup(' title="merges next"') if wins else EMPTY
    return Markup(' class="{}"{}').format(css, title) if css else EMPTY


def _cells(
    row: PairScore, score: Score, best: float, ranked: bool, pickable: bool, picked: bool
) -> dict[str, Markup]:
    tie = _TIE if row.tied and ranked else EMPTY
    left, right = row.left_count, row.right_count
    pair = chips.pair(row.pair)
    if pickable:
        pair = Markup(
            '<button type="button" data-pick="{}" aria-pressed="{}" title="{}">{}</button>'
        ).format(encode(Look(row.rank)), "true" if picked else "false", "Look at this pair", pair)
    cells = {
        "rank": Markup.escape(number(row.rank)),
        "pair": pair,
        "together": EMPTY + number(row.pair_count),
        "by count": Markup.escape(ordinal(row.count_rank)),
    }
    if score.kind == "count" and tie:
        cells["together"] += heard(", ") + tie
    if score.kind == "gain":
        cells |= {
            "left × right": Markup.escape(f"{number(left)}, {number(right)}"),
            "score": tie + gained(row.score) + _bar(row.score, best),
        }
    elif score.divides:
        exact = score.digits is None
        value = decimal(row.score) if exact else in_lowest_terms(row, score)
        cells |= {
            "left × right": Markup.escape(f"{number(left)} × {number(right)}"),
            # What is rounded is tied where its fractions need not be.
            "score": (tie if exact else EMPTY) + fraction(row.pair_count, left * right),
            "decimal": (EMPTY if exact else tie) + value + _bar(row.score, best),
        }
    return cells


def _bar(value: float, best: float) -> Markup:
    share = max(2, round(100 * value / best)) if value > 0 else 0
    return Markup('<i class="bar" data-share="{}"><i style="width:{}%"></i></i>').format(
        share, share
    )
