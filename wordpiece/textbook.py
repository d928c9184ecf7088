"""WordPiece and BPE in one screen. Read this file first.

Training repeats one step: count the symbols and pairs, score each pair, choose the best pair, and
merge it in every word. WordPiece and BPE differ in the score, and in how they encode a word.

    words   {"hug": 10, "pug": 5, "hugs": 5}      each word with its count
    splits  {"hug": ("h", "##u", "##g"), ...}     each word as symbols; ## continues a word
    count   ##u: 20, ##g: 20, (##u, ##g): 20      over all words, times the count of the word
    score   (##u, ##g): 20 / (20 * 20) = 1/20     WordPiece; for BPE just the count, 20
    merge   {"hug": ("h", "##ug"), ...}           if (##u, ##g) is the best pair
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from wordpiece.marking import NONE, Marking, marking_of
from wordpiece.records import MergeStep, Pair


def textbook_merges(
    word_frequencies: Mapping[str, int],
    n: int,
    *,
    algorithm: str = "wordpiece",
    marking: Marking | str | None = None,
) -> list[MergeStep]:
    """Return the first ``n`` merges, or fewer if no pairs are left.

    >>> [step.token for step in textbook_merges(toy, 4)]
    ['##gs', 'hu', 'hugs', 'hug']
    >>> [step.token for step in textbook_merges(toy, 4, algorithm="bpe")]
    ['ug', 'un', 'hug', 'pun']
    """
    if algorithm not in ("wordpiece", "bpe"):
        raise ValueError(f"Unknown algorithm {algorithm!r}; choose wordpiece or bpe.")
    marking = marking_of(marking or ("##" if algorithm == "wordpiece" else "none"))
    splits = {word: marking.split(word) for word in word_frequencies}
    vocabulary = {symbol for symbols in splits.values() for symbol in symbols}
    steps: list[MergeStep] = []
    for index in range(1, n + 1):
        symbols, pairs = count(splits, word_frequencies)  # Count.
        if not pairs:
            break
        # Score: BPE by the count itself, WordPiece relative to the counts of the two parts.
        scores: dict[Pair, float] = dict(pairs)
        if algorithm == "wordpiece":
            scores = {(a, b): pairs[a, b] / (symbols[a] * symbols[b]) for a, b in pairs}
        best = max(scores.values())  # Choose: the pair seen first wins a tie.
        tied = tuple(pair for pair in pairs if scores[pair] == best)
        a, b = pair = tied[0]
        token = marking.join(a, b)  # Merge, in every word.
        splits = {word: merge(split, pair, token) for word, split in splits.items()}
        replaced = symbols.total() - count(splits, word_frequencies)[0].total()
        counts = pairs[pair], symbols[a], symbols[b]
        is_new = token not in vocabulary
        vocabulary.add(token)
        steps += [MergeStep(index, pair, token, is_new, *counts, best, tied, False, pair, replaced)]
    return steps


def count(
    splits: Mapping[str, Sequence[str]], word_frequencies: Mapping[str, int]
) -> tuple[Counter[str], Counter[Pair]]:
    """Return how often each symbol and each pair occurs, in the order of first occurrence."""
    symbols: Counter[str] = Counter()
    pairs: Counter[Pair] = Counter()
    for word, split in splits.items():
        for symbol in split:
            symbols[symbol] += word_frequencies[word]
        for pair in pairwise(split):
            pairs[pair] += word_frequencies[word]
    return symbols, pairs


def merge(symbols: Sequence[str], pair: Pair, token: str) -> tuple[str, ...]:
    """Return symbols with ``token`` for each occurrence of the pair, from left to right.

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
    """Return the tokens of a word as WordPiece encodes it; ``[UNK]`` alone if a part is unknown.

    >>> longest_match("hugs", {"h", "hu", "hug", "##u", "##g", "##s", "##gs"})
    ['hug', '##s']
    """
    tokens: list[str] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            token = (prefix if start else "") + word[start:end]
            if token in vocabulary:
                break
        else:
            return ["[UNK]"]
        tokens.append(token)
        start = end
    return tokens


def replay_merges(word: str, merges: Iterable[Pair], marking: Marking = NONE) -> list[str]:
    """Return the tokens of a word as BPE encodes it: the merges again, in the order learned.

    >>> replay_merges("hugs", [("u", "g"), ("u", "n"), ("h", "ug")])
    ['hug', 's']
    """
    symbols = marking.split(word)
    for pair in merges:
        symbols = merge(symbols, pair, marking.join(*pair))
    return list(symbols)
