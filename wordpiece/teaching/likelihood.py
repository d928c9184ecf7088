"""How likely a corpus is under a unigram model, symbol by symbol.

The model draws symbols at random, each as often as it stands in the corpus. A symbol that stands c
times among N then has the probability c / N, and contributes c ln(c / N) to the log-likelihood.
`wordpiece.scoring.gain` has the same as the gain of one merge.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from wordpiece.records import Pair
from wordpiece.training.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Share:
    """One symbol's part in the likelihood.

    >>> share = Share("##u", 36, 113)
    >>> share.probability, round(share.log_likelihood, 2)
    (Fraction(36, 113), -41.18)

    Attributes:
        symbol: the symbol.
        count: how often it stands in the corpus.
        total: how many symbols the corpus has.
    """

    symbol: str
    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        """How likely each draw is to give it."""
        return Fraction(self.count, self.total)

    @property
    def log_likelihood(self) -> float:
        """What it contributes to the log-likelihood, in nats."""
        return self.count * math.log(self.count / self.total)


def shares(timeline: Timeline, step: int) -> list[Share]:
    """Return each symbol's part after a step, the most frequent symbol first.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> timeline = WordPieceTrainer(toy).timeline()
    >>> [(share.symbol, share.count) for share in shares(timeline, 0)[:3]]
    [('##u', 36), ('##g', 20), ('p', 17)]
    """
    counts = timeline.symbol_counts(step)
    total = sum(count for _, count in counts)
    return [Share(symbol, count, total) for symbol, count in counts]


def log_likelihood(timeline: Timeline, step: int) -> float:
    """Return the log-likelihood of the corpus after a step, in nats.

    >>> from wordpiece.recipes import RECIPES
    >>> trainer = RECIPES["likelihood"].trainer({"hug": 10, "hugs": 5})
    >>> trainer.run(1)
    1
    >>> timeline = trainer.timeline()
    >>> round(log_likelihood(timeline, 1) - log_likelihood(timeline, 0), 4)
    30.5432
    >>> round(timeline.merge(1).score, 4)
    30.5432
    """
    return math.fsum(share.log_likelihood for share in shares(timeline, step))


@dataclass(frozen=True, slots=True)
class Change:
    """What a merge does to the count of one symbol.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> timeline = WordPieceTrainer(toy).timeline()
    >>> merged(timeline, 0, ("##g", "##s")).changes[0]
    Change(symbol='##g', before=20, after=15)
    """

    symbol: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Merged:
    """A corpus before a merge and after it.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> timeline = WordPieceTrainer(toy).timeline()
    >>> both = merged(timeline, 0, ("##g", "##s"))
    >>> both.total_before, both.total_after, round(both.after - both.before, 2)
    (113, 108, 9.23)

    Attributes:
        changes: the symbols whose count changes: the parts, and what they make.
        total_before, total_after: how many symbols the corpus has.
        before, after: its log-likelihood, in nats.
    """

    changes: tuple[Change, ...]
    total_before: int
    total_after: int
    before: float
    after: float

    @property
    def gain(self) -> float:
        """What the merge adds to the log-likelihood."""
        return self.after - self.before


def merged(timeline: Timeline, step: int, pair: Pair) -> Merged:
    """Return what merging a pair after ``step`` would do.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> timeline = WordPieceTrainer(toy).timeline()
    >>> [(c.symbol, c.before, c.after) for c in merged(timeline, 0, ("##g", "##s")).changes]
    [('##g', 20, 15), ('##s', 5, 0), ('##gs', 0, 5)]

    Raises:
        UnknownPairError: the pair stands in no word then.
    """
    fork = timeline.fork(step, pair)
    was, now = shares(timeline, step), shares(fork, step + 1)
    before, after = ({share.symbol: share.count for share in each} for each in (was, now))
    symbols = dict.fromkeys((*pair, fork.merge(step + 1).token))
    return Merged(
        changes=tuple(
            Change(symbol, before.get(symbol, 0), after.get(symbol, 0)) for symbol in symbols
        ),
        total_before=was[0].total,
        total_after=now[0].total,
        before=log_likelihood(timeline, step),
        after=log_likelihood(fork, step + 1),
    )
