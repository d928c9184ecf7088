"""Questions with options for a class that votes, as nobody can type there.

`merge_question` asks which pair merges after any step. `token_options` makes options for questions
that are answered by tokens. Beside the right tokens stand typical mistakes: what the other way to
encode makes of the word, its single characters, the whole word as unknown, and other cuts.

>>> from wordpiece import BPETrainer, WordPieceTrainer
>>> from wordpiece.teaching.quiz import questions
>>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
>>> for trainer in trainers:
...     _ = trainer.run()
>>> question = questions(*(trainer.timeline() for trainer in trainers), kind="split")[0]
>>> sum(option.right for option in token_options(question))
1
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from wordpiece.teaching.quiz.choices import candidates
from wordpiece.teaching.quiz.model import (
    CANDIDATES,
    UNK,
    Candidate,
    PairQuestion,
    Role,
    SplitQuestion,
    TypedQuestion,
)
from wordpiece.training.timeline import Timeline

CUTS = 200
"""The most ways to cut a word that are looked at."""


@dataclass(frozen=True, slots=True)
class TokenOption:
    """Tokens to choose as an answer.

    >>> TokenOption(("hug", "##s"), right=True)
    TokenOption(tokens=('hug', '##s'), right=True)

    Attributes:
        tokens: at least one.
        right: whether it is the right answer.
    """

    tokens: tuple[str, ...]
    right: bool


def merge_question(timeline: Timeline, step: int) -> PairQuestion | None:
    """Return the question which pair merges after a step, with up to four pairs.

    None where there is nothing to choose: no merge follows, it was not the score that chose it, or
    all pairs share the best score.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> question = merge_question(timeline, 0)
    >>> [candidate.row.pair for candidate in question.candidates if candidate.right]
    [('##g', '##s')]
    """
    if step >= len(timeline) or timeline.merge(step + 1).forced:
        return None
    table = timeline.scores(step)
    best = table.rows(0, 1)[0]
    if len(table) == table.ties or best.pair != timeline.pair(step + 1):
        return None
    frequent = table.most_frequent()[0].pair
    offered: list[Candidate] = []
    for pair in candidates(timeline, step, CANDIDATES):
        row = table.find(pair)
        assert row is not None  # candidates come from the same table
        right = row.score == best.score
        role: Role = "frequent" if pair == frequent else "other"
        if right:
            role = "best" if pair == best.pair else "tied"
        offered.append(Candidate(row, role, right))
    if all(each.right for each in offered):  # there are more ties than candidates
        other = table.rows(table.ties, table.ties + 1)[0]
        role = "frequent" if other.pair == frequent else "other"
        spare = next(i for i, each in reversed([*enumerate(offered)]) if each.role == "tied")
        offered[spare] = Candidate(other, role, right=False)
        offered.sort(key=lambda each: each.row.pair)
    merge = timeline.step(step + 1)
    return PairQuestion("next", step, tuple(offered), merge, timeline.score, timeline.tie_break)


def token_options(question: TypedQuestion, count: int = CANDIDATES) -> tuple[TokenOption, ...]:
    """Return different answers to choose from, of which exactly one is right.

    The order does not give the right one away, and is the same in every process.

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> from wordpiece.teaching.quiz import questions
    >>> question = questions(wordpiece, bpe, kind="split")[0]
    >>> for option in token_options(question):
    ...     option.tokens, option.right
    (('p', '##u', '##gs'), True)
    (('[UNK]',), False)
    (('pugs',), False)
    (('p', '##u', '##g', '##s'), False)

    Args:
        question: the question.
        count: how many to return, if there are so many; at least two.
    """
    offered = dict.fromkeys([question.tokens, *_mistakes(question)])
    options = [TokenOption(tokens, tokens == question.tokens) for tokens in [*offered][:count]]
    random.Random(f"{question.kind}/{question.word}/{question.step}").shuffle(options)
    return tuple(options)


def _mistakes(question: TypedQuestion) -> Iterator[tuple[str, ...]]:
    """Yield wrong answers, those that tell most about a misunderstanding first."""
    yield question.replayed if isinstance(question, SplitQuestion) else question.matched
    yield from _unknown(question)
    known = set(question.choices)
    cuts = _cuts(question)
    # Tokens of the vocabulary, few first: who looks for long tokens anywhere finds those.
    yield from sorted((cut for cut in cuts if known.issuperset(cut)), key=len)
    yield question.marking.split(question.word)
    yield (UNK,)
    yield from sorted(cuts, key=len)


def _unknown(question: TypedQuestion) -> Iterator[tuple[str, ...]]:
    """Yield what is wrong about a character that training has not seen.

    Longest match makes the whole word unknown, and merge replay the character alone.
    """
    symbols = question.marking.split(question.word)
    known = {token for token in question.choices if token != UNK}
    seen = [symbol in known for symbol in symbols]
    if UNK in question.tokens:
        yield tuple(
            symbol if is_seen else UNK for symbol, is_seen in zip(symbols, seen, strict=True)
        )
        yield (UNK,)


def _cuts(question: TypedQuestion) -> list[tuple[str, ...]]:
    """Return ways to cut the word, marked as its tokens would be, up to CUTS of them."""
    marking, word = question.marking, question.word
    found: list[tuple[str, ...]] = []
    for first in range(len(word)):  # one cut at most, then two
        for second in range(first, len(word)):
            ends = sorted({first, second} - {0})
            starts = [0, *ends]
            symbols = [
                (marking.prefix if start else "") + word[start:end]
                for start, end in zip(starts, [*ends, len(word)], strict=True)
            ]
            if marking.suffix:
                symbols[-1] += marking.suffix
            found.append(tuple(symbols))
            if len(found) == CUTS:
                return found
    return found
