"""WordPiece and BPE in one screen: read this first.

Nothing is clever here. Every step counts everything anew, so the code says what the
algorithm *is*; `wordpiece.trainer` computes exactly the same merges hundreds of times
faster, and the tests compare the two, step by step.

    words        {"hug": 10, "pug": 5, "hugs": 5}          how often each word occurs
    splits       {"hug": ("h", "##u", "##g"), ...}         each word as symbols
    count        (##u, ##g): 20,  ##u: 20,  ##g: 20, ...   over all words, times frequency
    score        (##u, ##g): 20 / (20 * 20) = 0.05, ...    BPE: just 20
    merge        the best pair becomes one symbol in every word; start over

`textbook_merges` trains; `longest_match` and `replay_merges` encode a word, the first as WordPiece
does, the second as BPE does. Two more scores, `gains` and `blog_scores`, come last;
`wordpiece.scoring` says what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from wordpiece.marking import CONTINUATION_PREFIX, NONE, Marking, marking_of
from wordpiece.records import MergeStep, Pair
from wordpiece.scoring import (
    BLOG_CODE,
    LIKELIHOOD_GAIN,
    Merging,
    TieBreak,
    break_tie,
    check_tie_break,
)

Splits = Mapping[str, tuple[str, ...]]
"""Word to its symbols at some step."""


def textbook_merges(
    word_frequencies: Mapping[str, int],
    n: int,
    *,
    algorithm: Literal["wordpiece", "bpe", "likelihood", "blog-code"] = "wordpiece",
    marking: Marking | str | None = None,
    tie_break: TieBreak = "first-seen",
    seed: int = 0,
    min_pair_count: int = 1,
    special_tokens: Iterable[str] = (),
    forced: Mapping[int, Pair] | None = None,
) -> list[MergeStep]:
    """Return the first ``n`` merges (fewer if the pairs run out), quadratic and plain.

    Args:
        word_frequencies: word to count, in order of first occurrence.
        n: how many merges.
        algorithm: the score.
        marking: how symbols inside a word are marked; by default ``##``, for BPE not at all.
        tie_break, seed: which of several pairs with the best score wins.
        min_pair_count: stop when the winning pair occurs less often than this.
        special_tokens: entries that the vocabulary has from the start.
        forced: step number to the pair to merge there instead of the winner.

    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> [step.token for step in textbook_merges(toy, 4)]
    ['##gs', 'hu', 'hugs', 'hug']
    >>> [step.token for step in textbook_merges(toy, 4, algorithm="bpe")]
    ['ug', 'un', 'hug', 'pun']
    """
    if marking is None:
        marking = NONE if algorithm == "bpe" else CONTINUATION_PREFIX
    marking = marking_of(marking)
    check_arguments(word_frequencies, n, algorithm, tie_break, special_tokens)
    forced = forced or {}
    splits = {word: marking.split(word) for word in word_frequencies}
    vocabulary = set(special_tokens).union(*splits.values())
    steps: list[MergeStep] = []

    for index in range(1, n + 1):
        # Count symbols and neighbouring pairs.
        symbol_counts, pair_counts = count(splits, word_frequencies)
        if not pair_counts:
            break

        # Score every pair. This is all in which WordPiece and BPE differ.
        scores: dict[Pair, float] = {}
        if algorithm == "wordpiece":
            for (a, b), together in pair_counts.items():
                scores[a, b] = together / (symbol_counts[a] * symbol_counts[b])
        elif algorithm == "bpe":
            scores.update(pair_counts)
        elif algorithm == "likelihood":
            scores = gains(splits, word_frequencies, symbol_counts, pair_counts, marking)
        else:
            symbol_counts, scores = blog_scores(pair_counts)

        # Choose the pair with the best score; the tie-break decides among equals.
        best_score = max(scores.values())
        tied = tuple(pair for pair, score in scores.items() if score == best_score)
        best_pair = break_tie(tied, tie_break, seed=seed, index=index)
        pair = forced.get(index, best_pair)
        if index not in forced and pair_counts[pair] < min_pair_count:
            break
        if index not in forced and algorithm == "likelihood" and best_score <= 0:
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


def count(
    splits: Splits, word_frequencies: Mapping[str, int]
) -> tuple[Counter[str], Counter[Pair]]:
    """Return how often each symbol and each pair of neighbours occurs in the corpus.

    Both remember the order in which they were first seen, which decides ties.

    >>> symbols, pairs = count({"hug": ("h", "ug"), "ug": ("ug",)}, {"hug": 10, "ug": 5})
    >>> dict(symbols), dict(pairs)
    ({'h': 10, 'ug': 15}, {('h', 'ug'): 10})
    """
    symbol_counts: Counter[str] = Counter()
    pair_counts: Counter[Pair] = Counter()
    for word, symbols in splits.items():
        for symbol in symbols:
            symbol_counts[symbol] += word_frequencies[word]
        for pair in pairwise(symbols):
            pair_counts[pair] += word_frequencies[word]
    return symbol_counts, pair_counts


def merge(symbols: tuple[str, ...], pair: Pair, token: str) -> tuple[str, ...]:
    """Return a word's symbols with every occurrence of the pair replaced, left to right.

    In a run of equal symbols the first two become ``token``, then the next two.

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


def longest_match(word: str, vocabulary: Collection[str], prefix: str = "##") -> list[str]:
    """Return the tokens of a word as WordPiece encodes it: only the vocabulary counts.

    From each position the longest entry that fits is taken, with ``prefix`` in front of it after
    the first; ``[UNK]`` for the whole word if nothing fits somewhere.

    >>> vocabulary = {"b", "h", "##u", "##g", "##s", "##gs", "hu", "hug"}
    >>> [longest_match(word, vocabulary) for word in ("hugs", "bugs", "bum")]
    [['hug', '##s'], ['b', '##u', '##gs'], ['[UNK]']]
    """
    tokens: list[str] = []
    start = 0
    while start < len(word):
        mark = prefix if start else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if mark + word[start:end] in vocabulary), None)
        if end is None:
            return ["[UNK]"]
        tokens.append(mark + word[start:end])
        start = end
    return tokens


def replay_merges(word: str, merges: Sequence[Pair], marking: Marking = NONE) -> list[str]:
    """Return the tokens of a word as BPE encodes it: the merges again, in the order learned.

    >>> replay_merges("hugs", [("u", "g"), ("u", "n"), ("h", "ug")])
    ['hug', 's']
    """
    symbols = marking.split(word)
    for pair in merges:
        symbols = merge(symbols, pair, marking.join(*pair))
    return list(symbols)


def gains(
    splits: Splits,
    word_frequencies: Mapping[str, int],
    symbol_counts: Mapping[str, int],
    pair_counts: Mapping[Pair, int],
    marking: Marking,
) -> dict[Pair, float]:
    """Return what merging each pair would add to the log-likelihood of the corpus, in nats.

    For the formula see `LIKELIHOOD_GAIN` in `wordpiece.scoring`. The counts are those of `count`.

    >>> words = {"hug": 10, "hugs": 5}
    >>> splits = {"hug": ("h", "ug"), "hugs": ("h", "ug", "s")}
    >>> symbols, pairs = {"h": 15, "ug": 15, "s": 5}, {("h", "ug"): 15, ("ug", "s"): 5}
    >>> {pair: round(gain, 2) for pair, gain in gains(splits, words, symbols, pairs, NONE).items()}
    {('h', 'ug'): 23.9, ('ug', 's'): 4.81}
    """
    total = sum(symbol_counts.values())
    scores = {}
    for (a, b), count in pair_counts.items():
        token, replaced = marking.join(a, b), count
        if a == b:  # aaa holds (a, a) twice and becomes aa a
            lost = {word: len(s) - len(merge(s, (a, b), token)) for word, s in splits.items()}
            replaced = sum(word_frequencies[word] * n for word, n in lost.items())
        # The token may be there already, made from other parts, or even be one of the parts.
        made = symbol_counts.get(token, 0) - (replaced if token == b else 0)
        merging = Merging.of_one(replaced, made, a == b, total)
        scores[a, b] = LIKELIHOOD_GAIN.value(count, symbol_counts[a], symbol_counts[b], merging)
    return scores


def blog_scores(pair_counts: Mapping[Pair, int]) -> tuple[Counter[str], dict[Pair, float]]:
    """Return in how many pairs each symbol is, and the scores that a blog's code makes of it.

    >>> blog_scores({("h", "u"): 7, ("u", "g"): 9})
    (Counter({'u': 16, 'g': 9, 'h': 7}), {('h', 'u'): 0.0625, ('u', 'g'): 0.0625})
    """
    sides: Counter[str] = Counter()
    for (a, b), count in pair_counts.items():
        sides[a] += count
        sides[b] += count
    scores = {
        (a, b): BLOG_CODE.value(count, sides[a], sides[b]) for (a, b), count in pair_counts.items()
    }
    return sides, scores


ALGORITHMS = ("wordpiece", "bpe", "likelihood", "blog-code")
"""The scores that `textbook_merges` knows."""


def check_arguments(
    word_frequencies: object, n: int, algorithm: str, tie_break: str, special_tokens: object
) -> None:
    """Raise ValueError for arguments of `textbook_merges` that would train something else.

    >>> check_arguments({"hug": 10}, 3, "wordpiece", "first-seen", ())
    >>> check_arguments({"hug": 10}, 3, "word-piece", "first-seen", ())
    Traceback (most recent call last):
        ...
    ValueError: Unknown algorithm 'word-piece'; choose one of wordpiece, bpe, likelihood, blog-code.
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(f"Unknown algorithm {algorithm!r}; choose one of {', '.join(ALGORITHMS)}.")
    check_tie_break(tie_break)
    if not isinstance(word_frequencies, Mapping):
        raise ValueError(f"Words and their counts are expected, not {word_frequencies!r:.40}.")
    if isinstance(special_tokens, str):
        raise ValueError(f"special_tokens must be a list, as in [{special_tokens!r}].")
    if n < 0:
        raise ValueError(f"n is {n}; it must be 0 or more.")
