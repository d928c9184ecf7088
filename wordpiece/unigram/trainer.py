"""Unigram training, one removal at a time; `wordpiece.unigram.textbook` explains it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from math import inf

from wordpiece.arguments import check_choice, check_integer, check_limit, check_texts
from wordpiece.errors import VocabularySizeError
from wordpiece.marking import NONE
from wordpiece.records import StopReason
from wordpiece.training.slots import slots_of
from wordpiece.training.steps import Splits
from wordpiece.unigram.log import REMOVAL_TIES, RemovalTieBreak, UnigramLog
from wordpiece.unigram.records import Removal
from wordpiece.unigram.start import all_substrings, frequent_substrings
from wordpiece.unigram.timeline import UnigramTimeline, unknown_piece


class UnigramTrainer:
    """Removes pieces until as many are left as wanted, or only single characters.

    Iterate over it, or call `step`, for one `Removal` at a time. Call `run` to remove pieces
    without records. `timeline` has the state after each removal made so far.

    >>> trainer = UnigramTrainer(toy)
    >>> [(step.piece, round(step.cost, 2), len(step.tied)) for step in trainer][4:]
    [('ugs', 0.0, 1), ('bu', 5.68, 1), ('pu', 23.68, 1), ('hug', 46.87, 1)]
    >>> str(trainer.stop_reason)
    'only single characters are left'

    Args:
        word_frequencies: word to count, in order of first occurrence.
        vocab_size: stop when the vocabulary, including special tokens, has at most this many
            entries. With ``share``, the last round is made to its end, so fewer may be left.
        start_size: how many pieces to start with: all characters, and the most frequent longer
            substrings. None starts with all characters and all substrings shorter than their word.
        share: remove this share of the vocabulary in each round, by the costs at its beginning;
            None removes one piece in each round.
        single_below: remove one piece in each round, whatever the ``share``, if training starts
            with fewer pieces than this.
        em_rounds: rounds of EM before each round of removals, which replace the counts by
            expected counts. 0 keeps the counts of the start, as the course's code does.
        special_tokens: entries at the beginning of the vocabulary, which are not used in training.
        tie_break: which of several pieces with the same cost is removed.
        seed: the seed of the random tie-break.

    Raises:
        CorpusError: a word is empty, or a frequency is not a whole number above 0.
        VocabularySizeError: special tokens and characters do not fit into ``vocab_size``.
        ValueError: an unknown tie-break, or a number out of its range.
    """

    def __init__(
        self,
        word_frequencies: Mapping[str, int],
        *,
        vocab_size: int | None = None,
        start_size: int | None = None,
        share: float | None = None,
        single_below: int = 0,
        em_rounds: int = 0,
        special_tokens: Iterable[str] = (),
        tie_break: RemovalTieBreak = "first-seen",
        seed: int = 0,
    ):
        check_choice(tie_break, "tie_break", REMOVAL_TIES)
        self._vocab_size = check_limit(vocab_size, "vocab_size")
        start_size = check_limit(start_size, "start_size", 1)
        if share is not None and not 0 < share < 1:
            raise ValueError(f"share is {share}; it must be between 0 and 1.")
        slots = slots_of(word_frequencies, NONE)
        words = dict(zip(slots.words, slots.frequencies.tolist(), strict=True))
        counts = frequent_substrings(words, start_size) if start_size else all_substrings(words)
        is_small = len(counts) < check_integer(single_below, "single_below", 0)
        self._share = None if is_small else share
        self._log = UnigramLog(
            slots,
            counts,
            check_integer(em_rounds, "em_rounds", 0),
            tie_break,
            check_integer(seed, "seed"),
        )
        self._special_tokens = tuple(dict.fromkeys(check_texts(special_tokens, "special_tokens")))
        self._removable = int(self._log.removable.sum())
        characters = {piece for piece in counts if len(piece) == 1}
        minimum = len(characters.union(self._special_tokens))
        if self._vocab_size is not None and self._vocab_size < minimum:
            raise VocabularySizeError(self._vocab_size, minimum)
        self._queue: deque[int] = deque()  # the pieces that this round still removes, in order
        self._is_ready = False  # whether the round to which the next removal belongs has begun

    def __repr__(self) -> str:
        end = f", stopped: {self.stop_reason}" if self.stop_reason else ""
        return (
            f"<UnigramTrainer: {len(self._log.slots.words)} words, {self.steps_made} removals, "
            f"{self._size} entries{end}>"
        )

    @property
    def steps_made(self) -> int:
        """The number of removals made so far."""
        return len(self._log.removed)

    @property
    def _size(self) -> int:
        """The number of entries of the vocabulary."""
        return self._log.entries(self.steps_made, self._special_tokens)

    @property
    def vocabulary(self) -> list[str]:
        """All entries in id order: special tokens, then pieces."""
        return self.timeline().vocabulary(self.steps_made)

    @property
    def splits(self) -> Splits:
        """Word to its best split after the removals made so far."""
        return self.timeline().splits(self.steps_made)

    @property
    def _is_done(self) -> StopReason | None:
        """Why there are no more removals, or None if there are."""
        if self._queue:
            return None
        if self._vocab_size is not None and self._size <= self._vocab_size:
            return StopReason.FEW_PIECES
        return StopReason.CHARACTERS if self.steps_made == self._removable else None

    @property
    def stop_reason(self) -> StopReason | None:
        """Why training has stopped, or None if it has not."""
        return self._is_done if self._is_ready else None

    @property
    def progress(self) -> float:
        """The share of the training that is done, 0 to 1; never decreases."""
        if self.stop_reason:
            return 1.0
        goal = self._removable
        if self._vocab_size is not None:
            goal = min(goal, self._log.entries(0, self._special_tokens) - self._vocab_size)
        return min(0.99, self.steps_made / goal) if goal > 0 else 0.99

    def timeline(self) -> UnigramTimeline:
        """Return a view of all steps so far. It does not change when training continues."""
        return UnigramTimeline(self._log, self.steps_made, self._special_tokens, self.stop_reason)

    def __iter__(self) -> Iterator[Removal]:
        while (step := self.step()) is not None:
            yield step

    def step(self, piece: str | None = None) -> Removal | None:
        """Remove one piece: the cheapest, or ``piece``, whatever its cost.

        Returns:
            The removal, or None if training has stopped (see `stop_reason`).

        Raises:
            ArgumentError: ``piece`` is not in the vocabulary, or a single character.
        """
        self._begin_round()
        if self.stop_reason:
            return None
        self._remove(piece)
        self._begin_round()
        return self.timeline().step(self.steps_made)

    def run(self, removals: int | None = None) -> int:
        """Remove up to ``removals`` pieces, or all, without records; return how many."""
        return self.run_for(inf, removals)

    def run_for(self, seconds: float, removals: int | None = None) -> int:
        """Remove pieces without records for some time; return how many were removed.

        The clock is read after each removal, and after the costs of a round are computed.

        Args:
            seconds: the time by the clock, which may be `math.inf`.
            removals: the largest number of removals, or None.
        """
        removals = check_limit(removals, "removals", 0)
        until = time.monotonic() + seconds
        before = self.steps_made
        while not self.stop_reason and time.monotonic() < until:
            if not self._is_ready:
                self._begin_round()
            elif removals is not None and self.steps_made - before >= removals:
                break
            else:
                self._remove(None)
        return self.steps_made - before

    def _begin_round(self) -> None:
        """Train the counts of the next round, and choose what it removes, if that is not done."""
        if self._is_ready:
            return
        log, step = self._log, self.steps_made
        first, counts = log.rounds[-1]
        if log.em_rounds:
            for _ in range(log.em_rounds):
                counts, _ = log.expect(step, counts)
            log.begin_round(step, counts)
        elif step > first:
            log.begin_round(step, counts)
        self._is_ready = True
        log.sizes(step)
        if self._is_done:
            return
        size = 1 if self._share is None else max(1, int(self._size * self._share))
        self._queue.extend(log.costs(step).order[:size].tolist())

    def _remove(self, piece: str | None) -> None:
        log = self._log
        best = self._queue[0]
        number = best if piece is None else log.numbers.get(piece, -1)
        step = self.steps_made + 1
        if number < 0 or log.removed_at[number] or not log.removable[number]:
            raise unknown_piece(piece, step)
        if number in self._queue:
            self._queue.remove(number)
        else:
            self._queue.popleft()
        if piece is not None:
            log.best[step] = best
        log.removed.append(number)
        log.removed_at[number] = step
        self._is_ready = bool(self._queue)
