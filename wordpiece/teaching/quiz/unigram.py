"""Questions about Unigram: which split of a word is most probable, which removal costs least."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat
from math import isclose, prod

from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.teaching.quiz.model import (
    CANDIDATES,
    TRIES,
    PieceCandidate,
    PieceRole,
    UnigramKind,
    UnigramQuestion,
    complete_first,
    spread,
)
from wordpiece.teaching.quiz.words import WordPool
from wordpiece.teaching.removals import why_it_costs
from wordpiece.text.pre_tokenizers import METASPACE
from wordpiece.unigram.model import LEAST, UnigramModel
from wordpiece.unigram.timeline import UnigramTimeline

SPLITS = 12
"""How many splits of a word are compared."""

LESS, MORE = 0.99, 0.01
"""A wrong split has less than this share of the highest probability, and a wrong removal costs so
much more, so that the rounded figures on screen differ."""

LEAST_SHARE = 1e-6
"""A wrong split has more than this share of the highest probability."""


def unigram_questions(
    kind: UnigramKind, timeline: UnigramTimeline, rng: random.Random
) -> Iterator[UnigramQuestion]:
    """Yield questions of one kind."""
    if kind == "cheapest":
        # Within a round, the costs are those of an earlier step.
        starts = [step for step in timeline.round_starts if step < len(timeline)]
        tried = islice(spread(len(starts), rng), TRIES)
        yield from complete_first(removal_question(timeline, starts[i], rng) for i in tried)
        return
    pool = WordPool(timeline.words, rng)
    steps = chain.from_iterable(spread(len(timeline) + 1, rng) for _ in repeat(None))
    words: set[str] = set()
    for step in islice(steps, TRIES * bool(pool.pool)):
        question = _split_question(timeline, step, pool)
        if question and question.word not in words:
            words.add(question.word)
            yield question


def removal_question(
    timeline: UnigramTimeline, step: int, rng: random.Random
) -> UnigramQuestion | None:
    """Ask which removal costs least after a step; None if no removal costs clearly more.

    >>> question = removal_question(unigram_timeline, 5, random.Random(1))
    >>> [(*candidate.tokens, round(candidate.value, 2)) for candidate in question.candidates]
    [('hug', 51.43), ('bu', 5.68), ('pu', 24.15)]
    """
    table = timeline.costs(step)
    ties, size = table.ties, len(table)
    rare, at = table.rarest(), [0]
    if ties > 1 and rng.random() < 1 / 3:
        at.append(rng.randrange(1, ties))
    at += [rare.rank - 1] * (rare.rank > ties)
    at += rng.sample(range(ties, size), min(size - ties, 2 * CANDIDATES))
    at.append(size - 1)  # costs clearly more if any does
    rows = [table.rows(i, i + 1)[0] for i in dict.fromkeys(at)]
    rows = [row for row in rows if row.rank <= ties or row.cost >= rows[0].cost + MORE]
    if rows[:CANDIDATES][-1].rank <= ties:
        return None
    shown: list[PieceCandidate] = []
    for row in rows[:CANDIDATES]:
        role: PieceRole = "rare" if row.piece == rare.piece else "other"
        if row.rank <= ties:
            role = "best" if row.rank == 1 else "tied"
        cost = min(row.cost, rows[0].cost) if row.rank <= ties else row.cost
        why = why_it_costs(timeline, step, row.piece)
        shown.append(PieceCandidate((row.piece,), cost, role, why=why))
    rng.shuffle(shown)
    return _question("cheapest", timeline, step, shown)


def _question(
    kind: UnigramKind,
    timeline: UnigramTimeline,
    step: int,
    shown: Sequence[PieceCandidate],
    word: str = "",
) -> UnigramQuestion:
    counts = timeline.counts(step)
    pieces = dict.fromkeys(piece for candidate in shown for piece in candidate.tokens)
    listed = tuple((piece, counts[piece]) for piece in pieces)
    return UnigramQuestion(kind, step, tuple(shown), listed, timeline.total(step), word)


def _split_question(timeline: UnigramTimeline, step: int, pool: WordPool) -> UnigramQuestion | None:
    """Ask for the most probable split of a word, not one of the corpus if possible."""
    model = timeline.model(step)
    longest = WordPieceEncoder([*model.counts], prefix="")
    offered: dict[str, list[PieceCandidate]] = {}

    def worth(word: str) -> int | None:
        if METASPACE in word[1:]:
            return None  # it would be two words
        found = offered[word] = _splits(model, word, tuple(longest.encode_word(word)), pool.rng)
        if not found or found[-1].right:
            return None
        # Prefer words that longest match splits otherwise, and those of two pieces.
        differs = any(candidate.role == "longest" for candidate in found)
        return 3 * differs + len(found) - 2 * abs(len(found[0].tokens) - 2)

    word = pool.best(pool.new(), worth) or pool.best(pool.pool, worth)
    if word is None:
        return None
    pool.rng.shuffle(offered[word])
    return _question("likeliest", timeline, step, offered[word], word)


def _splits(
    model: UnigramModel, word: str, longest: tuple[str, ...], rng: random.Random
) -> list[PieceCandidate]:
    """Return splits of a word to choose from, right ones first; none if the best has no figures."""
    splits = {split.pieces: split.probability for split in model.n_best(word, SPLITS)}
    best, highest = next(iter(splits.items()))
    if min(map(model.counts.__getitem__, best)) < LEAST:
        return []  # EM has left a character without a count
    tied = [split for split, p in splits.items() if split != best and isclose(p, highest)]
    splits = {longest: prod(map(model.probability, longest)), **splits}
    offered: list[tuple[tuple[str, ...], PieceRole]] = [(best, "best")]
    if tied and rng.random() < 1 / 3:
        offered.append((rng.choice(tied), "tied"))
    for split, p in splits.items():
        if LEAST_SHARE < p / highest < LESS:
            offered.append((split, "longest" if split == longest else "other"))
    return [
        PieceCandidate(split, prod(factors), role, factors)
        for split, role in offered[:CANDIDATES]
        if (factors := tuple(map(model.probability, split)))
    ]
