"""Questions that learners ask, answered on the training that is on their screen.

    QUESTIONS                       the questions, as learners put them, each with its panels
    asked_at("trace", context)      those that a panel offers, for what is on screen
    answer("ties", context)         a few sentences, with figures of that training and step

`model` defines a question, a context and an answer; `questions` is the list of them; the other
modules have the functions that answer them. To add a question, write a function from a `Context` to
an `Answer`, and an entry of `QUESTIONS`.

The function returns None where the training has no case of the question; `answer` then answers on
a small corpus of the literature. While winners are hidden, `answer` returns `WAITS` instead of an
answer that gives a later merge away. Work is bounded: a search looks at `model.WORDS` words or
`model.MERGES` merges at most; `speed` takes the length of every token learned so far, which costs a
few microseconds each.

Source of the questions: what was asked again and again in the issues of tokenizer libraries
and courses, such as huggingface/tokenizers, google-research/bert and karpathy/minbpe.
"""

from __future__ import annotations

from dataclasses import replace

from wordpiece.message import message
from wordpiece.teaching.answers.model import Answer, Context, Question
from wordpiece.teaching.answers.questions import QUESTIONS

__all__ = ["QUESTIONS", "Answer", "Context", "Question", "answer", "asked_at"]

_BY_ID = {question.id: question for question in QUESTIONS}

WAITS = (
    message(
        "The answer would give away a merge that is still hidden. Ask again when that "
        "merge is shown."
    ),
)
"""The sentence instead of an answer that would give too much away."""

ABOUT = message("This answer is about WordPiece.")
"""The first sentence of an answer about one training where several are in columns."""

_EXAMPLE = message("Here is an example: {rule} on the words {words}, after {n} {n:merge|merges}.")
_EXAMPLE_OF_COURSE = message(
    "Here is an example: the Hugging Face course's training on the words {words}, after {n} "
    "{n:merge|merges}."
)
"""The first sentence of an answer on an example, whose merges the rule or the course chooses."""


def asked_at(panel: str, context: Context | None = None) -> list[Question]:
    """Return the questions of a panel, in order; with a context, those that fit it.

    >>> [question.id for question in asked_at("trace")][:3]
    ['morphology', 'merges', 'order']
    """
    asked = [question for question in QUESTIONS if panel in question.panels]
    return [question for question in asked if context is None or question.fits(context)]


def answer(id: str, context: Context) -> Answer:
    """Answer a question on a training, or on a small example if it has no case of it.

    >>> print(*answer("ties", Context(timeline, step=1)).sentences[1:3], sep="\\n")
    In a tie, the pair seen first in the corpus wins.
    In this tie, h + ##u wins.

    Raises:
        KeyError: the question does not exist.
    """
    question = _BY_ID[id]
    found = question.find(context) if question.fits(context) else None
    hides = context.horizon < len(context.timeline)
    if hides and (found.reveals > context.horizon if found else _is_example(question, context)):
        return Answer(WAITS)
    if found and question.of_one and context.at is not None:
        return replace(found, sentences=(ABOUT, *found.sentences))
    if found:
        return found
    example = question.example
    name, other = example.name, example.context()
    found = question.find(other)
    assert found is not None  # the tests see to it
    lead = _EXAMPLE_OF_COURSE if example.forced else _EXAMPLE.fill(rule=example.rule)
    lead = lead.fill(n=other.step, words=name)
    return replace(found, sentences=(lead, *found.sentences), example=name, reveals=0)


def _is_example(question: Question, context: Context) -> bool:
    """Return whether the training on screen is that of the question's example."""
    shown, other = context.timeline, question.example.context().timeline
    return (shown.words, shown.score, shown.marking) == (other.words, other.score, other.marking)
