"""Questions that learners ask, answered on the training that is on their screen.

    QUESTIONS                       the questions, as learners put them, each with its panels
    answer("ties", context)         a few sentences, with figures of that training and step

`model` says what a question, a context and an answer are; `training`, `counting`, `vocabulary` and
`encoding` have the questions. To add one: a function from a `Context` to an `Answer`, a `Question`
below it, and its place in `QUESTIONS`.

The function returns None where the training has no case of the question; `answer` then answers on
a small corpus of the literature and says so. Work is bounded: at most `model.WORDS` words or
`model.MERGES` merges are looked through.

Source of the questions: what was asked again and again in the issues of tokenizer libraries
and courses, such as huggingface/tokenizers, google-research/bert and karpathy/minbpe.
"""

from __future__ import annotations

from dataclasses import replace

from wordpiece.message import Message, message
from wordpiece.teaching.answers import counting, encoding, training, vocabulary
from wordpiece.teaching.answers.model import Answer, Context, Question

__all__ = ["QUESTIONS", "Answer", "Context", "Question", "answer", "asked_at", "example"]

QUESTIONS: tuple[Question, ...] = (
    training.LIBRARY,
    training.TIES,
    training.RESCORING,
    counting.COUNTS,
    counting.PAIRS,
    vocabulary.UNUSED,
    training.AGAIN,
    training.STOP,
    encoding.UNKNOWN,
    encoding.CHARACTERS,
    encoding.LIMIT,
    vocabulary.PREFIX,
    encoding.MORPHOLOGY,
    encoding.ORDER,
    encoding.DECODING,
)
"""The order is the order on screen."""

_BY_ID = {question.id: question for question in QUESTIONS}


def asked_at(panel: str) -> list[Question]:
    """Return the questions of a panel, in order."""
    return [question for question in QUESTIONS if panel in question.panels]


def answer(id: str, context: Context) -> Answer:
    """Answer a question on a training, or on a small example if it has no case of it.

    >>> toy = example("ties")[1]
    >>> print(*answer("ties", toy).sentences[:2], sep="\\n")
    6 pairs share the best score now, 1/36: h + ##u, ##u + ##g, p + ##u, ##u + ##n, and 2 more.
    The score cannot choose, so a rule must. Here the pair seen first wins: h + ##u, in hug.

    Raises:
        KeyError: there is no such question.
    """
    question = _BY_ID[id]
    found = question.find(context)
    if found:
        return found
    name, other = example(id)
    found = question.find(other)
    assert found is not None  # the tests see to it
    lead = message(
        "This corpus has no case of it near this step, so here are {words}, after {n} merge.",
        "This corpus has no case of it near this step, so here are {words}, after {n} merges.",
        n=other.step,
        words=name,
    )
    return replace(found, sentences=(lead, *found.sentences), example=name)


def example(id: str) -> tuple[Message, Context]:
    """Return the name of a small corpus that has a case of a question, and it at a good step.

    Raises:
        KeyError: there is no such question.
    """
    found = _BY_ID[id].example
    return found.name, found.context()
