"""Merges that a published walkthrough prints against its own formula, found in a live training.

Only errors that change the course of a training are listed: somebody who follows the print must be
told where the program goes another way, and why.
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

    >>> printed = PRINTED[0]
    >>> str(printed.source), printed.pair, printed.score
    ('the Hugging Face course', ('hu', '##g'), Fraction(1, 15))

    Attributes:
        source: the name of the text.
        words: its word frequencies.
        before: the merges up to here, on which print and formula agree.
        pair: what the text merges next.
        score: the score it states for that pair.
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
"""Every merge in print that the formula does not make."""


def printed_merge(timeline: Timeline, step: int) -> PrintedMerge | None:
    """Return what is printed as the merge after ``step``, if the formula says otherwise.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> printed = printed_merge(timeline, 2)
    >>> printed.pair, timeline.pair(3)
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


def against_print(printed: PrintedMerge, row: PairScore) -> Message:
    """Say what is printed, and what the counts say.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> printed = printed_merge(timeline, 2)
    >>> said = against_print(printed, timeline.scores(2).find(printed.pair))
    >>> for part in str(said).split("; "):
    ...     print(part)
    In print, the Hugging Face course merges hu + ##g next, for 1/15
    the formula gives 10 / (15 × 15) = 2/45.

    Args:
        printed: the merge as printed.
        row: the printed pair in the score table.
    """
    return message(
        "In print, {source} merges {pair} next, for {score}; the formula gives {formula}.",
        source=printed.source,
        pair=plus(row.pair),
        score=printed.score,
        formula=formula(row, WORDPIECE),
    )
