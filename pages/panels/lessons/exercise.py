"""The questions of lessons: their options, grading and panels."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from pages.lessons import model
from pages.lessons.model import Panel, Question
from pages.locale import number, say
from pages.panels.lessons.texts import normalizer_of
from pages.trainings.named import at, encoder, timeline
from wordpiece.teaching.grading import (
    Verdict,
    grade_change,
    grade_next,
    grade_score,
    grade_tokens,
)
from wordpiece.teaching.grading_texts import grade_decoded, grade_model_input
from wordpiece.teaching.quiz import candidates, score_choices
from wordpiece.teaching.size import grade_parameters, parameter_choices

CHANGES = (-1, 0, 1)
"""The possible changes of the number of symbols in use by a merge."""


def options(question: Question) -> list[str]:
    """Return the options; empty if the answer is typed."""
    trained, step = timeline(question.training), at(question.training, question.step)
    match question:
        case model.Next():
            return [f"{left}  +  {right}" for left, right in candidates(trained, step)]
        case model.ScoreOf():
            return [number(Fraction(value)) for value in score_choices(trained, step)]
        case model.InUse():
            return [number(change, "signed") for change in CHANGES]
        case model.Parameters():
            return [number(n) for n in parameter_choices(trained, step, question.width)]
        case _:
            return []


def typed_answer(question: Question) -> str:
    """Return the label of the field for a typed answer; "" if there are options."""
    match question:
        case model.Tokens() | model.ModelInput():
            return say("Tokens, with spaces between them")
        case model.Decoded():
            return say("Text")
        case _:
            return ""


def grade(question: Question, given: Hashable) -> Verdict:
    """Return the engine's verdict on an answer.

    Args:
        question: the question.
        given: the typed text, or the index of the chosen option.
    """
    trained, step = timeline(question.training), at(question.training, question.step)
    match question:
        case model.Next():
            return grade_next(trained, step, candidates(trained, step)[_index(given)])
        case model.ScoreOf():
            value = score_choices(trained, step)[_index(given)]
            return grade_score(trained, step, question.pair, value)
        case model.InUse():
            return grade_change(trained, step, CHANGES[_index(given)])
        case model.Tokens():
            one = encoder(question.training, question.step, question.how)
            return grade_tokens(one, question.word, str(given), prefix=trained.marking.prefix)
        case model.ModelInput():
            one = encoder(question.training, question.step, "match")
            normalizer = normalizer_of(question.training)
            return grade_model_input(one, question.texts, normalizer, str(given))
        case model.Decoded():
            return grade_decoded(question.tokens, trained.marking, str(given))
        case model.Parameters():
            numbers = parameter_choices(trained, step, question.width)[_index(given)]
            return grade_parameters(trained, step, question.width, numbers)


def _index(given: Hashable) -> int:
    assert isinstance(given, int)
    return given


def solved(questions: Sequence[Question], given: Sequence[Hashable | None]) -> bool:
    """Return whether every question has the right answer."""
    return all(
        answer is not None and grade(question, answer).right
        for question, answer in zip(questions, given, strict=True)
    )


def material(question: Question) -> Panel | None:
    """Return the panel with the material for a question, if any."""
    match question:
        case model.Next():
            return model.CountTable(question.training, question.step)
        case model.ScoreOf():
            return model.CountTable(question.training, question.step, question.pair)
        case model.InUse():
            pair = timeline(question.training).pair(question.step)
            return model.Words(question.training, question.step - 1, holding=pair)
        case model.Parameters():
            return model.Entries(question.training, question.step)
        case model.Tokens(how="match" | "own") if question.step:
            return model.Entries(question.training, question.step)
        case _:
            return None
