"""Which of several pairs with the same score wins."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Literal

from wordpiece.records import Pair

TieBreak = Literal["first-seen", "alphabetical", "greatest", "random"]
"""Which of several pairs with the same score wins."""

TieOrder = TieBreak | Literal["alphabetical by bytes", "greatest by bytes"]
"""How a tie is decided. The two "by bytes" compare bytes, the two without it code points."""

TIE_BREAKS: tuple[TieBreak, ...] = ("first-seen", "alphabetical", "greatest", "random")
"""All tie-breaks. The first is the default, and the rule of the course's code. "alphabetical" takes
the lexicographically least pair, "greatest" the greatest, which is the rule of Stanford's CS336."""


def check_tie_break(rule: str) -> None:
    """Raise ValueError for a tie-break that does not exist."""
    if rule not in TIE_BREAKS:
        raise ValueError(f"Unknown tie-break {rule!r}; choose one of {', '.join(TIE_BREAKS)}.")


def break_tie(
    tied: Sequence[Pair],
    rule: TieBreak,
    *,
    seed: int,
    index: int,
    key: Callable[[str], Any] = str,
) -> Pair:
    """Return the winner among pairs with the same score.

    The random choice depends only on the seed and the step number, so that the same training gives
    the same vocabulary in every process.

    Args:
        tied: the pairs, at least one, in the order of their first occurrence in the corpus.
        rule: the tie-break.
        seed: the seed of the random tie-break.
        index: the number of the merge, 1 for the first.
        key: what alphabetical order compares of a symbol; by default the string, by code points.

    >>> break_tie([("h", "u"), ("u", "g")], "greatest", seed=0, index=1)
    ('u', 'g')
    """
    if len(tied) == 1 or rule == "first-seen":
        return tied[0]
    if rule in ("alphabetical", "greatest"):
        pick = min if rule == "alphabetical" else max
        # Strings are compared by code points anyway, and faster without a key.
        return pick(tied, key=None if key is str else lambda pair: [*map(key, pair)])
    return random.Random(f"{seed}/{index}").choice(tied)
