"""Questions that learners ask, answered on the training that is on their screen.

    QUESTIONS                       the questions, as learners put them, each with its panels
    asked_at("trace", context)      those that make sense beside a panel, for what is on screen
    answer("ties", context)         a few sentences, with figures of that training and step

``model`` says what a question, a context and an answer are; ``training``, ``speed``, ``counting``,
``vocabulary``, ``encoding``, ``unknown`` and ``marks`` have the questions. To add one: a function
from a `Context` to an `Answer`, a `Question` below it, and its place in `QUESTIONS`.

The function returns None where the training has no case of the question; `answer` then answers on
a small corpus of the literature and says so. While winners are hidden, no answer gives a merge away
that is still to come: it says that it waits. Work is bounded: at most `model.WORDS` words or
`model.MERGES` merges are looked through; `speed` takes the length of every token learned so far,
which costs a few microseconds each.

Source of the questions: what was asked again and again in the issues of tokenizer libraries
and courses, such as huggingface/tokenizers, google-research/bert and karpathy/minbpe.
"""

from __future__ import annotations

from dataclasses import replace

from wordpiece.message import Message, message
from wordpiece.teaching.answers import (
    counting,
    encoding,
    marks,
    speed,
    training,
    unknown,
    vocabulary,
)
from wordpiece.teaching.answers.model import Answer, Context, Question

__all__ = ["QUESTIONS", "Answer", "Context", "Question", "answer", "asked_at", "example"]

QUESTIONS: tuple[Question, ...] = (
    training.LIBRARY,
    speed.FASTER,
    training.TIES,
    training.RESCORING,
    counting.COUNTS,
    counting.PAIRS,
    vocabulary.UNUSED,
    training.AGAIN,
    training.STOP,
    unknown.UNKNOWN,
    unknown.PART,
    unknown.BYTES,
    unknown.CHARACTERS,
    unknown.LIMIT,
    marks.PREFIX,
    marks.SUFFIX,
    marks.SPACING,
    encoding.MORPHOLOGY,
    encoding.MERGES,
    encoding.ORDER,
    encoding.LONGEST,
    encoding.DECODING,
)
"""The order is the order on screen."""

_BY_ID = {question.id: question for question in QUESTIONS}


WAITS = (
    message("The answer would give away a merge that is still hidden."),
    message("Ask again later, or let the winner be shown."),
)
"""What is said instead of an answer that would tell too much."""


def asked_at(panel: str, context: Context | None = None) -> list[Question]:
    """Return the questions of a panel, in order; with a context, those that fit it.

    >>> [question.id for question in asked_at("trace")][:3]
    ['morphology', 'merges', 'order']
    """
    asked = [question for question in QUESTIONS if panel in question.panels]
    return [question for question in asked if context is None or question.fits(context)]


def answer(id: str, context: Context) -> Answer:
    """Answer a question on a training, or on a small example if it has no case of it.

    >>> toy = example("ties")[1]
    >>> print(*answer("ties", toy).sentences[:2], sep="\\n")
    6 pairs share the best score now, 1/36: h + ##u, ##u + ##g, p + ##u, ##u + ##n, and 2 more.
    The score cannot choose, so a tie-break must. Here the pair seen first wins: h + ##u, in hug.

    Raises:
        KeyError: there is no such question.
    """
    question = _BY_ID[id]
    found = question.find(context) if question.fits(context) else None
    hides = context.known is not None
    if hides and (found.tells > context.horizon if found else _is_example(question, context)):
        return Answer(WAITS)
    if found:
        return found
    name, other = example(id)
    found = question.find(other)
    assert found is not None  # the tests see to it
    lead = message(
        "This corpus has no case of it near this step, so here are {words}, after {n} "
        "{n:merge|merges}.",
        n=other.step,
        words=name,
    )
    return replace(found, sentences=(lead, *found.sentences), example=name, tells=0)


def _is_example(question: Question, context: Context) -> bool:
    """Return whether the training on screen is of the same words as the question's example."""
    return [word for word, _ in question.example.words] == list(context.timeline.words)


def example(id: str) -> tuple[Message, Context]:
    """Return the name of a small corpus that has a case of a question, and it at a good step.

    >>> name, context = example("ties")
    >>> str(name), context.step, context.timeline.words
    ('the toy words', 1, ('hug', 'pug', 'pun', 'bun', 'hugs'))

    Raises:
        KeyError: there is no such question.
    """
    found = _BY_ID[id].example
    return found.name, found.context()
