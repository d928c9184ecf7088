"""How likely a corpus is under a unigram model, symbol by symbol.

The model draws symbols at random, each with its share of the symbols in the corpus. A symbol with
count c among N symbols has the probability c / N, and contributes c ln(c / N) to the
log-likelihood. `wordpiece.scoring.gain` computes the change that one merge makes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from wordpiece.records import Pair, PairScore
from wordpiece.training.timeline import Timeline


def log_likelihood(timeline: Timeline, step: int) -> float:
    """Return the log-likelihood of the corpus after a step, in nats.

    >>> round(log_likelihood(timeline, 1) - log_likelihood(timeline, 0), 2)
    9.23
    """
    counts = [count for _, count in timeline.symbol_counts(step)]
    total = sum(counts)
    return math.fsum(count * math.log(count / total) for count in counts)


def count_by_chance(row: PairScore, total: int) -> float:
    """Return how often a pair would occur in a random row of all ``total`` symbols.

    >>> row = timeline.scores(0).find(("##g", "##s"))
    >>> round(count_by_chance(row, 113), 3)
    0.885
    """
    return row.left_count * row.right_count / total


def mutual_information(row: PairScore, total: int) -> float:
    """Return the pointwise mutual information of a pair's parts among ``total`` symbols, in nats.

    It is ln(count of the pair ÷ count by chance).

    >>> row = timeline.scores(0).find(("##g", "##s"))
    >>> round(mutual_information(row, 113), 2)
    1.73
    """
    return math.log(row.pair_count / count_by_chance(row, total))


@dataclass(frozen=True, slots=True)
class Change:
    """The count of one symbol before a merge and after it."""

    symbol: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class MergeEffect:
    """A corpus before a merge and after it.

    Attributes:
        changes: the symbols whose count changes: the parts of the pair, and the token they make.
        total_before, total_after: the number of symbols in the corpus.
        before, after: the log-likelihood of the corpus, in nats.
    """

    changes: tuple[Change, ...]
    total_before: int
    total_after: int
    before: float
    after: float

    @property
    def gain(self) -> float:
        """How much the merge adds to the log-likelihood, in nats."""
        return self.after - self.before


def merge_effect(timeline: Timeline, step: int, pair: Pair) -> MergeEffect:
    """Return how the corpus would change if a pair were merged after ``step``.

    >>> merge_effect(timeline, 0, ("##g", "##s")).changes[0]
    Change(symbol='##g', before=20, after=15)

    Raises:
        UnknownPairError: no word contains the pair after ``step``.
    """
    fork = timeline.fork(step, pair)
    was, now = dict(timeline.symbol_counts(step)), dict(fork.symbol_counts(step + 1))
    symbols = dict.fromkeys((*pair, fork.merge(step + 1).token))
    return MergeEffect(
        changes=tuple(Change(symbol, was.get(symbol, 0), now.get(symbol, 0)) for symbol in symbols),
        total_before=sum(was.values()),
        total_after=sum(now.values()),
        before=log_likelihood(timeline, step),
        after=log_likelihood(fork, step + 1),
    )
