"""Questions about a training. `grading` computes the answers; none is stored.

========= =========================================== =========================================
kind      question                                    right is
========= =========================================== =========================================
next      Which pair merges next?                     any pair with the best score, tied or not
bpe       Which pair does BPE merge next?             the same, on BPE's own training
split     How is this word tokenized?                 the longest match, and nothing else
change    If this pair merges now, whose score moves? the one pair offered whose score changes
replay    What do BPE's merges make of this word?     the merges in order, and nothing else
likeliest Which split of this word is most probable?  any split with the highest probability
cheapest  Which piece costs least to remove?          any piece with the lowest cost
========= =========================================== =========================================

The last two are about a training of Unigram, the others about one by merges.

`questions` chooses instructive steps and words. The same training, kind and seed give the same
questions in every process, in the order of their steps, so that none shows the answer to a later
one. "change" is asked under WordPiece's and BPE's score only: the likelihood gain changes for
every pair at every merge, and the blog's code does not count symbols.

`model` has the questions as records; `pairs`, `words` and `unigram` make them. `choices` is for a
lesson, which asks about a certain step. `merge_question`, `removal_question`, `DecisionQuestion`
and `options` are for a class that votes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Literal, TypeVar

from wordpiece.teaching.quiz.choices import (
    candidates,
    change_in_use,
)
from wordpiece.teaching.quiz.model import (
    CANDIDATES,
    KINDS,
    LONGEST,
    TRIES,
    UNIGRAM_KINDS,
    UNK,
    Candidate,
    ChoiceQuestion,
    DecisionQuestion,
    MergeKind,
    PairCounts,
    PairQuestion,
    PieceCandidate,
    Question,
    QuestionKind,
    ReplayQuestion,
    SplitQuestion,
    StepQuestion,
    TypedQuestion,
    UnigramKind,
    UnigramQuestion,
    spread,
)
from wordpiece.teaching.quiz.options import TokenOption, token_options
from wordpiece.teaching.quiz.pairs import merge_question, pair_questions, words_to_show
from wordpiece.teaching.quiz.unigram import removal_question, unigram_questions
from wordpiece.teaching.quiz.words import word_questions
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.timeline import UnigramTimeline

__all__ = [
    "CANDIDATES",
    "KINDS",
    "LONGEST",
    "UNIGRAM_KINDS",
    "UNK",
    "Candidate",
    "ChoiceQuestion",
    "DecisionQuestion",
    "PairCounts",
    "PairQuestion",
    "PieceCandidate",
    "Question",
    "QuestionKind",
    "ReplayQuestion",
    "SplitQuestion",
    "StepQuestion",
    "TokenOption",
    "TypedQuestion",
    "UnigramQuestion",
    "candidates",
    "change_in_use",
    "merge_question",
    "questions",
    "questions_of_unigram",
    "removal_question",
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
    """Make questions about a training by merges: ``count`` of them, or fewer if it has no more.

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
    steps = [*islice(spread(len(timeline), random.Random(f"{seed}/steps")), TRIES)]
    used: set[int] = set()
    sources: list[Iterator[Question]] = []
    for name in _chosen(kind, KINDS):
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
    return _in_turn(sources, count)


def questions_of_unigram(
    timeline: UnigramTimeline,
    *,
    kind: QuestionKind | Literal["mixed"] = "mixed",
    seed: int = 1,
    count: int = 10,
) -> tuple[Question, ...]:
    """Make questions about a training of Unigram; arguments and errors as for `questions`.

    >>> found = questions_of_unigram(unigram_timeline, count=3)
    >>> [(question.kind, question.step) for question in found]
    [('likeliest', 0), ('cheapest', 3), ('likeliest', 6)]
    """
    return _in_turn(
        [
            unigram_questions(name, timeline, random.Random(f"{seed}/{name}"))
            for name in _chosen(kind, UNIGRAM_KINDS)
        ],
        count,
    )


_Kind = TypeVar("_Kind", MergeKind, UnigramKind)


def _chosen(kind: QuestionKind | Literal["mixed"], kinds: tuple[_Kind, ...]) -> tuple[_Kind, ...]:
    chosen = tuple(each for each in kinds if kind in ("mixed", each))
    if not chosen:
        raise ValueError(f"Unknown kind {kind!r}; choose mixed or one of {', '.join(kinds)}.")
    return chosen


def _in_turn(sources: Sequence[Iterator[Question]], count: int) -> tuple[Question, ...]:
    """Return ``count`` questions, from each source in turn, in the order of their steps."""
    in_turn = (question for row in zip_longest(*sources) for question in row if question)
    # The words of a "cheapest" may show the answer to another question about the same step.
    return tuple(sorted(islice(in_turn, count), key=lambda q: (q.step, q.kind == "cheapest")))
