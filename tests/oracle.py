"""Train plainly, to compare with the engine: the oracle of the tests.

The oracle extends `wordpiece.textbook` by tie-breaks, forced merges, limits and more scores. It
counts everything again after each step. `Oracle.scores` are exact fractions, `Oracle.values` the
floats that a trainer compares. `tests.golden` has the published figures for the textbook itself.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from wordpiece.marking import LEADING_SPACE, NONE, Marking, marking_of
from wordpiece.records import MergeStep, Pair
from wordpiece.scoring import BLOG_CODE, LIKELIHOOD_GAIN, Merging, TieBreak, break_tie
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE
from wordpiece.textbook import count, merge

Rule = Literal["ratio", "count", "gain", "code", "parity"]
"""A score: WordPiece's ratio, BPE's count, the gain in likelihood, the blog's ratio, or the count
in the language that chooses, here of one language."""

RULES: dict[str, Rule] = {
    "wordpiece": "ratio", "bpe": "count", "likelihood": "gain", "blog-code": "code",
    "parity": "parity",
}  # fmt: skip
"""The rule of each score, by the name of the score."""

UNKNOWN = "\0unknown\0"
"""A symbol that occurs in no training."""


@dataclass
class Oracle:
    """Train, and store the merges and the splits after each merge.

    Attributes:
        words: word to count, in order of first occurrence.
        marking: how symbols are marked.
        rule: how pairs are scored.
        tie_break, seed: which of several pairs with the best score wins.
        special: the number of special tokens in front of the vocabulary.
        most, room: the number of merges, and of entries, at which training stops.
        least: training stops if the winner occurs less often.
        given: symbols of the alphabet that may occur in no word.
        merges: the pairs merged.
        forced: the numbers of the steps whose pair was chosen by the caller.
        states: the symbols of each word, before the first merge and after each.
    """

    words: Mapping[str, int]
    marking: Marking | str = NONE
    rule: Rule = "ratio"
    tie_break: TieBreak = "first-seen"
    seed: int = 0
    special: int = 0
    most: int = 10**9
    room: int = 10**9
    least: int = 1
    given: tuple[str, ...] = ()
    merges: list[Pair] = field(default_factory=list)
    forced: set[int] = field(default_factory=set)
    states: list[dict[str, list[str]]] = field(default_factory=list)
    _counts: dict[int, tuple[Counter[str], Counter[Pair]]] = field(default_factory=dict)
    _values: dict[int, dict[Pair, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._marking = marking_of(self.marking)
        self.prefix, self.suffix = self._marking.prefix, self._marking.suffix
        self.join = self._marking.join
        self.states.append({word: self.split(word) for word in self.words})
        self.alphabet = {symbol for split in self.states[0].values() for symbol in split}
        self.alphabet |= {*self.given}

    def split(self, word: str) -> list[str]:
        """Return the alphabet symbols of a word."""
        return [*self._marking.split(word)]

    # Training.

    def run(self, merges: int = 10**9) -> "Oracle":
        """Make up to ``merges`` merges, and return the oracle itself."""
        for _ in range(merges):
            winner = self.winner()
            if winner is None:
                break
            self.step(winner)
        return self

    def step(self, pair: Pair, forced: bool = False) -> None:
        """Merge a pair in every word."""
        now, token = self.states[-1], self.join(*pair)
        assert pair in self.pairs(len(self.merges))
        self.merges.append(pair)
        self.forced |= {len(self.merges)} if forced else set()
        self.states.append({word: [*merge(now[word], pair, token)] for word in now})

    def follow(self, forced: Mapping[int, Pair]) -> "Oracle":
        """Make all merges, some of them forced, given by step, and return the oracle itself."""
        while self.pairs(k := len(self.merges)):
            if pair := forced.get(k + 1):
                self.step(pair, forced=True)
            elif winner := self.winner():
                self.step(winner)
            else:
                break
        return self

    def best(self, k: int) -> Pair:
        """Return the pair that score and tie-break choose after step ``k``."""
        return self.break_tie(self.tied(k), k)

    def break_tie(self, tied: list[Pair], k: int, rule: TieBreak | None = None) -> Pair:
        """Return the pair among equals after step ``k`` that the tie-break or another chooses."""
        key = to_bytes if self.spells_bytes and self.rule != "parity" else str
        return break_tie(tied, rule or self.tie_break, seed=self.seed, index=k + 1, key=key)

    @property
    def spells_bytes(self) -> bool:
        """Whether the symbols are bytes in GPT-2's spelling, with Ġ for a space."""
        characters = {char for symbols in self.states[0].values() for char in "".join(symbols)}
        has_space = marking_of(self.marking) == LEADING_SPACE or "Ġ" in characters
        return has_space and characters <= CHAR_TO_BYTE.keys()

    def winner(self) -> Pair | None:
        """Return the pair to merge next, or None if training stops here."""
        k = len(self.merges)
        full = self.special + len(self.vocabulary(k)) >= self.room
        if k >= self.most or full or not self.pairs(k):
            return None
        winner = self.best(k)
        too_rare = self.pairs(k)[winner] < self.least
        useless = self.rule == "gain" and self.values(k)[winner] <= 0
        return None if too_rare or useless else winner

    def records(self, special_tokens: Iterable[str] = ()) -> list[MergeStep]:
        """Return each merge with its figures, as a trainer records it."""
        known, steps = self.alphabet | {*special_tokens}, []
        for k, pair in enumerate(self.merges):
            parts, token = self.parts(k), self.join(*pair)
            step = MergeStep(
                index=k + 1,
                pair=pair,
                token=token,
                is_new_token=token not in known,
                pair_count=self.pairs(k)[pair],
                left_count=parts[pair[0]],
                right_count=parts[pair[1]],
                score=self.values(k)[pair],
                tied=tuple(self.tied(k)),
                forced=k + 1 in self.forced,
                best_pair=self.best(k),
                replaced_count=self.replaced(k + 1),
                language=0 if self.rule == "parity" else None,
            )
            steps.append(step)
            known.add(token)
        return steps

    # Counts after a step.

    def _count(self, k: int) -> tuple[Counter[str], Counter[Pair]]:
        if k not in self._counts:
            self._counts[k] = count(self.states[k], self.words)
        return self._counts[k]

    def pairs(self, k: int) -> Counter[Pair]:
        """Count each pair, in the order in which pairs are first seen."""
        return self._count(k)[1]

    def symbols(self, k: int) -> Counter[str]:
        """Count each symbol."""
        return self._count(k)[0]

    def replaced(self, k: int) -> int:
        """Count how often merge ``k`` replaced its pair."""
        return self.symbols(k - 1).total() - self.symbols(k).total()

    def parts(self, k: int) -> Counter[str]:
        """Count each symbol as the score does: its occurrences, or in the blog's code its pairs."""
        if self.rule != "code":
            return self.symbols(k)
        found: Counter[str] = Counter()
        for pair, n in self.pairs(k).items():
            for symbol in pair:
                found[symbol] += n
        return found

    # Scores after a step.

    def values(self, k: int) -> dict[Pair, float]:
        """Return the score of each pair as a trainer compares it."""
        if k not in self._values:
            parts = self.parts(k)
            self._values[k] = {
                pair: self._value(k, pair, n, *(parts[symbol] for symbol in pair))
                for pair, n in self.pairs(k).items()
            }
        return self._values[k]

    def _value(self, k: int, pair: Pair, n: int, left: int, right: int) -> float:
        if self.rule in ("count", "parity"):
            return n
        if self.rule == "ratio":
            return n / (left * right)
        if self.rule == "code":
            return BLOG_CODE.value(n, left, right)
        token, replaced, double = self.join(*pair), n, pair[0] == pair[1]
        if double:  # aaa has (a, a) twice and becomes aa a
            replaced = sum(
                times * (len(split) - len(merge(split, pair, token)))
                for split, times in zip(self.states[k].values(), self.words.values(), strict=True)
            )
        # The token may exist already, from other parts, or may even be one of the parts.
        made = self.symbols(k)[token] - (replaced if token == pair[1] else 0)
        about = Merging.of_one(replaced, made, double, self.symbols(k).total())
        return LIKELIHOOD_GAIN.value(n, left, right, about)

    def likelihood(self, k: int, pair: Pair | None = None) -> Fraction:
        """Return the likelihood of the corpus if symbols are drawn by their share.

        With a pair, return the likelihood after this pair is merged.
        """
        splits: Mapping[str, Sequence[str]] = self.states[k]
        if pair:
            splits = {word: merge(split, pair, self.join(*pair)) for word, split in splits.items()}
        counts = count(splits, self.words)[0]
        total = counts.total()
        return Fraction(math.prod(n**n for n in counts.values()), total**total)

    def scores(self, k: int) -> dict[Pair, Fraction]:
        """Return the score of each pair as an exact fraction."""
        return {pair: self.score(k, pair) for pair in self.pairs(k)}

    def score(self, k: int, pair: Pair) -> Fraction:
        """Return the score of one pair; for the gain, the likelihood after its merge."""
        n, parts = self.pairs(k)[pair], self.parts(k)
        if self.rule == "count":
            return Fraction(n)
        if self.rule == "gain":
            return self.likelihood(k, pair)
        ratio = Fraction(n, parts[pair[0]] * parts[pair[1]])
        return ratio if self.rule == "ratio" else round(ratio, 4)

    def formula(self, k: int, pair: Pair) -> int | tuple[int, int, int, Fraction]:
        """Return a score with its three counts; only the pair count if that is the score."""
        n, symbols = self.pairs(k)[pair], self.symbols(k)
        left, right = (symbols[symbol] for symbol in pair)
        return n if self.rule == "count" else (n, left, right, Fraction(n, left * right))

    def tied(self, k: int) -> list[Pair]:
        """Return the pairs with the best score, in the order in which they are first seen."""
        values = self.values(k)
        best = max(values.values())
        return [pair for pair, value in values.items() if value == best]

    def top_by_count(self, k: int) -> tuple[Pair, int]:
        """Return the most frequent pair, and how many pairs are as frequent."""
        pairs = self.pairs(k)
        most = max(pairs.values())
        equals = [pair for pair in pairs if pairs[pair] == most]
        return self.break_tie(equals, k), len(equals)

    # The vocabulary after a step.

    def vocabulary(self, k: int) -> set[str]:
        """Return the entries without the special tokens."""
        return self.alphabet | {self.join(*pair) for pair in self.merges[:k]}

    def id(self, k: int, token: str) -> int | None:
        """Return the id of a token: special tokens come first, then the alphabet, then merges."""
        learned = [self.join(*pair) for pair in self.merges[:k]]
        entries = [*dict.fromkeys([*sorted(self.alphabet), *learned])]
        return self.special + entries.index(token) if token in entries else None

    # Encoding.

    def match(self, k: int, word: str, keep: bool = False) -> list[str]:
        """Return the tokens of a word by longest match; ``keep`` those before an unknown part."""
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
        """Return the tokens of a word by merge replay, and each applied merge with its result.

        With ``backwards`` the newest merge is applied first. Unknown characters never merge.
        """
        ranks = {pair: k - i if backwards else i for i, pair in enumerate(self.merges[:k], 1)}
        symbols = [s if s in self.alphabet else UNKNOWN for s in self.split(word)]
        applied: list[tuple[int, list[str]]] = []
        while found := [
            (ranks[pair], i) for i, pair in enumerate(pairwise(symbols)) if pair in ranks
        ]:
            rank, i = min(found)
            symbols[i : i + 2] = [self.join(symbols[i], symbols[i + 1])]
            if applied and applied[-1][0] == rank:
                applied.pop()
            applied.append((rank, symbols.copy()))
        shown = [(rank, [s.replace(UNKNOWN, "[UNK]") for s in after]) for rank, after in applied]
        return [s.replace(UNKNOWN, "[UNK]") for s in symbols], shown


def to_bytes(symbol: str) -> bytes:
    """Return the bytes that GPT-2 spells as a symbol."""
    return bytes(CHAR_TO_BYTE[char] for char in symbol)
