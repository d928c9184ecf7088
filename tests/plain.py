"""Training and encoding with nothing but dictionaries, strings and fractions.

It counts every step from the words alone, so that a figure of the engine can be compared with one
that owes nothing to it. The textbook of the engine shares scores and tie-breaks with it; this
module shares nothing.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal

Pair = tuple[str, str]
Rule = Literal["ratio", "count", "gain", "code"]
"""How pairs are scored: times together by times left and right; times together; how likely the
merge makes the corpus; and as a blog's code does it."""

UNKNOWN = "\0unknown\0"
"""A symbol that no training has."""


@dataclass
class Plain:
    """A training: its words, its merges, and the words after each.

    Attributes:
        words: word to count, in order of first occurrence.
        prefix, suffix: what marks a symbol that continues a word, and what ends each word.
        rule: how pairs are scored.
        alphabetical: whether the first pair of the alphabet wins a tie, and not the first seen.
        special: how many special tokens the vocabulary begins with.
        most, room: the merges and the entries after which it stops.
        least: it stops when the winner occurs less often than this.
        given: symbols that are in the alphabet even if no word has them.
        states: the symbols of each word, before the first merge and after each.
        merges: the pairs merged.
    """

    words: Mapping[str, int]
    prefix: str = ""
    suffix: str = ""
    rule: Rule = "ratio"
    alphabetical: bool = False
    special: int = 0
    most: int = 10**9
    room: int = 10**9
    least: int = 1
    given: tuple[str, ...] = ()
    states: list[dict[str, list[str]]] = field(default_factory=list)
    merges: list[Pair] = field(default_factory=list)

    counted_pairs: dict[int, Counter[Pair]] = field(default_factory=dict)
    counted_symbols: dict[int, Counter[str]] = field(default_factory=dict)
    computed_scores: dict[int, dict[Pair, Fraction]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.states.append({word: self.split(word) for word in self.words})
        self.alphabet = {symbol for split in self.states[0].values() for symbol in split}
        self.alphabet |= {*self.given}

    # Training.

    def run(self, merges: int = 10**9) -> "Plain":
        """Make this many merges, or all there are, and return itself."""
        for _ in range(merges):
            winner = self.winner()
            if winner is None:
                break
            self.step(winner)
        return self

    def step(self, pair: Pair) -> None:
        """Merge a pair in every word."""
        now = self.states[-1]
        assert pair in self.pairs(len(self.merges))
        self.merges.append(pair)
        self.states.append({word: self.merged(now[word], pair) for word in now})

    def winner(self) -> Pair | None:
        """Return the pair to merge next, or None if training stops here."""
        k = len(self.merges)
        pairs = self.pairs(k)
        full = self.special + len(self.vocabulary(k)) >= self.room
        if k >= self.most or full or not pairs:
            return None
        tied = self.tied(k)
        winner = min(tied) if self.alphabetical else tied[0]
        if pairs[winner] < self.least:
            return None
        if self.rule == "gain" and self.likelihood(k, winner) <= self.likelihood(k):
            return None
        return winner

    def split(self, word: str) -> list[str]:
        """Return the symbols that a word begins as."""
        symbols = [self.prefix * (i > 0) + char for i, char in enumerate(word)]
        return symbols + [self.suffix] * bool(self.suffix)

    def join(self, pair: Pair) -> str:
        """Return what a pair becomes."""
        return pair[0] + pair[1][len(self.prefix) :]

    def merged(self, symbols: Sequence[str], pair: Pair) -> list[str]:
        """Return symbols with a pair joined, from left to right."""
        done: list[str] = []
        for symbol in symbols:
            if done and (done[-1], symbol) == pair:
                done[-1] = self.join(pair)
            else:
                done.append(symbol)
        return done

    # What is counted after a step.

    def pairs(self, k: int) -> Counter[Pair]:
        """Count each pair; they come in the order in which they are first seen."""
        if k not in self.counted_pairs:
            found = self.counted_pairs[k] = Counter()
            for word, symbols in self.states[k].items():
                for pair in pairwise(symbols):
                    found[pair] += self.words[word]
        return self.counted_pairs[k]

    def symbols(self, k: int) -> Counter[str]:
        """Count each symbol."""
        if k not in self.counted_symbols:
            found = self.counted_symbols[k] = Counter()
            for word, symbols in self.states[k].items():
                for symbol in symbols:
                    found[symbol] += self.words[word]
        return self.counted_symbols[k]

    def replaced(self, k: int) -> int:
        """Count how often merge ``k`` replaced its pair."""
        return sum(self.symbols(k - 1).values()) - sum(self.symbols(k).values())

    def parts(self, k: int) -> Counter[str]:
        """Count what a score divides by: symbols, or for the blog's code the pairs each is in."""
        if self.rule != "code":
            return self.symbols(k)
        found: Counter[str] = Counter()
        for pair, count in self.pairs(k).items():
            for symbol in pair:
                found[symbol] += count
        return found

    def likelihood(self, k: int, pair: Pair | None = None) -> Fraction:
        """Return how likely the corpus is, each symbol drawn as often as it occurs.

        With a pair, it is how likely the corpus would be once that pair is merged, too.
        """
        counts: Counter[str] = Counter()
        for word, symbols in self.states[k].items():
            for symbol in self.merged(symbols, pair) if pair else symbols:
                counts[symbol] += self.words[word]
        total = sum(counts.values())
        return Fraction(math.prod(count**count for count in counts.values()), total**total)

    def scores(self, k: int) -> dict[Pair, Fraction]:
        """Score all pairs, each as an exact fraction; for the gain, by the likelihood it leads to.

        The gain is the logarithm of that, less the same number for every pair.
        """
        if k not in self.computed_scores:
            self.computed_scores[k] = {pair: self.score(k, pair) for pair in self.pairs(k)}
        return self.computed_scores[k]

    def score(self, k: int, pair: Pair) -> Fraction:
        """Score one pair."""
        count, parts = self.pairs(k)[pair], self.parts(k)
        if self.rule == "count":
            return Fraction(count)
        if self.rule == "gain":
            return self.likelihood(k, pair)
        ratio = Fraction(count, parts[pair[0]] * parts[pair[1]])
        return ratio if self.rule == "ratio" else round(ratio, 4)

    def formula(self, k: int, pair: Pair) -> int | tuple[int, int, int, Fraction]:
        """Return a score with the counts that make it: all three, or just that of the pair."""
        count, symbols = self.pairs(k)[pair], self.symbols(k)
        left, right = (symbols[symbol] for symbol in pair)
        return (
            count if self.rule == "count" else (count, left, right, Fraction(count, left * right))
        )

    def tied(self, k: int) -> list[Pair]:
        """Return the pairs with the best score, in the order in which they are first seen."""
        scores = self.scores(k)
        best = max(scores.values())
        return [pair for pair, score in scores.items() if score == best]

    def top_by_count(self, k: int) -> tuple[Pair, int]:
        """Return the most frequent pair, and how many are as frequent."""
        pairs = self.pairs(k)
        most = max(pairs.values())
        equals = [pair for pair in pairs if pairs[pair] == most]
        return (min(equals) if self.alphabetical else equals[0]), len(equals)

    def vocabulary(self, k: int) -> set[str]:
        """Return the entries that are no special tokens."""
        return self.alphabet | {self.join(pair) for pair in self.merges[:k]}

    def id(self, k: int, token: str) -> int | None:
        """Return a token's place: after the special tokens the alphabet, then what is learned."""
        learned = [self.join(pair) for pair in self.merges[:k]]
        entries = [*dict.fromkeys([*sorted(self.alphabet), *learned])]
        return self.special + entries.index(token) if token in entries else None

    # Encoding.

    def match(self, k: int, word: str, keep: bool = False) -> list[str]:
        """Return the tokens of a word by longest match; with ``keep`` those before one unknown."""
        entries, text, at = self.vocabulary(k), word + self.suffix, 0
        found: list[str] = []
        while at < len(text):
            for end in range(len(text), at, -1):
                if len(word) < end < len(text):
                    continue
                token = (self.prefix if at else "") + text[at:end]
                if token in entries:
                    found.append(token)
                    at = end
                    break
            else:
                return [*found, "[UNK]"] if keep else ["[UNK]"]
        return found

    def replay(
        self, k: int, word: str, backwards: bool = False
    ) -> tuple[list[str], list[tuple[int, list[str]]]]:
        """Return the tokens of a word by its merges, and each merge that applies with its result.

        The newest merge comes first with ``backwards``. An unknown character joins no pair.
        """
        ranks = {pair: k - i if backwards else i for i, pair in enumerate(self.merges[:k], 1)}
        symbols = [s if s in self.alphabet else UNKNOWN for s in self.split(word)]
        applied: list[tuple[int, list[str]]] = []
        while found := [
            (ranks[pair], i) for i, pair in enumerate(pairwise(symbols)) if pair in ranks
        ]:
            rank, i = min(found)
            symbols[i : i + 2] = [self.join((symbols[i], symbols[i + 1]))]
            if applied and applied[-1][0] == rank:
                applied.pop()
            applied.append((rank, symbols.copy()))
        shown = [(rank, [s.replace(UNKNOWN, "[UNK]") for s in after]) for rank, after in applied]
        return [s.replace(UNKNOWN, "[UNK]") for s in symbols], shown
