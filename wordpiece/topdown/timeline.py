"""The state of a top-down training after any decision, without snapshots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import attrgetter
from typing import overload

import numpy as np

from wordpiece.records import Decision, Growth, StopReason, WordState
from wordpiece.topdown.rounds import Substrings
from wordpiece.topdown.textbook import Reading
from wordpiece.training.slots import Bools, Ints
from wordpiece.training.steps import Steps, Table

STEP_COLUMNS = tuple("index round token counted count threshold kept lowered".split())
"""Columns of the step log."""
COUNT_COLUMNS = tuple("token length counted count".split())
"""Columns of the table of the undecided substrings after a step."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round, with its M decisions in order.

    Attributes:
        starts: shape (S,), the slots where a token starts at the beginning of the round.
        rows: shape (M,), the numbers of the substrings that are decided.
        counted: shape (M,), their counts at the beginning of the round.
        counts: shape (M,), their counts when they are decided.
        kept: shape (M,), which are kept.
        starts_after: shape (S,), the slots where a token starts, with the vocabulary of the round.
    """

    starts: Bools
    rows: Ints
    counted: Ints
    counts: Ints
    kept: Bools
    starts_after: Bools


@dataclass(frozen=True, slots=True)
class Standing:
    """A substring that is not decided yet.

    Attributes:
        token: the substring as a token.
        length: its number of characters.
        counted: its count at the beginning of the round.
        count: its count as it stands.
    """

    token: str
    length: int
    counted: int
    count: int


class Remaining(Sequence[Standing]):
    """Substrings that are not decided yet; each is made when needed."""

    def __init__(self, substrings: Substrings, rows: Ints, counted: Ints, counts: Ints):
        self._substrings = substrings
        self._columns = rows, counted, counts

    def __len__(self) -> int:
        return len(self._columns[0])

    @overload
    def __getitem__(self, at: int) -> Standing: ...

    @overload
    def __getitem__(self, at: slice) -> list[Standing]: ...

    def __getitem__(self, at: int | slice) -> Standing | list[Standing]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        number, counted, count = (int(column[at]) for column in self._columns)
        length = int(self._substrings.lengths[number])
        return Standing(self._substrings.tokens[number], length, counted, count)


class TopDownTimeline(Steps):
    """Every state of a top-down training; a step is a decision.

    Within a round, `vocabulary` has what this round has kept so far. After the last decision of a
    round it has all of it, and the words are cut with it: `splits` and `growth` change only there.

    >>> trainer = TopDownTrainer(toy, threshold=12)
    >>> trainer.run(), str(trainer.stop_reason)
    (45, 'number of rounds reached')
    >>> trainer.timeline().round_ends, trainer.timeline().splits(45)["pug"]
    ((12, 23, 34, 45), ('p', '##ug'))

    Attributes:
        threshold: a substring is kept if its count, as it stands, is at least this.
        reading: which substrings lower the counts of their prefixes: "guide" the kept ones, "code"
            all of them.
        alphabet: every character of the words, bare and with ``##``, sorted by code point.
    """

    kind = "decisions"

    def __init__(
        self,
        substrings: Substrings,
        rounds: Sequence[Round],
        steps: int,
        threshold: int,
        reading: Reading,
        special_tokens: tuple[str, ...],
        alphabet: tuple[str, ...],
        stop_reason: StopReason | None,
    ):
        super().__init__(substrings.slots, steps, stop_reason, special_tokens)
        self._substrings = substrings
        self._rounds = tuple(rounds)
        self._ends = tuple(accumulate(len(each.rows) for each in rounds))
        self.threshold = threshold
        self.reading = reading
        self.alphabet = alphabet

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes."""
        arrays = (
            array
            for each in self._rounds
            for array in (each.starts, each.rows, each.counted, each.counts, each.kept)
        )
        return self._substrings.nbytes + sum(array.nbytes for array in arrays)

    # Decisions.

    @property
    def round_ends(self) -> tuple[int, ...]:
        """The number of the last step of each round that has ended."""
        return tuple(end for end in self._ends if 0 < end <= self._steps)

    def step(self, step: int) -> Decision:
        """Return the record of a decision, 1 or more."""
        index = self._round_index(self._check(step, 1))
        made, tokens = self._rounds[index], self._substrings.tokens
        at = step - 1 - self._begin(index)
        number, kept = int(made.rows[at]), bool(made.kept[at])
        count = int(made.counts[at])
        lowers = count > 0 and (kept or self.reading == "code")
        return Decision(
            index=step,
            round=index + 1,
            token=tokens[number],
            counted=int(made.counted[at]),
            count=count,
            threshold=self.threshold,
            kept=kept,
            lowered=tuple(tokens[i] for i in self._substrings.prefixes_of(number) if lowers),
            ends_round=step == self._ends[index],
        )

    def step_table(self, step: int) -> Table:
        """Return the decisions up to a step, with columns of `Decision`.

        ``lowered`` has spaces between the prefixes.
        """
        plain = attrgetter(*STEP_COLUMNS[:-1])
        made = map(self.step, range(1, self._check(step) + 1))
        return Table(STEP_COLUMNS, ((*plain(it), " ".join(it.lowered)) for it in made))

    def choice_table(self, step: int) -> Table:
        """Return the substrings that the round has not decided, with columns of `Standing`."""
        return Table(COUNT_COLUMNS, map(attrgetter(*COUNT_COLUMNS), self.remaining(step)))

    def decisions_on(self, token: str) -> list[Decision]:
        """Return the decisions on a token, at most one in each round.

        >>> [(each.round, each.kept) for each in top_down.decisions_on("##ug")]
        [(1, True), (2, True), (3, True), (4, True)]
        """
        numbers = [i for i, each in enumerate(self._substrings.tokens) if each == token]
        steps = (
            self._begin(index) + 1 + at
            for index, made in enumerate(self._rounds)
            for at in np.flatnonzero(np.isin(made.rows, numbers)).tolist()
        )
        return [self.step(step) for step in steps if step <= self._steps]

    def longer(self, step: int) -> tuple[Decision, ...]:
        """Return the round's decisions before a step on substrings that begin with the step's own.

        >>> [(each.token, each.count, each.kept) for each in top_down.longer(2)]
        [('hugs', 5, False)]
        """
        index = self._round_index(self._check(step, 1))
        first, rows = self._begin(index) + 1, self._rounds[index].rows
        number, prefix = rows[step - first], rows[: step - first]
        found = np.zeros(len(prefix), dtype=np.bool_)
        while (prefix >= 0).any():
            prefix = np.where(prefix >= 0, self._substrings.prefixes[prefix], -1)
            found |= prefix == number
        return tuple(self.step(first + at) for at in np.flatnonzero(found).tolist())

    def steps(self) -> Iterator[Decision]:
        """Return all decisions in order."""
        return map(self.step, range(1, self._steps + 1))

    def _round_index(self, step: int) -> int:
        """Return the index of the round to which a decision belongs."""
        return next(i for i, end in enumerate(self._ends) if step <= end)

    def _begin(self, index: int) -> int:
        """Return the number of the last step before a round."""
        return self._ends[index - 1] if index else 0

    # The state after a step.

    def remaining(self, step: int) -> Sequence[Standing]:
        """Return the substrings that are still to be decided in the round of the next decision.

        They are in the order of the decisions, and made when needed, since there may be a hundred
        thousand. After the last round there are 0.

        >>> [(each.token, each.counted, each.count) for each in top_down.remaining(1)[:2]]
        [('hug', 15, 10), ('pug', 5, 5)]
        """
        if self._check(step) >= (self._ends or (0,))[-1]:
            return []
        index = self._round_index(step + 1)
        made, done = self._rounds[index], step - self._begin(index)
        counted = np.zeros(len(self._substrings.tokens), dtype=np.int64)
        counted[made.rows] = made.counted
        next_number = int(made.rows[done])
        counts, _ = self._substrings.decide(counted, self.threshold, self.reading, next_number)
        rows = made.rows[done:]
        return Remaining(self._substrings, rows, counted[rows], counts[rows])

    def kept(self, step: int) -> list[tuple[str, int]]:
        """Return the tokens that the round of a step has kept so far, with their counts then.

        They are in the order of the decisions.
        """
        if not self._check(step):
            return []
        index = self._round_index(step)
        made, done = self._rounds[index], step - self._begin(index)
        at = np.flatnonzero(made.kept[:done]).tolist()
        return [(self._substrings.tokens[made.rows[i]], int(made.counts[i])) for i in at]

    def vocabulary(self, step: int) -> list[str]:
        """Return the vocabulary in id order: special tokens, alphabet, and the tokens kept.

        >>> top_down.vocabulary(0) == [*top_down.alphabet], top_down.vocabulary(45)[-2:]
        (True, ['pun', '##ug'])
        """
        kept = (token for token, _ in self.kept(step))
        return [*dict.fromkeys([*self.special_tokens, *self.alphabet, *kept])]

    def _starts(self, step: int) -> Bools:
        """Return the slots where a token starts after a step; shape (S,)."""
        if not step:
            return np.ones(len(self._substrings.slots.symbol), dtype=np.bool_)
        made = self._rounds[self._round_index(step)]
        return made.starts_after if step in self._ends else made.starts

    def split(self, step: int, position: int) -> tuple[str, ...]:
        slots = self._slots
        first, end = slots.starts[position : position + 2].tolist()
        word, mark = slots.words[position], slots.marking.prefix
        cuts = np.flatnonzero(self._starts(self._check(step))[first:end]).tolist()
        return tuple(
            (mark if start else "") + word[start:stop]
            for start, stop in zip(cuts, [*cuts[1:], len(word)], strict=True)
        )

    def word(self, step: int, position: int) -> WordState:
        """Return the state of a word after a step; ``merging`` is empty."""
        symbols = self.split(step, position)
        before = self.split(step - 1, position) if step in self.round_ends else symbols
        made = tuple(i for i, symbol in enumerate(symbols) if symbol not in before)
        frequency = int(self.frequencies[position])
        return WordState(self.words[position], frequency, symbols, before, made, ())

    def words_with(self, step: int) -> list[int]:
        """Return the positions of the words that contain the substring of a decision.

        >>> top_down.step(2).token, top_down.words_with(2)
        ('hug', [0, 4])
        """
        index = self._round_index(self._check(step, 1))
        number = self._rounds[index].rows[step - 1 - self._begin(index)]
        return self._words_of(self._substrings.places[self._substrings.numbers == number])

    def changed_words(self, step: int) -> list[int]:
        """Return the positions of the words that are split differently than before the step."""
        if self._check(step) not in self.round_ends:
            return []
        return self._words_of(np.flatnonzero(self._starts(step) != self._starts(step - 1)))

    def growth(self, step: int) -> Growth:
        """Return the sizes of vocabulary and corpus after a step."""
        sizes = {name: int(values[0]) for name, values in self.growth_of([step]).items()}
        return Growth(step, **sizes)

    def growth_of(self, steps: Sequence[int] | Ints) -> dict[str, Ints]:
        """Return the measures of `Growth` by name after some steps, shape (len(steps),) each.

        Within a round the vocabulary grows; with the first decision of the next round it begins
        again with special tokens and alphabet.
        """
        wanted = self._check_all(steps)
        vocabulary, changes, sizes = self._growth
        at = np.searchsorted(changes, wanted, side="right") - 1
        return {
            "vocabulary": vocabulary[wanted],
            "in_use": sizes[at, 0],
            "corpus_tokens": sizes[at, 1],
        }

    @cached_property
    def _growth(self) -> tuple[Ints, list[int], Ints]:
        """The entries after each step; the steps that split words in a new way; the sizes there.

        The sizes are the different tokens in the words, and all tokens: shape (len(steps), 2).
        """
        tokens, base = self._substrings.tokens, {*self.special_tokens, *self.alphabet}
        vocabulary = [len(base)]
        for made in self._rounds:
            entries = set(base)
            for number, kept in zip(made.rows.tolist(), made.kept.tolist(), strict=True):
                if kept:
                    entries.add(tokens[number])
                vocabulary.append(len(entries))
        changes = [0, *self.round_ends]
        weights = self._substrings.slots.weights
        sizes = [
            (len(self.in_use(step)), int(weights[self._starts(step)].sum())) for step in changes
        ]
        return np.array(vocabulary), changes, np.array(sizes)

    def in_use(self, step: int) -> set[str]:
        """Return the tokens that occur in some word after a step."""
        return self._substrings.tokens_at(self._starts(self._check(step)))
