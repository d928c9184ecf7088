"""A question of Predict and its answer; a run of questions: its progress and its result."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from pages.locale import comma, message, say, to_text
from pages.panels.html import EMPTY, pieces, visible
from pages.panels.shared import chips
from pages.panels.shared.card import OPEN, RIGHT, WRONG, small_figures, small_formula, state_of
from pages.panels.shared.chips import NEXT, UNKNOWN, chip
from pages.panels.shared.question_text import question_text
from pages.panels.shared.trace import draw_trace
from wordpiece.message import Message
from wordpiece.recipes import ALL_RECIPES
from wordpiece.teaching.decisions import RULES
from wordpiece.teaching.grading import Verdict
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
from wordpiece.text.pre_tokenizers import is_byte_level
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
    said = question_text(question, chip=chip, pair=lambda pair: _piece("supposed", *pair))
    algorithm = ALL_RECIPES[question.algorithm].title if in_run and question.algorithm else None
    return _piece("title", said, algorithm, place, question.step)


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
    """Draw the counts of each candidate from which the score is computed."""
    rows = [candidate.row for candidate in question.candidates]
    return _piece("counts", rows, question.score.by_language, question.score.about_rare)


def draw_material(question: TypedQuestion, *, alone: bool = True) -> Markup:
    """Draw what the answer is found by: the merges to replay, or tokens of the vocabulary.

    Args:
        question: the question.
        alone: whether a single visitor answers, for whom the tokens are buttons below.
    """
    if isinstance(question, ReplayQuestion):
        return _piece("merges", question.merges, question.step)
    tokens = [token for token in question.choices if token != UNK]
    return _piece("vocabulary", tokens, question.vocabulary, alone)


def probabilities(question: UnigramQuestion) -> Markup:
    """Draw the pieces of all candidates, each with its count and its probability."""
    return _piece("probabilities", question.counts, question.total)


def decision(question: DecisionQuestion) -> Markup:
    """Draw what decides about a substring: its count, and longer ones that may take from it."""
    longer = [each for each in question.longer if each.count]
    shown = sorted(longer, key=lambda each: -each.count)[:MOST_LONGER]
    more = len(longer) - len(shown)
    return _piece("decision", question.decision, shown, more, RULES[question.reading])


ROLES: dict[str, Message] = {
    "best": message("merges next"),
    "tied": message("tie", context="beside a score"),
    "frequent": message("highest count"),
    "rare": message("lowest count"),
    "moves": message("changes"),
    "keeps": message("stays the same"),
    "longest": message("longest match"),
}
"""What a candidate is, by its role, if that says something about it."""

EXTREMES = {"frequent", "rare"}
"""The roles of candidates with the highest or the lowest count, which others may share."""


def draw_candidates(question: ChoiceQuestion, chosen: str | tuple[str, ...]) -> Markup:
    """Draw all candidates with their formulas, in the order of the buttons.

    ``chosen`` is the answer; empty if the question was skipped.
    """
    return _piece("revealed", [_candidate(question, it, chosen) for it in question.candidates])


def _candidate(
    question: ChoiceQuestion, candidate: Candidate | PieceCandidate, chosen: str | tuple[str, ...]
) -> dict[str, object]:
    """Return the values of the template for a candidate."""
    mine, is_best = candidate.tokens == chosen, candidate.role == "best"
    state = RIGHT if candidate.right else WRONG if mine else OPEN
    looks, joint, after = [NEXT] * is_best, "+", EMPTY
    tags: list[str] = [candidate.role] if candidate.role in ROLES.keys() - EXTREMES else []
    if isinstance(candidate, PieceCandidate):
        looks, joint = [], ""
        tags = [] if is_best else tags
        before = small_figures(candidate)
    else:
        assert isinstance(question, PairQuestion)
        before = small_formula(candidate.row, question.score)
        if candidate.after and candidate.right:
            after = small_formula(candidate.after, question.score)
    count = _count(question, candidate)
    tags += [role for role, extreme in _extremes(question).items() if count == extreme]
    labels = [ROLES[role] for role in tags] + [message("your answer")] * mine
    said = " · ".join(map(to_text, labels))
    return {
        "state": state,
        "mine": mine,
        "tokens": candidate.tokens,
        "looks": looks,
        "joint": joint,
        "tags": said,
        "before": before,
        "after": after,
    }


def _count(question: ChoiceQuestion, candidate: Candidate | PieceCandidate) -> float | None:
    """Return the count of a pair, or of a piece to remove; None for a split."""
    if isinstance(candidate, Candidate):
        return candidate.row.pair_count
    return dict(question.counts)[candidate.tokens[0]] if question.kind == "cheapest" else None


def _extremes(question: ChoiceQuestion) -> dict[str, float | None]:
    """Return the highest and the lowest count of all, if a candidate was chosen for it, by role.

    Several candidates may have it. If all candidates have the same count, there is no extreme.
    """
    found: dict[str, float | None] = {}
    for each in question.candidates:
        if each.role in EXTREMES:
            found[each.role] = _count(question, each)
        elif (
            isinstance(each, Candidate)
            and question.kind == "next"
            and each.role == "best"
            and each.row.count_rank == 1
        ):
            found["frequent"] = each.row.pair_count
    return found if len({_count(question, each) for each in question.candidates}) > 1 else {}


def tokens(given: Sequence[str], label: str, state: str = OPEN) -> Markup:
    """Draw a row of tokens with a label."""
    return _piece("tokens", [(token, [UNKNOWN] * (token == UNK)) for token in given], label, state)


def how(question: TypedQuestion, pre_tokenizer: str) -> Markup:
    """Draw the trace of the word's encoding, given the pre-tokenizer of the training."""
    parts = draw_trace(question.trace, by_bytes=is_byte_level(pre_tokenizer))
    return _piece("traced", parts=[part for part in parts if part])


def code(token: str) -> str:
    """Return any token as Markdown code for a button's label."""
    text = visible(token).striptags()
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        text = f"\u2066{text}\u2069"
    fence = "`" * (1 + max((len(ticks) for ticks in re.findall("`+", text)), default=0))
    space = " " * text.startswith("`"), " " * text.endswith("`")
    return f"{fence}{' ' * any(space)}{text}{' ' * any(space)}{fence}"


KINDS = {
    "next": message("Next merge"),
    "bpe": message("BPE's next merge"),
    "split": message("Tokens of a word"),
    "change": message("Scores that change"),
    "replay": message("Merge replay"),
    "likeliest": message("The most probable split"),
    "cheapest": message("The cheapest removal"),
}
"""The kinds of questions."""


def marks(verdicts: Sequence[Verdict], at: int, total: int) -> Markup:
    """Draw a run as a row of marks.

    Args:
        verdicts: the verdicts on the answers so far.
        at: the index of the question on screen; ``total`` for the result.
        total: the number of questions.
    """
    states = [*map(state_of, verdicts)]
    states += [OPEN] * (total - len(states))
    right = sum(verdict.right for verdict in verdicts)
    return _piece("marks", states=states, at=at, done=len(verdicts), right=right)


def where(verdicts: Sequence[Verdict], at: int, total: int) -> str:
    """Return the progress of a run as a sentence."""
    said = [say("Question {number} of {total}", number=at + 1, total=total)] if at < total else []
    if verdicts:
        right = sum(verdict.right for verdict in verdicts)
        said.append(say("{right} of {total} right", right=right, total=len(verdicts)))
    return comma().join(said)


def result(answered: Sequence[tuple[Question, str | tuple[str, ...], Verdict]]) -> Markup:
    """Draw a whole run: the score, and each question with its answer."""
    rows = [
        {
            "question": question,
            "state": state_of(verdict),
            "about": _about(question),
            "given": answer.split() if isinstance(answer, str) else answer,
            "solution": question.tokens
            if isinstance(question, TypedQuestion)
            else question.right.tokens,
        }
        for question, answer, verdict in answered
    ]
    score = sum(verdict.right for _, _, verdict in answered)
    return _piece("result", score=score, rows=rows, kinds=KINDS)


def _about(question: Question) -> tuple[str, ...]:
    """Return the word or the symbols that a question is about, if it is about some."""
    if isinstance(question, TypedQuestion | UnigramQuestion):
        return (question.word,) * bool(question.word)
    return question.merge.pair if question.kind == "change" else ()
