"""The code of a blog post on WordPiece: the ratio of other counts, rounded.

The text of the post states the formula of `ratio`. Its code counts a symbol once for each pair that
contains it, so twice inside a word and not at all in a word of one symbol. It also rounds to four
decimal places, which makes ties.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wordpiece.message import message, unworded
from wordpiece.scoring.counts import Floats, Merging
from wordpiece.scoring.ratio import TEXTS, Ratio
from wordpiece.scoring.score import Score
from wordpiece.scoring.written import Style

_DIGITS = 4
"""Decimals of the score."""


class RoundedRatio(Ratio):
    """The ratio, with each part counted once for each pair that contains it, and rounded."""

    parts = "pairs"
    is_local = False

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        return round(super().value(pair_count, left_count, right_count), _DIGITS)

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
    ) -> Floats:
        ratio = pair_count / (left_count * right_count)
        scale = 10.0**_DIGITS
        scaled = ratio * scale
        rounded: Floats = np.rint(scaled) / scale
        # Python's rounding may differ only next to a half, so such rows are rounded by Python.
        counts = pair_count, left_count, right_count
        for row in np.flatnonzero(np.abs(scaled % 1 - 0.5) < 1e-6).tolist():
            pair, left, right = (int(column[row]) for column in counts)
            rounded[row] = self.value(pair, left, right)
        return rounded

    def without_rarer(self, least: int) -> Score:
        return self  # rounding makes scores 0 as well, so a score of 0 would not mean "too rare"

    texts = replace(
        TEXTS,
        rule=message(
            "count of the pair ÷ (neighbours of its left part × neighbours of its right part), "
            "rounded to 4 decimal places; neighbours are counted at each occurrence of the part"
        ),
        how=message(
            "Score = count of the pair ÷ (count of its left part × count of its right part), "
            "rounded to 4 decimal places. This rule counts each occurrence of a symbol once for "
            "each of its neighbours, so twice in the middle of a word."
        ),
        text=unworded("{pair} / ({left} × {right}) = {fraction} {sign} {value:fixed4}"),
        line=None,
        alone=unworded("{value:fixed4}"),
        brief=unworded("{decimal:decimal}"),
        each=message("neighbours of each part"),
        style="fixed4",
        styles=(Style("fixed4"),),
        compares="decimal",  # equal fractions round to equal values, but so do others
    )


BLOG_CODE: Score = RoundedRatio("blog-code")
"""The score of the blog's code."""
