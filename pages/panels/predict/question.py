"""A question of Predict and its answer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from pages.locale import say
from pages.panels.html.elements import EMPTY, nothing, spaced
from pages.panels.html.templates import pieces
from pages.panels.html.text import visible
from pages.panels.shared import chips
from pages.panels.shared.card import small_figures, small_formula
from pages.panels.shared.chips import NEXT, UNKNOWN, chip, pair
from pages.panels.shared.trace import traced
from pages.panels.shared.verdict import OPEN, RIGHT, WRONG
from wordpiece.teaching.decisions import RULES
from wordpiece.teaching.quiz import (
    UNK,
    Candidate,
    ChoiceQuestion,
    DecisionQuestion,
    PairQuestion,
    PieceCandidate,
    Question,
    ReplayQuestion,
    StepQuestion,
    TypedQuestion,
    UnigramQuestion,
)
from wordpiece.training.steps import Steps

_piece = pieces("panels/predict/question.html")

MOST_LONGER = 5
"""The most longer substrings on screen, those with the highest counts."""


def question_title(
    question: Question | DecisionQuestion, place: str = "", in_run: bool = True
) -> Markup:
    """Draw a question, large.

    Args:
        place: says for a screen reader where in the run the question is.
        in_run: whether it is about a training of a run, whose algorithm and step are then named.
    """
    about: tuple[str, ...] = ()
    if isinstance(question, TypedQuestion | UnigramQuestion):
        about = (question.word,)
    elif isinstance(question, DecisionQuestion):
        about = (question.decision.token,)
    elif question.kind == "change":
        about = question.merge.pair
    return _piece(
        "title",
        kind=question.kind,
        algorithm=question.algorithm if in_run else "",
        place=place,
        chips=[chip(symbol) for symbol in about],
        step=question.step,
    )


def words(question: StepQuestion, timeline: Steps, at: Sequence[int], outline: bool) -> Markup:
    """Draw the words that matter for a question.

    Args:
        question: the question.
        timeline: the question's training.
        at: the positions of the words.
        outline: whether to outline the pair that merges next.
    """
    states = [replace(timeline.word(question.step, i), made=()) for i in at]
    return chips.words(states, merged=None, outline=outline)


def counts(question: PairQuestion) -> Markup:
    """Draw the counts of each candidate and its parts, from which the score is computed."""
    rows = [candidate.row for candidate in question.candidates]
    return _piece(
        "counts",
        rows=[(pair(row.pair), row.pair_count, row.left_count, row.right_count) for row in rows],
    )


def given(question: TypedQuestion, *, alone: bool = True) -> Markup:
    """Draw what the answer is found by: the merges to replay, or tokens of the vocabulary.

    Args:
        question: the question.
        alone: whether a single visitor answers, for whom the tokens are buttons below.
    """
    if isinstance(question, ReplayQuestion):
        rows = [(number, chip(left), chip(right)) for number, (left, right) in question.merges]
        return _piece("merges", rows=rows, step=question.step)
    tokens = [token for token in question.choices if token != UNK]
    chips = EMPTY if alone else spaced(map(chip, tokens))
    return _piece("vocabulary", shown=len(tokens), total=question.vocabulary, chips=chips)


def probabilities(question: UnigramQuestion) -> Markup:
    """Draw the pieces of all candidates, each with its count and its probability."""
    rows = [(chip(piece), count) for piece, count in question.counts]
    return _piece(
        "probabilities",
        rows=rows,
        total=question.total,
        style="" if isinstance(question.total, int) else "fixed2",
    )


def decision(question: DecisionQuestion) -> Markup:
    """Draw what decides about a substring: its count, and longer ones that may take from it."""
    longer = [each for each in question.longer if each.count]
    shown = sorted(longer, key=lambda each: -each.count)[:MOST_LONGER]
    more = len(longer) - len(shown)
    return _piece("decision", question.decision, shown, more, RULES[question.reading])


def revealed(question: ChoiceQuestion, chosen: str | tuple[str, ...]) -> Markup:
    """Draw all candidates with their formulas, in the order of the buttons.

    ``chosen`` is the answer; empty if the question was skipped.
    """
    each = [_candidate(question, candidate, chosen) for candidate in question.candidates]
    return _piece("revealed", candidates=each)


def _candidate(
    question: ChoiceQuestion, candidate: Candidate | PieceCandidate, chosen: str | tuple[str, ...]
) -> dict[str, object]:
    mine, is_best = candidate.tokens == chosen, candidate.role == "best"
    is_pair = isinstance(question, PairQuestion)
    shown: dict[str, object] = {
        "state": RIGHT if candidate.right else WRONG if mine else OPEN,
        "mine": mine,
        "chips": [chip(token, *[NEXT] * (is_best and is_pair)) for token in candidate.tokens],
        "plus": is_pair,
        "role": candidate.role,
        "most_frequent": False,
        "after": EMPTY,
    }
    if isinstance(candidate, PieceCandidate):
        role = "other" if is_best else candidate.role
        return {**shown, "role": role, "before": small_figures(candidate)}
    assert isinstance(question, PairQuestion)
    row, after = candidate.row, candidate.after if candidate.right else None
    return {
        **shown,
        "most_frequent": is_best and question.kind == "next" and row.count_rank == 1,
        "before": small_formula(row, question.score),
        "after": small_formula(after, question.score) if after else EMPTY,
    }


def tokens(given: Sequence[str], label: str, state: str = OPEN) -> Markup:
    """Draw a row of tokens with a label."""
    drawn = spaced(chip(token, *[UNKNOWN] * (token == UNK)) for token in given)
    return _piece("tokens", chips=drawn, label=label, state=state)


def how(question: TypedQuestion) -> Markup:
    """Draw the trace of the word's encoding."""
    return _piece("traced", parts=[part for part in traced(question.trace) if part])


def nothing_to_ask() -> Markup:
    """Draw the reason why a training has no questions."""
    return nothing(
        say(
            "This training gives no such questions. Change the corpus or the limits in the "
            "sidebar; if only one kind of question is chosen, try another."
        )
    )


def code(token: str) -> str:
    """Return any token as Markdown code for a button's label."""
    text = visible(token).striptags()
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        text = f"\u2066{text}\u2069"
    fence = "`" * (1 + max((len(ticks) for ticks in re.findall("`+", text)), default=0))
    space = " " * text.startswith("`"), " " * text.endswith("`")
    return f"{fence}{' ' * any(space)}{text}{' ' * any(space)}{fence}"
