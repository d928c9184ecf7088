"""`Score`, the base class of all scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

import numpy as np

from wordpiece.message import Message, Token, filled, message
from wordpiece.records import MergeStep, PairScore
from wordpiece.scoring.counts import Counted, Floats, Merging
from wordpiece.scoring.written import Formula, Texts, times

Part = Literal["symbols", "pairs"]
Rival = Literal["count", "ratio"]


@dataclass(frozen=True)
class Score(ABC):
    """A rule that gives each pair a score; the pair with the highest score merges.

    A subclass must have `values` and `texts`; the rest has defaults.

    Attributes:
        name: the name of the score in code and files.
        least: a pair that occurs less often has the score 0; see `without_rarer`.
        texts: all texts about the score.
        parts: what ``left_count`` and ``right_count`` are: how often a symbol occurs anywhere
            ("symbols"), or in how many pairs it is ("pairs").
        needs_merging: whether `value` and `values` look at ``merging``.
        ranks_by_count: whether the score puts pairs in the order of their counts.
        is_local: whether a merge changes the score of another pair only if it changes one of the
            three counts of that pair.
        kernel: the formula of the compiled loop that gives the same scores; None if no formula does.
            Not inherited, since a subclass may compute something else.
        rivals: the scores whose choice is shown for comparison: the "count" of BPE, the "ratio" of
            WordPiece.
    """

    name: str
    least: int = 1

    texts: ClassVar[Texts]
    parts: ClassVar[Part] = "symbols"
    needs_merging: ClassVar[bool] = False
    ranks_by_count: ClassVar[bool] = False
    is_local: ClassVar[bool] = False
    kernel: ClassVar[Rival | None] = None
    rivals: ClassVar[tuple[Rival, ...]] = ("count",)

    def __init_subclass__(cls) -> None:
        cls.kernel = vars(cls).get("kernel")

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        """Return the score of one pair; ``merging`` must be given if the score needs it.

        >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
        >>> WORDPIECE.value(5, 20, 5), PAIR_COUNT.value(5, 20, 5)
        (0.05, 5)

        Raises:
            ValueError: the score needs ``merging``, and it is missing.
        """
        pair, left, right = np.array([[pair_count], [left_count], [right_count]], float)
        return float(self.values(pair, left, right, merging)[0])

    @abstractmethod
    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
        out: Floats | None = None,
    ) -> Floats:
        """Return the scores of n pairs at once, shape (n,), each equal to `value` bit for bit.

        Args:
            pair_count, left_count, right_count: the counts, shape (n,) each.
            merging: what a merge of each pair changes, for a score that needs it.
            out: an array that may be overwritten and returned; it may be one of the counts.

        Raises:
            ValueError: the score needs ``merging``, and it is missing.
        """

    def without_rarer(self, least: int) -> Score:
        """Return this score with 0 for pairs that occur less than ``least`` times.

        A trainer's ``min_pair_count`` ends training when the winner is too rare. By a ratio a pair
        that occurs once may win, which would end training at once, so rare pairs must not compete.
        By count they come last anyway: all scores but the ratio are returned unchanged.

        >>> from wordpiece.scoring import WORDPIECE
        >>> WORDPIECE.value(1, 1, 1), WORDPIECE.without_rarer(2).value(1, 1, 1)
        (1.0, 0.0)
        """
        return self

    def recorded(self, value: float) -> float:
        """Return a value as a `MergeStep` holds it."""
        return value

    def is_worth_merging(self, value: float) -> bool:
        """Return whether training makes a merge of this score; if not, it stops before it."""
        return True

    # Texts.

    def formula(self, row: Counted) -> Formula:
        """Return the score of a pair with its counts.

        Args:
            row: the counts; a `PairScore` or a `MergeStep` if the score needs ``merging``.
        """
        counts = row.pair_count, row.left_count, row.right_count
        if self.needs_merging:
            assert isinstance(row, PairScore | MergeStep)  # three counts are not enough
            return Formula(*counts, row.score, None, self.texts)
        return Formula(*counts, self.value(*counts), self.fraction(*counts), self.texts)

    def fraction(self, pair_count: int, left_count: int, right_count: int) -> Fraction | None:
        """Return the score of one pair before it is rounded; None if it is not a fraction."""
        return None

    @property
    def about_rare(self) -> Message | None:
        """A sentence on pairs that occur less often than ``least``; None if all compete."""
        if self.least == 1:
            return None
        return message(
            "A pair must occur {least} times to compete; the score of others is 0.",
            least=self.least,
        )

    def together_and_apart(self, step: MergeStep) -> tuple[Message, ...]:
        """Return sentences on how often the two parts of a merge occur together and apart."""
        if self.ranks_by_count:
            return ()
        a, b = step.pair
        together, left, right = step.pair_count, step.left_count, step.right_count
        if self.parts == "pairs":
            says = [_TOGETHER, _IN_PAIRS_TWICE if a == b else _IN_PAIRS]
        elif a == b:
            says = [_SAME]
        elif left == right == together:
            says = [_NEVER_APART]
        elif right == together:
            says = [_RIGHT_NEEDS_LEFT]
        elif left == together:
            says = [_LEFT_NEEDS_RIGHT]
        else:
            says = [_APART]
        return tuple(_filled(each, step) for each in says)

    def parts_counted(self, row: PairScore) -> Message:
        """Return a sentence on how often the parts of a pair are counted, and where."""
        same = row.pair[0] == row.pair[1]
        says = _PARTS_COUNTED[self.parts][0 if same else 1]
        return _filled(says, row)


def _filled(template: Message, row: MergeStep | PairScore) -> Message:
    """Return a sentence on the counts of a pair; ``part`` are both parts of a pair (a, a)."""
    left, right = (Token(symbol) for symbol in row.pair)
    together, *apart = (times(n) for n in (row.pair_count, row.left_count, row.right_count))
    return filled(
        template,
        times=apart[0] if "{part}" in template.template else together,
        part=left,
        left=left,
        left_times=apart[0],
        in_all=apart[0],
        right=right,
        right_times=apart[1],
    )


_SAME = message("They occur together {times}; {left} occurs {in_all} in all.")
_NEVER_APART = message("They occur together {times}, and never apart.")
_RIGHT_NEEDS_LEFT = message(
    "They occur together {times}, and {right} never occurs without {left} before it."
)
_LEFT_NEEDS_RIGHT = message(
    "They occur together {times}, and {left} never occurs without {right} after it."
)
_APART = message(
    "They occur together {times}; {left} occurs {left_times} in all, {right} {right_times}."
)
_TOGETHER = message("They occur together {times}.")
_IN_PAIRS_TWICE = message("Counted once for each pair it is in, {part} occurs {times}.")
_IN_PAIRS = message(
    "Counted once for each pair it is in, {left} occurs {left_times} and {right} {right_times}."
)
_PARTS_COUNTED = {
    "symbols": (
        message("A part is counted wherever it occurs: {part} {times}."),
        message(
            "A part is counted wherever it occurs, with or without the other: {left} "
            "{left_times}, {right} {right_times}."
        ),
    ),
    "pairs": (
        message("A part is counted once for each pair it is in: {part} {times}."),
        message(
            "A part is counted once for each pair it is in: {left} {left_times}, {right} "
            "{right_times}."
        ),
    ),
}


def check_score(score: object) -> None:
    """Raise ValueError if the argument is not a `Score`, for example its name."""
    if not isinstance(score, Score):
        raise ValueError(
            f"score is {score!r:.40}; it must be a rule of wordpiece.scoring, such as PAIR_COUNT."
        )
