"""A question as text for phones."""

from __future__ import annotations

from collections.abc import Sequence

from pages.locale import message, say, to_text
from pages.panels.html import visible
from pages.panels.shared.sketch import Curve, axes_of
from pages.rooms.state import Ask
from wordpiece.teaching.quiz import (
    Candidate,
    DecisionQuestion,
    PairQuestion,
    PieceCandidate,
    Question,
    ReplayQuestion,
    TokenOption,
    TypedQuestion,
    UnigramQuestion,
    token_options,
)

Votable = Question | DecisionQuestion | Curve
"""What a class can vote on."""

OUTCOMES = message("kept"), message("dropped")
"""The answers to the question about a decision."""


def ask_of(question: Votable) -> Ask:
    """Return a question as plain text that is understood without the teacher's screen."""
    if isinstance(question, Curve):
        return Ask(to_text(question.question), (), frozenset(), axes_of(question))
    if isinstance(question, DecisionQuestion):
        is_dropped = not question.decision.kept
        return Ask(_title(question), tuple(map(to_text, OUTCOMES)), frozenset({int(is_dropped)}))
    joint = " + " if isinstance(question, PairQuestion) else " "
    each = [(joint.join(map(plain, o.tokens)), o.right) for o in options_of(question)]
    right = frozenset(i for i, (_, is_right) in enumerate(each) if is_right)
    return Ask(_title(question), tuple(text for text, _ in each), right)


def options_of(
    question: Question,
) -> Sequence[TokenOption] | Sequence[Candidate] | Sequence[PieceCandidate]:
    """Return what a class can choose, each with its tokens and whether it is right."""
    return token_options(question) if isinstance(question, TypedQuestion) else question.candidates


def _title(question: Question | DecisionQuestion) -> str:
    if isinstance(question, DecisionQuestion):
        return say("Is {token} kept or dropped?", token=_quoted(question.decision.token))
    if isinstance(question, ReplayQuestion):
        return say("Which tokens do BPE’s merges make of {word}?", word=_quoted(question.word))
    if isinstance(question, UnigramQuestion):
        if question.kind == "cheapest":
            return say("Which piece costs least to remove?")
        return say("Which split of {word} is most probable?", word=_quoted(question.word))
    if not isinstance(question, PairQuestion):
        return say("How is {word} tokenized by longest match?", word=_quoted(question.word))
    if question.kind == "next":
        return say("Which pair merges next?")
    if question.kind == "bpe":
        return say("Which pair does BPE merge next?")
    pair = " + ".join(map(plain, question.merge.pair))
    return say("If {pair} merges now, which of these pairs changes its score?", pair=pair)


def _quoted(word: str) -> str:
    return f"“{plain(word)}”"


def plain(token: str) -> str:
    """Return a token as text, with names for invisible characters.

    >>> plain("##<b>"), plain("a\\tb")
    ('##<b>', 'aTABb')
    """
    return visible(token).striptags()
