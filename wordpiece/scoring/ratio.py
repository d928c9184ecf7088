"""WordPiece: the score of a pair is its count divided by the product of the counts of its parts.

Source: https://huggingface.co/learn/llm-course/chapter6/6, after Schuster & Nakajima 2012, who
describe the likelihood gain; see `gain`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from wordpiece.message import message, unworded
from wordpiece.scoring.counts import EXACT, Counted, Floats, Merging
from wordpiece.scoring.score import Rival, Score
from wordpiece.scoring.written import Formula, Listing, Style, Texts

TEXTS = Texts(
    rule=message("count of the pair ÷ (count of its left part × count of its right part)"),
    how=message(
        "Score = count of the pair ÷ (count of its left part × count of its right part). The "
        "score is high if the two parts occur together more often than they would by chance. "
        "The formula is the Hugging Face course's best guess. No text by Google contains this "
        "formula."
    ),
    text=unworded("{pair} / ({left} × {right}) = {value}"),
    line=unworded("{pair} / ({left} × {right}) = {value} {sign} {decimal:decimal}"),
    alone=unworded("{value}"),
    brief=unworded("{decimal:decimal}"),
    styles=(Style("", 9), *(Style(f"brief{digits}") for digits in range(4, 18))),
    columns={
        "left × right": message("left × right"),
        "score": message("score"),
        "decimal": message("decimal"),
    },
    separator=" × ",
    listings=(
        Listing("count/(left × right)", unworded("{pair:plain}/({left:plain} × {right:plain})")),
        Listing("fraction", unworded("{fraction:plain}")),
        Listing("score", unworded("{decimal:digits6}")),
    ),
)

_TOO_RARE = replace(
    TEXTS,
    text=message(
        "{value} (the pair count is below the minimum; counts: pair {pair}, parts {left} and "
        "{right})"
    ),
    line=None,
    brief=unworded("{value}"),
    listings=(
        TEXTS.listings[0]._replace(
            cell=unworded("{pair:plain}, too few; {left:plain} × {right:plain}")
        ),
        *(listing._replace(cell=unworded("{value}")) for listing in TEXTS.listings[1:]),
    ),
)
"""The texts for a pair that occurs less often than it must; its score is 0."""


class Ratio(Score):
    """The count of the pair divided by the product of the counts of its parts."""

    is_local = True
    kernel: ClassVar[Rival | None] = "ratio"
    texts = TEXTS

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        return 0.0 if pair_count < self.least else pair_count / (left_count * right_count)

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
    ) -> Floats:
        too_rare = np.flatnonzero(pair_count < self.least) if self.least > 1 else None
        large = _large_products(left_count, right_count)
        exact = _quotients(pair_count[large], left_count[large], right_count[large])
        ratio: Floats = pair_count / (left_count * right_count)
        ratio[large] = exact
        if too_rare is not None:
            ratio[too_rare] = 0
        return ratio

    def without_rarer(self, least: int) -> Score:
        return replace(self, least=least)

    def fraction(self, pair_count: int, left_count: int, right_count: int) -> Fraction | None:
        if pair_count < self.least:
            return None
        return Fraction(pair_count, left_count * right_count)

    def formula(self, row: Counted) -> Formula:
        formula = super().formula(row)
        return replace(formula, texts=_TOO_RARE) if row.pair_count < self.least else formula


def _large_products(left: Floats, right: Floats) -> npt.NDArray[np.intp]:
    """Return the rows whose product float64 rounds, shape (k,)."""
    if not len(left) or left.max() * right.max() < EXACT:
        return np.zeros(0, dtype=np.intp)
    return np.flatnonzero(left * right >= EXACT)


def _quotients(pair: Floats, left: Floats, right: Floats) -> Floats:
    """Divide whole numbers as Python does.

    Long doubles are exact enough unless a quotient lies near the middle of two doubles. Such rows
    are divided as whole numbers, equal rows only once.
    """
    ratio, eps = pair / (left.astype(np.longdouble) * right), np.finfo(np.longdouble).eps
    found: Floats = (ratio * (1 - 4 * eps)).astype(np.float64)
    near = np.flatnonzero((ratio * (1 + 4 * eps)).astype(np.float64) != found)
    rows = [*zip(*(column[near].tolist() for column in (pair, left, right)), strict=True)]
    exact = {row: int(row[0]) / (int(row[1]) * int(row[2])) for row in dict.fromkeys(rows)}
    found[near] = [exact[row] for row in rows]
    return found


WORDPIECE: Score = Ratio("wordpiece")
"""The score of WordPiece, for pairs of any count; `Score.without_rarer` sets a least count."""
