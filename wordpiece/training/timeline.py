"""The state of a training after any step, without snapshots.

A `Timeline` is a read-only view of a log up to some step. It may outlive its trainer, be shared
between threads, and be pickled for another process. Each state is computed from the log; a cache
that all timelines share keeps the score tables used last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from threading import RLock
from typing import Any, Literal
from weakref import finalize

import numpy as np
import numpy.typing as npt

from wordpiece.records import Growth, MergeStep, Pair, PairInWord, StopReason, WordState
from wordpiece.scoring import Score, TieBreak, TieOrder
from wordpiece.text.pre_tokenizers import text_to_bytes
from wordpiece.training.log import Log
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.slots import Ints, weighted_count
from wordpiece.training.steps import Model, Steps, Table
from wordpiece.training.story import TokenStory

WordOrder = Literal["corpus", "frequency", "alphabet", "length", "symbols"]
"""The order of words; see `Timeline.find_words`."""

WORD_ORDERS: tuple[WordOrder, ...] = ("corpus", "frequency", "alphabet", "length", "symbols")
"""All orders of words."""

_CACHED_TABLES = 64 * 2**20
"""Bytes of cached score tables, of all timelines together. A page needs the same two or three
several times, and so do other visitors at the same step."""


class _Tables:
    """A cache of the score tables used last, bounded by their size in bytes. Thread-safe."""

    def __init__(self, size: int):
        self._size = size
        # The garbage collector may call `drop` during any of these methods.
        self._lock = RLock()
        self._bytes = 0
        self._kept: OrderedDict[tuple[int, int], ScoreTable] = OrderedDict()

    def get(self, timeline: int, log: Log, step: int) -> ScoreTable:
        key = timeline, step
        with self._lock:
            if table := self._kept.get(key):
                self._kept.move_to_end(key)
                return table
        table = ScoreTable(log, step)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = table
                self._bytes += table.nbytes
            # A merge is explained by the tables before and after it, so always keep two.
            while self._bytes > self._size and len(self._kept) > 2:
                self._bytes -= self._kept.popitem(last=False)[1].nbytes
        return table

    def drop(self, timeline: int) -> None:
        """Remove the tables of a timeline that was garbage-collected."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == timeline]:
                self._bytes -= self._kept.pop(key).nbytes


_tables = _Tables(_CACHED_TABLES)
_number = count()


STEP_COLUMNS = tuple(
    "index left right token is_new_token pair_count left_count right_count score fraction tied "
    "forced best_left best_right replaced_count".split()
)
"""Columns of the step log."""
SCORE_COLUMNS = tuple(
    "rank left right token pair_count left_count right_count score fraction count_rank tied".split()
)
"""Columns of the score table after a step."""


class Timeline(Steps):
    """Every state of a training by merges; `Trainer.timeline` returns one.

    >>> timeline.splits(3)["hugs"], timeline.step(3).pair
    (('hugs',), ('hu', '##gs'))
    >>> timeline.scores(3).rows(0, 1)[0].pair == timeline.step(4).pair
    True
    """

    kind = "merges"

    def __init__(self, log: Log, steps: int, stop_reason: StopReason | None):
        super().__init__(log.slots, steps, stop_reason, log.special_tokens)
        self._log = log
        self._number = next(_number)
        finalize(self, _tables.drop, self._number)

    def __reduce__(self) -> tuple[type[Timeline], tuple[Log, int, StopReason | None]]:
        return Timeline, (self._log, self._steps, self.stop_reason)

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes, without score tables."""
        return self._log.nbytes

    def log_until(self, step: int) -> Log:
        """Return a copy of the log of the first ``step`` merges, for a trainer to continue.

        Raises:
            IndexError: the step does not exist.
        """
        return self._log.until(self._check(step))

    # The settings and the corpus.

    @property
    def word_starts(self) -> Ints:
        """The first slot of each word, and the number of slots: shape (W + 1,)."""
        return self._log.slots.starts

    @property
    def score(self) -> Score:
        """The scoring rule."""
        return self._log.score

    @property
    def tie_break(self) -> TieBreak:
        """The rule among equal scores."""
        return self._log.tie_break

    @property
    def is_byte_level(self) -> bool:
        """Whether the symbols are bytes in GPT-2's spelling."""
        return self._log.slots.is_byte_level

    @property
    def key(self) -> Callable[[str], Any]:
        """What alphabetical order compares of a symbol in a tie; see `Slots.compares_bytes`."""
        return self._log.slots.key

    def tie_order(self, rule: TieBreak | None = None) -> TieOrder:
        """Return how a rule, by default that of the training, decides a tie of its pairs."""
        rule = rule or self.tie_break
        if self._log.slots.compares_bytes and rule == "alphabetical":
            return "alphabetical by bytes"
        if self._log.slots.compares_bytes and rule == "greatest":
            return "greatest by bytes"
        return rule

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The alphabet without special tokens, sorted by code point.

        Includes the ``alphabet`` that the trainer was given.
        """
        return self._log.alphabet

    @property
    def languages(self) -> Ints | None:
        """The counts of each word in each language, shape (L, W), if the score is by language."""
        return self._log.slots.languages

    @property
    def encodes_by(self) -> Model:
        return "bpe" if self.score.ranks_by_count else "wordpiece"

    # Merges.

    def merges(self, step: int) -> list[Pair]:
        """Return the merges up to a step in the order of learning, without repetitions.

        A word such as ``####`` can have the same pair merged twice; encoding uses the first rank.
        """
        return [*dict.fromkeys(map(self._log.pair, range(1, self._check(step) + 1)))]

    def pair(self, step: int) -> Pair:
        """Return the pair merged by a step, 1 or more."""
        return self._log.pair(self._check(step, 1))

    def step(self, step: int) -> MergeStep:
        """Return the record of a merge, 1 or more. Needs a score table, for the tied pairs."""
        self._check(step, 1)
        return self._log.record(step, self.scores(step - 1).tied)

    def merge(self, step: int) -> MergeStep:
        """Return the record of a merge, 1 or more, with an empty ``tied``, which is quick."""
        return self._log.record(self._check(step, 1), ())

    def ties(self, step: int) -> int:
        """Return how many pairs shared the best score at a merge, 1 or more; 1 means no tie."""
        return self._log.ties(self._check(step, 1))

    def removed_at(self) -> Ints:
        """Return for each slot the step that removed the boundary on its left, or 0."""
        removed = np.array(self._log.removed_at, dtype=np.int64)
        return np.where(removed > self._steps, 0, removed)

    def boundary_steps(self, position: int) -> tuple[int, ...]:
        """Return for each boundary inside a word the step that removes it, or 0.

        After step k the word has the boundaries with 0 or a number above k. With a suffix, the last
        boundary is the one before the suffix.
        """
        first, end = self.word_starts[position : position + 2].tolist()
        removed = self._log.removed_at[first + 1 : end]
        return tuple(step if step <= self._steps else 0 for step in removed)

    def tokens_made(self, steps: Iterable[int]) -> list[str]:
        """Return the tokens that some steps, 1 or more, made."""
        return [self._log.token(self._check(step, 1)) for step in steps]

    def steps(self) -> Iterator[MergeStep]:
        """Return all merges in order."""
        return (self.step(step) for step in range(1, self._steps + 1))

    def story(self, token: str, until: int | None = None) -> TokenStory:
        """Return the history of a token up to a step, by default the last.

        Raises:
            UnknownTokenError: the token is not in the vocabulary after that step.
        """
        return TokenStory(self._log, token, self._check(self._steps if until is None else until))

    def fork(self, step: int, pair: Pair) -> Timeline:
        """Return the training up to ``step`` and one more, forced merge of ``pair``.

        >>> bpe_timeline.fork(0, ("h", "u")).splits(1)["hug"]
        ('hu', 'g')

        Raises:
            UnknownPairError: the pair does not occur in any word after ``step``.
        """
        table = self.scores(step)
        best = [int(column[0]) if len(table) else -1 for column in table.columns[:2]]
        log = self._log.fork(step, pair, table.find(pair), (best[0], best[1]), table.ties)
        return Timeline(log, step + 1, None)

    # The state after a step.

    def scores(self, step: int) -> ScoreTable:
        """Return the score table after a step, from which the next step chooses a pair."""
        return _tables.get(self._number, self._log, self._check(step))

    def split(self, step: int, position: int) -> tuple[str, ...]:
        return self._log.split(position, self._check(step))

    def vocabulary(self, step: int) -> list[str]:
        """Return the vocabulary after a step, in id order.

        >>> bpe_timeline.vocabulary(2)
        ['b', 'g', 'h', 'n', 'p', 's', 'u', 'ug', 'un']
        """
        return self._log.vocabulary[: self._log.vocabulary_size[self._check(step)]]

    def in_use(self, step: int) -> set[str]:
        """Return the symbols that occur in some word after a step."""
        return set(map(self._log.tokens.__getitem__, self.scores(step).symbols.tolist()))

    def symbol_counts(self, step: int) -> list[tuple[str, int]]:
        """Return the symbols in use after a step, each with its count, most frequent first.

        If the score counts symbols by pairs (`Score.parts`), a symbol's count is the number of
        pairs that contain it, and symbols without pairs are left out.

        >>> bpe_timeline.symbol_counts(0)[:3]
        [('u', 36), ('g', 20), ('p', 17)]
        """
        starts, ids = self._log.symbols(self._check(step))
        weights = self._log.slots.weights[starts]
        if self.score.parts == "pairs":
            left = np.flatnonzero(~self._log.slots.is_word_start[starts[1:]])
            ids, weights = np.r_[ids[left], ids[left + 1]], np.tile(weights[left], 2)
        counts = weighted_count(ids, weights, len(self._log.tokens))
        order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
        return [(self._log.tokens[i], int(counts[i])) for i in order.tolist()]

    def words_holding(self, step: int, symbols: Sequence[str]) -> list[int]:
        left, right = symbols
        return [position for position, _ in self.counted_in(step, (left, right))]

    def counted_in(self, step: int, pair: Pair) -> list[tuple[int, int]]:
        """Return the positions of the words that contain a pair after a step, each with a count.

        The count is how often the pair occurs in the word, times the word's frequency.
        """
        starts, ids = self._log.symbols(self._check(step))
        here = self._log.places_of(pair, starts, ids)
        words = np.searchsorted(self._log.slots.starts, starts[here], side="right") - 1
        found, times = np.unique(words, return_counts=True)
        counts = times * self._log.slots.frequencies[found]
        return list(zip(found.tolist(), counts.tolist(), strict=True))

    def pair_in_word(self, step: int, position: int, pair: Pair) -> PairInWord:
        """Return where a pair occurs in a word after a step, and how the word counts."""
        symbols = self._log.split(position, self._check(step))
        frequency = int(self._log.slots.frequencies[position])
        lefts, rights = (
            tuple(i for i, symbol in enumerate(symbols) if symbol == part) for part in pair
        )
        together = tuple(i for i in lefts if symbols[i + 1 : i + 2] == pair[1:])

        def counted(places: tuple[int, ...]) -> int:
            if self.score.parts == "symbols":
                return frequency * len(places)
            return frequency * sum((i > 0) + (i + 1 < len(symbols)) for i in places)

        return PairInWord(
            lefts, rights, together, frequency * len(together), counted(lefts), counted(rights)
        )

    def growth(self, step: int) -> Growth:
        """Return the sizes of vocabulary and corpus after a step."""
        self._check(step)
        log = self._log
        return Growth(step, log.vocabulary_size[step], log.in_use[step], log.corpus_tokens[step])

    def growth_of(self, steps: Sequence[int] | Ints) -> dict[str, Ints]:
        """Return the measures of `Growth` by name after some steps, shape (len(steps),) each."""
        at = self._check_all(steps).tolist()
        log = self._log
        columns = {
            "vocabulary": log.vocabulary_size,
            "in_use": log.in_use,
            "corpus_tokens": log.corpus_tokens,
        }
        return {name: np.array([column[i] for i in at]) for name, column in columns.items()}

    def step_table(self, step: int) -> Table:
        """Return the merges up to a step as a table.

        index, left, right, token, is_new_token, pair_count, left_count, right_count,
        replaced_count, forced: as in `MergeStep`. score: all digits; an integer for pair counts.
        fraction: the score, not reduced, such as ``5/100``. tied: the number of pairs with the best
        score. best_left, best_right: the pair that score and tie-break chose. language, if the
        score is by language: the number of the one that chose, from 1 in the order of the text.
        """
        by_language = ("language",) if self.score.by_language else ()
        rows = map(self._step_row, range(1, self._check(step) + 1))
        return Table(STEP_COLUMNS + by_language, rows)

    def _step_row(self, index: int) -> tuple[object, ...]:
        merge = self.merge(index)
        counts = merge.pair_count, merge.left_count, merge.right_count
        return (
            *(index, *merge.pair, merge.token, merge.is_new_token),
            *(*counts, merge.score, self.score.formula(merge).unreduced),
            *(self.ties(index), merge.forced, *merge.best_pair, merge.replaced_count),
            *(() if merge.language is None else (merge.language + 1,)),
        )

    def choice_table(self, step: int) -> Table:
        """Return all pairs after a step, best first, with the columns of `PairScore`."""
        rows = (
            (
                *(row.rank, *row.pair, self.marking.join(*row.pair)),
                *(row.pair_count, row.left_count, row.right_count),
                *(row.score, self.score.formula(row).unreduced),
                *(row.count_rank, row.tied),
            )
            for row in self.scores(step).rows()
        )
        return Table(SCORE_COLUMNS, rows)

    def language_tokens(self, step: int) -> Ints:
        """Return how many tokens each language has after a step, shape (L,); see `languages`."""
        return self._log.language_tokens(self._check(step))[0]

    def word(self, step: int, position: int) -> WordState:
        """Return the state of a word after a step."""
        self._check(step)
        log = self._log
        removed = log.removed_at[log.slots.starts[position] : log.slots.starts[position + 1]]
        pieces = list(log.pieces(position, step))
        made = tuple(
            i
            for i, (_, slots) in enumerate(pieces)
            if step and any(removed[slot] == step for slot in slots[1:])
        )
        merging = tuple(
            i - 1
            for i, (_, slots) in enumerate(pieces)
            if removed[slots[0]] == step + 1 <= self._steps
        )
        symbols = tuple(symbol for symbol, _ in pieces)
        return WordState(
            word=log.slots.words[position],
            frequency=int(log.slots.frequencies[position]),
            symbols=symbols,
            before=log.split(position, step - 1) if made else symbols,
            made=made,
            merging=merging,
        )

    def changed_words(self, step: int) -> list[int]:
        """Return the positions of the words that a step changed, in corpus order."""
        self._check(step)
        if not step:
            return []
        removed = np.frombuffer(self._log.removed_at, dtype=np.int32)
        return self._words_of(np.flatnonzero(removed == step))

    def spellings(self, text: str) -> tuple[str, ...]:
        """Return how words and tokens may write a text: as it is, and in bytes if they do so."""
        return (text, text_to_bytes(text)) if self.is_byte_level else (text,)

    def containing(self, step: int, text: str) -> npt.NDArray[np.bool_]:
        """Return for each word whether it contains a text, or has it as a symbol after a step.

        The text may be written as in `spellings`.
        """
        texts = self.spellings(text)
        has = np.array([any(each in word for each in texts) for word in self.words], dtype=np.bool_)
        for each in texts:
            has[self.words_with(step, each)] = True
        return has

    def words_with(self, step: int, symbol: str) -> list[int]:
        """Return the positions of the words that contain a symbol after a step, in corpus order."""
        starts, ids = self._log.symbols(self._check(step))
        try:
            wanted = self._log.tokens.index(symbol)
        except ValueError:
            return []
        return self._words_of(starts[ids == wanted])

    def find_words(
        self,
        step: int,
        *,
        contains: str = "",
        order: WordOrder = "corpus",
        first: Iterable[Iterable[int]] = (),
    ) -> Ints:
        """Return the positions of words, shape (words found,).

        Args:
            step: the words are searched and sorted as they are after this step.
            contains: only words that contain this text; see `containing`.
            order: the order of the words. Only "symbols" depends on the step.
            first: groups of positions. Words of the first group come first, then those of the
                second, and so on, then all others.
        """
        found = np.arange(len(self.words), dtype=np.int64)
        if contains:
            found = found[self.containing(step, contains)]
        keys: dict[str, Callable[[int], Any]] = {
            "frequency": lambda i: -int(self._log.slots.frequencies[i]),
            "alphabet": lambda i: self.words[i],
            "length": lambda i: -len(self.words[i]),
            "symbols": lambda i: -len(self._log.split(i, step)),
        }
        if order != "corpus":
            found = np.array(sorted(found.tolist(), key=keys[order]), dtype=found.dtype)
        groups = [np.fromiter(group, dtype=np.intp) for group in first]
        if not groups:
            return found
        place = np.full(len(self.words), len(groups), dtype=np.int64)
        for number, group in reversed([*enumerate(groups)]):
            place[group] = number
        return found[np.argsort(place[found], kind="stable")]
