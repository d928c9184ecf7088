"""Any step of a training, at any time, without snapshots.

A `Log` holds what each merge was and, for each boundary between characters, the step that
removed it (see `wordpiece.slots`). That is enough: the split of a word after step k is one
pass over the word, and the score table after step k is one recount of the splits in numpy.
A `Timeline` is a read-only view of a log up to some step; it may outlive its trainer and be
shared between threads.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from wordpiece.errors import UnknownPairError
from wordpiece.marking import Marking
from wordpiece.records import Growth, MergeStep, Pair, PairScore, StopReason, WordState
from wordpiece.scoring import EXACT, Floats, Merging, Score, TieBreak, break_tie
from wordpiece.slots import Ints, Slots, weighted_count

WordOrder = Literal["corpus", "frequency", "alphabet", "length", "symbols"]
WORD_ORDERS: tuple[WordOrder, ...] = ("corpus", "frequency", "alphabet", "length", "symbols")


class Entry(NamedTuple):
    """One merge as the log keeps it: in ids and counts. See `MergeStep` for what they mean."""

    pair: tuple[int, int]
    best_pair: tuple[int, int]
    token: int
    counts: tuple[int, int, int]
    score: float
    replaced: int
    is_new: bool
    forced: bool


class Log:
    """What a trainer writes down: it only ever grows, one entry in each column for a merge."""

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

        self._entries: list[Entry] = []
        self._token = array("q")
        # These have a value for step 0 as well.
        self.in_use = array("q", [len(slots.alphabet)])
        self.vocabulary_size = array("q", [len(vocabulary)])
        self.corpus_tokens = array("q", [int(slots.weights.sum())])

    def __len__(self) -> int:
        return len(self._entries)

    def append(self, entry: Entry, in_use_change: int) -> None:
        """Write down one merge."""
        self._entries.append(entry)
        self._token.append(entry.token)
        self.in_use.append(self.in_use[-1] + in_use_change)
        self.vocabulary_size.append(self.vocabulary_size[-1] + entry.is_new)
        self.corpus_tokens.append(self.corpus_tokens[-1] - entry.replaced)

    def record(self, index: int, tied: tuple[Pair, ...]) -> MergeStep:
        """Merge number ``index`` as a record; ``tied`` is not kept here."""
        entry = self._entries[index - 1]
        pair_count, left_count, right_count = entry.counts
        return MergeStep(
            index=index,
            pair=self._names(entry.pair),
            token=self.tokens[entry.token],
            is_new_token=entry.is_new,
            pair_count=pair_count,
            left_count=left_count,
            right_count=right_count,
            score=entry.score,
            tied=tied,
            forced=entry.forced,
            best_pair=self._names(entry.best_pair),
            replaced_count=entry.replaced,
        )

    def pair(self, index: int) -> Pair:
        """The pair merged at step ``index``."""
        return self._names(self._entries[index - 1].pair)

    def _names(self, ids: tuple[int, int]) -> Pair:
        return self.tokens[ids[0]], self.tokens[ids[1]]

    @cached_property
    def word_index(self) -> dict[str, int]:
        """Word to its position in ``slots.words``."""
        return {word: i for i, word in enumerate(self.slots.words)}

    def split(self, word: int, step: int) -> tuple[str, ...]:
        """The symbols of a word, given by its position, after a step."""
        return tuple(symbol for symbol, _ in self.pieces(word, step))

    def pieces(self, word: int, step: int) -> Iterator[tuple[str, range]]:
        """The symbols of a word after a step, each with the slots it covers in the word."""
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
        """All splits after a step: the first slot and the symbol id of each symbol."""
        removed = np.frombuffer(self.removed_at, dtype=np.int32)
        standing = (removed == 0) | (removed > step)
        starts = np.flatnonzero(standing)
        if not len(starts):
            return starts, np.zeros(0, dtype=np.int64)
        # A symbol was made by the last merge inside it, if there was one.
        made_by = np.maximum.reduceat(np.where(standing, 0, removed), starts)
        token = np.array([-1, *self._token[:step]], dtype=np.int64)
        return starts, np.where(made_by > 0, token[made_by], self.slots.symbol[starts])

    def makes(self, left: Ints, right: Ints, size: int) -> Ints:
        """The id of the token that each pair would make, -1 if it has none below ``size``."""
        name, join = self.tokens[:size], self.slots.marking.join
        ids = {token: i for i, token in enumerate(name)}
        pairs = zip(left.tolist(), right.tolist(), strict=True)
        return np.array([ids.get(join(name[a], name[b]), -1) for a, b in pairs], dtype=np.int64)

    def standing(self, starts: npt.NDArray[np.intp], ids: Ints, pair: Pair) -> npt.NDArray[np.intp]:
        """Where in `symbols` a pair's left part stands, its right part next in the same word."""
        left, right = (self.tokens.index(part) if part in self.tokens else -1 for part in pair)
        inside = ~self.slots.is_word_start[starts[1:]]
        return np.flatnonzero((ids[:-1] == left) & (ids[1:] == right) & inside)

    def fork(self, step: int, pair: Pair, row: PairScore | None, best_pair: tuple[int, int]) -> Log:
        """The first ``step`` merges, and one more, of ``pair``; ids mean the same as here.

        ``row`` is the pair's in the score table after ``step``, None if it has none.
        """
        if row is None:
            raise UnknownPairError(pair, step + 1)
        starts, ids = self.symbols(step)
        here = self.standing(starts, ids, pair)
        tokens = list(self.tokens)
        left, right = map(tokens.index, pair)
        merged = here[~_overlapping(here)] if left == right else here
        token = self.slots.marking.join(*pair)
        if token not in tokens:
            tokens.append(token)
        vocabulary = self.vocabulary[: self.vocabulary_size[step]]
        is_new = token not in vocabulary
        removed = np.array(self.removed_at, dtype=np.int32)
        removed[removed > step] = 0
        removed[starts[merged + 1]] = step + 1
        log = Log(
            slots=self.slots,
            removed_at=array("i", removed.tobytes()),
            tokens=tokens,
            vocabulary=vocabulary + [token] * is_new,
            special_tokens=self.special_tokens,
            alphabet=self.alphabet,
            score=self.score,
            tie_break=self.tie_break,
            seed=self.seed,
        )
        log._entries, log._token = self._entries[:step], self._token[:step]
        log.in_use = self.in_use[: step + 1]
        log.vocabulary_size = self.vocabulary_size[: step + 1]
        log.corpus_tokens = self.corpus_tokens[: step + 1]
        entry = Entry(
            pair=(left, right),
            best_pair=best_pair,
            token=tokens.index(token),
            counts=(row.pair_count, row.left_count, row.right_count),
            score=row.score,
            replaced=int(self.slots.weights[starts[merged]].sum()),
            is_new=is_new,
            forced=True,
        )
        ids[merged] = entry.token
        in_use = np.bincount(np.delete(ids, merged + 1), minlength=1)
        log.append(entry, int(np.count_nonzero(in_use)) - self.in_use[step])
        return log


def _overlapping(places: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Which places of (a, a), ascending, overlap one that merges: every other in a run ``aaaa``."""
    at = np.arange(len(places))
    run = np.maximum.accumulate(np.where(np.diff(places, prepend=-2) > 1, at, 0))
    overlap: npt.NDArray[np.bool_] = (at - run) % 2 == 1
    return overlap


class Splits(Mapping[str, tuple[str, ...]]):
    """Word to symbols after some step, in order of first occurrence."""

    def __init__(self, log: Log, step: int):
        self._log = log
        self._step = step

    def __getitem__(self, word: str) -> tuple[str, ...]:
        return self._log.split(self._log.word_index[word], self._step)

    def __iter__(self) -> Iterator[str]:
        return iter(self._log.slots.words)

    def __len__(self) -> int:
        return len(self._log.slots.words)

    def __repr__(self) -> str:
        return f"Splits({dict(self)!r})"


class ScoreTable:
    """Every pair of the splits after some step, ranked; row 0 is the pair that merges next.

    Rows are made into records only when asked for, so a table of 100,000 pairs is cheap.
    """

    def __init__(self, log: Log, step: int):
        self._tokens = log.tokens
        starts, ids = log.symbols(step)
        weights = log.slots.weights[starts]
        size = max(1, len(log.tokens))
        symbol_count = weighted_count(ids, weights, size)
        left = np.flatnonzero(~log.slots.is_word_start[starts[1:]])
        # On a large corpus these arrays are what takes memory: as narrow, and as few, as can be.
        narrow: npt.NDArray[Any] = ids.astype(np.int32 if size**2 < 2**31 else np.int64)
        keys = narrow[left] * narrow.dtype.type(size) + narrow[left + 1]
        order = keys.argsort(kind="stable")
        pairs = keys[order]
        groups = np.flatnonzero(np.diff(pairs, prepend=-1))
        pairs, where = pairs[groups].astype(np.int64), order[groups]
        count = np.add.reduceat(weights[left[order]], groups) if len(groups) else np.zeros(0)
        a, b = np.divmod(pairs, size)
        part_count, merging = symbol_count, None
        if log.score.by_pairs:
            sides = (np.bincount(side, count, size) for side in (a, b))
            part_count = np.sum([*sides], axis=0, dtype=np.float64)
        if log.score.kind == "gain":
            # Of (a, a) fewer are replaced than are counted.
            double = np.flatnonzero(ids[left] == ids[left + 1])
            twice = double[_overlapping(left[double])]
            row = np.searchsorted(pairs, keys[twice])
            replaced = count - weighted_count(row, weights[left[twice]], len(pairs))
            makes = log.makes(a, b, size)
            made = np.append(symbol_count, 0)[makes] - np.where(makes == b, replaced, 0)
            merging = Merging(replaced, made, a == b, int(weights.sum()))
        left_count, right_count = part_count[a], part_count[b]
        score = log.score.values(count, left_count, right_count, merging)
        unrounded = log.score.divides and log.score.digits is None
        if unrounded and float(weights.sum()) ** 2 >= EXACT:
            score = np.array(
                [
                    log.score.value(int(c), int(n), int(m))
                    for c, n, m in zip(count, left_count, right_count, strict=True)
                ]
            )
        order = self._order(log, step, score, a, b, first=left[where])
        self._left, self._right = a[order], b[order]
        self._count = count[order]
        self._left_count = left_count[order]
        self._right_count = right_count[order]
        self._score = score[order]
        self._first = left[where][order]
        self._winner_first(log, step)

    @staticmethod
    def _order(
        log: Log, step: int, score: Floats, a: Ints, b: Ints, first: Ints
    ) -> npt.NDArray[np.intp]:
        if log.tie_break != "alphabetical":
            return np.lexsort((first, -score))
        place = np.empty(len(log.tokens), dtype=np.int64)
        place[np.argsort(np.array(log.tokens, dtype=object))] = np.arange(len(log.tokens))
        return np.lexsort((place[b], place[a], -score))

    def _winner_first(self, log: Log, step: int) -> None:
        """Bring a random winner to the top of the pairs it is tied with."""
        if log.tie_break != "random" or not len(self):
            return
        ties = self.ties
        winner = break_tie(self.tied, "random", seed=log.seed, index=step + 1)
        row = self.tied.index(winner)
        order = np.r_[row, 0:row, row + 1 : ties]
        for name in ("_left", "_right", "_count", "_left_count", "_right_count", "_first"):
            column = getattr(self, name)
            column[:ties] = column[:ties][order]

    def __len__(self) -> int:
        return len(self._score)

    @property
    def ties(self) -> int:
        """How many pairs share the best score; 1 means there is no tie, 0 no pair."""
        return int((self._score == self._score[0]).sum()) if len(self) else 0

    @property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that share the best score, in first-seen order."""
        ties = self.ties
        order = np.argsort(self._first[:ties])
        return tuple(self._pair(int(row)) for row in order)

    @property
    def columns(self) -> tuple[Ints, Ints, Floats, Floats]:
        """Left symbol, right symbol, pair count and score of each row, shape (rows,) each.

        Symbols are ids, the same in every table of a training and of its forks.
        """
        return self._left, self._right, self._count, self._score

    def rows(
        self, start: int = 0, stop: int | None = None, *, by: Literal["score", "count"] = "score"
    ) -> list[PairScore]:
        """Rows ``start`` to ``stop`` of the table, best first, by score or by count."""
        order: Iterable[int] = range(*slice(start, stop).indices(len(self)))
        if by == "count":
            order = np.argsort(-self._count, kind="stable")[start:stop].tolist()
        return [self._record(row) for row in order]

    def find(self, pair: Pair) -> PairScore | None:
        """The row of a pair, or None if it does not stand in any word."""
        try:
            left, right = map(self._tokens.index, pair)
        except ValueError:
            return None
        found = np.flatnonzero((self._left == left) & (self._right == right)).tolist()
        return self._record(found[0]) if found else None

    def most_frequent(self) -> tuple[PairScore, int]:
        """The pair that BPE would merge, first-seen among equals, and how many equals.

        Raises:
            IndexError: there is no pair.
        """
        if not len(self):
            raise IndexError("There are no pairs left.")
        equals = np.flatnonzero(self._count == self._count.max())
        return self._record(int(equals[self._first[equals].argmin()])), len(equals)

    def best_ratio(self) -> PairScore:
        """The pair that WordPiece's published ratio would merge, first-seen among equals.

        Raises:
            IndexError: there is no pair.
        """
        if not len(self):
            raise IndexError("There are no pairs left.")
        ratio = self._count / (self._left_count * self._right_count)
        equals = np.flatnonzero(ratio == ratio.max())
        return self._record(int(equals[self._first[equals].argmin()]))

    def _pair(self, row: int) -> Pair:
        return self._tokens[self._left[row]], self._tokens[self._right[row]]

    @cached_property
    def _sorted_counts(self) -> Floats:
        return np.sort(self._count)

    def _record(self, row: int) -> PairScore:
        score = self._score[row]
        greater = len(self) - int(np.searchsorted(self._sorted_counts, self._count[row], "right"))
        neighbours = self._score[max(0, row - 1) : row + 2]
        return PairScore(
            pair=self._pair(row),
            pair_count=int(self._count[row]),
            left_count=int(self._left_count[row]),
            right_count=int(self._right_count[row]),
            score=float(score),
            rank=row + 1,
            count_rank=greater + 1,
            tied=int((neighbours == score).sum()) > 1,
        )


class Timeline:
    """Every state of a training from step 0, before the first merge, to `len(timeline)`.

    Methods take the step as their first argument and raise IndexError if it does not exist.

    >>> from wordpiece.trainer import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> trainer.run()
    9
    >>> timeline = trainer.timeline()
    >>> timeline.splits(3)["hugs"], timeline.step(3).pair
    (('hugs',), ('hu', '##gs'))
    >>> timeline.scores(3).rows(0, 1)[0].pair == timeline.step(4).pair
    True
    """

    def __init__(self, log: Log, steps: int, stop_reason: StopReason | None):
        self._log = log
        self._steps = steps
        self.stop_reason = stop_reason
        # A screen asks for the same two or three tables several times, and so do its neighbours.
        self._table = lru_cache(maxsize=8)(lambda step: ScoreTable(log, step))

    def __len__(self) -> int:
        return self._steps

    def _check(self, step: int, first: int = 0) -> int:
        if not first <= step <= self._steps:
            raise IndexError(f"There is no step {step}; this training has {self._steps}.")
        return step

    # What the training was made with.

    @property
    def words(self) -> tuple[str, ...]:
        """The words, in order of first occurrence."""
        return self._log.slots.words

    @property
    def occurrences(self) -> int:
        """Words in the corpus, each counted as often as it occurs."""
        return int(self._log.slots.frequencies.sum())

    @property
    def frequencies(self) -> Ints:
        """How often each of `words` occurs; shape (W,)."""
        return self._log.slots.frequencies

    @property
    def word_starts(self) -> Ints:
        """The first slot of each word, and the number of slots: shape (W + 1,)."""
        return self._log.slots.starts

    @property
    def marking(self) -> Marking:
        """How words were split into starting symbols."""
        return self._log.slots.marking

    @property
    def score(self) -> Score:
        """The scoring rule."""
        return self._log.score

    @property
    def tie_break(self) -> TieBreak:
        """The rule among equal scores."""
        return self._log.tie_break

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The entries in front of the vocabulary."""
        return self._log.special_tokens

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The starting symbols that are not special tokens, sorted by code point.

        Those that training was given beside the words' own are among them.
        """
        return self._log.alphabet

    # Merges.

    def pair(self, step: int) -> Pair:
        """The pair merged by a step, 1 or more."""
        return self._log.pair(self._check(step, 1))

    def step(self, step: int) -> MergeStep:
        """The record of a merge, 1 or more; its ties are counted anew."""
        self._check(step, 1)
        return self._log.record(step, self.scores(step - 1).tied)

    def merge(self, step: int) -> MergeStep:
        """The record of a merge, 1 or more, without its ties: ``tied`` is empty. Quick."""
        return self._log.record(self._check(step, 1), ())

    def removed_at(self) -> Ints:
        """For each slot the step that removed the boundary on its left; 0 if none did."""
        removed = np.array(self._log.removed_at, dtype=np.int64)
        return np.where(removed > self._steps, 0, removed)

    def steps(self) -> Iterator[MergeStep]:
        """All merges in order."""
        return (self.step(step) for step in range(1, self._steps + 1))

    def fork(self, step: int, pair: Pair) -> Timeline:
        """The training up to ``step``, then one merge of ``pair`` as if it had been forced.

        Raises:
            UnknownPairError: the pair does not stand side by side in any word after ``step``.
        """
        table = self.scores(step)
        best = [int(column[0]) if len(table) else -1 for column in table.columns[:2]]
        log = self._log.fork(step, pair, table.find(pair), (best[0], best[1]))
        return Timeline(log, step + 1, None)

    # The state after a step.

    def scores(self, step: int) -> ScoreTable:
        """The score table after a step: what the next one chooses from."""
        return self._table(self._check(step))

    def splits(self, step: int) -> Splits:
        """Word to symbols after a step."""
        return Splits(self._log, self._check(step))

    def vocabulary(self, step: int) -> list[str]:
        """The vocabulary after a step, in id order."""
        return self._log.vocabulary[: self._log.vocabulary_size[self._check(step)]]

    def in_use(self, step: int) -> set[str]:
        """The symbols that stand in some word after a step."""
        _, ids = self._log.symbols(self._check(step))
        return {self._log.tokens[i] for i in np.unique(ids).tolist()}

    def symbol_counts(self, step: int) -> list[tuple[str, int]]:
        """How often each symbol stands in the corpus after a step, most frequent first.

        Where the score counts by pairs, in how many pairs it stands, and only if in any.
        """
        starts, ids = self._log.symbols(self._check(step))
        weights = self._log.slots.weights[starts]
        if self.score.by_pairs:
            left = np.flatnonzero(~self._log.slots.is_word_start[starts[1:]])
            ids, weights = np.r_[ids[left], ids[left + 1]], np.tile(weights[left], 2)
        counts = weighted_count(ids, weights, len(self._log.tokens))
        order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
        return [(self._log.tokens[i], int(counts[i])) for i in order.tolist()]

    def counted_in(self, step: int, pair: Pair) -> list[tuple[int, int]]:
        """Positions of the words a pair stands in after a step, each with its count there.

        A count is how often the pair stands in the word, times the word's frequency.
        """
        starts, ids = self._log.symbols(self._check(step))
        here = self._log.standing(starts, ids, pair)
        words = np.searchsorted(self._log.slots.starts, starts[here], side="right") - 1
        found, times = np.unique(words, return_counts=True)
        counts = times * self._log.slots.frequencies[found]
        return list(zip(found.tolist(), counts.tolist(), strict=True))

    def growth(self, step: int) -> Growth:
        """Sizes after a step."""
        self._check(step)
        log = self._log
        return Growth(step, log.vocabulary_size[step], log.in_use[step], log.corpus_tokens[step])

    def word(self, step: int, position: int) -> WordState:
        """A word, by its position in `words`, after a step."""
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
        """Positions of the words in which a step merged something, in corpus order."""
        self._check(step)
        if not step:
            return []
        removed = np.frombuffer(self._log.removed_at, dtype=np.int32)
        return self._words_of(np.flatnonzero(removed == step))

    def words_with(self, step: int, symbol: str) -> list[int]:
        """Positions of the words that hold a symbol after a step, in corpus order."""
        starts, ids = self._log.symbols(self._check(step))
        try:
            wanted = self._log.tokens.index(symbol)
        except ValueError:
            return []
        return self._words_of(starts[ids == wanted])

    def _words_of(self, slots: npt.NDArray[np.intp]) -> list[int]:
        words = np.searchsorted(self._log.slots.starts, slots, side="right") - 1
        return [int(word) for word in np.unique(words)]

    def find_words(
        self, step: int, *, contains: str = "", order: WordOrder = "corpus"
    ) -> Sequence[int]:
        """Positions of words, those that the step changed first.

        ``contains`` keeps the words that contain the text or hold it as a symbol.
        """
        found: Sequence[int] = range(len(self.words))
        if contains:
            with_symbol = set(self.words_with(step, contains))
            found = [i for i in found if i in with_symbol or contains in self.words[i]]
        keys: dict[str, Callable[[int], Any]] = {
            "frequency": lambda i: -int(self._log.slots.frequencies[i]),
            "alphabet": lambda i: self.words[i],
            "length": lambda i: -len(self.words[i]),
            "symbols": lambda i: -len(self._log.split(i, step)),
        }
        if order != "corpus":
            found = sorted(found, key=keys[order])
        changed = dict.fromkeys(self.changed_words(step))
        if not changed:
            return found
        first = [i for i in found if i in changed] if contains or order != "corpus" else changed
        return [*first, *(i for i in found if i not in changed)]
