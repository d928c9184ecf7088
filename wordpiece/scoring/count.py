"""BPE: the score of a pair is its count.

Source: Sennrich, Haddow & Birch 2016, https://aclanthology.org/P16-1162.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from wordpiece.message import message, unworded
from wordpiece.scoring.counts import Floats, Merging
from wordpiece.scoring.score import Rival, Score
from wordpiece.scoring.written import COUNT, Style, Texts


class Count(Score):
    """The count of the pair."""

    ranks_by_count = True
    kernel = "count"
    is_local = True
    rivals: ClassVar[tuple[Rival, ...]] = ()

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        return pair_count

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
    ) -> Floats:
        return pair_count

    def recorded(self, value: float) -> float:
        return int(value)

    def fraction(self, pair_count: int, left_count: int, right_count: int) -> Fraction:
        return Fraction(pair_count)

    texts = Texts(
        rule=message("count of the pair"),
        how=message("The score is the count of the pair."),
        text=None,
        alone=unworded("{count}"),
        brief=unworded("{count}×"),
        each=None,
        style="",
        styles=(Style(""),),
        columns={},
        compares="together",
        listings=(COUNT,),
    )


PAIR_COUNT: Score = Count("bpe")
"""The score of BPE."""
