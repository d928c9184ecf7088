"""The log of a training: each merge, and the step that removed each boundary.

For each boundary between characters a `Log` holds the step that removed it; see `slots`. That is
enough for any state: the split of a word after step k is one pass over the word, and all splits
are one pass of numpy over the corpus.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wordpiece.errors import UnknownPairError
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.scoring import Floats, Score, TieBreak
from wordpiece.training.slots import Ints, Slots


class Entry(NamedTuple):
    """One merge as the log keeps it: in ids and counts. See `MergeStep` for what they mean.

    >>> entry = Entry((0, 1), (0, 1), 4, (15, 15, 15), 15, 15, True, False, 1)
    >>> entry.pair, entry.counts
    ((0, 1), (15, 15, 15))
    """

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
"""How many whole numbers of an entry `Log` keeps in a row: all but token and score."""


class Log:
    """Everything that a trainer records. It only grows, by one entry in each column a merge.

    >>> from wordpiece import BPETrainer
    >>> trainer = BPETrainer({"hug": 10, "pug": 5}, max_merges=2)
    >>> made = trainer.run()
    >>> log = trainer._log
    >>> len(log), [log.token(index) for index in (1, 2)], log.split(0, 1)
    (2, ['ug', 'hug'], ('h', 'ug'))
    """

    def __init__(
        self,
        *,
        slots: Slots,
        removed_at: array[int],
        tokens: list[str],
        vocabulary: list[str],
        special_tokens: tuple[str, ...],
        alphabet: tuple[str, ...],
        score: Score,
        tie_break: TieBreak,
        seed: int,
    ):
        self.slots = slots
        self.removed_at = removed_at
        self.tokens = tokens
        self.vocabulary = vocabulary
        self.special_tokens = special_tokens
        self.alphabet = alphabet
        self.score = score
        self.tie_break: TieBreak = tie_break
        self.seed = seed

        # Flat numbers take a tenth of the memory of so many records, and travel between processes
        # as they are.
        self._numbers = array("q")
        self._scores = array("d")
        self._token = array("q")
        # These have a value for step 0 as well.
        self.in_use = array("q", [len(slots.alphabet)])
        self.vocabulary_size = array("q", [len(vocabulary)])
        self.corpus_tokens = array("q", [int(slots.weights.sum())])

    def __len__(self) -> int:
        return len(self._token)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "word_index"}

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes: 80 for a string, 8 for a number."""
        strings = 80 * (len(self.slots.words) + len(self.tokens))
        numbers = 3 * len(self.slots.words) + 2 * len(self.removed_at) + 16 * len(self)
        return strings + 8 * numbers

    def append(self, entry: Entry, in_use_change: int) -> None:
        """Add one merge."""
        pair, best_pair, token, counts, score, replaced, is_new, forced, tied = entry
        self._numbers.extend((*pair, *best_pair, *counts, replaced, is_new, forced, tied))
        self._scores.append(score)
        self._token.append(token)
        self.in_use.append(self.in_use[-1] + in_use_change)
        self.vocabulary_size.append(self.vocabulary_size[-1] + entry.is_new)
        self.corpus_tokens.append(self.corpus_tokens[-1] - entry.replaced)

    def extend(self, merges: Ints, scores: Floats, is_new: list[bool]) -> None:
        """Add merges of winners, as `PairIndex.run` returns them."""
        numbers = np.zeros((len(merges), NUMBERS), dtype=np.int64)
        numbers[:, 0:2] = numbers[:, 2:4] = merges[:, 0:2]
        numbers[:, 4:8] = merges[:, 3:7]
        numbers[:, 8], numbers[:, 10] = is_new, merges[:, 8]
        self._numbers.frombytes(numbers.tobytes())
        self._scores.frombytes(scores.tobytes())
        self._token.frombytes(merges[:, 2].tobytes())
        for column, changes in (
            (self.in_use, merges[:, 7]),
            (self.vocabulary_size, is_new),
            (self.corpus_tokens, -merges[:, 6]),
        ):
            column.frombytes((column[-1] + np.cumsum(changes, dtype=np.int64)).tobytes())

    def record(self, index: int, tied: tuple[Pair, ...]) -> MergeStep:
        """Return merge number ``index`` as a record. The log keeps only the number of ``tied``."""
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
        )

    def ties(self, index: int) -> int:
        """Return how many pairs had the best score at step ``index``; 1 means there was no tie."""
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

    @cached_property
    def word_index(self) -> dict[str, int]:
        """Word to its position in ``slots.words``."""
        return {word: i for i, word in enumerate(self.slots.words)}

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
        """Return all splits after a step: the first slot and the symbol id of each symbol."""
        if not step:
            return np.arange(len(self.removed_at)), self.slots.symbol.copy()
        removed = np.frombuffer(self.removed_at, dtype=np.int32)
        standing = (removed == 0) | (removed > step)
        starts = np.flatnonzero(standing)
        inside = np.flatnonzero(~standing)
        ids = self.slots.symbol.copy()
        if len(inside):
            # A symbol of several slots was made by the last merge inside it.
            first = np.flatnonzero(standing[inside - 1])
            made_by = np.maximum.reduceat(removed[inside], first)
            token = np.array(self._token[:step])
            ids[inside[first] - 1] = token[made_by - 1]
        return starts, ids[starts]

    def makes(self, left: Ints, right: Ints, size: int) -> Ints:
        """Return the id of the token that each pair would make, -1 if there is none below size."""
        name, join = self.tokens[:size], self.slots.marking.join
        ids = {token: i for i, token in enumerate(name)}
        pairs = zip(left.tolist(), right.tolist(), strict=True)
        return np.array([ids.get(join(name[a], name[b]), -1) for a, b in pairs], dtype=np.int64)

    def standing(self, starts: npt.NDArray[np.intp], ids: Ints, pair: Pair) -> npt.NDArray[np.intp]:
        """Return the indices in `symbols` of a pair's left part, its right part being next."""
        left, right = (self.tokens.index(part) if part in self.tokens else -1 for part in pair)
        inside = ~self.slots.is_word_start[starts[1:]]
        return np.flatnonzero((ids[:-1] == left) & (ids[1:] == right) & inside)

    def until(self, step: int) -> Log:
        """Return a log of the first ``step`` merges that can be continued on its own.

        Tokens have the same ids; those of later merges may be made again.
        """
        removed = np.array(self.removed_at, dtype=np.int32)
        removed[removed > step] = 0
        log = Log(
            slots=self.slots,
            removed_at=array("i", removed.tobytes()),
            tokens=list(self.tokens),
            vocabulary=self.vocabulary[: self.vocabulary_size[step]],
            special_tokens=self.special_tokens,
            alphabet=self.alphabet,
            score=self.score,
            tie_break=self.tie_break,
            seed=self.seed,
        )
        log._numbers, log._scores = self._numbers[: NUMBERS * step], self._scores[:step]
        log._token = self._token[:step]
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
        """Return a log of the first ``step`` merges and one more, of ``pair``, with the same ids.

        Args:
            step: merges to keep.
            pair: the pair to merge then.
            row: its row in the score table after ``step``; None if it has none.
            best_pair: the ids of the pair that the score would have chosen.
            tied: how many pairs have its score.

        Raises:
            UnknownPairError: ``row`` is None.
        """
        if row is None:
            raise UnknownPairError(pair, step + 1)
        starts, ids = self.symbols(step)
        here = self.standing(starts, ids, pair)
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
    """Tell which places of a pair (a, a), ascending, overlap one that merges.

    In a run such as ``aaaa`` that is every other place.

    >>> overlapping(np.array([0, 1, 2, 7])).tolist()  # aaaa at 0, and one more pair at 7
    [False, True, False, False]
    """
    at = np.arange(len(places))
    run = np.maximum.accumulate(np.where(np.diff(places, prepend=-2) > 1, at, 0))
    overlap: npt.NDArray[np.bool_] = (at - run) % 2 == 1
    return overlap
