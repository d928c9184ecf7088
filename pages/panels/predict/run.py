"""A run of questions: its progress and its result."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.locale import comma, message, say
from pages.panels.html.elements import EMPTY, spaced
from pages.panels.html.templates import pieces
from pages.panels.shared.chips import chip, pair
from pages.panels.shared.verdict import OPEN, state_of
from wordpiece.teaching.grading import Verdict
from wordpiece.teaching.quiz import Question, TypedQuestion, UnigramQuestion

_piece = pieces("panels/predict/run.html")

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
        (question, state_of(verdict), *_parts(question, answer))
        for question, answer, verdict in answered
    ]
    score = sum(verdict.right for _, _, verdict in answered)
    return _piece("result", score=score, rows=rows, kinds=KINDS)


def _parts(question: Question, answer: str | tuple[str, ...]) -> tuple[Markup, Markup, Markup]:
    """Return what a question is about, the answer given, and the right one."""
    if isinstance(question, TypedQuestion):
        given, right = str(answer).split(), question.tokens
        return chip(question.word), spaced(map(chip, given)), spaced(map(chip, right))
    if isinstance(question, UnigramQuestion):
        word = chip(question.word) if question.word else EMPTY
        return word, spaced(map(chip, answer)), spaced(map(chip, question.right.tokens))
    about = pair(question.merge.pair) if question.kind == "change" else EMPTY
    given_pair = pair((answer[0], answer[1])) if answer else EMPTY
    return about, given_pair, pair(question.right.row.pair)
