"""The log of a training: each merge, and the step that removed each boundary.

The step that removed each boundary between characters (see `slots`) is enough to restore any state:
the split of a word after step k is one pass over the word, and all splits are one pass of numpy
over the corpus.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wordpiece.errors import UnknownPairError
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.scoring import Score, TieBreak
from wordpiece.training.slots import Ints, Slots


class Entry(NamedTuple):
    """One merge in ids and counts; `MergeStep` explains each field."""

    pair: tuple[int, int]
    best_pair: tuple[int, int]
    token: int
    counts: tuple[int, int, int]
    score: float
    replaced: int
    is_new: bool
    forced: bool
    tied: int


NUMBERS = 11
"""Whole numbers that `Log` stores for each entry: all fields except token and score."""


@dataclass(kw_only=True, eq=False, repr=False)
class Log:
    """The settings of a training, and all that it records: one entry in each column for a merge.

    Attributes:
        slots: the corpus.
        removed_at: for each slot the step that removed the boundary on its left, 0 if none did.
        tokens: the symbols, in the order of their ids here. They include tokens that were only
            considered.
        vocabulary: the entries in id order.
        in_use, vocabulary_size, corpus_tokens: the counts of `Growth` after each step, from 0.
    """

    slots: Slots
    removed_at: array  # type: ignore[type-arg]  # array[int] needs Python 3.12
    tokens: list[str]
    vocabulary: list[str]
    special_tokens: tuple[str, ...]
    alphabet: tuple[str, ...]
    score: Score
    tie_break: TieBreak
    seed: int

    def __post_init__(self) -> None:
        # Flat arrays take a tenth of the memory of records, and are pickled quickly.
        self._numbers = array("q")
        self._scores = array("d")
        self._token = array("q")
        # These columns begin with step 0.
        self.in_use = array("q", [len(self.slots.alphabet)])
        self.vocabulary_size = array("q", [len(self.vocabulary)])
        self.corpus_tokens = array("q", [int(self.slots.weights.sum())])

    def __len__(self) -> int:
        return len(self._token)

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes: 80 for a string, 8 for a number."""
        strings = 80 * (len(self.slots.words) + len(self.tokens))
        numbers = 3 * len(self.slots.words) + 2 * len(self.removed_at) + 16 * len(self)
        if self.slots.languages is not None:
            numbers += self.slots.languages.size
        return strings + 8 * numbers

    def append(self, entry: Entry, in_use_change: int) -> None:
        """Add one merge."""
        pair, best_pair, token, counts, score, replaced, is_new, forced, tied = entry
        self._numbers.extend((*pair, *best_pair, *counts, replaced, is_new, forced, tied))
        self._scores.append(score)
        self._token.append(token)
        self.in_use.append(self.in_use[-1] + in_use_change)
        self.vocabulary_size.append(self.vocabulary_size[-1] + is_new)
        self.corpus_tokens.append(self.corpus_tokens[-1] - replaced)

    def record(self, index: int, tied: tuple[Pair, ...]) -> MergeStep:
        """Return merge number ``index`` as a record, with ``tied``, which the log does not hold."""
        a, b, best_a, best_b, pair_count, left_count, right_count, replaced, is_new, forced, _ = (
            self._numbers[NUMBERS * (index - 1) : NUMBERS * index]
        )
        return MergeStep(
            index=index,
            pair=(self.tokens[a], self.tokens[b]),
            token=self.tokens[self._token[index - 1]],
            is_new_token=bool(is_new),
            pair_count=pair_count,
            left_count=left_count,
            right_count=right_count,
            score=self._score_of(index),
            tied=tied,
            forced=bool(forced),
            best_pair=(self.tokens[best_a], self.tokens[best_b]),
            replaced_count=replaced,
            language=self.language_tokens(index - 1)[1] if self.score.by_language else None,
        )

    def ties(self, index: int) -> int:
        """Return how many pairs had the best score at step ``index``; 1 means no tie."""
        return self._numbers[NUMBERS * index - 1]

    def _score_of(self, index: int) -> float:
        return self.score.recorded(self._scores[index - 1])

    def pair(self, index: int) -> Pair:
        """Return the pair merged at step ``index``."""
        left, right = self._numbers[NUMBERS * (index - 1) : NUMBERS * (index - 1) + 2]
        return self.tokens[left], self.tokens[right]

    def token(self, index: int) -> str:
        """Return the token that step ``index`` made."""
        return self.tokens[self._token[index - 1]]

    def split(self, word: int, step: int) -> tuple[str, ...]:
        """Return the symbols of a word, given by its position, after a step."""
        return tuple(symbol for symbol, _ in self.pieces(word, step))

    def pieces(self, word: int, step: int) -> Iterator[tuple[str, range]]:
        """Yield the symbols of a word after a step, each with the slots it covers in the word."""
        start, end = int(self.slots.starts[word]), int(self.slots.starts[word + 1])
        marking = self.slots.marking
        text = self.slots.words[word]
        chars = [*text, marking.suffix] if marking.suffix else text
        removed = self.removed_at[start:end]
        left = 0
        for right in range(1, end - start + 1):
            if right == end - start or not 0 < removed[right] <= step:
                symbol = "".join(chars[left:right])
                yield (marking.prefix + symbol if left else symbol), range(left, right)
                left = right

    def symbols(self, step: int) -> tuple[npt.NDArray[np.intp], Ints]:
        """Return the first slot and the id of each symbol in the splits after a step."""
        if not step:
            return np.arange(len(self.removed_at)), self.slots.symbol.copy()
        removed = np.frombuffer(self.removed_at, dtype=np.int32)
        is_start = (removed == 0) | (removed > step)
        starts, inside = np.flatnonzero(is_start), np.flatnonzero(~is_start)
        ids = self.slots.symbol.copy()
        if len(inside):
            # A symbol of several slots was made by the last merge inside it.
            first = np.flatnonzero(is_start[inside - 1])
            made_by = np.maximum.reduceat(removed[inside], first)
            token = np.array(self._token[:step])
            ids[inside[first] - 1] = token[made_by - 1]
        return starts, ids[starts]

    def language_tokens(self, step: int) -> tuple[Ints, int]:
        """Return how many tokens each language has after a step, shape (L,), and which one chooses.

        Languages whose words are single symbols cannot choose, unless all are.
        """
        languages = self.slots.languages
        assert languages is not None
        in_word = np.diff(np.searchsorted(self.symbols(step)[0], self.slots.starts))
        tokens: Ints = languages @ in_word
        return tokens, int(np.argmax(np.where(tokens > languages.sum(axis=1), tokens, -1)))

    def makes(self, left: Ints, right: Ints, size: int) -> Ints:
        """Return the id of the token that each pair would make, -1 if it is not below ``size``."""
        name, join = self.tokens[:size], self.slots.marking.join
        ids = {token: i for i, token in enumerate(name)}
        pairs = zip(left.tolist(), right.tolist(), strict=True)
        return np.array([ids.get(join(name[a], name[b]), -1) for a, b in pairs], dtype=np.int64)

    def places_of(
        self, pair: Pair, starts: npt.NDArray[np.intp], ids: Ints
    ) -> npt.NDArray[np.intp]:
        """Return where a pair occurs: the indices of its left symbols among those of `symbols`."""
        left, right = (self.tokens.index(part) if part in self.tokens else -1 for part in pair)
        inside = ~self.slots.is_word_start[starts[1:]]
        return np.flatnonzero((ids[:-1] == left) & (ids[1:] == right) & inside)

    def until(self, step: int) -> Log:
        """Return a log of the first ``step`` merges, which a trainer can continue.

        All tokens keep their ids, also those of later merges, which may be made again.
        """
        removed = np.array(self.removed_at, dtype=np.int32)
        removed[removed > step] = 0
        log = copy(self)
        log.removed_at = array("i", removed.tobytes())
        log.tokens = list(self.tokens)
        log.vocabulary = self.vocabulary[: self.vocabulary_size[step]]
        log._numbers = self._numbers[: NUMBERS * step]
        log._scores, log._token = self._scores[:step], self._token[:step]
        log.in_use = self.in_use[: step + 1]
        log.vocabulary_size = self.vocabulary_size[: step + 1]
        log.corpus_tokens = self.corpus_tokens[: step + 1]
        return log

    def fork(
        self,
        step: int,
        pair: Pair,
        row: PairScore | None,
        best_pair: tuple[int, int],
        tied: int,
    ) -> Log:
        """Return a log of the first ``step`` merges and one more, of ``pair``. Ids do not change.

        Args:
            step: merges to keep.
            pair: the pair to merge next.
            row: the row of the pair in the score table after ``step``; None if it does not occur.
            best_pair: the ids of the pair that the score would have chosen.
            tied: how many pairs share the best score.

        Raises:
            UnknownPairError: ``row`` is None.
        """
        if row is None:
            raise UnknownPairError(pair, step + 1)
        starts, ids = self.symbols(step)
        here = self.places_of(pair, starts, ids)
        log = self.until(step)
        left, right = map(log.tokens.index, pair)
        merged = here[~overlapping(here)] if left == right else here
        token = self.slots.marking.join(*pair)
        if token not in log.tokens:
            log.tokens.append(token)
        is_new = token not in log.vocabulary
        log.vocabulary += [token] * is_new
        removed = np.frombuffer(log.removed_at, dtype=np.int32)
        removed[starts[merged + 1]] = step + 1
        entry = Entry(
            pair=(left, right),
            best_pair=best_pair,
            token=log.tokens.index(token),
            counts=(row.pair_count, row.left_count, row.right_count),
            score=row.score,
            replaced=int(self.slots.weights[starts[merged]].sum()),
            is_new=is_new,
            forced=True,
            tied=tied,
        )
        ids[merged] = entry.token
        left_over = np.delete(ids, merged + 1).astype(np.intp, copy=False)
        in_use = np.bincount(left_over, minlength=1)
        log.append(entry, int(np.count_nonzero(in_use)) - self.in_use[step])
        return log


def overlapping(places: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Return which places of a pair (a, a), in ascending order, overlap the place merged before.

    In a run such as ``aaaa`` that is every second place.
    """
    at = np.arange(len(places))
    run = np.maximum.accumulate(np.where(np.diff(places, prepend=-2) > 1, at, 0))
    overlap: npt.NDArray[np.bool_] = (at - run) % 2 == 1
    return overlap
