"""Merges that a published walkthrough prints although its own formula gives another one.

Only errors that change the course of a training are listed. A reader who follows the text must
know where the training differs from it, and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from wordpiece.marking import CONTINUATION_PREFIX
from wordpiece.message import Message, message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.wording import formula, plus
from wordpiece.training.timeline import Timeline


@dataclass(frozen=True, slots=True)
class PrintedMerge:
    """A merge as a text prints it.

    Attributes:
        source: the name of the text.
        words: its word frequencies.
        before: the merges before it, on which text and formula agree.
        pair: the pair that the text merges next.
        score: the score that the text gives for that pair.
    """

    source: Message
    words: Mapping[str, int]
    before: tuple[Pair, ...]
    pair: Pair
    score: Fraction


PRINTED = (
    PrintedMerge(
        source=message("the Hugging Face course"),
        words={"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5},
        before=(("##g", "##s"), ("h", "##u")),
        pair=("hu", "##g"),
        score=Fraction(1, 15),  # as printed; see issue 500 of the course
    ),
)
"""The known merges in print that the formula does not make."""


def printed_merge(timeline: Timeline, step: int) -> PrintedMerge | None:
    """Return the merge that is printed after ``step``, or None where print and formula agree.

    >>> printed_merge(timeline, 2).pair, timeline.pair(3)
    (('hu', '##g'), ('hu', '##gs'))
    """
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


def compare_with_print(printed: PrintedMerge, row: PairScore) -> Message:
    """Compare a printed merge with its row in the score table.

    >>> row = timeline.scores(2).find(("hu", "##g"))
    >>> str(compare_with_print(PRINTED[0], row)).split("; ")[1]
    'the formula gives 10 / (15 × 15) = 2/45.'
    """
    return message(
        "In print, {source} merges {pair} next, for {score}; the formula gives {formula}.",
        source=printed.source,
        pair=plus(row.pair),
        score=printed.score,
        formula=formula(row, WORDPIECE),
    )
