"""Which mistake leads to a wrong answer: make each mistake, and compare what comes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum

from wordpiece.message import message
from wordpiece.records import Pair
from wordpiece.scoring import PAIR_COUNT, WORDPIECE, Score
from wordpiece.textbook import count
from wordpiece.training.timeline import Timeline

Counts = tuple[Counter[str], Counter[Pair]]
"""How often each symbol and each pair occurs."""


class Slip(str, Enum):
    """A kind of mistake. The values are in result codes and links."""

    OTHER_RULE = "other-rule"
    OLD_COUNTS = "old-counts"
    WORDS_ONCE = "words-once"
    NO_TIE = "no-tie"
    OTHER_PAIR = "other-pair"
    MISCOUNTED = "miscounted"
    PARTLY_JOINED = "partly-joined"
    WRONGLY_JOINED = "wrongly-joined"
    SHOWN = "shown"

    def __str__(self) -> str:
        return self.value


SLIPS = {
    Slip.OTHER_RULE: message("the rule of the other algorithm"),
    Slip.OLD_COUNTS: message("counts from before the last merge"),
    Slip.WORDS_ONCE: message("each word counted only once"),
    Slip.NO_TIE: message("an equal count taken for an equal score"),
    Slip.OTHER_PAIR: message("a pair with a lower score"),
    Slip.MISCOUNTED: message("a mistake in counting"),
    Slip.PARTLY_JOINED: message("pair not merged in every word"),
    Slip.WRONGLY_JOINED: message("another pair merged as well"),
    Slip.SHOWN: message("answer shown"),
}
"""Each kind of mistake, as a phrase."""


def tempted(timeline: Timeline, step: int) -> dict[Slip, set[Pair]]:
    """Return the pairs that a learner merges after a step who makes a certain mistake.

    A pair that is right nevertheless is left out. BPE's choice is the mistake of a learner of
    WordPiece:

    >>> tempted(timeline, 0)[Slip.OTHER_RULE]
    {('##u', '##g')}
    """
    score, now = timeline.score, counts(timeline, step)
    pairs = now[1].keys()
    found = {Slip.OTHER_RULE: _best(now, other_rule(score), pairs)}
    if step:
        found[Slip.OLD_COUNTS] = _best(counts(timeline, step - 1), score, pairs)
    found[Slip.WORDS_ONCE] = _best(counts(timeline, step, once=True), score, pairs)
    right = {*timeline.scores(step).tied}
    return {slip: pairs - right for slip, pairs in found.items()}


def other_rule(score: Score) -> Score:
    """Return the score of WordPiece for that of BPE, and the other way round."""
    return PAIR_COUNT if score is WORDPIECE else WORDPIECE


def counts(timeline: Timeline, step: int, *, once: bool = False) -> Counts:
    """Count symbols and pairs after a step; with ``once`` as if each word occurred once."""
    each = [1] * len(timeline.words) if once else timeline.frequencies.tolist()
    return count(timeline.splits(step), dict(zip(timeline.words, each, strict=True)))


def _best(counted: Counts, score: Score, pairs: Iterable[Pair]) -> set[Pair]:
    """Return the pairs with the best score by some counts, of those that have a count."""
    symbols, together = counted
    values = {
        (a, b): score.value(together[a, b], symbols[a], symbols[b])
        for a, b in pairs
        if together[a, b]
    }
    best = max(values.values(), default=0)
    return {pair for pair, value in values.items() if value == best}


def slip_of_pair(timeline: Timeline, step: int, pair: Pair) -> Slip | None:
    """Return the mistake of a learner who merges a pair after a step; None if it is right.

    Raises:
        ValueError: no word has the pair then.
    """
    table = timeline.scores(step)
    row = table.find(pair)
    if row is None:
        raise ValueError(f"{pair!r} is in no word after step {step}.")
    if pair in table.tied:
        return None
    for slip, pairs in tempted(timeline, step).items():
        if pair in pairs:
            return slip
    best = (table.find(each) for each in table.tied)
    equal = any(each and each.pair_count == row.pair_count for each in best)
    return Slip.NO_TIE if equal else Slip.OTHER_PAIR


def slip_of_count(timeline: Timeline, step: int, what: str | Pair, answer: int) -> Slip | None:
    """Return the mistake in the count of a symbol or a pair after a step; None if it is right.

    >>> slip_of_count(timeline, 1, "##g", 20), slip_of_count(timeline, 0, "##g", 3)
    (<Slip.OLD_COUNTS: 'old-counts'>, <Slip.WORDS_ONCE: 'words-once'>)
    """

    def counted(found: Counts) -> int:
        return found[0][what] if isinstance(what, str) else found[1][what]

    if answer == counted(counts(timeline, step)):
        return None
    if step and answer == counted(counts(timeline, step - 1)):
        return Slip.OLD_COUNTS
    if answer == counted(counts(timeline, step, once=True)):
        return Slip.WORDS_ONCE
    return Slip.MISCOUNTED
