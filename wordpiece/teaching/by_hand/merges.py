"""Merges: WordPiece and BPE. To find out which mistake leads to an answer, `Merges` makes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from wordpiece.message import Message, Token, fill_all, message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import PAIR_COUNT, WORDPIECE, Score
from wordpiece.teaching.by_hand.slips import Slip
from wordpiece.teaching.by_hand.training import (
    ADD_UP,
    NOT_THE_COUNT,
    Choice,
    Number,
    Place,
    Training,
)
from wordpiece.teaching.grading import (
    LOWER,
    MOST_FREQUENT,
    PRODUCT_IS_HIGHER,
    Verdict,
    against,
)
from wordpiece.teaching.wording import formula, plus
from wordpiece.textbook import count
from wordpiece.training.timeline import Timeline

Counts = tuple[Counter[str], Counter[Pair]]
"""How often each symbol and each pair occurs."""

STEPS = range(6, 10)
"""How many merges a table has until no pairs are left."""

MOST_PAIRS = 10
"""The most pairs to count in the first step."""

_OTHER_RULE = {
    False: MOST_FREQUENT,
    True: message(
        "Your pair has the best score by WordPiece's rule, but BPE merges the most frequent pair."
    ),
}
"""What to say about a pair that the other algorithm would merge, for WordPiece and for BPE."""

_EVERY_WORD = message("A merge joins the pair in every word that has it.")


class Merges(Training):
    """A training by merges."""

    needed = message("Choose a pair first: click two neighbouring symbols.")

    def __init__(self, timeline: Timeline):
        self.timeline: Timeline = timeline

    @property
    def asks(self) -> tuple[Number, ...]:
        """The counts of the score."""
        return ("pair",) if self.timeline.score.ranks_by_count else ("pair", "left", "right")

    @property
    def is_suitable(self) -> bool:
        """Whether there are 6 to 9 merges, with a tie, and not too many pairs in the first step."""
        steps = len(self.timeline)
        return (
            steps in STEPS
            and len(self.timeline.scores(0)) <= MOST_PAIRS
            and any(self.timeline.ties(step) > 1 for step in range(1, steps))
        )

    def right(self, step: int) -> tuple[Choice, ...]:
        """Return the pairs with the best score, the one seen first at the beginning."""
        table = self.timeline.scores(step)
        return table.tied if len(table) else ()

    def has(self, step: int, choice: Choice) -> bool:
        """Return whether a word has the pair."""
        return isinstance(choice, tuple) and self.timeline.scores(step).find(choice) is not None

    def mistaken(self, step: int) -> dict[Slip, set[Choice]]:
        """Return the wrong pairs to which mistakes lead.

        BPE's choice is the mistake of a learner of WordPiece:

        >>> Merges(timeline).mistaken(0)[Slip.OTHER_RULE]
        {('##u', '##g')}
        """
        score, now = self.timeline.score, self.counts(step)
        pairs = now[1].keys()
        found: dict[Slip, set[Pair]] = {Slip.OTHER_RULE: _best(now, other_rule(score), pairs)}
        if step:
            found[Slip.OLD_COUNTS] = _best(self.counts(step - 1), score, pairs)
        found[Slip.WORDS_ONCE] = _best(self.counts(step, once=True), score, pairs)
        right = self.timeline.scores(step).tied
        return {slip: {*pairs.difference(right)} for slip, pairs in found.items()}

    def counts(self, step: int, *, once: bool = False) -> Counts:
        """Count symbols and pairs; with ``once`` as if each word occurred once."""
        timeline = self.timeline
        each = [1] * len(timeline.words) if once else timeline.frequencies.tolist()
        return count(timeline.splits(step), dict(zip(timeline.words, each, strict=True)))

    def other_slip(self, step: int, choice: Choice) -> Slip:
        """Return whether the pair occurs as often as a right one."""
        own = self._row(step, choice).pair_count
        equal = any(self._row(step, each).pair_count == own for each in self.right(step))
        return Slip.NO_TIE if equal else Slip.OTHER_PAIR

    def number(self, step: int, choice: Choice, name: Number, *, once: bool = False) -> float:
        """Return the count of a pair or of one of its parts.

        >>> pair, merges = ("##g", "##s"), Merges(timeline)
        >>> merges.number(1, pair, "left"), merges.number(0, pair, "left", once=True)
        (15, 3)
        >>> merges.slip_of_number(1, pair, "left", 20), merges.slip_of_number(0, pair, "left", 3)
        (<Slip.OLD_COUNTS: 'old-counts'>, <Slip.WORDS_ONCE: 'words-once'>)
        """
        symbols, pairs = self.counts(step, once=once)
        what = _about(choice, name)
        return symbols[what] if isinstance(what, str) else pairs[what]

    def wrong_number(
        self, step: int, choice: Choice, name: Number, typed: float, slip: Slip
    ) -> tuple[Message, ...]:
        """Return that the count of a symbol or a pair is another."""
        what = _about(choice, name)
        named = Token(what) if isinstance(what, str) else plus(what)
        return fill_all(
            NOT_THE_COUNT,
            ADD_UP if slip is Slip.MISCOUNTED else None,
            what=named,
            count=int(typed),
        )

    def score(self, step: int, choice: Choice) -> tuple[Message, ...]:
        """Return the pair's score with its counts."""
        row = self._row(step, choice)
        shown = formula(row, self.timeline.score)
        return (message("{pair}: {formula}.", pair=plus(row.pair), formula=shown),)

    def why_not(self, step: int, choice: Choice, slip: Slip) -> tuple[Message, ...]:
        """Return why a pair with an equal count, or by the other rule, is wrong."""
        why = {
            Slip.OTHER_RULE: _OTHER_RULE[self.timeline.score.ranks_by_count],
            Slip.NO_TIE: PRODUCT_IS_HIGHER,
            Slip.OTHER_PAIR: LOWER,
        }
        return fill_all(why.get(slip), best=plus(self._rival(step, choice).pair))

    def against(self, step: int, choice: Choice) -> tuple[Message, ...]:
        """Return the score of a pair next to that of a right pair."""
        return (against(self._row(step, choice), self._rival(step, choice), self.timeline.score),)

    def _rival(self, step: int, choice: Choice) -> PairScore:
        """Return a right pair, with the same count if there is one."""
        count = self._row(step, choice).pair_count
        rows = (self._row(step, each) for each in self.right(step))
        return min(rows, key=lambda row: row.pair_count != count)

    def parts(self, step: int, choice: Choice) -> dict[int, tuple[str, ...]]:
        """Return all words with their symbols, which the learner joins."""
        return dict(enumerate(self.timeline.splits(step).values()))

    def grade_places(
        self, step: int, choice: Choice, places: Collection[Place]
    ) -> tuple[Slip | None, Verdict]:
        """Grade where a pair was joined."""
        timeline, pair = self.timeline, _pair(choice)
        right = {
            (word, left)
            for word, _ in timeline.counted_in(step, pair)
            for left in timeline.pair_in_word(step, word, pair).together
        }
        if {*places} - right:
            only = message("In this step only {pair} merges.", pair=plus(pair))
            return Slip.WRONGLY_JOINED, Verdict(False, (only,))
        if right - {*places}:
            return Slip.PARTLY_JOINED, Verdict(False, (_EVERY_WORD,))
        said = message("{pair} is merged in {n} {n:word|words}.", pair=plus(pair), n=len(right))
        return None, Verdict(True, (said,))

    def _row(self, step: int, choice: Choice) -> PairScore:
        row = self.timeline.scores(step).find(_pair(choice))
        assert row
        return row


def _pair(choice: Choice) -> Pair:
    assert isinstance(choice, tuple)
    return choice


def _about(choice: Choice, name: Number) -> str | Pair:
    """Return the pair, or the part of it, whose count has a name."""
    left, right = pair = _pair(choice)
    return {"left": left, "right": right}.get(name, pair)


def other_rule(score: Score) -> Score:
    """Return the score of WordPiece for that of BPE, and the other way round."""
    return PAIR_COUNT if score is WORDPIECE else WORDPIECE


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
