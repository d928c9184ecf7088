"""Removals: Unigram, by the counts of the start."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from math import isclose, log
from typing import NamedTuple

from wordpiece.errors import no_such_token
from wordpiece.message import Message, Spaced, Token, fill_all, message
from wordpiece.teaching.by_hand.slips import Slip
from wordpiece.teaching.by_hand.training import (
    ADD_UP,
    Choice,
    Number,
    Place,
    Training,
)
from wordpiece.teaching.grading import Verdict
from wordpiece.teaching.removals import LOWEST_COUNT, why_it_costs
from wordpiece.unigram.log import EQUAL
from wordpiece.unigram.model import UnigramModel
from wordpiece.unigram.records import Split
from wordpiece.unigram.timeline import UnigramTimeline

STEPS = range(5, 9)
"""How many pieces a table has besides the single characters; each is removed."""

LEAST_COSTLY = 3
"""At least so many removals have a cost above 0."""

GAP = 0.5
"""At least so much more than the cheapest pieces costs any other, so that it is easy to see."""


class Change(NamedTuple):
    """The change of a word by a removal.

    Attributes:
        word: the word.
        frequency: how often it occurs.
        before: its best split, which has the piece.
        after: its best split of those without the piece, by the same probabilities.
        cost: what this word adds to the cost of the removal, in nats.
    """

    word: str
    frequency: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    cost: float


class Removals(Training):
    """A training by removals."""

    needed = message("Choose a piece under “Vocabulary”, then type the numbers.")

    def __init__(self, timeline: UnigramTimeline):
        self.timeline: UnigramTimeline = timeline

    @property
    def asks(self) -> tuple[Number, ...]:
        """How often the best splits use a piece, and what its removal costs."""
        return ("uses", "cost")

    @property
    def is_suitable(self) -> bool:
        """Whether 5 to 8 pieces are removed, with a tie, and costs that are easy to compare."""
        timeline, steps = self.timeline, range(len(self.timeline))
        if len(steps) not in STEPS:
            return False
        costs = [[row.cost for row in timeline.costs(step)] for step in steps]
        ties = [len(self.right(step)) for step in steps]
        return (
            max(ties) > 1
            and sum(cheapest > GAP for cheapest, *_ in costs) >= LEAST_COSTLY
            and all(
                each[n] > each[0] + GAP for each, n in zip(costs, ties, strict=True) if each[n:]
            )
        )

    def right(self, step: int) -> tuple[Choice, ...]:
        """Return the pieces with the lowest cost, the first in the list at the beginning."""
        return self.timeline.costs(step).cheapest

    def has(self, step: int, choice: Choice) -> bool:
        """Return whether a piece is left, and can be removed."""
        return isinstance(choice, str) and self.timeline.costs(step).row(choice) is not None

    def mistaken(self, step: int) -> dict[Slip, set[Choice]]:
        """Return the wrong pieces to which mistakes lead.

        >>> Removals(unigram_timeline).mistaken(4)[Slip.OTHER_RULE]
        {'bu'}
        """
        costs = self.timeline.costs(step)
        counts = {row.piece: row.count for row in costs}
        found = {Slip.OTHER_RULE: _least(counts)}
        if step:
            before = {row.piece: row.cost for row in self.timeline.costs(step - 1)}
            found[Slip.OLD_COUNTS] = _least({piece: before[piece] for piece in counts})
        once = {piece: self.number(step, piece, "cost", once=True) for piece in counts}
        found[Slip.WORDS_ONCE] = _least(once)
        return {slip: pieces - {*self.right(step)} for slip, pieces in found.items()}

    def number(self, step: int, choice: Choice, name: Number, *, once: bool = False) -> float:
        """Return how often the best splits use a piece, or what its removal costs.

        >>> removals = Removals(unigram_timeline)
        >>> for name, typed in ("cost", 23.7), ("cost", 24.1), ("uses", 2):
        ...     removals.slip_of_number(6, "pu", name, typed)
        <Slip.OLD_COUNTS: 'old-counts'>
        <Slip.WORDS_ONCE: 'words-once'>
        """
        piece = str(choice)
        if name == "uses":
            return len(self.parts(step, piece)) if once else uses(self.timeline, step, piece)
        if once:
            return sum(change.cost / change.frequency for change in self.changes(step, piece))
        row = self.timeline.costs(step).row(piece)
        assert row
        return row.cost

    def wrong_number(
        self, step: int, choice: Choice, name: Number, typed: float, slip: Slip
    ) -> tuple[Message, ...]:
        """Return that a piece has another count in the splits, or that its cost is another."""
        piece = str(choice)
        if name == "uses":
            wrong = message("The count of {piece} in the splits is not {count}.")
            advice = ADD_UP
        else:
            wrong = message("Removing {piece} does not cost {cost:fixed2}.")
            advice = why_it_costs(self.timeline, step, piece)
        return fill_all(
            wrong,
            advice if slip is Slip.MISCOUNTED else None,
            piece=Token(piece),
            what=Token(piece),
            count=int(typed),
            cost=typed,
        )

    def score(self, step: int, choice: Choice) -> tuple[Message, ...]:
        """Return the cost of a piece, and how the words are split without it."""
        piece = str(choice)
        return self._costs(step, piece), why_it_costs(self.timeline, step, piece)

    def why_not(self, step: int, choice: Choice, slip: Slip) -> tuple[Message, ...]:
        """Return that the count of a piece does not decide, if the learner chose by it."""
        return (LOWEST_COUNT.fill(piece=Token(str(choice))),) if slip is Slip.OTHER_RULE else ()

    def against(self, step: int, choice: Choice) -> tuple[Message, ...]:
        """Return the cost of a piece, and that of a right one."""
        return tuple(self._costs(step, str(each)) for each in (choice, self.right(step)[0]))

    def parts(self, step: int, choice: Choice) -> dict[int, tuple[str, ...]]:
        """Return the words whose best split has the piece, with their characters."""
        splits = enumerate(self.timeline.splits(step).items())
        return {at: tuple(word) for at, (word, split) in splits if choice in split}

    def grade_places(
        self, step: int, choice: Choice, places: Collection[Place]
    ) -> tuple[Slip | None, Verdict]:
        """Grade where words were cut: each has to get a best split without the piece.

        The other pieces keep their probabilities, as in the cost of the removal.
        """
        counts, total = self.timeline.counts(step), self.timeline.total(step)
        others = {piece: n for piece, n in counts.items() if piece != choice}
        model = UnigramModel(others, total=total)
        for at, characters in self.parts(step, choice).items():
            word = self.timeline.words[at]
            cuts = sorted(left + 1 for position, left in places if position == at)
            split = tuple(word[a:b] for a, b in pairwise([0, *cuts, len(word)]))
            unknown = next((piece for piece in split if piece not in model.counts), None)
            if unknown is not None:
                wrong = no_such_token(Token(unknown))
                if unknown == choice:
                    wrong = message(
                        "{piece} is the piece to be removed, so a split must not use it.",
                        piece=Token(unknown),
                    )
                return Slip.WRONGLY_JOINED, Verdict(False, (wrong,))
            found = model.n_best(word, 2 ** len(characters))
            if split not in {each.pieces for each in found if is_equal(each, found[0])}:
                wrong = message(
                    "{word} has a more probable split than {split}.",
                    word=word,
                    split=Spaced(split),
                )
                return Slip.WRONGLY_JOINED, Verdict(False, (wrong,))
        return None, Verdict(True, self.score(step, choice))

    def changes(self, step: int, piece: str) -> list[Change]:
        """Return what a removal changes in each word whose best split has the piece.

        >>> [(each.word, each.after) for each in Removals(unigram_timeline).changes(7, "hug")]
        [('hug', ('h', 'u', 'g')), ('hugs', ('h', 'u', 'g', 's'))]
        """
        return [self._change(step, at, piece) for at in self.parts(step, piece)]

    def _change(self, step: int, at: int, piece: str) -> Change:
        word = self.timeline.words[at]
        best, *others = self.timeline.n_best(step, word, 2 ** len(word))
        after = next(split for split in others if piece not in split.pieces)
        frequency = int(self.timeline.frequencies[at])
        rise = 0.0 if is_equal(best, after) else log(best.probability / after.probability)
        return Change(word, frequency, best.pieces, after.pieces, frequency * rise)

    def _costs(self, step: int, piece: str) -> Message:
        cost = self.number(step, piece, "cost")
        return message("Removing {piece} costs {cost:fixed2}.", piece=Token(piece), cost=cost)


def uses(timeline: UnigramTimeline, step: int, piece: str) -> int:
    """Return how often the best splits of the words use a piece.

    >>> uses(unigram_timeline, 6, "pu")
    17
    """
    counted = zip(timeline.splits(step).values(), timeline.frequencies.tolist(), strict=True)
    return sum(n * split.count(piece) for split, n in counted)


def is_equal(a: Split, b: Split) -> bool:
    """Return whether two splits are equally probable."""
    return isclose(a.probability, b.probability, rel_tol=1e-9)


def _least(values: Mapping[str, float]) -> set[Choice]:
    """Return the pieces with the lowest value."""
    least = min(values.values(), default=0)
    return {piece for piece, value in values.items() if isclose(value, least, abs_tol=EQUAL)}
