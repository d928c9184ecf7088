"""Where a published walkthrough and its own formula part, found in a live training.

Only what changes the course of a training is here: somebody who follows the print at the
keyboard must be told where, and why, the program goes another way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from wordpiece.marking import CONTINUATION_PREFIX
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.wording import Sentence, formula, plus
from wordpiece.training.timeline import Timeline


@dataclass(frozen=True, slots=True)
class PrintedMerge:
    """A merge as a text prints it.

    Attributes:
        source: the text.
        words: its word frequencies.
        before: the merges up to here, on which print and formula agree.
        pair: what the text merges next.
        score: the score it states for that pair.
    """

    source: str
    words: Mapping[str, int]
    before: tuple[Pair, ...]
    pair: Pair
    score: Fraction


PRINTED = (
    PrintedMerge(
        source="the Hugging Face course",
        words={"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5},
        before=(("##g", "##s"), ("h", "##u")),
        pair=("hu", "##g"),
        score=Fraction(1, 15),  # as printed; see issue 500 of the course
    ),
)


def printed_merge(timeline: Timeline, step: int) -> PrintedMerge | None:
    """What print says is merged after ``step``, if it is not what the formula says."""
    if timeline.score != WORDPIECE or timeline.marking != CONTINUATION_PREFIX:
        return None
    for printed in PRINTED:
        if (
            step == len(printed.before)
            and len(timeline.words) == len(printed.words)
            and dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
            == printed.words
            and tuple(timeline.pair(k) for k in range(1, step + 1)) == printed.before
        ):
            return printed
    return None


def against_print(printed: PrintedMerge, row: PairScore) -> Sentence:
    """What is printed, and what the counts say.

    Args:
        printed: the merge as printed.
        row: the printed pair in the score table.
    """
    return (
        f"In print, {printed.source} merges ", *plus(row.pair), f" next, for {printed.score}; "
        f"the formula gives {formula(row, WORDPIECE)}. ",
    )  # fmt: skip
