"""BPE: a pair scores its count. The shortest of the rules.

Source: Sennrich, Haddow & Birch 2016, https://aclanthology.org/P16-1162.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from wordpiece.message import Emphasis, Message, message
from wordpiece.records import MergeStep
from wordpiece.scoring.counts import Counted, Floats, Merging
from wordpiece.scoring.formula import Cell, Formula, Listing, times
from wordpiece.scoring.score import Score


class Count(Score):
    """The pair's count.

    >>> from wordpiece.scoring import PAIR_COUNT
    >>> PAIR_COUNT.value(20, 36, 20), str(PAIR_COUNT.how)
    (20, 'The score is the count of the pair itself.')
    """

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        return pair_count

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
        out: Floats | None = None,
    ) -> Floats:
        return pair_count

    def recorded(self, value: float) -> float:
        return int(value)

    ranks_by_count = True
    kernel = "count"
    is_local = True
    rivals = ()

    columns = MappingProxyType[str, Message]({})
    compares = "together"
    listings = (Listing(message("count"), True),)

    rule = message("times together")
    how = message("The score is the count of the pair itself.")
    against_paper = None

    def formula(self, row: Counted) -> Formula:
        return CountFormula.of(row, row.pair_count)

    def together_and_apart(self, step: MergeStep) -> tuple[Message, ...]:
        return ()  # it sees no more than the count


class CountFormula(Formula):
    """A count, ``20 times``; how often the parts occur does not matter."""

    style = ""

    @property
    def parts(self) -> None:
        return None

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.pair_count)

    @property
    def unreduced(self) -> str:
        return str(self.pair_count)

    @property
    def text(self) -> Message:
        return times(self.pair_count)

    @property
    def line(self) -> Message:
        n = self.pair_count
        return message("{count} {n:time|times} together", n=n, count=Emphasis(n))

    @property
    def alone(self) -> Message:
        return times(self.pair_count)

    @property
    def brief(self) -> Message:
        return message("{count}×", count=self.pair_count)

    @property
    def cells(self) -> Mapping[str, Cell]:
        return {}

    @property
    def listed(self) -> tuple[Message, ...]:
        return (message("{n:plain}", n=self.pair_count),)

    def styles(self) -> Iterator[tuple[str, int | None]]:
        yield self.style, None


PAIR_COUNT: Score = Count("bpe")
"""BPE's rule."""
