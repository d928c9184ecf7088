"""WordPiece: a pair scores its count divided by the product of its parts' counts.

Source: https://huggingface.co/learn/llm-course/chapter6/6, after Schuster & Nakajima 2012, who
describe the likelihood gain; see `gain`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from wordpiece.message import Emphasis, Message, message
from wordpiece.scoring.counts import EXACT, Counted, Floats, Merging
from wordpiece.scoring.formula import Cell, Formula, Listing, emphasized
from wordpiece.scoring.score import Rival, Score


class Ratio(Score):
    """The pair's count divided by the product of its parts' counts.

    >>> from wordpiece.scoring import WORDPIECE
    >>> WORDPIECE.value(5, 20, 5), str(WORDPIECE.rule)
    (0.05, 'together ÷ (left × right)')
    """

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
        out: Floats | None = None,
    ) -> Floats:
        too_rare = np.flatnonzero(pair_count < self.least) if self.least > 1 else None
        large = _large_products(left_count, right_count)
        exact = _quotients(pair_count[large], left_count[large], right_count[large])
        product = np.multiply(left_count, right_count, out=out)
        ratio: Floats = np.divide(pair_count, product, out=out)
        ratio[large] = exact
        if too_rare is not None:
            ratio[too_rare] = 0
        return ratio

    def without_rarer(self, least: int) -> Score:
        return replace(self, least=least)

    is_local = True
    kernel: ClassVar[Rival | None] = "ratio"

    columns = MappingProxyType(
        {
            "left × right": message("left × right"),
            "score": message("score"),
            "decimal": message("decimal"),
        }
    )
    separator = " × "
    listings = (
        Listing(message("count/(left × right)"), False),
        Listing(message("fraction"), False),
        Listing(message("score"), False),
    )

    rule = message("together ÷ (left × right)")
    how = message(
        "Divide how often the pair occurs by the counts of its left and its right symbol, "
        "multiplied. A frequent pair of frequent symbols can score low. Google never published its "
        "trainer; this formula is the Hugging Face course's reconstruction."
    )
    counting = message(
        "Together: how often the two occur side by side. Left and right: how often each of them "
        "occurs anywhere."
    )
    against_paper = None
    against_frequent = message(
        "By count, yours is the top pair, and BPE's rule is the count. WordPiece divides the count "
        "by those of the two parts."
    )
    against_rare = message("Its parts are too common for so few meetings.")

    @property
    def about_rare(self) -> Message | None:
        if self.least == 1:
            return None
        return message(
            "A pair must occur {least} times to compete; the score of others is 0.",
            least=self.least,
        )

    def formula(self, row: Counted) -> Formula:
        value = self.value(row.pair_count, row.left_count, row.right_count)
        return (TooRareFormula if row.pair_count < self.least else RatioFormula).of(row, value)


class RatioFormula(Formula):
    """A fraction, ``20 / (36 × 20) = 1/36 ≈ 0.02778``."""

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.pair_count, self.left_count * self.right_count)

    @property
    def text(self) -> Message:
        return message(
            "{pair} / ({left} × {right}) = {value}",
            pair=self.pair_count,
            left=self.left_count,
            right=self.right_count,
            value=self.fraction,
        )

    @property
    def line(self) -> Message:
        value = self.fraction
        if value.denominator == 1:
            return emphasized(self.text, "value")
        return message(
            "{pair} / ({left} × {right}) = {value} {sign} {decimal:decimal}",
            pair=self.pair_count,
            left=self.left_count,
            right=self.right_count,
            value=Emphasis(value),
            sign="=" if self.is_decimal else "≈",
            decimal=self.value,
        )

    @property
    def alone(self) -> Message:
        return message("{value}", value=self.fraction)

    @property
    def brief(self) -> Message:
        return message("{value:decimal}", value=self.value)

    @property
    def cells(self) -> Mapping[str, Cell]:
        return {"score": Cell(self.fraction), "decimal": self.decimal}

    @property
    def listed(self) -> tuple[Message, ...]:
        return (
            message(
                "{pair:plain}/({left:plain} × {right:plain})",
                pair=self.pair_count,
                left=self.left_count,
                right=self.right_count,
            ),
            message("{value:plain}", value=self.fraction),
            message("{value:digits6}", value=self.value),
        )

    def styles(self) -> Iterator[tuple[str, int | None]]:
        yield "", 9
        for digits in range(4, 18):
            yield f"brief{digits}", None


class TooRareFormula(Formula):
    """The score 0 of a pair that occurs less often than it must."""

    @property
    def text(self) -> Message:
        return message(
            "{value} ({pair} together, too few to compete; {left} and {right} in all)",
            value=0,
            pair=self.pair_count,
            left=self.left_count,
            right=self.right_count,
        )

    @property
    def brief(self) -> Message:
        return message("{value}", value=0)

    @property
    def cells(self) -> Mapping[str, Cell]:
        return {"score": Cell(0), "decimal": Cell(0)}

    @property
    def listed(self) -> tuple[Message, ...]:
        counts = message(
            "{pair:plain}, too few; {left:plain} × {right:plain}",
            pair=self.pair_count,
            left=self.left_count,
            right=self.right_count,
        )
        return counts, self.brief, self.brief


def _large_products(left: Floats, right: Floats) -> npt.NDArray[np.intp]:
    """Return the rows whose product float64 rounds, shape (k,)."""
    if not len(left) or left.max() * right.max() < EXACT:
        return np.zeros(0, dtype=np.intp)
    return np.flatnonzero(left * right >= EXACT)


def _quotients(pair: Floats, left: Floats, right: Floats) -> Floats:
    """Divide whole numbers as Python does.

    Long doubles are exact enough unless a quotient lies near the middle of two doubles. Those are
    divided as whole numbers, equal ones once.
    """
    ratio, eps = pair / (left.astype(np.longdouble) * right), np.finfo(np.longdouble).eps
    found: Floats = (ratio * (1 - 4 * eps)).astype(np.float64)
    near = np.flatnonzero((ratio * (1 + 4 * eps)).astype(np.float64) != found)
    rows = [*zip(*(column[near].tolist() for column in (pair, left, right)), strict=True)]
    exact = {row: int(row[0]) / (int(row[1]) * int(row[2])) for row in dict.fromkeys(rows)}
    found[near] = [exact[row] for row in rows]
    return found


WORDPIECE: Score = Ratio("wordpiece")
"""WordPiece's rule, for pairs of any count; `Score.without_rarer` sets a least count."""
