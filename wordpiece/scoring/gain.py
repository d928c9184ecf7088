"""The likelihood gain: how much more likely a merge makes the corpus.

Schuster & Nakajima ("Japanese and Korean voice search", 2012) choose the unit "that increases the
likelihood on the training data the most", and that is how WordPiece is mostly described. The
Hugging Face course gives the `ratio` instead and does not mention likelihood; the ratio is not
that gain.

In a unigram model, a symbol that occurs c times among N has the probability c / N. The corpus then
has the log-likelihood L = sum of c ln(c / N); with f(x) = x ln x that is sum of f(c) - f(N).
Replacing (a, b) n times turns count(a) = A into A - n, count(b) = B into B - n, N into N - n, and
adds a symbol that occurs n times::

    gain(a, b) = f(A - n) + f(B - n) + f(n) - f(A) - f(B) - f(N - n) + f(N)
               = n ln(n N / (A B)) + h(A) + h(B) - h(N),    h(x) = (x - n) ln(1 - n / x)

So the gain contains the ratio n / (A B), but as a logarithm and times n: rare pairs gain little,
however exclusive they are. The code computes the second line, which loses no digits to the
difference of large numbers. `Merging` holds what changes for (a, a), and for a token that exists
already.

Logarithms are natural, so a gain is in nats.
"""

from __future__ import annotations

import numpy as np

from wordpiece.message import message, unworded
from wordpiece.scoring.counts import Floats, Merging
from wordpiece.scoring.score import Score
from wordpiece.scoring.written import AGAINST_PAPER, COUNT, Listing, Style, Texts

_RULE = message("the gain in log-likelihood")


class Gain(Score):
    """The amount that a merge adds to the log-likelihood of a unigram model of the corpus, in nats.

    >>> from wordpiece.scoring import LIKELIHOOD_GAIN, Merging
    >>> round(LIKELIHOOD_GAIN.value(20, 36, 20, Merging.of_one(20, 0, False, 113)), 2)
    28.02
    """

    needs_merging = True
    rivals = ("count", "ratio")

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
    ) -> Floats:
        if merging is None:
            raise ValueError("The gain of a merge depends on more than three counts.")
        return _gain(left_count, right_count, merging)

    def is_worth_merging(self, value: float) -> bool:
        return value > 0

    texts = Texts(
        rule=_RULE,
        how=message(
            "The score of a pair is how much its merge raises the logarithm of the likelihood. "
            "The likelihood is the probability of drawing exactly this corpus if symbols are "
            "drawn at random, each with this probability: count of the symbol ÷ sum of the counts "
            "of all symbols."
        ),
        text=message(
            "{value:gain} in log-likelihood (counts: pair {pair}, parts {left} and {right})"
        ),
        alone=unworded("{value:gain}"),
        brief=unworded("{value:gain}"),
        unit=_RULE,
        style="gain",
        styles=(Style("gain"), *(Style(f"gain{digits}") for digits in range(3, 18))),
        columns={"left × right": message("counts of its parts"), "score": message("score")},
        listings=(COUNT, Listing("gain", unworded("{value:gain}"), is_number=True)),
        against_paper=AGAINST_PAPER,
    )


def _gain(left: Floats, right: Floats, merging: Merging) -> Floats:
    """Return gains as the top of this file defines them, shape (n,).

    The computation is symmetric in left and right, so that equal counts tie exactly.
    """
    n, made, double, total = merging
    taken = np.where(double, 2 * n, n)

    def rest(count: Floats, taken: Floats) -> Floats:  # (x - n) ln(1 - n / x), 0 if all is taken
        left_over = count - taken
        lost: Floats = left_over * np.log1p(-np.where(left_over > 0, taken / count, 0))
        return lost

    parts = rest(left, taken) + np.where(double, 0, rest(right, n))
    # f(made + n) - f(made) instead of f(n): n ln(made) + (made + n) ln(1 + n / made).
    grows = made > 0
    base = np.where(grows, made, n)
    parts = parts + np.where(grows, (made + n) * np.log1p(n / base), 0)
    gain: Floats = (
        n * np.log(total * base / (left * right)) + parts - rest(np.full_like(n, total), n)
    )
    return gain


LIKELIHOOD_GAIN: Score = Gain("likelihood")
"""The score by which WordPiece is mostly described, in nats."""
