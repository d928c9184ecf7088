"""Immutable records of Unigram."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple


def places_of(pieces: Iterable[str]) -> list[tuple[int, int]]:
    """Return the first and last place of each piece of a split."""
    return [*pairwise(accumulate(map(len, pieces), initial=0))]


@dataclass(frozen=True, slots=True)
class Removal:
    """One removal. Count, probability and cost are those from *before* it.

    Attributes:
        index: the number of the removal, counted from 1.
        piece: the piece that was removed.
        count: its count.
        probability: its count divided by the sum of all counts.
        cost: what its removal costs; see `RemovalCost`.
        tied: all pieces with the lowest cost, in the order of the list of pieces.
        forced: True if the caller chose the piece instead of the cost.
        best_piece: the piece that cost and tie rule chose; differs from ``piece`` only if forced.
        round: the number of the round, counted from 1. All removals of a round are chosen by the
            costs at its beginning.
        loss_before, loss_after: the loss before and after, each with its own probabilities. They
            differ by less than ``cost``, as all other probabilities rise. NaN in the quick records
            of `UnigramTimeline.removal`.
        total: the sum of the counts that are left.
    """

    index: int
    piece: str
    count: float
    probability: float
    cost: float
    tied: tuple[str, ...]
    forced: bool
    best_piece: str
    round: int
    loss_before: float
    loss_after: float
    total: float


@dataclass(frozen=True, slots=True)
class RemovalCost:
    """One row of the table of removal costs.

    Attributes:
        piece: the piece.
        count: its count.
        probability: its count divided by the sum of all counts.
        cost: in nats. By the counts of the start: the loss without the piece minus the loss, all
            other probabilities being equal. By EM: its count times the logarithm of its
            probability divided by that of the best split of the piece itself.
        rank: 1 for the piece that is removed next; ties are ordered by the tie rule.
        tied: True if another piece has the same cost.
    """

    piece: str
    count: float
    probability: float
    cost: float
    rank: int
    tied: bool


class Split(NamedTuple):
    """One way to split a word into pieces.

    Attributes:
        pieces: the pieces; the characters that no piece has are pieces, too.
        probability: the product of their probabilities.
        share: the probability divided by that of the word, which is the sum over all its splits.
    """

    pieces: tuple[str, ...]
    probability: float
    share: float


class Arc(NamedTuple):
    """A piece at its place in a word.

    Attributes:
        start, end: the places that it connects, 0 to the number of characters.
        piece: the piece.
        probability: its probability.
        best: whether it is part of the best split.
        unknown: whether it is a character that no piece has.
    """

    start: int
    end: int
    piece: str
    probability: float
    best: bool
    unknown: bool


class Lattice(NamedTuple):
    """All splits of a word as a graph: each path from the first place to the last is one.

    Attributes:
        word: the word of n characters; there are n + 1 places.
        arcs: the pieces that occur in it, by end, then by start.
        best: its best split.
    """

    word: str
    arcs: tuple[Arc, ...]
    best: Split
