"""Programs that train with one mistake, each a variant of the textbook's step.

`explain_merges` runs all of them along a list of merges, and returns the one that explains most of
the list: it has each pair of the list among its best ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log
from typing import Literal

from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, NONE, Marking
from wordpiece.records import Pair
from wordpiece.scoring import PAIR_COUNT, WORDPIECE, Score
from wordpiece.textbook import merge
from wordpiece.training.timeline import Timeline

Kind = Literal[
    "rule",
    "unmarked",
    "unweighted",
    "first only",
    "old pairs",
    "new pairs",
    "symbols",
    "overlaps",
]
"""A mistake; see `Mistake`."""

_KINDS: tuple[Kind, ...] = (
    "unmarked", "unweighted", "first only", "old pairs", "new pairs", "symbols", "overlaps"
)  # fmt: skip
"""The mistakes of a program that has the right score and marking."""

WINDOW = 20
"""How many merges after the one to explain are compared with a program, too."""

MOST = 2_000_000
"""The most symbols in the words of a corpus on which the programs are run."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """How a program differs from the textbook.

    Attributes:
        score, marking: the rules of the program.
        kind: "rule" if only these two differ. "unmarked" writes symbols without the continuation
            prefix; "unweighted" counts each word once; "first only" merges only the first
            occurrence of a pair in a word; "old pairs" does not subtract the pairs that a merge
            breaks up; "new pairs" does not count the pairs that a new token forms; "symbols" does
            not update the counts of single symbols; "overlaps" counts (a, a) in ``aaa`` once.
    """

    kind: Kind
    score: Score
    marking: Marking


@dataclass(frozen=True, slots=True)
class Explanation:
    """A program that explains a list of merges.

    Attributes:
        mistake: how it differs from the textbook.
        merges: how many merges of the list it explains, from the first.
        counts: the counts of the pair to explain and of its two parts in this program, before it
            merges the pair.
    """

    mistake: Mistake
    merges: int
    counts: tuple[int, int, int]


class _Program:
    """A training by a program with one mistake; the caller chooses the pairs.

    It counts the words once and then only the words that a merge changes.
    """

    def __init__(self, timeline: Timeline, mistake: Mistake):
        self.mistake = mistake
        self._splits = [mistake.marking.split(word) for word in timeline.words]
        weights = timeline.frequencies.tolist()
        self._weights = [1] * len(weights) if mistake.kind == "unweighted" else weights
        self._pairs: Counter[Pair] = Counter()
        self._symbols: Counter[str] = Counter()
        self._words_with: dict[Pair, set[int]] = {}  # and perhaps words that had the pair
        for i, (split, weight) in enumerate(zip(self._splits, self._weights, strict=True)):
            for symbol in split:
                self._symbols[symbol] += weight
            for pair in self._pairs_of(split):
                self._pairs[pair] += weight
                self._words_with.setdefault(pair, set()).add(i)

    def _pairs_of(self, split: Sequence[str]) -> Iterator[Pair]:
        previous = None
        for pair in pairwise(split):
            if self.mistake.kind == "overlaps" and pair == previous and pair[0] == pair[1]:
                previous = None
                continue
            previous = pair
            yield pair

    def counts(self, pair: Pair) -> tuple[int, int, int]:
        """Return the counts of a pair and of its two parts."""
        return self._pairs[pair], self._symbols[pair[0]], self._symbols[pair[1]]

    def best(self) -> list[Pair]:
        """Return the pairs with the best score."""
        score, symbols = self.mistake.score, self._symbols
        scores: Mapping[Pair, float] = self._pairs
        if score.kernel == "ratio":
            scores = {
                (left, right): n / (a * b)  # a pair with an old count may lack a part
                for (left, right), n in self._pairs.items()
                if n >= score.least and (a := symbols[left]) > 0 and (b := symbols[right]) > 0
            }
        top = max(scores.values(), default=0)
        return [pair for pair, value in scores.items() if value == top]

    def written(self, pair: Pair) -> Pair:
        """Return a pair as the program writes it."""
        if self.mistake.kind != "unmarked":
            return pair
        left, right = (part.removeprefix(self.mistake.marking.prefix) for part in pair)
        return left, right

    def merge(self, pair: Pair) -> None:
        """Merge a pair in all words, and update the counts as far as this program does."""
        kind, token = self.mistake.kind, self.mistake.marking.join(*pair)
        is_new = not self._symbols[token]
        for i in sorted(self._words_with.get(pair, ())):
            old, weight = self._splits[i], self._weights[i]
            new = (
                _merge_first(old, pair, token) if kind == "first only" else merge(old, pair, token)
            )
            if len(new) == len(old):
                continue
            self._splits[i] = new
            before, after = Counter(self._pairs_of(old)), Counter(self._pairs_of(new))
            for each in after:
                self._words_with.setdefault(each, set()).add(i)
            for each in before | after:
                change = after[each] - before[each]
                if change < 0 if kind == "old pairs" else change > 0 and kind == "new pairs":
                    continue
                self._pairs[each] += change * weight
                if self._pairs[each] <= 0:
                    del self._pairs[each]
            if kind != "symbols":
                for symbol in old:
                    self._symbols[symbol] -= weight
                for symbol in new:
                    self._symbols[symbol] += weight
            elif is_new:
                self._symbols[token] += new.count(token) * weight
        if kind != "first only":
            self._pairs.pop(pair, None)


def _merge_first(symbols: tuple[str, ...], pair: Pair, token: str) -> tuple[str, ...]:
    """Return symbols with ``token`` for the first occurrence of a pair."""
    at = next((i for i, each in enumerate(pairwise(symbols)) if each == pair), None)
    return symbols if at is None else (*symbols[:at], token, *symbols[at + 2 :])


def explain_merges(timeline: Timeline, merges: Sequence[Pair], step: int) -> Explanation | None:
    """Return the mistake that explains a merge of a list, or None.

    The program of the mistake must have each pair of the list up to this one among its best
    pairs. Among several programs, the one that explains most merges is returned, and then the one
    that leaves the least choice, that is, has the fewest best pairs at each merge.

    Args:
        timeline: a training on the same words by the right rules.
        merges: the list.
        step: the number of the merge to explain, from 1.
    """
    best: tuple[int, float] = (0, 0.0)
    found = None
    for mistake in _mistakes(timeline):
        explanation, choice = _run(_Program(timeline, mistake), merges, step)
        if explanation and (explanation.merges, -choice) > best:
            best, found = (explanation.merges, -choice), explanation
    return found


def _mistakes(timeline: Timeline) -> Iterator[Mistake]:
    score, marking = timeline.score, timeline.marking
    scores = [score] if score.kernel else []
    scores += [each for each in (PAIR_COUNT, WORDPIECE) if each != score]
    others = [each for each in (NONE, CONTINUATION_PREFIX, END_OF_WORD) if each != marking]
    # Without prefix and suffix, the two markings are the same.
    others = [
        each for each in others if each.prefix + each.suffix + marking.prefix + marking.suffix
    ]
    for each in (marking, *others):
        for rule in scores:
            if (rule, each) != (score, marking):
                yield Mistake("rule", rule, each)
    right = Mistake("rule", score, marking)
    for kind in _KINDS if score.kernel else ():
        if (kind != "unmarked" or marking.prefix) and (
            kind != "symbols" or not score.ranks_by_count
        ):
            yield replace(right, kind=kind)


def _run(program: _Program, merges: Sequence[Pair], step: int) -> tuple[Explanation | None, float]:
    """Run a program along a list; return what it explains, and how much choice it left."""
    choice, counts = 0.0, (0, 0, 0)
    explained = 0
    for index, written in enumerate(merges[: step + WINDOW], 1):
        best = program.best()
        fitting = [each for each in best if program.written(each) == written]
        if not fitting:
            break
        pair, choice = fitting[0], choice + log(len(best))
        if index == step:
            counts = program.counts(pair)
        program.merge(pair)
        explained = index
    if explained < step:
        return None, choice
    return Explanation(program.mistake, explained, counts), choice
