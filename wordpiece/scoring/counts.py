"""The counts that a score is computed from."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
"""Counts or scores of n pairs, shape (n,)."""

EXACT = 2**53
"""Whole numbers below this are exact as float64; see `Score.values`."""


class Counted(Protocol):
    """An object with three counts, such as a `PairScore` or a `MergeStep`."""

    @property
    def pair_count(self) -> int: ...
    @property
    def left_count(self) -> int: ...
    @property
    def right_count(self) -> int: ...


class Merging(NamedTuple):
    """What merges of n pairs would change, for the likelihood gain.

    Attributes:
        replaced: how often each pair would be replaced, shape (n,). Fewer than its count where
            occurrences overlap: ``aaa`` holds (a, a) twice and becomes ``aa a``.
        made: how often the token of each pair occurs already, shape (n,).
        double: whether left and right are the same symbol, shape (n,); each merge then removes two.
        total: symbols in the corpus.
    """

    replaced: Floats
    made: Floats
    double: npt.NDArray[np.bool_]
    total: int

    @classmethod
    def of_one(cls, replaced: int, made: int, double: bool, total: int) -> Merging:
        """Return the changes by the merge of a single pair."""
        return cls(np.array([replaced], float), np.array([made], float), np.array([double]), total)
