"""How a score is written: a table of texts for each score, and a `Formula` for each pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from wordpiece.message import ENGLISH, Emphasis, Fact, Message, message, unworded


class Cell(NamedTuple):
    """A number of the score table, and the style in which `Language.number` writes it."""

    value: int | float | Fraction
    style: str = ""


class Listing(NamedTuple):
    """A column that a score has in a plain list of merges, which is for the command line.

    Attributes:
        head: the title, in English.
        cell: the template of a cell; see `Texts`.
        is_number: whether the cells are plain numbers, which are aligned on the right.
    """

    head: str
    cell: Message
    is_number: bool = False


class Style(NamedTuple):
    """A way to write a value next to others; see `wordpiece.scoring.score.side_by_side`.

    Attributes:
        name: a style of `Language.number`; "" for the fraction.
        longest: the most characters that a value may have then; None for no limit.
    """

    name: str
    longest: int | None = None


AGAINST_PAPER = message(
    "Computing the scores of this rule on paper is too much work. Choose another rule."
)
"""Why a worksheet does not ask for a score."""

COUNT = Listing("count", unworded("{pair:plain}"), is_number=True)
"""The count of the pair, as a column of a plain list."""


@dataclass(frozen=True)
class Texts:
    """The texts of a score. Templates may have these places:

    ``pair``, ``left``, ``right``, the three counts; ``value``, the score, as a fraction if it is
    one; ``decimal``, the score as a float; ``fraction``, the score before it is rounded; ``sign``,
    "=" or "≈" before decimals, in ``text`` and ``line``; ``count`` and ``n``, the count of the
    pair.

    Attributes:
        rule: the rule as a phrase.
        how: the rule in a sentence or two.
        text: the score with its counts, within a sentence; None for "20 times".
        alone: the value without its counts.
        brief: the value in as few characters as possible.
        columns: the score's own columns in the score table, each with its title.
        line: the score with its counts on a separate line; None if it is ``text``.
        unit: the unit of a value, after it; None if it has no unit.
        each: the unit of the counts of the parts; None if they do not matter.
        style: the style in which `Language.number` writes a value.
        styles: ways to write values next to each other, from short to exact.
        compares: the column with the value that decides, in which ties are marked.
        separator: the text between the counts of the left and the right symbol in the table.
        listings: the score's columns in a plain list of merges.
        against_paper: why the score cannot be computed on paper; None if it can.
    """

    rule: Message
    how: Message
    text: Message | None
    alone: Message
    brief: Message
    columns: Mapping[str, Message]
    line: Message | None = None
    unit: Message | None = None
    each: Message | None = message("counts of its parts")
    style: str = "decimal"
    styles: tuple[Style, ...] = ()
    compares: str = "score"
    separator: str = ", "
    listings: tuple[Listing, ...] = (COUNT,)
    against_paper: Message | None = None


@dataclass(frozen=True)
class Formula:
    """The score of one pair with the counts that make it, and all ways to write it.

    >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
    >>> row = timeline.scores(0).find(("##u", "##g"))
    >>> for score in WORDPIECE, PAIR_COUNT:
    ...     str(score.formula(row).text), str(score.formula(row).line)
    ('20 / (36 × 20) = 1/36', '20 / (36 × 20) = 1/36 ≈ 0.02778')
    ('20 times', '20 times')

    Attributes:
        pair_count, left_count, right_count: the counts.
        value: the number that the score compares.
        fraction: the same before it is rounded; None if it is not a fraction.
        texts: the texts of the score.
    """

    pair_count: int
    left_count: int
    right_count: int
    value: float
    fraction: Fraction | None
    texts: Texts

    @property
    def parts(self) -> tuple[int, int] | None:
        """The counts of the left and the right symbol; None if they do not matter."""
        return (self.left_count, self.right_count) if self.texts.each else None

    @property
    def is_rounded(self) -> bool:
        """Whether the value is the fraction rounded, and not only written so."""
        return self.fraction is not None and self.texts.style.startswith("fixed")

    @property
    def decimal(self) -> Cell:
        """The value in decimals."""
        return Cell(self.value, self.texts.style)

    @property
    def is_decimal(self) -> bool:
        """Whether four digits write the value exactly, as they do 0.05 but not 1/3."""
        digits = ENGLISH.number(self.value, "decimal")
        return float(digits) == self.value and Fraction(digits) == self.fraction

    @property
    def unreduced(self) -> str:
        """The fraction with the counts themselves, for files; empty without a fraction."""
        if self.fraction is None or not self.parts:
            return "" if self.fraction is None else str(self.pair_count)
        return f"{self.pair_count}/{self.left_count * self.right_count}"

    @property
    def text(self) -> Message:
        """The score with its counts, within a sentence."""
        return self._filled(self.texts.text, sign=self._sign)

    @property
    def line(self) -> Message:
        """The score with its counts, on a separate line, the value emphasized."""
        is_whole = self.parts and self.fraction is not None and self.fraction.denominator == 1
        template = self.texts.text if is_whole else self.texts.line or self.texts.text
        if template is None:
            return unworded("{times}", times=Emphasis(times(self.pair_count)))
        return emphasized(self._filled(template, sign=self._sign), "value", "count")

    @property
    def alone(self) -> Message:
        """The value without its counts."""
        return self._filled(self.texts.alone)

    @property
    def brief(self) -> Message:
        """The value in as few characters as possible."""
        return self._filled(self.texts.brief)

    @property
    def cells(self) -> Mapping[str, Cell]:
        """The cells of the columns `Texts.columns`, without "left × right"."""
        exact = self.decimal if self.fraction is None else Cell(self.fraction)
        cells = {"score": exact, "decimal": self.decimal}
        return {name: cells[name] for name in self.texts.columns if name in cells}

    @property
    def listed(self) -> tuple[Message, ...]:
        """The cells of the columns `Texts.listings`."""
        return tuple(self._filled(column.cell) for column in self.texts.listings)

    @property
    def _sign(self) -> str:
        return "=" if self.is_decimal else "≈"

    def _filled(self, template: Message | None, sign: str = "") -> Message:
        if template is None:
            return times(self.pair_count)
        value = self.value if self.fraction is None or self.is_rounded else self.fraction
        facts: dict[str, Fact] = {
            "pair": self.pair_count,
            "left": self.left_count,
            "right": self.right_count,
            "fraction": 0 if self.fraction is None else self.fraction,
            "value": value,
            "sign": sign,
            "decimal": self.value,
            "n": self.pair_count,
            "count": self.pair_count,
        }
        return template.fill(**facts)


def emphasized(said: Message, *names: str) -> Message:
    """Return a message with some of its facts emphasized, given by name."""
    facts = ((name, Emphasis(fact) if name in names else fact) for name, fact in said.facts)
    return replace(said, facts=tuple(facts))


def times(count: int) -> Message:
    """Return how often something occurs.

    >>> [str(times(count)) for count in (1, 2, 1200)]
    ['once', '2 times', '1,200 times']
    """
    return message("once", "{n} times", n=count)
