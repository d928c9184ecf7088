"""Questions about a training. `grading` computes the answers; none is stored.

====== ============================================ ===========================================
kind   question                                     right is
====== ============================================ ===========================================
next   Which pair merges next?                      any pair with the best score, tied or not
bpe    Which pair does BPE merge next?              the same, on BPE's own training
split  How is this word tokenized?                  the longest match, and nothing else
change If this pair merges now, whose score moves?  the one pair offered whose score changes
replay What do BPE's merges make of this word?      the merges in order, and nothing else
====== ============================================ ===========================================

`questions` chooses instructive steps and words. The same training, kind and seed give the same
questions in every process, in the order of their steps, so that none shows the answer to a later
one. "change" is asked under WordPiece's and BPE's score only: the likelihood gain changes for
every pair at every merge, and the blog's code does not count symbols.

`model` has the questions as records, `pairs` and `words` make them. `choices` is for a lesson,
which asks about a certain step. `merge_question` and `options` are for a class that votes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Literal

from wordpiece.teaching.quiz.choices import (
    candidates,
    change_in_use,
    exact_score,
    score_choices,
)
from wordpiece.teaching.quiz.model import (
    CANDIDATES,
    KINDS,
    LONGEST,
    TRIES,
    UNK,
    Candidate,
    PairCounts,
    PairQuestion,
    Question,
    QuestionKind,
    ReplayQuestion,
    SplitQuestion,
    TypedQuestion,
    spread,
)
from wordpiece.teaching.quiz.options import TokenOption, token_options
from wordpiece.teaching.quiz.pairs import merge_question, pair_questions, words_to_show
from wordpiece.teaching.quiz.words import word_questions
from wordpiece.training.timeline import Timeline

__all__ = [
    "CANDIDATES",
    "KINDS",
    "LONGEST",
    "UNK",
    "Candidate",
    "PairCounts",
    "PairQuestion",
    "Question",
    "QuestionKind",
    "ReplayQuestion",
    "SplitQuestion",
    "TokenOption",
    "TypedQuestion",
    "candidates",
    "change_in_use",
    "exact_score",
    "merge_question",
    "questions",
    "score_choices",
    "token_options",
    "words_to_show",
]


def questions(
    timeline: Timeline,
    bpe: Timeline,
    *,
    kind: QuestionKind | Literal["mixed"] = "mixed",
    seed: int = 1,
    count: int = 10,
) -> tuple[Question, ...]:
    """Make questions about a training: ``count`` of them, or fewer where it has no more.

    >>> [(question.kind, question.step) for question in questions(timeline, bpe_timeline, count=5)]
    [('bpe', 0), ('split', 1), ('replay', 1), ('change', 2), ('next', 3)]

    Args:
        timeline: the training that the questions are about.
        bpe: the training of BPE on the same words.
        kind: one kind of question, or "mixed" for the same number of each.
        seed: decides the steps, words and candidates.
        count: how many questions.

    Raises:
        ValueError: the kind is unknown.
    """
    if kind != "mixed" and kind not in KINDS:
        raise ValueError(f"Unknown kind {kind!r}; choose mixed or one of {', '.join(KINDS)}.")
    steps = [*islice(spread(len(timeline), random.Random(f"{seed}/steps")), TRIES)]
    used: set[int] = set()
    sources: list[Iterator[Question]] = []
    for name in KINDS if kind == "mixed" else (kind,):
        rng = random.Random(f"{seed}/{name}")
        if name == "split":
            sources.append(word_questions(name, timeline, rng))
        elif name == "replay":
            sources.append(word_questions(name, bpe, rng))
        elif name == "bpe":
            its_steps = islice(spread(len(bpe), rng), TRIES)
            sources.append(pair_questions(name, bpe, its_steps, set(), rng))
        else:
            # A supposed merge gives away what comes next, so the two keep to different steps.
            first = name == "change"
            order = steps[first::2] + steps[not first :: 2]
            sources.append(pair_questions(name, timeline, order, used, rng))
    in_turn = (question for row in zip_longest(*sources) for question in row if question)
    return tuple(sorted(islice(in_turn, count), key=lambda question: question.step))
