"""WordPiece and BPE training in one screen: read this first.

Nothing is clever here. Every step counts everything anew, so the code says what the
algorithm *is*; `wordpiece.trainer` computes exactly the same merges hundreds of times
faster, and the tests hold the two against each other, step by step.

    words        {"hug": 10, "pug": 5, "hugs": 5}          how often each word occurs
    splits       {"hug": ("h", "##u", "##g"), ...}         each word as symbols
    count        (##u, ##g): 20,  ##u: 20,  ##g: 20, ...   over all words, times frequency
    score        (##u, ##g): 20 / (20 * 20) = 0.05, ...    BPE: just 20
    merge        the best pair becomes one symbol in every word; start over
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Literal

from wordpiece.marking import CONTINUATION_PREFIX, NONE, Marking, marking_of
from wordpiece.records import MergeStep, Pair
from wordpiece.scoring import TieBreak, break_tie


def textbook_merges(
    word_frequencies: Mapping[str, int],
    n: int,
    *,
    algorithm: Literal["wordpiece", "bpe"] = "wordpiece",
    marking: Marking | str | None = None,
    tie_break: TieBreak = "first-seen",
    seed: int = 0,
    min_pair_count: int = 1,
    special_tokens: Iterable[str] = (),
    forced: Mapping[int, Pair] | None = None,
) -> list[MergeStep]:
    """The first ``n`` merges (fewer if the pairs run out), quadratic and plain.

    ``marking`` defaults to ``##`` for WordPiece and to none for BPE; ``forced`` maps step
    numbers to pairs to merge there instead of the winner.

    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> [step.token for step in textbook_merges(toy, 4)]
    ['##gs', 'hu', 'hugs', 'hug']
    >>> [step.token for step in textbook_merges(toy, 4, algorithm="bpe")]
    ['ug', 'un', 'hug', 'pun']
    """
    if marking is None:
        marking = CONTINUATION_PREFIX if algorithm == "wordpiece" else NONE
    marking = marking_of(marking)
    forced = forced or {}
    splits = {word: marking.split(word) for word in word_frequencies}
    vocabulary = set(special_tokens).union(*splits.values())
    steps: list[MergeStep] = []

    for index in range(1, n + 1):
        # Count symbols and neighbouring pairs. Both remember the order of first sight.
        symbol_counts: Counter[str] = Counter()
        pair_counts: Counter[Pair] = Counter()
        for word, symbols in splits.items():
            for symbol in symbols:
                symbol_counts[symbol] += word_frequencies[word]
            for pair in pairwise(symbols):
                pair_counts[pair] += word_frequencies[word]
        if not pair_counts:
            break

        # Score every pair. This is the only line in which WordPiece and BPE differ.
        scores: dict[Pair, float] = {
            (a, b): count / (symbol_counts[a] * symbol_counts[b])
            if algorithm == "wordpiece"
            else count
            for (a, b), count in pair_counts.items()
        }

        # Choose the pair with the best score; the tie-break decides among equals.
        best_score = max(scores.values())
        tied = tuple(pair for pair, score in scores.items() if score == best_score)
        best_pair = break_tie(tied, tie_break, seed=seed, index=index)
        pair = forced.get(index, best_pair)
        if index not in forced and pair_counts[pair] < min_pair_count:
            break

        # Merge it, in every word, from left to right.
        token = marking.join(*pair)
        replaced = 0
        for word, symbols in splits.items():
            splits[word] = merge(symbols, pair, token)
            replaced += word_frequencies[word] * (len(symbols) - len(splits[word]))

        a, b = pair
        steps.append(
            MergeStep(
                index=index,
                pair=pair,
                token=token,
                is_new_token=token not in vocabulary,
                pair_count=pair_counts[pair],
                left_count=symbol_counts[a],
                right_count=symbol_counts[b],
                score=scores[pair],
                tied=tied,
                forced=index in forced,
                best_pair=best_pair,
                replaced_count=replaced,
            )
        )
        vocabulary.add(token)
    return steps


def merge(symbols: tuple[str, ...], pair: Pair, token: str) -> tuple[str, ...]:
    """A word's symbols with every occurrence of the pair replaced, left to right.

    >>> merge(("a", "a", "a"), ("a", "a"), "aa")
    ('aa', 'a')
    """
    merged: list[str] = []
    for symbol in symbols:
        if merged and (merged[-1], symbol) == pair:
            merged[-1] = token
        else:
            merged.append(symbol)
    return tuple(merged)
