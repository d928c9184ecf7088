"""Predict as HTML: a question, its answer, and the result of a run."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from pages.locale import message, say, told
from pages.panels import chips
from pages.panels.card import formula_beside
from pages.panels.chips import NEXT, UNKNOWN, chip, pair, spaced
from pages.panels.html import EMPTY, visible
from pages.panels.markup import Markup
from pages.panels.templates import pieces
from wordpiece import Timeline
from wordpiece.message import Message
from wordpiece.records import Pair
from wordpiece.teaching.grading import Verdict
from wordpiece.teaching.quiz import (
    UNK,
    Candidate,
    PairQuestion,
    Question,
    SplitQuestion,
)

_piece = pieces("panels/predict.html")

RIGHT, WRONG, OPEN = "right", "wrong", "open"

TAGS: dict[str, Message] = {
    "best": message("merges next"),
    "tied": message("same score"),
    "frequent": message("most frequent, BPE's choice"),
    "exclusive": message("better by WordPiece's score"),
    "rare": message("rarest"),
    "near": message("close"),
    "moves": message("changes"),
    "keeps": message("stays"),
}
"""What is said of a candidate, by its role."""


def code(token: str) -> str:
    """Write a token as Markdown for a button's label: code, whatever characters it has."""
    text = visible(token).striptags()
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        text = f"\u2066{text}\u2069"
    fence = "`" * (1 + max((len(ticks) for ticks in re.findall("`+", text)), default=0))
    space = " " * text.startswith("`"), " " * text.endswith("`")
    return f"{fence}{' ' * any(space)}{text}{' ' * any(space)}{fence}"


def nothing_to_ask(timeline: Timeline) -> Markup:
    """Say why this corpus gives no questions."""
    if len(timeline):
        return chips.nothing(
            say("This corpus gives no questions of this kind; choose another kind.")
        )
    return chips.nothing(
        say(
            "This corpus gives no questions: its training makes no merge. Choose another corpus "
            "on the left, longer words, or a larger vocabulary."
        )
    )


def marks(verdicts: Sequence[bool], at: int, total: int) -> Markup:
    """Draw a run as a row of marks.

    Args:
        verdicts: whether each answer so far is right.
        at: the question on screen, from 0; ``total`` for the result.
        total: how many questions there are.
    """
    states = [RIGHT if right else WRONG for right in verdicts]
    states += [OPEN] * (total - len(states))
    return _piece("marks", states=states, at=at, score=sum(verdicts))


def asked(question: Question, number: int) -> Markup:
    """Draw a question, large; ``number`` is its number in the run, from 1."""
    about: tuple[str, ...] = ()
    if isinstance(question, SplitQuestion):
        about = (question.word,)
    elif question.kind == "change":
        about = question.merge.pair
    return _piece(
        "asked",
        kind=question.kind,
        number=number,
        chips=[chip(symbol) for symbol in about],
        merges=question.step,
    )


def words(question: PairQuestion, timeline: Timeline, at: Sequence[int], outline: bool) -> Markup:
    """Draw the words that matter for a question.

    Args:
        question: the question.
        timeline: the training that it is about.
        at: positions of the words.
        outline: whether to outline the pair that merges next.
    """
    states = [replace(timeline.word(question.step, i), made=()) for i in at]
    return chips.words(states, merged=None, outline=outline)


def counts(question: PairQuestion) -> Markup:
    """Draw how often each candidate and its parts are met: all that the score is made of."""
    rows = [candidate.row for candidate in question.candidates]
    return _piece(
        "counts",
        rows=[(pair(row.pair), row.pair_count, row.left_count, row.right_count) for row in rows],
    )


def verdict(answer: Verdict) -> Markup:
    """Draw whether an answer was right, and why."""
    return _piece("verdict", state=RIGHT if answer.right else WRONG, why=answer.reason)


def revealed(question: PairQuestion, chosen: Pair) -> Markup:
    """Draw all candidates with their formulas, in the order of the buttons."""
    each = [_candidate(question, candidate, chosen) for candidate in question.candidates]
    return _piece("revealed", candidates=each)


def _candidate(question: PairQuestion, candidate: Candidate, chosen: Pair) -> dict[str, object]:
    mine = candidate.row.pair == chosen
    tags = [told(TAGS[candidate.role])] if candidate.role in TAGS else []
    if candidate.role == "best" and question.kind == "next" and candidate.row.count_rank == 1:
        tags.append(say("most frequent too"))
    if mine:
        tags.append(say("your answer"))
    left, right = (chip(part, *[NEXT] * (candidate.role == "best")) for part in candidate.row.pair)
    after = EMPTY
    if candidate.after and candidate.right:
        after = formula_beside(candidate.after, question.score)
    return {
        "state": RIGHT if candidate.right else WRONG if mine else OPEN,
        "mine": mine,
        "tags": tags,
        "left": left,
        "right": right,
        "before": formula_beside(candidate.row, question.score),
        "after": after,
    }


def tokens(given: Sequence[str], label: str, state: str = OPEN) -> Markup:
    """Draw a row of tokens with what it is."""
    drawn = spaced(chip(token, *[UNKNOWN] * (token == UNK)) for token in given)
    return _piece("tokens", chips=drawn, label=label, state=state)


def result(answered: Sequence[tuple[Question, Pair | str, Verdict]]) -> Markup:
    """Draw a whole run: the score, and each question with its answer."""
    return _piece(
        "result",
        score=sum(verdict.right for _, _, verdict in answered),
        total=len(answered),
        rows=[_answered(*each) for each in answered],
    )


def _answered(question: Question, answer: Pair | str, verdict: Verdict) -> dict[str, object]:
    about = EMPTY
    if isinstance(question, SplitQuestion):
        about = chip(question.word)
        given = spaced(chip(token) for token in str(answer).split())
        right = spaced(chip(token) for token in question.tokens)
    else:
        if question.kind == "change":
            about = pair(question.merge.pair)
        given, right = pair((answer[0], answer[1])), pair(question.right.row.pair)
    return {
        "kind": question.kind,
        "merges": question.step,
        "state": RIGHT if verdict.right else WRONG,
        "about": about,
        "given": given,
        "solution": right,
    }
