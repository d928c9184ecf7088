"""The decisions of a top-down training as `Message`s."""

from __future__ import annotations

from wordpiece.message import Message, Spaced, Token, message, unworded
from wordpiece.records import Decision
from wordpiece.topdown.timeline import TopDownTimeline

RULES = {
    "guide": message(
        "As the guide of TensorFlow Text says, only a kept substring lowers the counts of its "
        "prefixes, by its own count."
    ),
    "code": message(
        "As in the program of TensorFlow Text, every substring lowers the counts of its "
        "prefixes by its own count, even if it is dropped."
    ),
}
"""Which substrings lower the counts of their prefixes, by the reading of the algorithm."""


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


def compared(decision: Decision) -> Message:
    """Return the count of a substring against the threshold.

    >>> print(compared(top_down.step(2)))
    15 − 5 = 10 < 12
    """
    sign, taken = ("≥" if decision.kept else "<"), decision.counted - decision.count
    return unworded(
        ("{counted} − {taken} = " if taken else "") + f"{{count}} {sign} {{threshold}}",
        counted=decision.counted,
        taken=taken,
        count=decision.count,
        threshold=decision.threshold,
    )


def decisions_of_round(timeline: TopDownTimeline, round: int) -> dict[str, Decision]:
    """Return the decisions of a round, counted from 1, by their tokens."""
    ends = (0, *timeline.round_ends)
    steps = range(ends[round - 1] + 1, ends[round] + 1)
    return {decision.token: decision for decision in map(timeline.step, steps)}
