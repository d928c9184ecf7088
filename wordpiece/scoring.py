"""What makes a pair win: a score for each pair, and a tie-break among equal scores.

WordPiece (https://huggingface.co/learn/llm-course/chapter6/6, after Schuster & Nakajima 2012)::

    score(a, b) = count(a b) / (count(a) * count(b))

BPE (Sennrich, Haddow & Birch 2016, https://aclanthology.org/P16-1162)::

    score(a, b) = count(a b)

Likelihood gain. Schuster & Nakajima ("Japanese and Korean voice search", 2012) choose the unit
"that increases the likelihood on the training data the most", and that is how WordPiece is mostly
described, also by the course and by Google. The ratio above is not that gain. Under a unigram
model, in which a symbol that stands c times among N has the probability c / N, the corpus has the
log-likelihood L = sum of c ln(c / N); with f(x) = x ln x that is sum of f(c) - f(N). Replacing
(a, b) n times turns count(a) = A into A - n, B into B - n, N into N - n, and adds a symbol that
stands n times::

    gain(a, b) = f(A - n) + f(B - n) + f(n) - f(A) - f(B) - f(N - n) + f(N)
               = n ln(n N / (A B)) + h(A) + h(B) - h(N),    h(x) = (x - n) ln(1 - n / x)

So the ratio n / (A B) is in it, but as a logarithm and times n: rare pairs gain little, however
exclusive they are. The second line is computed, as it loses no digits to the difference of large
numbers. `Merging` tells what changes for (a, a), and where the token exists already.

The blog's code is the ratio again, but a symbol is counted once for each pair it takes part in,
so twice inside a word, and the score is rounded to four digits.

Counts are whole numbers, and a score depends on nothing but counts, so equal counts give equal
scores. The ratio is Python's true division: 5/75 and 10/150 tie.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from wordpiece.records import Pair

Floats = npt.NDArray[np.float64]
TieBreak = Literal["first-seen", "alphabetical", "random"]

TIE_BREAKS: tuple[TieBreak, ...] = ("first-seen", "alphabetical", "random")

EXACT = 2**53
"""Whole numbers below this are exact as float64; see `Score.values`."""


class Merging(NamedTuple):
    """What the likelihood gain must know about a pair beside its three counts.

    Attributes:
        replaced: how often the pair would be replaced. Less than its count in runs: ``aaa``
            holds (a, a) twice and becomes ``aa a``.
        made: how often the token it would make is there already, besides in the pair itself.
        double: whether left and right are the same symbol, which then loses two each time.
        total: symbols in the corpus.
    """

    replaced: Floats
    made: Floats
    double: npt.NDArray[np.bool_]
    total: int

    @classmethod
    def of_one(cls, replaced: int, made: int, double: bool, total: int) -> Merging:
        """For a single pair."""
        return cls(np.array([replaced], float), np.array([made], float), np.array([double]), total)


@dataclass(frozen=True, slots=True)
class Score:
    """A scoring rule.

    Attributes:
        name: what it is called in code and files.
        kind: "ratio" divides the pair's count by those of its parts, "count" leaves it at that,
            "gain" is the gain in log-likelihood.
        digits: a ratio is rounded to so many digits after the point; None leaves it exact.
        by_pairs: the parts are counted once for each pair they take part in, not once for each
            time they stand somewhere. ``left_count`` and ``right_count`` then mean that.
    """

    name: str
    kind: Literal["ratio", "count", "gain"]
    digits: int | None = None
    by_pairs: bool = False

    @property
    def divides(self) -> bool:
        """Whether it is a fraction of counts."""
        return self.kind == "ratio"

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        """The score of one pair; only the gain looks at ``merging``, and must have it.

        >>> WORDPIECE.value(5, 20, 5), PAIR_COUNT.value(5, 20, 5)
        (0.05, 5)
        >>> BLOG_CODE.value(7, 7, 36)
        0.0278
        >>> round(LIKELIHOOD_GAIN.value(5, 20, 5, Merging.of_one(5, 0, False, 113)), 2)
        9.23
        """
        if self.kind == "count":
            return pair_count
        if self.kind == "gain":
            pair, left, right = np.array([[pair_count], [left_count], [right_count]], float)
            return float(self.values(pair, left, right, merging)[0])
        ratio = pair_count / (left_count * right_count)
        return ratio if self.digits is None else round(ratio, self.digits)

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
    ) -> Floats:
        """The scores of many pairs at once, shape (n,) each.

        Equal to `value` bit for bit while products of counts stay below 2**53. Beyond that
        the product is rounded before the division, and an unrounded ratio may be off in its
        last bits.

        Raises:
            ValueError: there is no ``merging``, and the gain needs it.
        """
        if self.kind == "count":
            return pair_count
        if self.kind == "gain":
            if merging is None:
                raise ValueError("The gain of a merge depends on more than three counts.")
            return _gain(left_count, right_count, merging)
        ratio = pair_count / (left_count * right_count)
        return (
            ratio
            if self.digits is None
            else self._rounded(ratio, pair_count, left_count, right_count)
        )

    def _rounded(self, ratio: Floats, *counts: Floats) -> Floats:
        """As Python rounds. Scaling up goes wrong only next to a half, so those are looked at."""
        scale = 10.0 ** (self.digits or 0)
        scaled = ratio * scale
        rounded: Floats = np.rint(scaled) / scale
        for row in np.flatnonzero(np.abs(scaled % 1 - 0.5) < 1e-6).tolist():
            pair, left, right = (int(column[row]) for column in counts)
            rounded[row] = self.value(pair, left, right)
        return rounded


def _gain(left: Floats, right: Floats, merging: Merging) -> Floats:
    """See the top of this file; symmetric in left and right, so equal figures tie exactly."""
    n, made, double, total = merging
    taken = np.where(double, 2 * n, n)

    def rest(count: Floats, taken: Floats) -> Floats:  # (x - n) ln(1 - n / x), 0 if all is taken
        left_over = count - taken
        gone: Floats = left_over * np.log1p(-np.where(left_over > 0, taken / count, 0))
        return gone

    parts = rest(left, taken) + np.where(double, 0, rest(right, n))
    # f(made + n) - f(made) instead of f(n): n ln(made) + (made + n) ln(1 + n / made).
    grows = made > 0
    base = np.where(grows, made, n)
    parts = parts + np.where(grows, (made + n) * np.log1p(n / base), 0)
    gain: Floats = (
        n * np.log(total * base / (left * right)) + parts - rest(np.full_like(n, total), n)
    )
    return gain


WORDPIECE = Score("wordpiece", "ratio")
PAIR_COUNT = Score("bpe", "count")
LIKELIHOOD_GAIN = Score("likelihood", "gain")
BLOG_CODE = Score("blog-code", "ratio", digits=4, by_pairs=True)


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
