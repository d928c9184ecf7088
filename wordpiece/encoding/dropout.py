"""BPE-dropout: merge replay that leaves merges out at random, so a word has several splits.

Models are trained on such splits, so that they see the same word in different tokens (Provilkov,
Emelianenko & Voita 2020, https://aclanthology.org/2020.acl-main.170). A round of the encoding finds
the places in the word where a merge applies, drops each place with probability p, and makes the
first learned of the merges that are left, at its leftmost place. The encoding ends with the first
round in which all places are dropped; a merge that was dropped may be made in a later round. With
p = 0 the split is that of `BPEEncoder`, with p = 1 the word stays as characters.

The `tokenizers` library gives the same probabilities if no two merges compete for a symbol. If they
do, it also draws for the place that is used up already, and so gives dropped merges another chance.

>>> encoder = BPEEncoder([("u", "g"), ("u", "n"), ("h", "ug")])
>>> for split, probability in dropout_splits(encoder, "unhug", 0.3).items():
...     print(" ".join(split), round(probability, 4))
un hug 0.5488
un h ug 0.1911
u n h u g 0.09
u n h ug 0.063
un h u g 0.063
u n hug 0.0441
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from wordpiece.arguments import check_integer, short_repr
from wordpiece.encoding.encoders import BPEEncoder
from wordpiece.errors import ArgumentError
from wordpiece.message import message

Split = tuple[str, ...]
"""The symbols of a word."""

LONGEST = 12
"""The most symbols of a word whose splits are counted: 12 symbols have up to 2,048 splits."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A split that the encoding of a word reaches, and those that it may reach from there.

    Attributes:
        symbols: the split.
        token: the token that the last merge made; empty for the characters of the word.
        probability: how probable it is that the encoding comes here, on this path.
        ends: how probable it is that it comes here and ends.
        branches: the splits after one more merge, in the order in which merges are tried.
    """

    symbols: Split
    token: str
    probability: float
    ends: float
    branches: tuple[Branch, ...]


class _Rules:
    """The merges of an encoder, and how they apply to symbols."""

    def __init__(self, encoder: BPEEncoder):
        self._marking = encoder.marking
        self._ranks = encoder.ranks

    def places(self, symbols: Split) -> list[int]:
        """Return the places where a merge applies, in the order in which merges are tried."""
        ranks = ((self._ranks.get(pair), i) for i, pair in enumerate(pairwise(symbols)))
        return [i for _, i in sorted((rank, i) for rank, i in ranks if rank is not None)]

    def merged(self, symbols: Split, place: int) -> Split:
        """Return symbols with the two at a place merged."""
        token = self._marking.join(*symbols[place : place + 2])
        return (*symbols[:place], token, *symbols[place + 2 :])

    def outcomes(self, symbols: Split, dropout: float) -> Iterator[tuple[int | None, float]]:
        """Yield the place of each possible next merge, None for the end, with its probability."""
        left = 1.0
        for place in self.places(symbols):
            yield place, left * (1 - dropout)
            left *= dropout
        yield None, left


def start_of(encoder: BPEEncoder, word: str) -> Split:
    """Return the symbols of a word before merges, unknown ones replaced by the unknown token.

    Raises:
        UnknownSymbolError: a character is unknown, and the encoder has no unknown token.
    """
    return encoder.trace(word).start


def dropout_splits(encoder: BPEEncoder, word: str, dropout: float) -> dict[Split, float]:
    """Return each possible split of a word with its probability; these add up to 1.

    Args:
        encoder: the merges, with their marking and alphabet.
        word: a word with at most `LONGEST` symbols.
        dropout: the probability p that a merge is dropped at one place in one round, 0 to 1.

    Raises:
        ArgumentError: the word is too long, or ``dropout`` is not from 0 to 1.
        UnknownSymbolError: a character is unknown, and the encoder has no unknown token.
    """
    start, rules = start_of(encoder, word), _Rules(encoder)
    _check(dropout, start)
    found: dict[Split, float] = {}
    reached = {start: 1.0}
    while reached:
        # Each merge removes a symbol, so nothing more is added to a split with the most symbols.
        symbols = max(reached, key=len)
        probability = reached.pop(symbols)
        for place, share in rules.outcomes(symbols, dropout):
            into = found if place is None else reached
            after = symbols if place is None else rules.merged(symbols, place)
            into[after] = into.get(after, 0.0) + probability * share
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def dropout_tree(encoder: BPEEncoder, word: str, dropout: float, least: float = 0.0) -> Branch:
    """Return the paths from the characters of a word to its splits, as a tree.

    Args:
        encoder, word, dropout: as for `dropout_splits`, with the same errors.
        least: leave out branches whose probability is 0 or below this.
    """
    start, rules = start_of(encoder, word), _Rules(encoder)
    _check(dropout, start)

    def branch(symbols: Split, token: str, probability: float) -> Branch:
        ends, branches = 0.0, []
        for place, share in rules.outcomes(symbols, dropout):
            if place is None:
                ends = probability * share
            elif probability * share and probability * share >= least:
                after = rules.merged(symbols, place)
                branches.append(branch(after, after[place], probability * share))
        return Branch(symbols, token, probability, ends, tuple(branches))

    return branch(start, "", 1.0)


def sample_splits(
    encoder: BPEEncoder, word: str, dropout: float, times: int, seed: int = 0
) -> Counter[Split]:
    """Encode a word several times with dropout; return how often each split occurs.

    Equal arguments give equal counts.

    Raises:
        ArgumentError: ``dropout`` is not from 0 to 1.
        UnknownSymbolError: a character is unknown, and the encoder has no unknown token.
    """
    start, rules = start_of(encoder, word), _Rules(encoder)
    _check(dropout)
    flips = random.Random(seed)

    def sample() -> Split:
        symbols = start
        while True:
            kept = (place for place in rules.places(symbols) if flips.random() >= dropout)
            place = next(kept, None)
            if place is None:
                return symbols
            symbols = rules.merged(symbols, place)

    return Counter(sample() for _ in range(check_integer(times, "times", 0)))


def _check(dropout: float, start: Split = ()) -> None:
    if not 0 <= dropout <= 1:
        raise ArgumentError(
            message("dropout is {value}; it must be from 0 to 1.", value=short_repr(dropout))
        )
    if len(start) > LONGEST:
        raise ArgumentError(TOO_LONG.fill(n=len(start)))


TOO_LONG = message(
    "The word has {n} {n:symbol|symbols}; the probabilities of splits are computed only for words "
    "of at most {most} symbols.",
    most=LONGEST,
)
"""The sentence on a word that is too long for `dropout_splits`."""
