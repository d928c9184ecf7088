"""The text of a question of Predict, for its page and for the phones of a class."""

from __future__ import annotations

from collections.abc import Callable

from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.teaching.quiz import DecisionQuestion, Question, TypedQuestion, UnigramQuestion

ASKS = {
    "next": message("Which pair merges next?"),
    "bpe": message("Which pair does BPE merge next?"),
    "change": message("If {pair} merges now, which of these pairs changes its score?"),
    "split": message("How is {word} tokenized by longest match?"),
    "replay": message("Which tokens do BPE’s merges make of {word}?"),
    "likeliest": message("Which split of {word} is most probable?"),
    "cheapest": message("Which piece costs least to remove?"),
    "kept": message("Is {token} kept or dropped?"),
}
"""What a question of each kind asks."""


def question_text(
    question: Question | DecisionQuestion,
    *,
    chip: Callable[[str], str],
    pair: Callable[[Pair], str],
) -> Message:
    """Return what a question asks.

    Args:
        question: the question.
        chip: draws the word or the token that the question is about, as HTML or plain text.
        pair: draws the pair that the question is about.
    """
    about: dict[str, str] = {}
    if isinstance(question, TypedQuestion | UnigramQuestion):
        about["word"] = chip(question.word)
    elif isinstance(question, DecisionQuestion):
        about["token"] = chip(question.decision.token)
    elif question.kind == "change":
        about["pair"] = pair(question.merge.pair)
    return ASKS[question.kind].fill(**about)
