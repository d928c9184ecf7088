"""`Score`, the base class of all scoring rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal

import numpy as np

from wordpiece.message import Message, Token, message
from wordpiece.records import MergeStep, PairScore
from wordpiece.scoring.counts import Counted, Floats, Merging
from wordpiece.scoring.formula import Formula, Listing, times

Part = Literal["symbols", "pairs"]
Rival = Literal["count", "ratio"]


@dataclass(frozen=True)
class Score(ABC):
    """A scoring rule.

    A subclass must have `values`, `formula`, `rule` and `how`; the rest has defaults.

    >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
    >>> for score in WORDPIECE, PAIR_COUNT:
    ...     score.name, str(score.rule), score.value(5, 20, 5)
    ('wordpiece', 'together ÷ (left × right)', 0.05)
    ('bpe', 'times together', 5)

    What training must know of it:

    Attributes:
        name: what it is called in code and files.
        least: a pair that occurs less often has the score 0; see `without_rarer`.
        parts: what ``left_count`` and ``right_count`` are: how often a symbol occurs anywhere
            ("symbols"), or in how many pairs it is ("pairs").
        needs_merging: whether `value` and `values` look at ``merging``.
        ranks_by_count: whether it puts pairs in the order of their counts, so that the counts of
            the parts do not matter.
        is_local: whether a merge changes the score of another pair only if it changes one of its
            three counts.
        kernel: which formula of the compiled loop, `PairIndex.run`, gives the same scores; None if
            there is none, and Python makes the merges. Not inherited, as a class made from another
            may decide otherwise.
        rivals: the rules whose choice is told beside its own: the "count" of BPE, the "ratio" of
            WordPiece.

    How tables show it:

    Attributes:
        columns: its own columns in the score table, each with its title.
        compares: the column with the value that decides, in which ties are marked.
        separator: what stands between the counts of left and right symbol there.
        listings: its columns in a plain list of merges.

    How it is explained:

    Attributes:
        rule: the rule as a phrase.
        how: the rule in a sentence or two.
        counting: what must be counted, for a worksheet.
        against_paper: why it cannot be worked out on paper; None if it can.
        against_frequent: why the most frequent pair did not win.
        against_rare: why the rarest pair did not win; follows a sentence that says it is the
            rarest. None if there is no more to say.
    """

    name: str
    least: int = 1

    parts: ClassVar[Part] = "symbols"
    needs_merging: ClassVar[bool] = False
    ranks_by_count: ClassVar[bool] = False
    is_local: ClassVar[bool] = False
    kernel: ClassVar[Rival | None] = None
    rivals: ClassVar[tuple[Rival, ...]] = ("count",)

    columns: ClassVar[Mapping[str, Message]] = MappingProxyType(
        {"left × right": message("left, right"), "score": message("score")}
    )
    compares: ClassVar[str] = "score"
    separator: ClassVar[str] = ", "
    listings: ClassVar[tuple[Listing, ...]] = (
        Listing(message("count"), True),
        Listing(message("score"), True),
    )

    def __init_subclass__(cls) -> None:
        cls.kernel = vars(cls).get("kernel")

    rule: ClassVar[Message]
    how: ClassVar[Message]
    counting: ClassVar[Message] = message("Together: how often the two occur side by side.")
    against_paper: ClassVar[Message | None] = message(
        "This score cannot be worked out on paper. Choose another one."
    )
    against_frequent: ClassVar[Message] = message(
        "By count, yours is the top pair, and BPE's rule is the count. This score looks at more."
    )
    against_rare: ClassVar[Message | None] = None

    # The number.

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        """Return the score of one pair; ``merging`` must be there if the score needs it.

        >>> from wordpiece.scoring import BLOG_CODE, LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE
        >>> WORDPIECE.value(5, 20, 5), PAIR_COUNT.value(5, 20, 5)
        (0.05, 5)
        >>> BLOG_CODE.value(7, 7, 36)
        0.0278
        >>> round(LIKELIHOOD_GAIN.value(5, 20, 5, Merging.of_one(5, 0, False, 113)), 2)
        9.23

        Raises:
            ValueError: there is no ``merging``, and the score needs it.
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
        """Return the scores of n pairs at once, shape (n,).

        Equal to `value` bit for bit.

        Args:
            pair_count, left_count, right_count: the counts, shape (n,) each.
            merging: what else there is to know, for a score that needs it.
            out: an array that may be overwritten, and returned; one of the counts may be it.

        Raises:
            ValueError: there is no ``merging``, and the score needs it.
        """

    def without_rarer(self, least: int) -> Score:
        """Return this rule for pairs that occur ``least`` times or more; rarer ones get 0.

        A trainer's ``min_pair_count`` ends training once the winner is too rare. A ratio may be
        highest for pairs that occur once, and would end it at once; so they must not compete. By
        count they come last anyway. All rules but the ratio are returned unchanged.

        >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
        >>> WORDPIECE.value(1, 1, 1), WORDPIECE.without_rarer(2).value(1, 1, 1)
        (1.0, 0.0)
        >>> PAIR_COUNT.without_rarer(2) == PAIR_COUNT
        True
        """
        return self

    def recorded(self, value: float) -> float:
        """Return a value as a `MergeStep` holds it."""
        return value

    def is_worth_merging(self, value: float) -> bool:
        """Return whether training makes a merge of this score; if not, it stops before it."""
        return True

    # How it is written and explained.

    @abstractmethod
    def formula(self, row: Counted) -> Formula:
        """Return the score of a pair with its counts.

        Args:
            row: the counts; a `PairScore` or a `MergeStep` if they do not make the score.
        """

    @property
    def about_rare(self) -> Message | None:
        """What is said of pairs that occur less often than ``least``; None if there is nothing."""
        return None

    def not_worth_merging(self, merges: int) -> Message:
        """Say that training stopped after ``merges`` because no merge `is_worth_merging`."""
        return message(
            "Training stopped after {n} {n:merge|merges}: by this score, no merge left is "
            "worth making.",
            n=merges,
        )

    def together_and_apart(self, step: MergeStep) -> tuple[Message, ...]:
        """Say how often the two parts of a merge occur, together and apart."""
        left, right = (Token(part) for part in step.pair)
        met = times(step.pair_count)
        if step.pair[0] == step.pair[1]:
            said = message(
                "They occur together {times}; {left} occurs {in_all} in all.",
                times=met,
                left=left,
                in_all=times(step.left_count),
            )
        elif step.left_count == step.right_count == step.pair_count:
            said = message("They occur together {times}, and never apart.", times=met)
        elif step.right_count == step.pair_count:
            said = message(
                "They occur together {times}, and {right} never occurs without {left} before it.",
                times=met,
                right=right,
                left=left,
            )
        elif step.left_count == step.pair_count:
            said = message(
                "They occur together {times}, and {left} never occurs without {right} after it.",
                times=met,
                left=left,
                right=right,
            )
        else:
            said = message(
                "They occur together {times}; {left} occurs {left_times} in all, {right} "
                "{right_times}.",
                times=met,
                left=left,
                left_times=times(step.left_count),
                right=right,
                right_times=times(step.right_count),
            )
        return (said,)

    def parts_counted(self, row: PairScore) -> Message:
        """Say how often the parts of a pair are counted, and where."""
        left, right = row.pair
        if left == right:
            return message(
                "A part is counted wherever it occurs: {part} {times}.",
                part=Token(left),
                times=times(row.left_count),
            )
        return message(
            "A part is counted wherever it occurs, with or without the other: {left} "
            "{left_times}, {right} {right_times}.",
            left=Token(left),
            left_times=times(row.left_count),
            right=Token(right),
            right_times=times(row.right_count),
        )


def check_score(score: object) -> None:
    """Raise ValueError for what is no scoring rule, such as the name of one.

    >>> from wordpiece.scoring import WORDPIECE
    >>> check_score(WORDPIECE)
    >>> check_score("wordpiece")
    Traceback (most recent call last):
        ...
    ValueError: score is 'wordpiece'; it must be a rule of wordpiece.scoring, such as PAIR_COUNT.
    """
    if not isinstance(score, Score):
        raise ValueError(
            f"score is {score!r:.40}; it must be a rule of wordpiece.scoring, such as PAIR_COUNT."
        )
