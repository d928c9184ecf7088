"""`UnigramModel`: pieces with probabilities, and the splits of any word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import exp, inf, log
from typing import NamedTuple

from wordpiece.unigram.records import Arc, Lattice, Split, places_of

TIE = 1e-10
"""Two splits are equally probable if the logarithms of their probabilities differ by less: equal
products of counts differ by rounding only, others by more, unless they agree in ten digits."""

UNKNOWN_PENALTY = 10.0
"""The logarithm of the probability of an unknown character is that of the rarest piece less this,
as in SentencePiece."""

LEAST = 1e-6
"""The least count in a logarithm. EM may take nearly all of the count of a character, but a
character must still be able to spell a word."""


class _Path(NamedTuple):
    """A path from the first place of a lattice, and the logarithm of its probability."""

    log_p: float
    pieces: tuple[str, ...]


class UnigramModel:
    """Pieces with their counts, from which the probabilities follow. It never changes.

    >>> model = UnigramModel({"h": 15, "u": 36, "g": 20, "ug": 20, "hug": 15})
    >>> model.best_split("hugug").pieces
    ('hug', 'ug')
    >>> [split.pieces for split in model.n_best("hug", 2)]
    [('hug',), ('h', 'ug')]

    Args:
        counts: piece to count, 0 or more, in the order of the list of pieces.
        total, least: the sum of the counts, and the smallest one, if ``counts`` has only the pieces
            in some words.

    Attributes:
        counts: the same.
        total: the sum of the counts.
    """

    def __init__(
        self,
        counts: Mapping[str, float],
        *,
        total: float | None = None,
        least: float | None = None,
    ):
        self.counts = dict(counts)
        self.total = sum(self.counts.values()) if total is None else total
        self._least = min(self.counts.values(), default=0) if least is None else least
        self._whole = log(self.total) if self.total else 0.0
        self._longest = max(map(len, self.counts), default=1)

    @cached_property
    def log_probabilities(self) -> dict[str, float]:
        """Piece to the natural logarithm of its probability."""
        whole = self._whole
        return {piece: log(max(count, LEAST)) - whole for piece, count in self.counts.items()}

    @cached_property
    def _unknown(self) -> float:
        """The logarithm of the probability of an unknown character."""
        return log(max(self._least, LEAST)) - self._whole - UNKNOWN_PENALTY

    def probability(self, piece: str) -> float:
        """Return the probability of a piece; 0 if the model does not have it."""
        return self.counts.get(piece, 0) / self.total if self.counts else 0.0

    def best_split(self, word: str) -> Split:
        """Return the most probable split; among equals that whose last piece starts first."""
        return self.n_best(word, 1)[0]

    def n_best(self, word: str, n: int) -> list[Split]:
        """Return up to ``n`` splits, the most probable first."""
        best: list[list[_Path]] = [[_Path(0.0, ())]]
        for end in range(1, len(word) + 1):
            found = [
                _Path(path.log_p + log_p, (*path.pieces, word[start:end]))
                for start, log_p, _ in self._arcs_to(word, end)
                for path in best[start]
            ]
            best.append(_ranked(found)[:n])
        whole = self.log_probability(word)
        return [Split(pieces, exp(log_p), exp(log_p - whole)) for log_p, pieces in best[-1]]

    def log_probability(self, word: str) -> float:
        """Return the logarithm of the probability of a word, summed over all its splits."""
        before = [0.0]
        for end in range(1, len(word) + 1):
            parts = [before[start] + log_p for start, log_p, _ in self._arcs_to(word, end)]
            most = max(parts)
            before.append(most + log(sum(exp(part - most) for part in parts)))
        return before[-1]

    def lattice(self, word: str) -> Lattice:
        """Return all pieces in a word, and which of them are its best split."""
        best = self.best_split(word)
        places = {*places_of(best.pieces)}
        arcs = [
            Arc(start, end, word[start:end], exp(log_p), (start, end) in places, unknown)
            for end in range(1, len(word) + 1)
            for start, log_p, unknown in self._arcs_to(word, end)
        ]
        return Lattice(word, tuple(arcs), best)

    def _arcs_to(self, word: str, end: int) -> list[tuple[int, float, bool]]:
        """Return start, logarithm of probability, and whether unknown, of the arcs to a place."""
        log_p = self.log_probabilities
        arcs = [
            (start, log_p[word[start:end]], False)
            for start in range(max(0, end - self._longest), end)
            if word[start:end] in log_p
        ]
        if word[end - 1 : end] not in log_p:
            arcs.append((end - 1, self._unknown, True))
        return arcs


def _ranked(paths: list[_Path]) -> list[_Path]:
    """Return paths by probability; equally probable ones keep their order."""
    ordered = sorted(enumerate(paths), key=lambda item: -item[1].log_p)
    group, last = 0, inf
    keys: list[tuple[int, int, _Path]] = []
    for place, path in ordered:
        group += last - path.log_p > TIE
        last = path.log_p
        keys.append((group, place, path))
    return [path for *_, path in sorted(keys, key=lambda key: key[:2])]
