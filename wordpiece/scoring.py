"""What makes a pair win: a score for each pair, and a tie-break among equal scores.

WordPiece (https://huggingface.co/learn/llm-course/chapter6/6, after Schuster & Nakajima 2012)::

    score(a, b) = count(a b) / (count(a) * count(b))

BPE (Sennrich, Haddow & Birch 2016, https://aclanthology.org/P16-1162)::

    score(a, b) = count(a b)

Likelihood gain. Schuster & Nakajima ("Japanese and Korean voice search", 2012) choose the unit
"that increases the likelihood on the training data the most", and that is how WordPiece is mostly
described, also by the course and by Google. The ratio above is not that gain. Under a unigram
model, in which a symbol that stands c times among N has the probability c / N, the corpus has the
log-likelihood L = sum of c ln(c / N); with f(x) = x ln x that is sum of f(c) - f(N). Replacing
(a, b) n times turns count(a) = A into A - n, B into B - n, N into N - n, and adds a symbol that
stands n times::

    gain(a, b) = f(A - n) + f(B - n) + f(n) - f(A) - f(B) - f(N - n) + f(N)
               = n ln(n N / (A B)) + h(A) + h(B) - h(N),    h(x) = (x - n) ln(1 - n / x)

So the ratio n / (A B) is in it, but as a logarithm and times n: rare pairs gain little, however
exclusive they are. The second line is computed, as it loses no digits to the difference of large
numbers. `Merging` tells what changes for (a, a), and where the token exists already.

The blog's code is the ratio again, but a symbol is counted once for each pair it takes part in,
so twice inside a word, and the score is rounded to four digits.

Counts are whole numbers, and a score depends on nothing but counts, so equal counts give equal
scores. The ratio is Python's true division: 5/75 and 10/150 tie.

Each kind of score is a class, which says what training must count for it (`Score.parts`,
`Score.needs_merging`), computes it (`Score.value`, `Score.values`), and tells how it is written and
explained (`Score.formula` and the messages). To add a score, add a class and an instance here, a
line to `wordpiece.textbook`, and a recipe to `wordpiece.recipes`; nothing else asks which kind a
score is.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from wordpiece.message import ENGLISH, Emphasis, Language, Message, Token, message
from wordpiece.records import MergeStep, Pair, PairScore

Floats = npt.NDArray[np.float64]
TieBreak = Literal["first-seen", "alphabetical", "random"]

TIE_BREAKS: tuple[TieBreak, ...] = ("first-seen", "alphabetical", "random")

Part = Literal["symbols", "pairs"]
Rival = Literal["count", "ratio"]

EXACT = 2**53
"""Whole numbers below this are exact as float64; see `Score.values`."""


class Merging(NamedTuple):
    """What the likelihood gain must know about a pair beside its three counts.

    Attributes:
        replaced: how often the pair would be replaced. Less than its count in runs: ``aaa``
            holds (a, a) twice and becomes ``aa a``.
        made: how often the token it would make is there already, besides in the pair itself.
        double: whether left and right are the same symbol, which then loses two each time.
        total: symbols in the corpus.
    """

    replaced: Floats
    made: Floats
    double: npt.NDArray[np.bool_]
    total: int

    @classmethod
    def of_one(cls, replaced: int, made: int, double: bool, total: int) -> Merging:
        """Return what the gain must know about a single pair."""
        return cls(np.array([replaced], float), np.array([made], float), np.array([double]), total)


class Counted(Protocol):
    """Anything with the three counts that a score is computed from, such as a `PairScore`."""

    @property
    def pair_count(self) -> int: ...
    @property
    def left_count(self) -> int: ...
    @property
    def right_count(self) -> int: ...


class Listing(NamedTuple):
    """A column that a score has in a plain list of merges.

    Attributes:
        head: its title.
        is_number: whether its cells are plain numbers, so that they stand on the right.
    """

    head: Message
    is_number: bool


class Cell(NamedTuple):
    """A number of the score table, and the style that `Language.number` writes it in."""

    value: int | float | Fraction
    style: str = ""


@dataclass(frozen=True)
class Formula:
    """The score of one pair with the counts that make it: everything there is to write about it.

    Attributes:
        score: the rule.
        pair_count, left_count, right_count: the counts.
        value: the number that the rule compares.
    """

    score: Score
    pair_count: int
    left_count: int
    right_count: int
    value: float

    @property
    def parts(self) -> tuple[int, int] | None:
        """The counts of left and right symbol; None if they do not matter."""
        return None if self.score.ranks_by_count else (self.left_count, self.right_count)

    @property
    def fraction(self) -> Fraction | None:
        """The score before it is rounded; None if it is no fraction."""
        return self.score.exact(self)

    @property
    def decimal(self) -> Cell:
        """The value in decimals, which are all there is if `is_decimal`."""
        return Cell(self.value, self.score.style)

    @property
    def is_rounded(self) -> bool:
        """Whether the value is the fraction rounded, and not only written so."""
        return self.score.is_rounded

    @property
    def is_decimal(self) -> bool:
        """Whether the four digits of `decimal` are all there is.

        >>> of = WORDPIECE.value
        >>> [Formula(WORDPIECE, 5, n, 5, of(5, n, 5)).is_decimal for n in (20, 15)]
        [True, False]
        """
        digits = ENGLISH.number(self.value, "decimal")
        return float(digits) == self.value and Fraction(digits) == self.fraction

    @property
    def unreduced(self) -> str:
        """The fraction as it comes from the counts, for files; empty if it is none."""
        if self.parts is None:
            return str(self.pair_count)
        below = self.left_count * self.right_count
        return "" if self.fraction is None else f"{self.pair_count}/{below}"

    @property
    def cells(self) -> Mapping[str, Cell]:
        """What stands in the score's own columns of the score table; see `Score.columns`."""
        return self.score.cells(self)

    @property
    def text(self) -> Message:
        """The score with its counts, within a sentence.

        >>> row = PairScore(("##u", "##g"), 20, 36, 20, 1 / 36, 2, 1, True)
        >>> for score in WORDPIECE, PAIR_COUNT, BLOG_CODE:
        ...     str(score.formula(row).text), str(score.formula(row).line)
        ('20 / (36 × 20) = 1/36', '20 / (36 × 20) = 1/36 ≈ 0.02778')
        ('20 times', '20 times together')
        ('20 / (36 × 20) = 1/36, rounded to 0.0278', '20 / (36 × 20) = 1/36, rounded to 0.0278')
        >>> row = PairScore(("##u", "##g"), 20, 36, 20, 28.0178, 1, 1, False)
        >>> str(LIKELIHOOD_GAIN.formula(row).text)
        '+28.02 in log-likelihood (20 together; 36 and 20 in all)'
        """
        return self.score.text(self)

    @property
    def line(self) -> Message:
        """The score with its counts, on a line by itself, the value emphasized."""
        return self.score.line(self)

    @property
    def alone(self) -> Message:
        """The value by itself, in words where it is a count."""
        return self.score.alone(self)

    @property
    def brief(self) -> Message:
        """The value by itself, as short as it can be."""
        return self.score.brief(self)

    @property
    def listed(self) -> tuple[Message, ...]:
        """The cells of the columns `Score.listings`."""
        return self.score.listed(self)


@dataclass(frozen=True)
class Score(ABC):
    """A scoring rule.

    Attributes:
        name: what it is called in code and files.
        parts: what ``left_count`` and ``right_count`` are: how often a symbol stands anywhere
            ("symbols"), or in how many pairs it is ("pairs").
        needs_merging: whether `value` and `values` look at ``merging``.
        ranks_by_count: whether it puts pairs in the order of their counts, so that the counts of
            the parts do not matter.
        is_local: whether a merge leaves it alone unless it changes one of the three counts.
        is_rounded: whether it is a fraction that is rounded before scores are compared.
        rivals: the rules whose choice is told beside its own: the "count" of BPE, the "ratio" of
            WordPiece.
        title: what a value is called in front of it.
        unit: what it is measured in, after it.
        each: what is said of the counts of the parts.
        columns: its own columns in the score table, each with its title.
        compares: the column with the value that decides, in which ties are marked.
        separator: what stands between the counts of left and right symbol there.
        style: how `Language.number` writes a value.
        listings: its columns in a plain list of merges.
        rule: the rule as a phrase.
        how: the rule in a sentence or two.
        counting: what must be counted, for a worksheet.
        against_paper: why nobody can work it out on paper; None if anybody can.
        against_frequent: why the most frequent pair did not win.
        against_rare: why the rarest pair did not win, after that it is the rarest.
    """

    name: str

    parts: ClassVar[Part] = "symbols"
    needs_merging: ClassVar[bool] = False
    ranks_by_count: ClassVar[bool] = False
    is_local: ClassVar[bool] = False
    is_rounded: ClassVar[bool] = False
    rivals: ClassVar[tuple[Rival, ...]] = ("count",)

    title: ClassVar[Message] = message("score")
    unit: ClassVar[Message | None] = None
    each: ClassVar[Message] = message("times each")
    columns: ClassVar[Mapping[str, Message]] = MappingProxyType(
        {"left × right": message("left, right"), "score": message("score")}
    )
    compares: ClassVar[str] = "score"
    separator: ClassVar[str] = ", "
    style: ClassVar[str] = "decimal"
    listings: ClassVar[tuple[Listing, ...]] = (
        Listing(message("count"), True),
        Listing(message("score"), True),
    )
    rule: ClassVar[Message]
    how: ClassVar[Message]
    counting: ClassVar[Message] = message("Together: how often the two stand side by side.")
    against_paper: ClassVar[Message | None] = message(
        "This score is no work for paper; choose another one."
    )
    against_frequent: ClassVar[Message] = message(
        "No pair is met more often than yours, and that is what BPE looks at; "
        "this score looks at more than that."
    )
    against_rare: ClassVar[Message | None] = None

    # The number.

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        """Return the score of one pair; ``merging`` must be there if the score needs it.

        >>> WORDPIECE.value(5, 20, 5), PAIR_COUNT.value(5, 20, 5)
        (0.05, 5)
        >>> BLOG_CODE.value(7, 7, 36)
        0.0278
        >>> round(LIKELIHOOD_GAIN.value(5, 20, 5, Merging.of_one(5, 0, False, 113)), 2)
        9.23
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
        """Return the scores of many pairs at once, shape (n,) each.

        Equal to `value` bit for bit, unless `is_rough`.

        Args:
            pair_count, left_count, right_count: the counts.
            merging: what else there is to know, for a score that needs it.
            out: an array that may be overwritten, and returned; one of the counts may be it.

        Raises:
            ValueError: there is no ``merging``, and the score needs it.
        """

    def is_rough(self, total: float) -> bool:
        """Return whether `values` may be off in its last bits in a corpus of ``total`` symbols."""
        return False

    def recorded(self, value: float) -> float:
        """Return a value as a `MergeStep` holds it."""
        return value

    def is_worth_merging(self, value: float) -> bool:
        """Return whether training goes on with a merge of this score."""
        return True

    def exact(self, row: Counted) -> Fraction | None:
        """Return the score as a fraction, before it is rounded; None if it is none."""
        return None

    # How it is written.

    def formula(self, row: Counted) -> Formula:
        """Return the score of a pair with its counts.

        Args:
            row: the counts; a `PairScore` or a `MergeStep` if they do not make the score.
        """
        counts = row.pair_count, row.left_count, row.right_count
        return Formula(self, *counts, self._value_in(row))

    def _value_in(self, row: Counted) -> float:
        assert isinstance(row, PairScore | MergeStep)  # three counts are not enough
        return row.score

    def cells(self, formula: Formula) -> Mapping[str, Cell]:
        """Return what stands in `columns` but for "left × right"."""
        return {"score": formula.decimal}

    @abstractmethod
    def text(self, formula: Formula) -> Message:
        """Return `Formula.text`."""

    def line(self, formula: Formula) -> Message:
        """Return `Formula.line`."""
        return _emphasized(self.text(formula), "value")

    def alone(self, formula: Formula) -> Message:
        """Return `Formula.alone`."""
        return self.brief(formula)

    @abstractmethod
    def brief(self, formula: Formula) -> Message:
        """Return `Formula.brief`."""

    def listed(self, formula: Formula) -> tuple[Message, ...]:
        """Return `Formula.listed`."""
        return message("{n:plain}", n=formula.pair_count), self.brief(formula)

    def styles(self) -> Iterator[tuple[str, int | None]]:
        """Yield ways to write values side by side, from short to exact; see `side_by_side`.

        Each is a style and the most characters a value may then have. The style "" writes
        fractions.
        """
        yield self.style, None
        for digits in range(5, 18):
            yield f"brief{digits}", None

    # How it is explained.

    def company(self, step: MergeStep) -> tuple[Message, ...]:
        """Return in sentences how exclusively the parts of a merge keep each other's company."""
        left, right = (Token(part) for part in step.pair)
        met = times(step.pair_count)
        if step.pair[0] == step.pair[1]:
            said = message(
                "They met {times}, out of {count} {left} in all.",
                times=met,
                count=step.left_count,
                left=left,
            )
        elif step.left_count == step.right_count == step.pair_count:
            said = message("They met {times} and are never seen apart.", times=met)
        elif step.right_count == step.pair_count:
            said = message(
                "They met {times}, and {right} is never seen without {left} before it.",
                times=met,
                right=right,
                left=left,
            )
        elif step.left_count == step.pair_count:
            said = message(
                "They met {times}, and {left} is never seen without {right} after it.",
                times=met,
                left=left,
                right=right,
            )
        else:
            said = message(
                "They met {times}, out of {left_count} {left} and {right_count} {right} in all.",
                times=met,
                left_count=step.left_count,
                left=left,
                right_count=step.right_count,
                right=right,
            )
        return (said,)

    def parts_counted(self, row: PairScore) -> Message:
        """Return in a sentence how often the parts of a pair are counted, and where."""
        left, right = row.pair
        if left == right:
            return message(
                "A part counts wherever it stands: {part} {times}.",
                part=Token(left),
                times=times(row.left_count),
            )
        return message(
            "A part counts wherever it stands: {left} {left_times}, {right} {right_times}, with "
            "or without the other beside it.",
            left=Token(left),
            left_times=times(row.left_count),
            right=Token(right),
            right_times=times(row.right_count),
        )


class Ratio(Score):
    """The pair's count divided by the product of its parts' counts."""

    is_local = True
    columns = MappingProxyType(
        {
            "left × right": message("left × right"),
            "score": message("score"),
            "decimal": message("decimal"),
        }
    )
    separator = " × "
    listings = (
        Listing(message("count/(left × right)"), False),
        Listing(message("fraction"), False),
        Listing(message("score"), False),
    )
    rule = message("together ÷ (left × right)")
    how = message(
        "Divide how often a pair stands together by how often its left symbol and its right "
        "symbol stand anywhere. A frequent pair of frequent symbols can score low."
    )
    counting = message(
        "Together: how often the two stand side by side; left and right: how often each of the "
        "two stands anywhere."
    )
    against_paper = None
    against_frequent = message(
        "No pair is met more often than yours, and that is what BPE looks at; WordPiece also "
        "divides by how often the parts are met."
    )
    against_rare = message("For that, its parts are too common.")

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        return pair_count / (left_count * right_count)

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
        out: Floats | None = None,
    ) -> Floats:
        product = np.multiply(left_count, right_count, out=out)
        return np.divide(pair_count, product, out=out)

    def is_rough(self, total: float) -> bool:
        # Products beyond this are rounded before the division.
        return total**2 >= EXACT

    def exact(self, row: Counted) -> Fraction:
        return Fraction(row.pair_count, row.left_count * row.right_count)

    def _value_in(self, row: Counted) -> float:
        return self.value(row.pair_count, row.left_count, row.right_count)

    def cells(self, formula: Formula) -> Mapping[str, Cell]:
        return {"score": Cell(self.exact(formula)), "decimal": formula.decimal}

    def text(self, formula: Formula) -> Message:
        return message(
            "{pair} / ({left} × {right}) = {value}",
            pair=formula.pair_count,
            left=formula.left_count,
            right=formula.right_count,
            value=self.exact(formula),
        )

    def line(self, formula: Formula) -> Message:
        value = self.exact(formula)
        if value.denominator == 1:
            return _emphasized(self.text(formula), "value")
        return message(
            "{pair} / ({left} × {right}) = {value} {sign} {decimal:decimal}",
            pair=formula.pair_count,
            left=formula.left_count,
            right=formula.right_count,
            value=Emphasis(value),
            sign="=" if formula.is_decimal else "≈",
            decimal=formula.value,
        )

    def alone(self, formula: Formula) -> Message:
        return message("{value}", value=self.exact(formula))

    def brief(self, formula: Formula) -> Message:
        return message("{value:decimal}", value=formula.value)

    def listed(self, formula: Formula) -> tuple[Message, ...]:
        return (
            message(
                "{pair:plain}/({left:plain} × {right:plain})",
                pair=formula.pair_count,
                left=formula.left_count,
                right=formula.right_count,
            ),
            message("{value:plain}", value=self.exact(formula)),
            message("{value:digits6}", value=formula.value),
        )

    def styles(self) -> Iterator[tuple[str, int | None]]:
        yield "", 9
        for digits in range(4, 18):
            yield f"brief{digits}", None


class RoundedRatio(Ratio):
    """The ratio with its parts counted once for each pair they are in, rounded to four digits."""

    parts = "pairs"
    is_local = False
    is_rounded = True
    each = message("pairs each")
    columns = MappingProxyType({**Ratio.columns, "decimal": message("rounded")})
    compares = "decimal"  # what is rounded is tied where its fractions need not be
    style = "fixed4"
    rule = message("together ÷ (left × right), counted in pairs and rounded")
    how = message(
        "Divide how often a pair stands together by how many pairs its left symbol and its right "
        "symbol are in: inside a word that is two for each time. Then round."
    )
    counting = message(
        "Together: how often the two stand side by side; left and right: how often each of the "
        "two takes part in a pair, so twice where it stands inside a word. The score is rounded "
        "to 4 digits."
    )

    DIGITS = 4

    def value(
        self, pair_count: int, left_count: int, right_count: int, merging: Merging | None = None
    ) -> float:
        return round(super().value(pair_count, left_count, right_count), self.DIGITS)

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
        out: Floats | None = None,
    ) -> Floats:
        ratio = pair_count / (left_count * right_count)
        scale = 10.0**self.DIGITS
        scaled = ratio * scale
        rounded: Floats = np.rint(scaled) / scale
        # As Python rounds. Scaling up goes wrong only next to a half, so those are looked at.
        counts = pair_count, left_count, right_count
        for row in np.flatnonzero(np.abs(scaled % 1 - 0.5) < 1e-6).tolist():
            pair, left, right = (int(column[row]) for column in counts)
            rounded[row] = self.value(pair, left, right)
        return rounded

    def is_rough(self, total: float) -> bool:
        return False

    def text(self, formula: Formula) -> Message:
        return message(
            "{pair} / ({left} × {right}) = {fraction}, rounded to {value:fixed4}",
            pair=formula.pair_count,
            left=formula.left_count,
            right=formula.right_count,
            fraction=self.exact(formula),
            value=formula.value,
        )

    def line(self, formula: Formula) -> Message:
        return _emphasized(self.text(formula), "value")

    def alone(self, formula: Formula) -> Message:
        return message("{value:fixed4}", value=formula.value)

    def styles(self) -> Iterator[tuple[str, int | None]]:
        yield self.style, None

    def company(self, step: MergeStep) -> tuple[Message, ...]:
        met = message("They met {times}.", times=times(step.pair_count))
        left, right = (Token(part) for part in step.pair)
        if step.pair[0] == step.pair[1]:
            return met, message(
                "Counted once for each pair it is in, {part} is there {times}.",
                part=left,
                times=times(step.left_count),
            )
        return met, message(
            "Counted once for each pair it is in, {left} is there {left_times} and {right} "
            "{right_times}.",
            left=left,
            left_times=times(step.left_count),
            right=right,
            right_times=times(step.right_count),
        )

    def parts_counted(self, row: PairScore) -> Message:
        left, right = row.pair
        if left == right:
            return message(
                "A part counts once in each pair it takes part in: {part} {times}.",
                part=Token(left),
                times=times(row.left_count),
            )
        return message(
            "A part counts once in each pair it takes part in: {left} {left_times}, {right} "
            "{right_times}.",
            left=Token(left),
            left_times=times(row.left_count),
            right=Token(right),
            right_times=times(row.right_count),
        )


class Count(Score):
    """The pair's count."""

    ranks_by_count = True
    is_local = True
    rivals = ()
    columns = MappingProxyType[str, Message]({})
    compares = "together"
    style = ""
    listings = (Listing(message("count"), True),)
    rule = message("times together")
    how = message("The score is the count itself.")
    against_paper = None

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

    def exact(self, row: Counted) -> Fraction | None:
        return Fraction(row.pair_count)

    def _value_in(self, row: Counted) -> float:
        return row.pair_count

    def cells(self, formula: Formula) -> Mapping[str, Cell]:
        return {}

    def text(self, formula: Formula) -> Message:
        return times(formula.pair_count)

    def line(self, formula: Formula) -> Message:
        n = formula.pair_count
        return message("{count} time together", "{count} times together", n=n, count=Emphasis(n))

    def alone(self, formula: Formula) -> Message:
        return times(formula.pair_count)

    def brief(self, formula: Formula) -> Message:
        return message("{count}×", count=formula.pair_count)

    def listed(self, formula: Formula) -> tuple[Message, ...]:
        return (message("{n:plain}", n=formula.pair_count),)

    def styles(self) -> Iterator[tuple[str, int | None]]:
        yield self.style, None

    def company(self, step: MergeStep) -> tuple[Message, ...]:
        return ()  # it sees no more than the count


class Gain(Score):
    """What merging the pair adds to the log-likelihood of the corpus under a unigram model."""

    needs_merging = True
    rivals = ("count", "ratio")
    title = message("gain")
    unit = message("in log-likelihood")
    columns = MappingProxyType({"left × right": message("left, right"), "score": message("gain")})
    style = "gain"
    listings = (Listing(message("count"), True), Listing(message("gain"), True))
    rule = message("the gain in log-likelihood")
    how = message(
        "Draw symbols at random, each as often as it stands in the corpus: how likely is the "
        "corpus? The score is what the merge adds to the logarithm of that."
    )
    against_paper = message(
        "Logarithms of every count are no work for paper; choose another score."
    )
    against_frequent = message(
        "No pair is met more often than yours, and that is what BPE looks at; for the "
        "likelihood, its parts are too common."
    )
    against_rare = message("So merging it gains little.")

    def values(
        self,
        pair_count: Floats,
        left_count: Floats,
        right_count: Floats,
        merging: Merging | None = None,
        out: Floats | None = None,
    ) -> Floats:
        if merging is None:
            raise ValueError("The gain of a merge depends on more than three counts.")
        return _gain(left_count, right_count, merging)

    def is_worth_merging(self, value: float) -> bool:
        return value > 0

    def text(self, formula: Formula) -> Message:
        return message(
            "{value:gain} in log-likelihood ({pair} together; {left} and {right} in all)",
            value=formula.value,
            pair=formula.pair_count,
            left=formula.left_count,
            right=formula.right_count,
        )

    def brief(self, formula: Formula) -> Message:
        return message("{value:gain}", value=formula.value)

    def styles(self) -> Iterator[tuple[str, int | None]]:
        yield self.style, None
        for digits in range(3, 18):
            yield f"gain{digits}", None


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


def _emphasized(said: Message, name: str) -> Message:
    facts = ((key, Emphasis(fact) if key == name else fact) for key, fact in said.facts)
    return replace(said, facts=tuple(facts))


def side_by_side(
    rows: Sequence[PairScore | None], score: Score, language: Language = ENGLISH
) -> list[str]:
    """Write scores as briefly as it can be told that they differ; a dash for none.

    >>> row = PairScore(("a", "b"), 20, 36, 20, 1 / 36, 2, 1, True)
    >>> side_by_side([row, None], WORDPIECE)
    ['1/36', '–']
    """
    formulas = [score.formula(row) for row in rows if row]
    different = len({formula.value for formula in formulas})
    texts: list[str] = []
    for style, most in score.styles():
        values = [formula.value if style else formula.fraction for formula in formulas]
        texts = [language.number(value, style) for value in values if value is not None]
        if len(set(texts)) >= different and (
            most is None or max(map(len, texts), default=0) <= most
        ):
            break
    text = iter(texts)
    return [next(text) if row else "–" for row in rows]


def _gain(left: Floats, right: Floats, merging: Merging) -> Floats:
    """Return gains as the top of this file defines them, shape (n,).

    Symmetric in left and right, so that equal figures tie exactly.
    """
    n, made, double, total = merging
    taken = np.where(double, 2 * n, n)

    def rest(count: Floats, taken: Floats) -> Floats:  # (x - n) ln(1 - n / x), 0 if all is taken
        left_over = count - taken
        gone: Floats = left_over * np.log1p(-np.where(left_over > 0, taken / count, 0))
        return gone

    parts = rest(left, taken) + np.where(double, 0, rest(right, n))
    # f(made + n) - f(made) instead of f(n): n ln(made) + (made + n) ln(1 + n / made).
    grows = made > 0
    base = np.where(grows, made, n)
    parts = parts + np.where(grows, (made + n) * np.log1p(n / base), 0)
    gain: Floats = (
        n * np.log(total * base / (left * right)) + parts - rest(np.full_like(n, total), n)
    )
    return gain


WORDPIECE: Score = Ratio("wordpiece")
PAIR_COUNT: Score = Count("bpe")
LIKELIHOOD_GAIN: Score = Gain("likelihood")
BLOG_CODE: Score = RoundedRatio("blog-code")


def check_tie_break(rule: str) -> None:
    """Raise ValueError for a tie-break that does not exist."""
    if rule not in TIE_BREAKS:
        raise ValueError(f"Unknown tie-break {rule!r}; choose one of {', '.join(TIE_BREAKS)}.")


def break_tie(tied: Sequence[Pair], rule: TieBreak, *, seed: int, index: int) -> Pair:
    """Return the winner among pairs with the same score, given in first-seen order.

    The random choice depends on the seed and the step number alone, so that the same
    training gives the same vocabulary in every process.

    >>> tied = [("h", "##u"), ("##u", "##g")]
    >>> break_tie(tied, "first-seen", seed=0, index=1)
    ('h', '##u')
    >>> break_tie(tied, "alphabetical", seed=0, index=1)
    ('##u', '##g')
    """
    if len(tied) == 1 or rule == "first-seen":
        return tied[0]
    if rule == "alphabetical":
        return min(tied)
    return random.Random(f"{seed}/{index}").choice(tied)
