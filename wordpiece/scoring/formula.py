"""How the score of one pair is written, with the counts that make it.

A `Formula` is everything that a page, a file or the command line writes about one score. Each rule
has a subclass, beside its `Score`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple, TypeVar

from wordpiece.message import ENGLISH, Emphasis, Message, message
from wordpiece.scoring.counts import Counted

F = TypeVar("F", bound="Formula")


class Cell(NamedTuple):
    """A number of the score table, and the style that `Language.number` writes it in.

    >>> from fractions import Fraction
    >>> from wordpiece.message import ENGLISH
    >>> ENGLISH.number(*Cell(Fraction(1, 36))), ENGLISH.number(*Cell(1 / 36, "decimal"))
    ('1/36', '0.02778')
    """

    value: int | float | Fraction
    style: str = ""


class Listing(NamedTuple):
    """A column that a score has in a plain list of merges.

    >>> from wordpiece.scoring import WORDPIECE
    >>> [(str(column.head), column.is_number) for column in WORDPIECE.listings]
    [('count/(left × right)', False), ('fraction', False), ('score', False)]

    Attributes:
        head: its title.
        is_number: whether its cells are plain numbers, which are set flush right.
    """

    head: Message
    is_number: bool


@dataclass(frozen=True)
class Formula(ABC):
    """The score of one pair with the counts that make it.

    >>> from wordpiece.records import PairScore
    >>> from wordpiece.scoring import BLOG_CODE, LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE
    >>> row = PairScore(("##u", "##g"), 20, 36, 20, 1 / 36, 2, 1, True)
    >>> for score in WORDPIECE, PAIR_COUNT, BLOG_CODE:
    ...     str(score.formula(row).text), str(score.formula(row).line)
    ('20 / (36 × 20) = 1/36', '20 / (36 × 20) = 1/36 ≈ 0.02778')
    ('20 times', '20 times together')
    ('20 / (36 × 20) = 1/36, rounded to 0.0278', '20 / (36 × 20) = 1/36, rounded to 0.0278')
    >>> row = PairScore(("##u", "##g"), 20, 36, 20, 28.0178, 1, 1, False)
    >>> str(LIKELIHOOD_GAIN.formula(row).text)
    '+28.02 in log-likelihood (20 together; 36 and 20 in all)'

    Attributes:
        pair_count, left_count, right_count: the counts.
        value: the number that the rule compares.
        title: what a value is called in front of it.
        unit: what it is measured in, after it.
        each: what is said of the counts of the parts.
        style: how `Language.number` writes a value.
        is_rounded: whether the value is the fraction rounded, and not only written so.
    """

    pair_count: int
    left_count: int
    right_count: int
    value: float

    title: ClassVar[Message] = message("score")
    unit: ClassVar[Message | None] = None
    each: ClassVar[Message] = message("times each")
    style: ClassVar[str] = "decimal"
    is_rounded: ClassVar[bool] = False

    @classmethod
    def of(cls: type[F], row: Counted, value: float) -> F:
        """Return the formula of these counts with this value."""
        return cls(row.pair_count, row.left_count, row.right_count, value)

    @property
    def parts(self) -> tuple[int, int] | None:
        """The counts of left and right symbol; None if they do not matter."""
        return self.left_count, self.right_count

    @property
    def fraction(self) -> Fraction | None:
        """The score before it is rounded; None if it is no fraction."""
        return None

    @property
    def decimal(self) -> Cell:
        """The value in decimals, which are all there is if `is_decimal`."""
        return Cell(self.value, self.style)

    @property
    def is_decimal(self) -> bool:
        """Whether the four digits of `decimal` are all there is.

        >>> from wordpiece.scoring.ratio import WORDPIECE, RatioFormula
        >>> of = WORDPIECE.value
        >>> [RatioFormula(5, n, 5, of(5, n, 5)).is_decimal for n in (20, 15)]
        [True, False]
        """
        digits = ENGLISH.number(self.value, "decimal")
        return float(digits) == self.value and Fraction(digits) == self.fraction

    @property
    def unreduced(self) -> str:
        """The fraction as it comes from the counts, for files; empty if there is none."""
        below = self.left_count * self.right_count
        return "" if self.fraction is None else f"{self.pair_count}/{below}"

    @property
    @abstractmethod
    def text(self) -> Message:
        """The score with its counts, within a sentence."""

    @property
    def line(self) -> Message:
        """The score with its counts, on a line by itself, the value emphasized."""
        return emphasized(self.text, "value")

    @property
    def alone(self) -> Message:
        """The value by itself, in words where it is a count."""
        return self.brief

    @property
    @abstractmethod
    def brief(self) -> Message:
        """The value by itself, as short as it can be."""

    @property
    def cells(self) -> Mapping[str, Cell]:
        """The cells of the columns `Score.columns`, all but "left × right"."""
        return {"score": self.decimal}

    @property
    def listed(self) -> tuple[Message, ...]:
        """The cells of the columns `Score.listings`."""
        return message("{n:plain}", n=self.pair_count), self.brief

    def styles(self) -> Iterator[tuple[str, int | None]]:
        """Yield ways to write values side by side, from short to exact; see `side_by_side`.

        Each is a style of `Language.number`, "" for the fraction, and the most characters a value
        may then have; None is no limit.
        """
        yield self.style, None
        for digits in range(5, 18):
            yield f"brief{digits}", None


def times(count: int) -> Message:
    """Return how often something occurs.

    >>> [str(times(count)) for count in (1, 2, 1200)]
    ['once', 'twice', '1,200 times']
    """
    if count == 1:
        return message("once", context="how often")
    if count == 2:
        return message("twice", context="how often")
    return message("{n} time", "{n} times", n=count)


def emphasized(said: Message, name: str) -> Message:
    """Return a message with one of its facts emphasized."""
    facts = ((key, Emphasis(fact) if key == name else fact) for key, fact in said.facts)
    return replace(said, facts=tuple(facts))
