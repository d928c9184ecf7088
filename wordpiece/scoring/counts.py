"""What a score is computed from: three counts, and for the likelihood gain what a merge changes."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
"""Counts or scores of n pairs, shape (n,)."""

EXACT = 2**53
"""Whole numbers below this are exact as float64; see `Score.values`."""


class Counted(Protocol):
    """Anything with the three counts that a score is computed from, such as a `PairScore`.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.scoring import WORDPIECE
    >>> step = WordPieceTrainer({"hug": 10, "pug": 5}).step()
    >>> str(WORDPIECE.formula(step).text)  # a MergeStep has the three counts
    '10 / (10 × 15) = 1/15'
    """

    @property
    def pair_count(self) -> int: ...
    @property
    def left_count(self) -> int: ...
    @property
    def right_count(self) -> int: ...


class Merging(NamedTuple):
    """What the likelihood gain must know about n pairs beside their three counts.

    >>> from wordpiece.scoring import LIKELIHOOD_GAIN
    >>> merging = Merging.of_one(replaced=20, made=0, double=False, total=113)
    >>> round(LIKELIHOOD_GAIN.value(20, 36, 20, merging), 2)
    28.02

    Attributes:
        replaced: how often each pair would be replaced, shape (n,). Less than its count in runs:
            ``aaa`` holds (a, a) twice and becomes ``aa a``.
        made: how often the token that it would make is there already, not counting the pair
            itself, shape (n,).
        double: whether left and right are the same symbol, which then loses two each time,
            shape (n,).
        total: symbols in the corpus.
    """

    replaced: Floats
    made: Floats
    double: npt.NDArray[np.bool_]
    total: int

    @classmethod
    def of_one(cls, replaced: int, made: int, double: bool, total: int) -> Merging:
        """Return what the gain must know about a single pair."""
        return cls(np.array([replaced], float), np.array([made], float), np.array([double]), total)
