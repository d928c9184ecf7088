"""A merge that a published walkthrough prints although its own formula gives another one.

Only an error that changes the course of a training is of interest. A reader who follows the text
must know where the training differs from it, and why.
"""

from __future__ import annotations

from fractions import Fraction

from wordpiece.marking import CONTINUATION_PREFIX
from wordpiece.message import Message, message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.wording import formula, plus
from wordpiece.training.timeline import Timeline

WORDS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
"""The word frequencies of the Hugging Face course."""

BEFORE = (("##g", "##s"), ("h", "##u"))
"""The merges on which the text and the formula agree."""

PRINTED, PRINTED_SCORE = ("hu", "##g"), Fraction(1, 15)
"""The pair that the text merges next, with its score; see issue 500 of the course."""


def printed_merge(timeline: Timeline, step: int) -> Pair | None:
    """Return the pair that is printed after ``step``, or None where print and formula agree.

    >>> printed_merge(timeline, 2), timeline.pair(3)
    (('hu', '##g'), ('hu', '##gs'))
    """
    is_printed = (
        timeline.score == WORDPIECE
        and timeline.marking == CONTINUATION_PREFIX
        and step == len(BEFORE)
        and len(timeline.words) == len(WORDS)
        and dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True)) == WORDS
        and tuple(timeline.pair(k) for k in range(1, step + 1)) == BEFORE
    )
    return PRINTED if is_printed else None


def compare_with_print(row: PairScore) -> Message:
    """Compare the printed merge with its row in the score table.

    >>> str(compare_with_print(timeline.scores(2).find(PRINTED))).split(". ")[1]
    'By its own formula the score is 10 / (15 × 15) = 2/45.'
    """
    return message(
        "The Hugging Face course merges {pair} next, with the score {score}. By its own formula "
        "the score is {formula}.",
        pair=plus(row.pair),
        score=PRINTED_SCORE,
        formula=formula(row, WORDPIECE),
    )
