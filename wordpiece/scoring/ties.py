"""Which of several pairs with the same score wins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from wordpiece.records import Pair

TieBreak = Literal["first-seen", "alphabetical", "random"]
"""Which of several pairs with the same score wins."""

TIE_BREAKS: tuple[TieBreak, ...] = ("first-seen", "alphabetical", "random")
"""All of them; the first is the default, and what the course's code does."""


def check_tie_break(rule: str) -> None:
    """Raise ValueError for a tie-break that does not exist.

    >>> check_tie_break("first-seen")
    >>> check_tie_break("last-seen")
    Traceback (most recent call last):
        ...
    ValueError: Unknown tie-break 'last-seen'; choose one of first-seen, alphabetical, random.
    """
    if rule not in TIE_BREAKS:
        raise ValueError(f"Unknown tie-break {rule!r}; choose one of {', '.join(TIE_BREAKS)}.")


def break_tie(tied: Sequence[Pair], rule: TieBreak, *, seed: int, index: int) -> Pair:
    """Return the winner among pairs with the same score.

    The random choice depends on the seed and the step number alone, so that the same
    training gives the same vocabulary in every process.

    >>> tied = [("h", "##u"), ("##u", "##g")]
    >>> break_tie(tied, "first-seen", seed=0, index=1)
    ('h', '##u')
    >>> break_tie(tied, "alphabetical", seed=0, index=1)
    ('##u', '##g')

    Args:
        tied: the pairs, at least one, in the order in which the corpus shows them first.
        rule: the tie-break.
        seed: for the random one.
        index: the number of the merge, 1 for the first.
    """
    if len(tied) == 1 or rule == "first-seen":
        return tied[0]
    if rule == "alphabetical":
        return min(tied)
    return random.Random(f"{seed}/{index}").choice(tied)
