"""The questions below the merges of a worksheet, their answers, and the minutes that all take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any, Literal

from pages.worksheet.planning import Plan
from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.message import Message, Part, Spaced, Token, message
from wordpiece.records import PairScore
from wordpiece.teaching.grading import grade_tokens

MOST_WORDS = 2
"""Words without and words with something unknown to tokenize by hand, of each at most this many."""

NATURAL = (
    "pugs bugs mug thug hum snug hung buns puns lowest wider slow newer west hugging chapters "
    "talks walker locked painting thinker unlocks stranger other water singing window "
    "kitchen morning music quiz jazz zebra wizard queen café naïve jalapeño λόγος"
).split()
"""Words that a learner knows, those of the published examples first."""

PIECES = range(2, 7)
"""How many tokens a word to tokenize should have."""

ENOUGH = 2
"""Learned tokens in a good word; more do not make it better."""

LONGEST = 14
"""The most characters of a word of the corpus, as it is written by hand."""

MINUTES = {
    "read": 3.0,  # the words and the rule
    "read again": 1.0,  # the same in a lesson, which has shown them
    "count a symbol": 0.5,  # add up the words that contain it
    "count a pair": 0.5,  # find it and add up its words
    "divide": 0.5,  # multiply, write a fraction down, and compare it with the others
    "compare": 1.0,  # find the best of counts that are given
    "rewrite": 1.0,  # write the words of one step again, and check the number of symbols
    "subtract": 0.5,  # write the new counts of two symbols
    "tokenize": 1.5,  # one word
    "answer": 2.0,  # any other question
}
"""Minutes for each kind of task.

They are an estimate and were not measured. They are for learners who have seen one merge on the
board and work with a pencil, and with a calculator where they compare fractions of large numbers.
"""

ROUND = 5
"""The sum is rounded up to a multiple of this, or to a minute for a short worksheet."""


@dataclass(frozen=True)
class Question:
    """A question and its answer, whose sentences are in the template.

    Attributes:
        kind: which question it is.
        facts: the facts of its sentences.
        answer: the part of the answer that the engine words.
        words: words to tokenize.
        rows: pairs to choose from, with their counts.
    """

    kind: Literal["tokenize", "count", "ratio", "entries"]
    facts: Mapping[str, Any] = field(default_factory=dict)
    answer: tuple[Message | Part, ...] = ()
    words: tuple[str, ...] = ()
    rows: tuple[PairScore, ...] = ()


def questions_on(plan: Plan) -> list[Question]:
    """Return the questions below the merges; a short worksheet has none.

    >>> from wordpiece.recipes import RECIPES
    >>> from pages.worksheet.planning import plan
    >>> for question in questions_on(plan(timeline, RECIPES["wordpiece"])):
    ...     print(question.kind, *question.words)
    tokenize pugs bugs mug thug
    count
    entries
    """
    if plan.is_short:
        return []
    other = _by_ratio(plan) if plan.timeline.score.ranks_by_count else _by_count(plan)
    entries = _entries(plan) if plan.by_hand else None
    return [each for each in (_tokenize(plan), other, entries) if each]


def _tokenize(plan: Plan) -> Question | None:
    """Ask about words that the new tokens change, and about words with something unknown.

    A table of a few of the words does not show what is unknown.
    """
    last = plan.exercises[-1].merge.index
    encoder, words = plan.recipe.encoder(plan.timeline, last), _known_words(plan, last)
    if plan.by_hand:
        words += _unknown_words(plan, last)
    if not words:
        return None
    answer = tuple(said for word in words for said in _tokens_of(encoder, word))
    return Question("tokenize", answer=answer, words=words)


def _tokens_of(encoder: Encoder, word: str) -> tuple[Message | Part, ...]:
    tokens = encoder.encode_word(word)
    if isinstance(encoder, (WordPieceEncoder, BPEEncoder)):
        return grade_tokens(encoder, word, " ".join(tokens)).feedback
    word_, tokens_ = Token(word), Spaced(tuple(tokens))
    return (message("{word} becomes {tokens}.", word=word_, tokens=tokens_),)


def _by_count(plan: Plan) -> Question:
    """Ask which pair BPE would merge first, a common mistake about WordPiece."""
    table = plan.timeline.scores(0)
    most, equals = table.most_frequent()
    return Question("count", {"most": most, "equals": equals})


def _by_ratio(plan: Plan) -> Question:
    """Ask which pair WordPiece would merge first, a common mistake about BPE."""
    rows = plan.exercises[0].rows
    ratios = [Fraction(row.pair_count, row.left_count * row.right_count) for row in rows]
    winners = [row for row, ratio in zip(rows, ratios, strict=True) if ratio == max(ratios)]
    return Question("ratio", {"winners": winners}, rows=() if plan.by_hand else rows)


def _entries(plan: Plan) -> Question | None:
    """Ask for the size of the vocabulary, which is not the number of symbols in the words."""
    timeline, last = plan.timeline, plan.exercises[-1].merge.index
    start, end = timeline.growth(0), timeline.growth(last)
    if start.in_use != len(timeline.alphabet):
        return None
    facts = {
        "step": last,
        "start": start.vocabulary,  # as Train counts, with the special tokens
        "special": len(timeline.special_tokens),
        "before": start.in_use,
        "after": end.in_use,
        "entries": end.vocabulary,
    }
    return Question("entries", facts)


def _known_words(plan: Plan, step: int) -> tuple[str, ...]:
    """Return words that become several tokens after a step, none of them unknown.

    Words with learned tokens come first, and among them everyday words that are not in the corpus.
    """
    timeline = plan.timeline
    encoder, alphabet = plan.recipe.encoder(plan.timeline, step), {*timeline.alphabet}
    own = [word for word in timeline.words if word.isprintable() and len(word) <= LONGEST]
    learned: dict[str, int] = {}
    for word in [*_everyday(plan), *own]:
        pieces = encoder.pieces(word)
        if len(pieces) in PIECES and not any(piece.unknown for piece in pieces):
            learned[word] = min(ENOUGH, sum(piece.token not in alphabet for piece in pieces))
    return tuple(sorted(learned, key=learned.__getitem__, reverse=True)[:MOST_WORDS])


def _unknown_words(plan: Plan, step: int) -> tuple[str, ...]:
    """Return everyday words with something unknown, those with few unseen characters first."""
    encoder = plan.recipe.encoder(plan.timeline, step)
    seen = {char for word in plan.timeline.words for char in word}
    words = [
        word for word in _everyday(plan) if any(piece.unknown for piece in encoder.pieces(word))
    ]
    return tuple(sorted(words, key=lambda word: max(1, len({*word} - seen)))[:MOST_WORDS])


def _everyday(plan: Plan) -> list[str]:
    """Return the everyday words that are not in the corpus, in the form that the recipe expects."""
    words = dict.fromkeys(NATURAL, 1)
    return [word for word in plan.recipe.words(words) if word not in plan.timeline.words]


def minutes(plan: Plan, asked: Sequence[Question]) -> int:
    """Estimate how many minutes a worksheet with these questions takes."""
    divides = not plan.timeline.score.ranks_by_count
    total = MINUTES["read again" if plan.is_short else "read"]
    for exercise in plan.exercises:
        rows = len(exercise.rows)
        total += MINUTES["rewrite"] + rows * MINUTES["divide"] * divides
        if plan.by_hand:
            total += rows * MINUTES["count a pair"] + plan.is_short * MINUTES["subtract"]
        elif not divides:
            total += MINUTES["compare"]
    if plan.by_hand and divides:
        total += len(plan.exercises[0].symbols) * MINUTES["count a symbol"]
    for question in asked:
        total += len(question.words) * MINUTES["tokenize"] or MINUTES["answer"]
    return ceil(total) if plan.is_short else ceil(total / ROUND) * ROUND
