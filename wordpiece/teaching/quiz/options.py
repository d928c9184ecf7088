"""Options for questions about words, for a class that votes and so cannot type.

Apart from the right tokens the options are typical mistakes: the tokens of the other encoding
method, the single characters, the whole word as unknown, and other cuts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise

from wordpiece.teaching.quiz.model import CANDIDATES, UNK, SplitQuestion, TypedQuestion


@dataclass(frozen=True, slots=True)
class TokenOption:
    """Tokens to choose as an answer, at least one, and whether they are the right answer."""

    tokens: tuple[str, ...]
    right: bool


def token_options(question: TypedQuestion, count: int = CANDIDATES) -> tuple[TokenOption, ...]:
    """Return at most ``count`` different answers to choose from; exactly one of them is right.

    ``count`` is two or more. The order does not give the right answer away, and is the same in
    every process.

    >>> from wordpiece.teaching.quiz import questions
    >>> question = questions(timeline, bpe_timeline, kind="split")[0]
    >>> for option in token_options(question):
    ...     print(*option.tokens, option.right)
    p ##u ##gs True
    [UNK] False
    pugs False
    p ##u ##g ##s False
    """
    offered = dict.fromkeys([question.tokens, *_mistakes(question)])
    options = [TokenOption(tokens, tokens == question.tokens) for tokens in [*offered][:count]]
    random.Random(f"{question.kind}/{question.word}/{question.step}").shuffle(options)
    return tuple(options)


def _mistakes(question: TypedQuestion) -> Iterator[tuple[str, ...]]:
    """Yield wrong answers, among them perhaps the right one, the most instructive first."""
    symbols, cuts = question.marking.split(question.word), _cuts(question)
    known = {*question.choices}
    yield question.replayed if isinstance(question, SplitQuestion) else question.matched
    if UNK in question.tokens:
        # Longest match makes the whole word unknown, and merge replay the character alone.
        yield tuple(symbol if symbol in known else UNK for symbol in symbols)
        yield (UNK,)
    # First tokens of the vocabulary, as if one took long tokens wherever they are in the word.
    yield from sorted(filter(known.issuperset, cuts), key=len)
    yield symbols
    yield (UNK,)
    yield from sorted(cuts, key=len)


def _cuts(question: TypedQuestion) -> list[tuple[str, ...]]:
    """Return the ways to cut the word into up to three parts, marked as its tokens would be."""
    word, marking = question.word, question.marking
    found: list[tuple[str, ...]] = []
    for places in combinations_with_replacement(range(len(word)), 2):
        starts = sorted({0, *places})
        first, *others = (word[start:end] for start, end in pairwise([*starts, len(word)]))
        symbols = [first, *(marking.prefix + part for part in others)]
        symbols[-1] += marking.suffix
        found.append(tuple(symbols))
    return found
