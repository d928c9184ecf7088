"""`Score`, the base class of all scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

import numpy as np

from wordpiece.message import ENGLISH, Language, Listed, Message, Token, message, unworded
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
        by_language: whether `values` gets the counts of pairs in the language that chooses, which
            the score table finds; see `wordpiece.scoring.parity`.
        ranks_by_count: whether the score puts pairs in the order of their counts.
        is_local: whether a merge changes the score of another pair only if it changes one of the
            three counts of that pair.
        kernel: the formula of the compiled loop that gives the same scores, if there is one.
            Not inherited, since a subclass may compute something else.
        rivals: the scores whose choice is shown for comparison: the "count" of BPE, the "ratio" of
            WordPiece.
    """

    name: str
    least: int = 1

    texts: ClassVar[Texts]
    parts: ClassVar[Part] = "symbols"
    needs_merging: ClassVar[bool] = False
    by_language: ClassVar[bool] = False
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
    ) -> Floats:
        """Return the scores of n pairs at once, shape (n,), each equal to `value` bit for bit.

        Args:
            pair_count, left_count, right_count: the counts, shape (n,) each.
            merging: what a merge of each pair changes, for a score that needs it.

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
            "Pairs that occur fewer than {least} times get the score 0.",
            least=self.least,
        )

    def together_and_apart(self, step: MergeStep) -> tuple[Message, ...]:
        """Return sentences on how often the two parts of a merge occur together and apart."""
        if self.ranks_by_count:
            return ()
        a, b = step.pair
        together, left, right = step.pair_count, step.left_count, step.right_count
        apart = self.parts == "pairs" or a == b
        if apart or together not in (left, right):
            met = message("The two parts occur together {times}.", times=times(together))
            return met, self.parts_counted(step)
        if left == right:
            said = message("The two parts occur together {times}, and never apart.")
        else:
            said = message("The two parts occur together {times}, and {part} occurs nowhere else.")
        part = Token(a if left == together else b)
        return (said.fill(times=times(together), part=part),)

    def parts_counted(self, row: PairScore | MergeStep) -> Message:
        """Return a sentence on how often the parts of a pair are counted, and where."""
        counts = dict(zip(row.pair, map(times, (row.left_count, row.right_count)), strict=True))
        if self.parts == "pairs":
            said = message(
                "Each occurrence of a symbol is counted once for each of its neighbours: {counts}."
            )
        else:
            said = message("Counts of the parts: {counts}.")
            if len(counts) == 1:
                said = message("Count of both parts: {counts}.")
        each = (
            unworded("{symbol} {times}", symbol=Token(part), times=count)
            for part, count in counts.items()
        )
        return said.fill(counts=Listed(tuple(each), "commas"))


def side_by_side(
    rows: Sequence[PairScore | None], score: Score, language: Language = ENGLISH
) -> list[str]:
    """Write scores with as few digits as different scores need to look different; "–" for None.

    >>> from wordpiece.scoring import WORDPIECE
    >>> side_by_side([timeline.scores(0).find(("##u", "##g")), None], WORDPIECE)
    ['1/36', '–']
    """
    formulas = [score.formula(row) for row in rows if row]
    if not formulas:
        return ["–" for _ in rows]
    different = len({formula.value for formula in formulas})
    texts: list[str] = []
    for style, longest in formulas[0].texts.styles:
        values = [formula.value if style else formula.fraction for formula in formulas]
        texts = [language.number(value, style) for value in values if value is not None]
        if len(set(texts)) >= different and (longest is None or max(map(len, texts)) <= longest):
            break
    text = iter(texts)
    return [next(text) if row else "–" for row in rows]


def check_score(score: object) -> None:
    """Raise ValueError if the argument is not a `Score`, for example its name."""
    if not isinstance(score, Score):
        raise ValueError(
            f"score is {score!r:.40}; it must be a rule of wordpiece.scoring, such as PAIR_COUNT."
        )
