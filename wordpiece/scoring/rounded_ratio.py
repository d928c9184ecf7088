"""The code of a blog post on WordPiece: the ratio of other counts, rounded.

Its text states the formula of `ratio`. Its code counts a symbol once for each pair it takes part
in, so twice inside a word and not at all in a word of its own, and rounds to four digits, which
makes ties.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import numpy as np

from wordpiece.message import Message, Token, message
from wordpiece.records import MergeStep, PairScore
from wordpiece.scoring.counts import Counted, Floats, Merging
from wordpiece.scoring.formula import Formula, emphasized, times
from wordpiece.scoring.ratio import Ratio, RatioFormula
from wordpiece.scoring.score import Score


class RoundedRatio(Ratio):
    """The ratio with its parts counted once for each pair they are in, rounded to four digits.

    >>> from wordpiece.scoring import BLOG_CODE
    >>> BLOG_CODE.value(20, 36, 20), str(BLOG_CODE.rule)
    (0.0278, 'together ÷ (left × right), counted in pairs and rounded')
    """

    DIGITS = 4

    parts = "pairs"
    is_local = False

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        return round(super().value(pair_count, left_count, right_count), self.DIGITS)

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
        out: Floats | None = None,
    ) -> Floats:
        ratio = pair_count / (left_count * right_count)
        scale = 10.0**self.DIGITS
        scaled = ratio * scale
        rounded: Floats = np.rint(scaled) / scale
        # As Python rounds. Scaling up goes wrong only next to a half, so those are looked at.
        counts = pair_count, left_count, right_count
        for row in np.flatnonzero(np.abs(scaled % 1 - 0.5) < 1e-6).tolist():
            pair, left, right = (int(column[row]) for column in counts)
            rounded[row] = self.value(pair, left, right)
        return rounded

    def without_rarer(self, least: int) -> Score:
        return self  # rounding makes scores 0 as well, so rare pairs could not be told apart

    columns = MappingProxyType({**Ratio.columns, "decimal": message("rounded")})
    compares = "decimal"  # what is rounded is tied where its fractions need not be

    rule = message("together ÷ (left × right), counted in pairs and rounded")
    how = message(
        "Divide how often the pair occurs by the number of pairs that its left and its right "
        "symbol take part in, multiplied. Inside a word, a symbol is in two pairs. Then round."
    )
    counting = message(
        "Together: how often the two occur side by side. Left and right: how often each of them "
        "takes part in a pair, so twice where it is inside a word. The score is rounded to 4 "
        "digits."
    )

    def formula(self, row: Counted) -> Formula:
        value = self.value(row.pair_count, row.left_count, row.right_count)
        return RoundedRatioFormula.of(row, value)

    def together_and_apart(self, step: MergeStep) -> tuple[Message, ...]:
        met = message("They occur together {times}.", times=times(step.pair_count))
        left, right = (Token(part) for part in step.pair)
        if step.pair[0] == step.pair[1]:
            return met, message(
                "Counted once for each pair it is in, {part} occurs {times}.",
                part=left,
                times=times(step.left_count),
            )
        return met, message(
            "Counted once for each pair it is in, {left} occurs {left_times} and {right} "
            "{right_times}.",
            left=left,
            left_times=times(step.left_count),
            right=right,
            right_times=times(step.right_count),
        )

    def parts_counted(self, row: PairScore) -> Message:
        left, right = row.pair
        if left == right:
            return message(
                "A part is counted once for each pair it is in: {part} {times}.",
                part=Token(left),
                times=times(row.left_count),
            )
        return message(
            "A part is counted once for each pair it is in: {left} {left_times}, {right} "
            "{right_times}.",
            left=Token(left),
            left_times=times(row.left_count),
            right=Token(right),
            right_times=times(row.right_count),
        )


class RoundedRatioFormula(RatioFormula):
    """A fraction and what it is rounded to, ``20 / (36 × 20) = 1/36, rounded to 0.0278``."""

    each = message("pairs each")
    style = "fixed4"
    is_rounded = True

    @property
    def text(self) -> Message:
        return message(
            "{pair} / ({left} × {right}) = {fraction}, rounded to {value:fixed4}",
            pair=self.pair_count,
            left=self.left_count,
            right=self.right_count,
            fraction=self.fraction,
            value=self.value,
        )

    @property
    def line(self) -> Message:
        return emphasized(self.text, "value")

    @property
    def alone(self) -> Message:
        return message("{value:fixed4}", value=self.value)

    def styles(self) -> Iterator[tuple[str, int | None]]:
        yield self.style, None


BLOG_CODE: Score = RoundedRatio("blog-code")
"""The rule of the blog's code."""
