"""What the timelines of all kinds of training have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from wordpiece.arguments import check_integer
from wordpiece.marking import Marking
from wordpiece.records import Growth, StopReason, WordState
from wordpiece.training.slots import Indices, Ints, Slots


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

    Attributes:
        stop_reason: why training has stopped; None if it can continue.
    """

    _unit: ClassVar[str]  # what one step is, in the plural

    def __init__(self, slots: Slots, steps: int, stop_reason: StopReason | None):
        self._slots = slots
        self._steps = steps
        self.stop_reason = stop_reason

    def __len__(self) -> int:
        return self._steps

    def __repr__(self) -> str:
        end = f", stopped: {self.stop_reason}" if self.stop_reason else ""
        return f"<{type(self).__name__}: {len(self.words)} words, {self._steps} {self._unit}{end}>"

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
