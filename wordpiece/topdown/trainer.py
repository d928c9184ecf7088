"""Top-down WordPiece, one decision at a time; `wordpiece.topdown.textbook` explains it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf

import numpy as np

from wordpiece.arguments import check_choice, check_integer, check_limit, check_texts
from wordpiece.errors import VocabularySizeError
from wordpiece.marking import CONTINUATION_PREFIX
from wordpiece.records import Decision, StopReason
from wordpiece.topdown.rounds import substrings_of
from wordpiece.topdown.textbook import Reading
from wordpiece.topdown.timeline import Round, TopDownTimeline
from wordpiece.training.slots import slots_of
from wordpiece.training.steps import Splits

READINGS: tuple[Reading, ...] = ("guide", "code")
"""All readings; see `wordpiece.topdown.textbook`."""

SLACK = 0.05
"""The share of the wanted size by which a vocabulary may be smaller; that of the published
program."""


class TopDownTrainer:
    """Learns a vocabulary top-down from word frequencies.

    Iterate over it, or call `step`, for one `Decision` at a time. Call `run` to decide without
    records. `timeline` has the state after each decision made so far.

    >>> trainer = TopDownTrainer(toy, threshold=12)
    >>> first = trainer.step()
    >>> first.token, first.count, first.kept, first.lowered
    ('hugs', 5, False, ('hug', 'hu'))
    >>> trainer.run(), trainer.vocabulary[-2:]
    (44, ['pun', '##ug'])

    Args:
        word_frequencies: word to count, in order of first occurrence.
        threshold: a substring is kept if its count, as it stands, is at least this.
        vocab_size: if this is given, the threshold is searched instead, by halving the range of
            the counts of the words. The search ends with a vocabulary that has at most this many
            entries, special tokens included, and at least 95 % of them. If it meets no such
            vocabulary, it ends where it can halve no more, with a smaller or larger one.
        rounds: the number of rounds.
        reading: which substrings lower the counts of their prefixes: "guide" the kept ones, as the
            guide of TensorFlow Text says, "code" all of them, as its program does.
        special_tokens: entries at the beginning of the vocabulary, which are not used in training.

    Raises:
        CorpusError: a word is empty, or a frequency is not a whole number above 0.
        VocabularySizeError: special tokens and alphabet do not fit into ``vocab_size``.
        ValueError: an unknown reading, or a number below 1.
    """

    def __init__(
        self,
        word_frequencies: Mapping[str, int],
        *,
        threshold: int = 1,
        vocab_size: int | None = None,
        rounds: int = 4,
        reading: Reading = "code",
        special_tokens: Iterable[str] = (),
    ):
        check_choice(reading, "reading", READINGS)
        self.reading = reading
        self.threshold = check_integer(threshold, "threshold", 1)
        self._max_rounds = check_integer(rounds, "rounds", 1)
        self._vocab_size = check_limit(vocab_size, "vocab_size")
        slots = slots_of(word_frequencies, CONTINUATION_PREFIX)
        special = tuple(dict.fromkeys(check_texts(special_tokens, "special_tokens")))
        symbols = {mark + char for char in {*"".join(slots.words)} for mark in ("", "##")}
        self._symbols = symbols
        self._alphabet = tuple(sorted(symbols.difference(special)))
        self._special_tokens = special
        minimum = len(special) + len(self._alphabet)
        if self._vocab_size is not None and self._vocab_size < minimum:
            raise VocabularySizeError(self._vocab_size, minimum)
        self._substrings = substrings_of(slots)
        self._rounds: list[Round] = []
        self._steps = 0
        # The range of thresholds in which the search continues; None if the threshold is known.
        self._range: tuple[int, int] | None = None
        self._trials = self._most_trials = 0
        if self._vocab_size is not None and len(slots.words):
            self._range = int(slots.frequencies.min()), int(slots.frequencies.max())
            self._most_trials = (self._range[1] - self._range[0] + 1).bit_length()

    def __repr__(self) -> str:
        return f"<TopDownTrainer: {len(self.splits)} words, {self._steps} decisions>"

    @property
    def steps_made(self) -> int:
        """The number of decisions made so far."""
        return self._steps

    @property
    def vocabulary(self) -> list[str]:
        """All entries in id order; see `TopDownTimeline.vocabulary`."""
        return self.timeline().vocabulary(self._steps)

    @property
    def splits(self) -> Splits:
        """Word to its tokens after the decisions made so far."""
        return self.timeline().splits(self._steps)

    @property
    def stop_reason(self) -> StopReason | None:
        """Why training has stopped, or None if it has not."""
        done = len(self._rounds) == self._max_rounds and self._steps == self._decisions
        return StopReason.ROUNDS if done else None

    @property
    def progress(self) -> float:
        """The share of the training that is done, 0 to 1; never decreases."""
        if self.stop_reason:
            return 1.0
        trials = self._trials if self._range else self._most_trials
        made = trials * self._max_rounds + len(self._rounds)
        return min(0.99, made / ((self._most_trials + 1) * self._max_rounds))

    @property
    def _decisions(self) -> int:
        """The number of decisions of all rounds that have begun."""
        return sum(len(each.rows) for each in self._rounds)

    def timeline(self) -> TopDownTimeline:
        """Return a view of all steps so far. It does not change when training continues."""
        return TopDownTimeline(
            self._substrings,
            self._rounds,
            self._steps,
            self.threshold,
            self.reading,
            self._special_tokens,
            self._alphabet,
            self.stop_reason,
        )

    def __iter__(self) -> Iterator[Decision]:
        while (step := self.step()) is not None:
            yield step

    def step(self) -> Decision | None:
        """Decide one substring; return None if training has stopped (see `stop_reason`)."""
        return self.timeline().step(self._steps) if self.run(1) else None

    def run(self, steps: int | None = None) -> int:
        """Make up to ``steps`` decisions, or all, without records; return how many were made."""
        return self.run_for(inf, steps)

    def run_for(self, seconds: float, steps: int | None = None) -> int:
        """Decide without records for some time; return how many decisions were made.

        The clock is read after each trial of the search and after each round.

        Args:
            seconds: the time by the clock, which may be `math.inf`.
            steps: the largest number of decisions, or None.
        """
        steps = check_limit(steps, "steps", 0)
        until = time.monotonic() + seconds
        before = self._steps
        last = inf if steps is None else before + steps
        while self._steps < last and self.stop_reason is None and time.monotonic() < until:
            if self._range:
                self._try_threshold(*self._range)
            elif self._steps == self._decisions:
                self._rounds.append(self._next_round(self._rounds))
            else:
                self._steps = int(min(last, self._decisions))
        return self._steps - before

    def _try_threshold(self, lower: int, upper: int) -> None:
        """Train to the end with the threshold in the middle of a range, and halve the range."""
        assert self._vocab_size is not None
        self.threshold = (lower + upper) // 2
        self._trials += 1
        rounds: list[Round] = []
        while len(rounds) < self._max_rounds:
            rounds.append(self._next_round(rounds))
        missing = self._vocab_size - len({*self._special_tokens, *self._known(rounds[-1])})
        if 0 <= missing <= SLACK * self._vocab_size or lower >= upper or self.threshold <= 1:
            self._range = None
        else:
            too_many = missing < 0
            self._range = (self.threshold + 1, upper) if too_many else (lower, self.threshold - 1)

    def _next_round(self, rounds: list[Round]) -> Round:
        """Return the round that follows others."""
        every = np.ones(len(self._substrings.slots.symbol), dtype=np.bool_)
        starts = rounds[-1].starts_after if rounds else every
        counted = self._substrings.count(starts)
        counts, kept = self._substrings.decide(counted, self.threshold, self.reading)
        rows = np.flatnonzero(counted)
        made = Round(starts, rows, counted[rows], counts[rows], kept[rows], starts)
        return replace(made, starts_after=self._substrings.cut(self._known(made)))

    def _known(self, made: Round) -> set[str]:
        """Return every character, bare and with ``##``, and the tokens that a round keeps."""
        tokens = self._substrings.tokens
        return {*self._symbols, *(tokens[number] for number in made.rows[made.kept].tolist())}
