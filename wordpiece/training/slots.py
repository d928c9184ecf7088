"""The corpus as flat slots: one slot for each alphabet symbol of a word, word after word.

    word        hug       pug
    slot        0 1   2   3 4   5
    symbol      h ##u ##g p ##u ##g

A merge removes boundaries inside words, and does nothing else. So one number for each slot, the
step that removed the boundary on its left, is the whole history of a training: the split of a word
after step k has exactly the boundaries that were removed later than k, or never.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index, mul
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from wordpiece.arguments import short_repr
from wordpiece.errors import CorpusError, quoted, too_large
from wordpiece.marking import LEADING_SPACE, Marking
from wordpiece.message import Message, message
from wordpiece.scoring import EXACT, Floats
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE

Ints = npt.NDArray[np.int64]
"""Counts, slots and ids, all of 64 bits, as counts need them."""

Bools = npt.NDArray[np.bool_]
"""Truth values."""

Whole = npt.NDArray[np.integer[Any]]
"""Integers of any size."""

Indices = npt.NDArray[np.intp]
"""Integers of the size of an address. Some functions of numpy (`np.repeat`, `np.bincount`,
``reduceat``) need these, and refuse 64-bit integers on a 32-bit platform, so those are cast."""


@dataclass(frozen=True)
class Slots:
    """The alphabet symbols of all words: W words and S slots.

    >>> slots = slots_of({"hug": 10, "pug": 5}, CONTINUATION_PREFIX)
    >>> [slots.alphabet[symbol] for symbol in slots.symbol], slots.starts.tolist()
    (['h', '##u', '##g', 'p', '##u', '##g'], [0, 3, 6])

    Attributes:
        words: the W words, in order of first occurrence.
        frequencies: shape (W,), how often each word occurs.
        starts: shape (W + 1,), the first slot of each word; the last entry is S.
        symbol: shape (S,), an index into ``alphabet``.
        alphabet: the different symbols; their order does not matter.
        marking: how the words were split.
        languages: shape (L, W), how often each word occurs in each of L languages; None if the
            score does not need it.
    """

    words: tuple[str, ...]
    frequencies: Ints
    starts: Ints
    symbol: Ints
    alphabet: tuple[str, ...]
    marking: Marking
    languages: Ints | None = None

    @cached_property
    def positions(self) -> dict[str, int]:
        """Word to its position in ``words``."""
        return {word: i for i, word in enumerate(self.words)}

    @cached_property
    def weights(self) -> Ints:
        """Shape (S,), the frequency of the word each slot belongs to."""
        return np.repeat(self.frequencies, np.diff(self.starts).astype(np.intp, copy=False))

    @cached_property
    def is_word_start(self) -> npt.NDArray[np.bool_]:
        """Shape (S,), True at the first slot of each word."""
        first = np.zeros(len(self.symbol), dtype=np.bool_)
        first[self.starts[:-1]] = True
        return first

    @cached_property
    def is_byte_level(self) -> bool:
        """Whether the symbols are bytes in GPT-2's spelling, in which ``Ġ`` is a space."""
        characters = {*"".join(self.alphabet)}
        has_space = self.marking == LEADING_SPACE or LEADING_SPACE.name in characters
        return has_space and CHAR_TO_BYTE.keys() >= characters

    @property
    def compares_bytes(self) -> bool:
        """Whether alphabetical order compares bytes in a tie, not code points.

        The two orders differ: a space is less than every letter, and its spelling ``Ġ`` is not.
        With languages the spelling is compared, as in the ``ParityBpeTrainer`` of the
        `tokenizers` library.
        """
        return self.is_byte_level and self.languages is None

    @property
    def key(self) -> Callable[[str], Any]:
        """What alphabetical order compares of a symbol in a tie: its bytes, or its code points."""
        return _bytes_of if self.compares_bytes else str


def _bytes_of(symbol: str) -> bytes:
    return bytes(map(CHAR_TO_BYTE.__getitem__, symbol))


def no_count(word: str, count: str) -> Message:
    """Return the sentence on a word whose count is not a count."""
    return message(
        "The count of {word} is {count}; it must be a whole number above 0.",
        word=word,
        count=count,
    )


def slots_of(word_frequencies: Mapping[str, int], marking: Marking, limit: int = EXACT) -> Slots:
    """Return words as slots.

    Raises:
        CorpusError: a word is empty, a frequency is not a whole number above 0, or the corpus has
            ``limit`` symbols or more, which cannot be counted exactly.
    """
    if not isinstance(word_frequencies, Mapping):
        raise CorpusError(
            message(
                "Training takes words and their counts, as in {example}, not {value}; "
                "Tokenizer.train counts the words of a text.",
                example="{'hug': 10}",
                value=short_repr(word_frequencies),
            )
        )
    counts = _checked(word_frequencies)
    words = tuple(word_frequencies)
    extra = 1 if marking.suffix else 0
    lengths = [len(word) + extra for word in words]
    total = sum(map(mul, lengths, counts))
    if total >= limit:
        raise CorpusError(too_large(total, limit))
    starts = np.zeros(len(words) + 1, dtype=np.int64)
    np.cumsum(lengths, dtype=np.int64, out=starts[1:])

    # Number all code points at once, which is faster than to look up each character in a dict.
    # Inside a word, a character with a prefix is a different symbol than at its beginning.
    suffix = "\0" * extra
    text = suffix.join([*words, ""])
    code = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    key = code.astype(np.int64) * 2 + 2
    if marking.prefix:
        key += 1
        key[starts[:-1]] -= 1
    if marking.suffix:
        key[starts[1:] - 1] = 0
    symbol, kinds = numbered(key)
    names = [
        (marking.prefix if kind & 1 else "") + chr((kind >> 1) - 1) if kind else marking.suffix
        for kind in kinds.tolist()
    ]
    # Symbols are the same if their strings are: "_" may be a suffix and a character.
    alphabet = tuple(dict.fromkeys(names))
    place = {name: i for i, name in enumerate(alphabet)}
    symbol = np.array([place[name] for name in names], dtype=np.int64)[symbol]
    frequencies = np.fromiter(counts, dtype=np.int64, count=len(words))
    return Slots(words, frequencies, starts, symbol, alphabet, marking)


def _checked(word_frequencies: Mapping[str, int]) -> list[int]:
    """Return the counts; raise CorpusError if a word or a count is invalid."""
    counts = [*word_frequencies.values()]
    kinds = {*map(type, word_frequencies)}, {*map(type, counts)}
    if kinds == ({str}, {int}) and "" not in word_frequencies and min(counts) > 0:
        return counts  # a check of all at once is quick
    for i, (word, frequency) in enumerate(word_frequencies.items()):
        if not isinstance(word, str):
            raise CorpusError(
                message("The word {word} is not a string.", word=short_repr(word)),
            )
        if not word:
            raise CorpusError(message("One of the words is empty; remove it."))
        if type(frequency) is not int and isinstance(frequency, SupportsIndex):
            counts[i] = -1 if isinstance(frequency, bool) else index(frequency)
        elif type(frequency) is not int:
            counts[i] = -1
        if counts[i] < 1:
            raise CorpusError(no_count(quoted(word), short_repr(frequency)))
    return counts


def numbered(keys: Ints) -> tuple[Whole, Whole]:
    """Number the different keys in ascending order.

    >>> number, kinds = numbered(np.array([7, 3, 7]))
    >>> number.tolist(), kinds.tolist()
    ([1, 0, 1], [3, 7])

    Args:
        keys: shape (n,), integers from 0.

    Returns:
        The number of each key, shape (n,), in few bits, which numpy sorts faster; and the
        different keys, in the order of their numbers.
    """
    size = int(keys.max(initial=0)) + 1
    if size <= 4 * len(keys):  # counting is several times faster than sorting
        found = np.bincount(keys.astype(np.intp, copy=False)) > 0
        kinds: Whole = np.flatnonzero(found)
        number: Whole = (np.cumsum(found) - 1)[keys]
    else:
        kinds, number = np.unique(keys, return_inverse=True)
    return number.reshape(-1).astype(np.uint16 if len(kinds) < 2**16 else np.intp), kinds


def weighted_count(ids: Whole, weights: Ints | Floats, size: int) -> Floats:
    """Return the sum of the weights of each id, shape (size,)."""
    counted = np.bincount(ids.astype(np.intp, copy=False), weights=weights, minlength=size)
    return counted.astype(np.float64, copy=False)
