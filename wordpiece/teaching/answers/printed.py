"""A merge that the Hugging Face course prints although its own formula gives another one."""

from __future__ import annotations

from fractions import Fraction

from wordpiece.marking import CONTINUATION_PREFIX
from wordpiece.message import message
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.answers.model import TOY, Answer, Context
from wordpiece.teaching.wording import formula, plus

_BEFORE = (("##g", "##s"), ("h", "##u"))
"""The merges on which the text and the formula agree."""

_PRINTED, _PRINTED_SCORE = ("hu", "##g"), Fraction(1, 15)
"""The pair that the text merges next, with its score; see issue 500 of the course."""


def is_printed(c: Context) -> bool:
    """Return whether the merge of the panel is the one that differs in print."""
    words = zip(c.timeline.words, c.timeline.frequencies.tolist(), strict=True)
    return (
        c.timeline.score == WORDPIECE
        and c.timeline.marking == CONTINUATION_PREFIX
        and (c.merge or c.step + 1) == len(_BEFORE) + 1
        and len(c.timeline) >= len(_BEFORE)
        and len(c.timeline.words) == len(TOY)
        and sorted(words) == sorted(TOY)
        and tuple(c.timeline.pair(k) for k in (1, 2)) == _BEFORE
    )


def compare_with_print(c: Context) -> Answer | None:
    """Answer with the score of the printed merge, in print and by the formula."""
    row = c.timeline.scores(len(_BEFORE)).find(_PRINTED)
    if row is None:
        return None
    return Answer.of(
        message("At this step the Hugging Face course merges {pair}, with the score {score}."),
        message("By the course's own formula, this pair's score is {formula}."),
        pair=plus(_PRINTED),
        score=_PRINTED_SCORE,
        formula=formula(row, WORDPIECE),
    )
