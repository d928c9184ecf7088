"""What makes a pair win: a score for each pair, and a tie-break among equal scores.

WordPiece (https://huggingface.co/learn/llm-course/chapter6/6, after Schuster & Nakajima 2012)::

    score(a, b) = count(a b) / (count(a) * count(b))

BPE (Sennrich, Haddow & Birch 2016, https://aclanthology.org/P16-1162)::

    score(a, b) = count(a b)

Counts are whole numbers and the division is Python's true division, so equal ratios give
equal scores: 5/75 and 10/150 tie.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from wordpiece.records import Pair

Floats = npt.NDArray[np.float64]
TieBreak = Literal["first-seen", "alphabetical", "random"]

TIE_BREAKS: tuple[TieBreak, ...] = ("first-seen", "alphabetical", "random")

EXACT = 2**53
"""Whole numbers below this are exact as float64; see `Score.values`."""


@dataclass(frozen=True, slots=True)
class Score:
    """A scoring rule. ``divides`` tells WordPiece's ratio from BPE's plain count."""

    name: str
    divides: bool

    def value(self, pair_count: int, left_count: int, right_count: int) -> float:
        """The score of one pair.

        >>> WORDPIECE.value(5, 20, 5), PAIR_COUNT.value(5, 20, 5)
        (0.05, 5)
        """
        return pair_count / (left_count * right_count) if self.divides else pair_count

    def values(self, pair_count: Floats, left_count: Floats, right_count: Floats) -> Floats:
        """The scores of many pairs at once, shape (n,) each.

        Equal to `value` bit for bit while products of counts stay below 2**53. Beyond that
        the product is rounded before the division, and a score may be off in its last bits.
        """
        return pair_count / (left_count * right_count) if self.divides else pair_count


WORDPIECE = Score("wordpiece", divides=True)
PAIR_COUNT = Score("bpe", divides=False)


def check_tie_break(rule: str) -> None:
    """Raises ValueError for a tie-break that does not exist."""
    if rule not in TIE_BREAKS:
        raise ValueError(f"Unknown tie-break {rule!r}; choose one of {', '.join(TIE_BREAKS)}.")


def break_tie(tied: Sequence[Pair], rule: TieBreak, *, seed: int, index: int) -> Pair:
    """The winner among pairs with the same score, given in first-seen order.

    The random choice depends on the seed and the step number alone, so that the same
    training gives the same vocabulary in every process.

    >>> tied = [("h", "##u"), ("##u", "##g")]
    >>> break_tie(tied, "first-seen", seed=0, index=1)
    ('h', '##u')
    >>> break_tie(tied, "alphabetical", seed=0, index=1)
    ('##u', '##g')
    """
    if len(tied) == 1 or rule == "first-seen":
        return tied[0]
    if rule == "alphabetical":
        return min(tied)
    return random.Random(f"{seed}/{index}").choice(tied)
