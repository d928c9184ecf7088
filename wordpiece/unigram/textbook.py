"""Unigram in one screen. Read this file before the others of this package.

WordPiece and BPE start from characters and add tokens. Unigram starts from many pieces and removes
those that the training data needs least. All numbers here are exact fractions, so that equal means
equal.

    words        {"hug": 10, "pug": 5, "hugs": 5}   each word with its count
    pieces       {"h": 15, "u": 20, "hu": 15, ...}  the substrings of the words, with their counts
    probability  u: 20 / (sum of all counts)        of one piece
    best split   unhug -> un hug                    where the product of probabilities is largest
    likelihood   P(hug)**10 * P(pug)**5 * ...       of the words, each in its best split
    loss         -ln(likelihood)
    cost         the loss without a piece, minus the loss; the piece with the lowest cost is removed
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import log

Words = Mapping[str, int]
"""Word to count."""

Probabilities = Mapping[str, Fraction]
"""Piece to probability."""


def textbook_removals(words: Words, n: int, *, last: bool = False) -> list[tuple[str, float]]:
    """Return the first ``n`` removals, or fewer if only characters are left: piece and cost.

    Among equal costs the first piece of the list is removed, or the last one.

    >>> [(piece, round(cost, 4)) for piece, cost in textbook_removals(toy, 7)][4:]
    [('ugs', 0.0), ('bu', 5.6817), ('pu', 23.6847)]
    """
    counts = dict(start_pieces(words))
    removals: list[tuple[str, float]] = []
    for _ in range(n):
        p = probabilities(counts)
        removable = [piece for piece in counts if len(piece) > 1]
        if not removable:
            break
        if last:
            removable.reverse()
        whole = likelihood(words, p)
        # By how much the likelihood falls: 1 if no word needs the piece.
        ratios = {piece: whole / likelihood(words, p, without=piece) for piece in removable}
        piece = min(removable, key=ratios.__getitem__)
        removals += [(piece, exact_log(ratios[piece]))]
        del counts[piece]
    return removals


def start_pieces(words: Words) -> Counter[str]:
    """Return the characters and all shorter substrings of words, with counts, as first seen.

    Of each word come its characters, then its longer substrings by their end, short ones first.
    """
    counts: Counter[str] = Counter()
    for word in words:
        longer = [word[i:j] for j in range(2, len(word) + 1) for i in range(j - 2, -1, -1)]
        counts.update({piece: 0 for piece in [*word, *longer] if len(piece) == 1 or piece != word})
    for word, frequency in words.items():
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                if word[start:end] in counts:
                    counts[word[start:end]] += frequency
    return counts


def probabilities(counts: Mapping[str, int]) -> dict[str, Fraction]:
    """Return each count divided by the sum of all counts."""
    total = sum(counts.values())
    return {piece: Fraction(count, total) for piece, count in counts.items()}


def best_split(word: str, p: Probabilities, without: str = "") -> tuple[tuple[str, ...], Fraction]:
    """Return the split with the largest product of probabilities, and that product.

    This is the Viterbi algorithm: the best split up to ``end`` is the best split up to some
    ``start``, and one piece more. Among equal products the earliest ``start`` wins.

    >>> pieces, probability = best_split("hugs", probabilities(start_pieces(toy)))
    >>> pieces, round(float(probability), 6)
    (('h', 'ugs'), 0.001701)
    """
    best: list[tuple[tuple[str, ...], Fraction]] = [((), Fraction(1))]
    for end in range(1, len(word) + 1):
        found: tuple[tuple[str, ...], Fraction] = ((), Fraction(0))
        for start in range(end):
            piece, (pieces, product) = word[start:end], best[start]
            if piece != without and product * p.get(piece, 0) > found[1]:
                found = (*pieces, piece), product * p[piece]
        best.append(found)
    return best[-1]


def likelihood(words: Words, p: Probabilities, without: str = "") -> Fraction:
    """Return the product of the probabilities of all words, each as often as it occurs."""
    product = Fraction(1)
    for word, frequency in words.items():
        product *= best_split(word, p, without)[1] ** frequency
    return product


def exact_log(number: Fraction) -> float:
    """Return the natural logarithm of a fraction, which may be too small or large for a float."""
    return log(number.numerator) - log(number.denominator)


def expected_counts(words: Words, p: Mapping[str, float]) -> tuple[dict[str, float], float]:
    """Return the counts for the next round of EM, and the log-likelihood of the words.

    The shortcut above takes the counts of the start and one split of each word. EM, the training
    of Kudo (2018), takes all splits: each counts as much as its share of the word's probability.
    ``before[i]`` is the probability of the first i characters, ``after[i]`` that of the others, in
    any split.

    >>> p = {piece: float(x) for piece, x in probabilities(start_pieces(toy)).items()}
    >>> counts, log_likelihood = expected_counts(toy, p)
    >>> round(counts["hug"], 2), round(log_likelihood, 2)
    (9.77, -145.55)
    """
    counts: dict[str, float] = defaultdict(float)
    log_likelihood = 0.0
    for word, frequency in words.items():
        length = len(word)
        before, after = [1.0] + [0.0] * length, [0.0] * length + [1.0]
        for end in range(1, length + 1):
            before[end] = sum(before[i] * p.get(word[i:end], 0) for i in range(end))
        for start in reversed(range(length)):
            ends = range(start + 1, length + 1)
            after[start] = sum(p.get(word[start:j], 0) * after[j] for j in ends)
            for end in ends:
                share = before[start] * p.get(word[start:end], 0) * after[end] / before[length]
                counts[word[start:end]] += frequency * share
        log_likelihood += frequency * log(before[length])
    return {piece: counts[piece] for piece in p}, log_likelihood
