"""Sentences on the decisions of a top-down training, and the grading of a question about them."""

from __future__ import annotations

from wordpiece.message import Message, Spaced, Token, message
from wordpiece.records import Decision
from wordpiece.teaching.grading import Verdict
from wordpiece.topdown.timeline import TopDownTimeline


def decided(decision: Decision) -> tuple[Message, ...]:
    """Return what a decision does: whether the substring is kept, and what its prefixes lose.

    >>> for said in decided(top_down.step(2)):
    ...     print(said)
    hug is dropped: its count is 10, and the threshold is 12.
    The count of hu falls by 10.
    """
    kept = message("{token} is kept: its count is {count}, and the threshold is {threshold}.")
    dropped = message("{token} is dropped: its count is {count}, and the threshold is {threshold}.")
    said = (kept if decision.kept else dropped).fill(
        token=Token(decision.token), count=decision.count, threshold=decision.threshold
    )
    if not decision.lowered:
        return (said,)
    falls = message(
        "The {n:count|counts} of {tokens} {n:falls|fall} by {count}.",
        tokens=Spaced(decision.lowered),
        count=decision.count,
        n=len(decision.lowered),
    )
    return said, falls


def decisions_of_round(timeline: TopDownTimeline, round: int) -> dict[str, Decision]:
    """Return the decisions of a round, counted from 1, by their tokens."""
    ends = (0, *timeline.round_ends)
    steps = range(ends[round - 1] + 1, ends[round] + 1)
    return {decision.token: decision for decision in map(timeline.step, steps)}


def grade_kept(timeline: TopDownTimeline, round: int, token: str) -> Verdict:
    """Grade the answer that a round keeps a token.

    >>> grade_kept(top_down, 1, "hug").right, grade_kept(top_down, 1, "##ug").right
    (False, True)

    Raises:
        KeyError: the round decides no such token.
    """
    decision = decisions_of_round(timeline, round)[token]
    return Verdict(decision.kept, decided(decision)[:1])
