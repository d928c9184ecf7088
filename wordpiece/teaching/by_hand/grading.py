"""The verdicts on the answers of an exercise, with the figures of both sides."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from wordpiece.message import Message, Token, fill_all, message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import times
from wordpiece.teaching.by_hand.slips import Slip, slip_of_count, slip_of_pair
from wordpiece.teaching.grading import (
    LOWER,
    MOST_FREQUENT,
    PRODUCT_IS_HIGHER,
    Verdict,
    against,
)
from wordpiece.teaching.wording import formula, plus
from wordpiece.training.timeline import Timeline

_WHY_LOWER: dict[Slip, Message] = {
    Slip.OLD_COUNTS: message(
        "By the counts from before the last merge, your pair would have the best score."
    ),
    Slip.WORDS_ONCE: message(
        "If each word counted only once, your pair would have the best score. But a word counts "
        "as often as it occurs."
    ),
    Slip.NO_TIE: PRODUCT_IS_HIGHER,
    Slip.OTHER_PAIR: LOWER,
}
"""What to say about a wrong pair, by the mistake that leads to it."""

_OTHER_RULE = {
    False: MOST_FREQUENT,
    True: message(
        "Your pair has the best score by WordPiece's rule, but BPE merges the most frequent pair."
    ),
}
"""What to say about a pair that the other algorithm would merge, for WordPiece and for BPE."""

_WHY_WRONG: dict[Slip, Message] = {
    Slip.OLD_COUNTS: message("That was its count before the last merge."),
    Slip.WORDS_ONCE: message(
        "A word counts as often as it occurs; the number after × says how often."
    ),
    Slip.MISCOUNTED: message("Add up the counts of the words that contain it."),
}
"""What to say about a wrong count, by the mistake that leads to it."""


PAIR_IS_RIGHT = message("The pair is right.")
"""What to say first if a learner chose a right pair, but counted wrong."""

NO_PAIR = message("Choose a pair first: click two neighbouring tokens.")
"""What an answer without a pair lacks."""

NO_COUNT = message("Type a whole number in each field.")
"""What an answer with an empty field lacks."""


def of_pair(
    timeline: Timeline, step: int, pair: Pair, counts: Mapping[str, int]
) -> tuple[Slip | None, Verdict]:
    """Grade a pair and its counts: "pair", "left" and "right", or some of them.

    A wrong count explains a wrong pair better than the pair itself does.

    Returns:
        The mistake, None if pair and counts are right; and the verdict. That on a wrong pair has
        its score and that of a right pair.
    """
    slip, verdict = _of_counts(timeline, step, pair, counts)
    mistake = slip_of_pair(timeline, step, pair)
    if mistake is None:
        return slip, verdict
    row, table = _row(timeline, step, pair), timeline.scores(step)
    rivals = [_row(timeline, step, each) for each in table.tied]
    best = min(rivals, key=lambda rival: rival.pair_count != row.pair_count)
    why = fill_all(_WHY_LOWER.get(mistake, _OTHER_RULE[timeline.score.ranks_by_count]))
    reason = verdict.reason if slip else fill_all(*why, best=plus(best.pair))
    return slip or mistake, Verdict(False, reason, (against(row, best, timeline.score),))


def _of_counts(
    timeline: Timeline, step: int, pair: Pair, counts: Mapping[str, int]
) -> tuple[Slip | None, Verdict]:
    """Grade counts of a pair. The first that is wrong decides."""
    about: dict[str, str | Pair] = {"pair": pair, "left": pair[0], "right": pair[1]}
    for name, answer in counts.items():
        what = about[name]
        slip = slip_of_count(timeline, step, what, answer)
        if slip:
            wrong = message(
                "{what} does not occur {times}.",
                what=Token(what) if isinstance(what, str) else plus(what),
                times=times(answer),
            )
            return slip, Verdict(False, (wrong, _WHY_WRONG[slip]))
    return None, _right(timeline, step, pair)


def _right(timeline: Timeline, step: int, pair: Pair) -> Verdict:
    """Return the score of a right pair, and how many others share it."""
    row, ties = _row(timeline, step, pair), timeline.scores(step).ties
    own = message("{pair}: {formula}.", pair=plus(pair), formula=formula(row, timeline.score))
    tied = message("{n} {n:pair has|pairs have} this score, and each of them is right.", n=ties)
    return Verdict(True, fill_all(own, tied if ties > 1 else None))


def of_joins(
    pair: Pair, joined: Collection[tuple[int, int]], places: Collection[tuple[int, int]]
) -> tuple[Slip | None, Verdict]:
    """Grade where a pair was joined; ``places`` has all places where it occurs."""
    if {*joined} - {*places}:
        only = message("In this step only {pair} merges.", pair=plus(pair))
        return Slip.WRONGLY_JOINED, Verdict(False, (only,))
    if {*places} - {*joined}:
        return Slip.PARTLY_JOINED, Verdict(False, (_EVERY_WORD,))
    said = message("{pair} is merged in {n} {n:word|words}.", pair=plus(pair), n=len(places))
    return None, Verdict(True, (said,))


_EVERY_WORD = message("A merge joins the pair in every word that has it.")


def shown(timeline: Timeline, step: int, pair: Pair) -> Verdict:
    """Return the verdict for a learner who had the answer shown."""
    return Verdict(False, _right(timeline, step, pair).reason, skipped=True)


def _row(timeline: Timeline, step: int, pair: Pair) -> PairScore:
    row = timeline.scores(step).find(pair)
    assert row
    return row
