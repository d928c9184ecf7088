"""What the timelines of all kinds of training have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from wordpiece.arguments import check_integer
from wordpiece.marking import Marking
from wordpiece.records import Growth, Pair, StopReason, WordState
from wordpiece.scoring import Score
from wordpiece.training.slots import Indices, Ints, Slots

Model = Literal["wordpiece", "bpe", "unigram"]
"""A model of the `tokenizers` library: longest match, merge replay, or the most probable split."""


class Table(NamedTuple):
    """Records as a table: the names of the columns, and the rows."""

    columns: tuple[str, ...]
    rows: Iterable[tuple[object, ...]]


class Splits(Mapping[str, tuple[str, ...]]):
    """Word to symbols after some step, in order of first occurrence; computed when needed."""

    def __init__(self, slots: Slots, step: int, split: Callable[[int, int], tuple[str, ...]]):
        self._slots = slots
        self._step = step
        self._split = split

    def __getitem__(self, word: str) -> tuple[str, ...]:
        return self._split(self._step, self._slots.positions[word])

    def __iter__(self) -> Iterator[str]:
        return iter(self._slots.words)

    def __len__(self) -> int:
        return len(self._slots.words)

    def __repr__(self) -> str:
        return f"<Splits: {len(self)} words after step {self._step}>"


class Steps(ABC):
    """Every state of a training, from step 0, its start, to ``len(steps)``.

    Methods take the step as their first argument and raise IndexError if it does not exist. A word
    is given by its position in `words`. The steps of a training never change; threads may share
    them, and they can be pickled.

    What only some kinds have is empty here: the score and the pairs of merges, the probabilities
    of Unigram.

    Attributes:
        stop_reason: why training has stopped; None if it can continue.
        special_tokens: the entries at the beginning of the vocabulary.
    """

    kind: ClassVar[str]
    """What a step is, in the plural; also the `kind` of the recipes that make such steps."""

    @property
    def score(self) -> Score | None:
        """The scoring rule of merges."""
        return None

    @property
    def encodes_by(self) -> Model:
        """The model that encodes with the vocabulary."""
        return "wordpiece"

    def __init__(
        self,
        slots: Slots,
        steps: int,
        stop_reason: StopReason | None,
        special_tokens: tuple[str, ...],
    ):
        self._slots = slots
        self._steps = steps
        self.stop_reason = stop_reason
        self.special_tokens = special_tokens

    def __len__(self) -> int:
        return self._steps

    def __repr__(self) -> str:
        end = f", stopped: {self.stop_reason}" if self.stop_reason else ""
        return f"<{type(self).__name__}: {len(self.words)} words, {self._steps} {self.kind}{end}>"

    def _check(self, step: int, first: int = 0) -> int:
        step = check_integer(step, "step")
        if not first <= step <= self._steps:
            raise IndexError(f"There is no step {step}; this training has {self._steps}.")
        return step

    def _check_all(self, steps: Sequence[int] | Ints) -> Indices:
        wanted = np.asarray(steps, dtype=np.intp)
        self._check(int(wanted.min())), self._check(int(wanted.max()))
        return wanted

    @property
    def words(self) -> tuple[str, ...]:
        """The words, in order of first occurrence."""
        return self._slots.words

    @property
    def frequencies(self) -> Ints:
        """How often each of `words` occurs; shape (W,)."""
        return self._slots.frequencies

    @property
    def occurrences(self) -> int:
        """The number of words in the corpus, repetitions included."""
        return int(self.frequencies.sum())

    @property
    def marking(self) -> Marking:
        """How symbols show where they are in a word."""
        return self._slots.marking

    def position_of(self, word: str) -> int | None:
        """Return the position of a word in `words`, None if it is not there."""
        return self._slots.positions.get(word)

    def _words_of(self, slots: Indices) -> list[int]:
        """Return the positions of the words of some slots, in corpus order."""
        words = np.searchsorted(self._slots.starts, slots, side="right") - 1
        return [int(word) for word in np.unique(words)]

    def splits(self, step: int) -> Splits:
        """Return word to symbols after a step."""
        return Splits(self._slots, self._check(step), self.split)

    def step_with(self, size: int) -> int:
        """Return the step whose vocabulary has nearly ``size`` entries, if any has; else the last.

        A vocabulary that a step can also make larger is complete only after the last step.
        """
        return self._steps

    def merges(self, step: int) -> list[Pair]:
        """Return the merges up to a step in the order of learning, without repetitions."""
        return []

    def log_probabilities(self, step: int) -> Mapping[str, float]:
        """Return the logarithm of the probability of each piece after a step."""
        return {}

    def words_holding(self, step: int, symbols: Sequence[str]) -> list[int]:
        """Return the positions of the words that contain symbols, one after the other."""
        wanted, n = tuple(symbols), len(symbols)
        splits = enumerate(self.splits(step).values())
        return [at for at, s in splits if any(s[i : i + n] == wanted for i in range(len(s)))]

    @abstractmethod
    def step_table(self, step: int) -> Table:
        """Return the records of the steps up to a step as a table."""

    @abstractmethod
    def choice_table(self, step: int) -> Table:
        """Return all that the step after a step could choose, as a table."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """The approximate size in bytes, without caches."""

    @abstractmethod
    def step(self, step: int) -> Any:
        """Return the record of a step, 1 or more."""

    @abstractmethod
    def vocabulary(self, step: int) -> list[str]:
        """Return the entries of the vocabulary after a step, in id order."""

    @abstractmethod
    def split(self, step: int, position: int) -> tuple[str, ...]:
        """Return the symbols of a word after a step."""

    @abstractmethod
    def word(self, step: int, position: int) -> WordState:
        """Return the state of a word after a step."""

    @abstractmethod
    def growth(self, step: int) -> Growth:
        """Return the sizes of vocabulary and corpus after a step."""

    @abstractmethod
    def growth_of(self, steps: Sequence[int] | Ints) -> Mapping[str, Any]:
        """Return the measures of the charts by name after some steps, shape (len(steps),) each."""
