"""Questions about a removal of Unigram and about a decision of top-down WordPiece."""

from __future__ import annotations

from wordpiece.message import Message, Token, message, unworded
from wordpiece.teaching.answers.model import list_some
from wordpiece.teaching.decisions import RULES
from wordpiece.teaching.removals import what_changes
from wordpiece.text.pre_tokenizers import are_bytes
from wordpiece.topdown.timeline import TopDownTimeline
from wordpiece.unigram.timeline import UnigramTimeline

Answers = dict[str, tuple[Message, tuple[Message, ...]]]
"""Questions by name, each with its answer."""


def answers_on_removal(timeline: UnigramTimeline, step: int) -> Answers:
    """Return questions about a removal, 1 or more, with their answers.

    >>> for said in answers_on_removal(unigram_timeline, 6)["loss"][1]:
    ...     print(said)
    If the other pieces kept their probabilities, the loss without bu would be 154.21: the old \
loss plus the cost, 5.68.
    The sum of all counts falls from 149 to 145, so all other pieces become more probable. The \
loss is now 152.41.
    """
    removal = timeline.step(step)
    question = message("Why is the new loss not the old loss plus the cost?")
    same = message(
        "If the other pieces kept their probabilities, the loss without {piece} would be "
        "{loss:fixed2}: the old loss plus the cost, {cost:fixed2}.",
        piece=Token(removal.piece),
        loss=removal.loss_before + removal.cost,
        cost=removal.cost,
    )
    is_exact = not timeline.em_rounds and step - 1 in timeline.round_starts
    found = {"loss": (question, (same, what_changes(removal)))} if is_exact else {}
    return found | {"characters": _OF_BYTES if are_bytes(timeline.words) else _OF_CHARACTERS}


_OF_CHARACTERS = (
    message("Why are single characters never removed?"),
    (
        message(
            "As long as all single characters are in the vocabulary, every word made of them has a "
            "split, whatever else is removed."
        ),
    ),
)
_OF_BYTES = (
    message("Why are single bytes never removed?"),
    (
        message(
            "As long as all single bytes are in the vocabulary, every word made of them has a "
            "split, whatever else is removed."
        ),
    ),
)


def answers_on_decision(timeline: TopDownTimeline, step: int) -> Answers:
    """Return questions about a decision, 1 or more, with their answers.

    >>> for said in answers_on_decision(top_down, 2)["taken"][1]:
    ...     print(said)
    The count was 15. A longer substring lowered it by 5, its own count: hugs 5.
    As in the program of TensorFlow Text, every substring lowers the counts of its prefixes by its \
own count, even if it is dropped.
    """
    decision = timeline.step(step)
    taken = tuple(
        unworded("{token} {count}", token=Token(each.token), count=each.count)
        for each in timeline.longer(step)
        if decision.token in each.lowered
    )
    said = message("Longer substrings have not lowered this count.")
    if taken:
        said = message(
            "The count was {counted}. {n:A longer substring|Longer substrings} lowered it by "
            "{lowered}, {n:its|each by its} own count: {substrings}.",
            n=len(taken),
            lowered=decision.counted - decision.count,
            counted=decision.counted,
            substrings=list_some(taken),
        )
    question = message("Do longer substrings lower this count?")
    return {"taken": (question, (said, RULES[timeline.reading]))}
