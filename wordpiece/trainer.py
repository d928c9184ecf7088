"""Training, one merge at a time.

A merge takes four steps: `PairIndex` finds the pairs with the best score, `break_tie` chooses one
of them, `PairIndex` replaces it in every word and updates the counts around it, and `Log` records
the merge. `wordpiece.textbook` makes the same merges by counting the whole corpus each time.

`WordPieceTrainer` and `BPETrainer` are two presets of one `Trainer`: only the score and the
default marking differ. ``BPETrainer(words, marking="##")`` is a third, the algorithm that the
`tokenizers` library runs under the name WordPieceTrainer.

>>> words = {"hug": 10, "pug": 5}
>>> for trainer in WordPieceTrainer(words), BPETrainer(words), BPETrainer(words, marking="##"):
...     [step.token for step in trainer]
['hu', 'pu', 'hug', 'pug']
['ug', 'hug', 'pug']
['##ug', 'hug', 'pug']
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from math import inf

import numpy as np

from wordpiece.arguments import check_integer, check_limit, check_pair, check_texts
from wordpiece.errors import UnknownPairError, VocabularySizeError
from wordpiece.marking import CONTINUATION_PREFIX, NONE, Marking, marking_of
from wordpiece.records import MergeStep, Pair, StopReason
from wordpiece.scoring import (
    EXACT,
    PAIR_COUNT,
    WORDPIECE,
    Score,
    TieBreak,
    break_tie,
    check_score,
    check_tie_break,
)
from wordpiece.training.log import Entry, Log
from wordpiece.training.pair_index import PairIndex
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.slots import Ints, slots_of
from wordpiece.training.steps import Splits
from wordpiece.training.timeline import Timeline


def _load_compiled() -> type[PairIndex] | None:
    try:
        index: type[PairIndex] = import_module("wordpiece.training._pair_index").PairIndex
    except ImportError:
        return None
    return index


COMPILED = _load_compiled()
"""`PairIndex`, compiled; None where it has not been compiled."""

BERT_SPECIAL_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
"""The entries in front of BERT's vocabulary, in its order."""


class Trainer:
    """Learns merges from word frequencies.

    Iterate over it, or call `step`, for one `MergeStep` at a time. Call `run` to make merges
    without records. `Trainer.timeline` has the state after each merge made so far.

    >>> from wordpiece.scoring import LIKELIHOOD_GAIN
    >>> trainer = Trainer(toy, score=LIKELIHOOD_GAIN, marking="##", max_merges=3)
    >>> [(step.token, round(step.score, 1)) for step in trainer], str(trainer.stop_reason)
    ([('##ug', 28.0), ('##un', 42.7), ('hug', 26.7)], 'number of merges reached')

    Args:
        word_frequencies: word to count, in order of first occurrence.
        score: the rule that ranks pairs.
        marking: a `Marking` or its name.
        vocab_size: stop when the vocabulary, including special tokens, has this many entries.
        max_merges: stop after this many merges.
        special_tokens: entries at the beginning of the vocabulary, which are not used in training.
        tie_break: the rule that chooses one of several pairs with the best score.
        seed: the seed of the random tie-break.
        min_pair_count: stop when the winning pair occurs less often than this. With a ``score``
            made by `Score.without_rarer`, rarer pairs do not win as long as others are left.
        alphabet: symbols of the alphabet in addition to those of the words, such as the 256 bytes
            of GPT-2.
        languages: for a score by language (`PARITY`), how often each word occurs in each language,
            shape (languages, words). Without it, all words are of one language.

    A score may also stop training (`Score.is_worth_merging`): the likelihood gain does so when no
    merge raises the likelihood; Schuster & Nakajima stop when it rises too little. A pair may
    still be forced then.

    Raises:
        CorpusError: a word is empty, or a frequency is not a whole number above 0.
        VocabularySizeError: special tokens and alphabet do not fit into ``vocab_size``.
        ValueError: an unknown marking or tie-break, a negative limit, or a string instead of a
            list.
    """

    def __init__(
        self,
        word_frequencies: Mapping[str, int],
        *,
        score: Score,
        marking: Marking | str | None,
        vocab_size: int | None = None,
        max_merges: int | None = None,
        special_tokens: Iterable[str] = (),
        tie_break: TieBreak = "first-seen",
        seed: int = 0,
        min_pair_count: int = 1,
        alphabet: Iterable[str] = (),
        languages: Sequence[Sequence[int]] | Ints = (),
    ):
        check_tie_break(tie_break)
        check_score(score)
        vocab_size = check_limit(vocab_size, "vocab_size")
        # A symbol inside a word is counted in two pairs.
        limit_of_total = EXACT // 2 if score.parts == "pairs" else EXACT
        slots = slots_of(word_frequencies, marking_of(marking), limit_of_total)
        if score.by_language:
            counts = np.array(languages if len(languages) else [slots.frequencies], dtype=np.int64)
            if counts.ndim != 2 or counts.shape[1] != len(slots.words):
                raise ValueError("languages must have the count of each word in each language.")
            slots = replace(slots, languages=counts)
        starting = alphabet if isinstance(alphabet, str) else check_texts(alphabet, "alphabet")
        special = tuple(dict.fromkeys(check_texts(special_tokens, "special_tokens")))
        symbols = tuple(sorted({*slots.alphabet, *starting}.difference(special)))
        minimum = len(special) + len(symbols)
        if vocab_size is not None and vocab_size < minimum:
            raise VocabularySizeError(vocab_size, minimum)
        log = Log(
            slots=slots,
            removed_at=array("i", bytes(4 * len(slots.symbol))),
            tokens=list(slots.alphabet),
            vocabulary=[*special, *symbols],
            special_tokens=special,
            alphabet=symbols,
            score=score,
            tie_break=tie_break,
            seed=check_integer(seed, "seed"),
        )
        self._continue(log, vocab_size, max_merges, min_pair_count)

    @classmethod
    def from_timeline(
        cls,
        timeline: Timeline,
        step: int,
        *,
        vocab_size: int | None = None,
        max_merges: int | None = None,
        min_pair_count: int = 1,
    ) -> Trainer:
        """Return a trainer that continues a training after a step. The training does not change.

        The trainer makes the merges that training from the start would make, including the forced
        ones among the first ``step``. So another pair can be forced there without training again
        from the start. The other arguments are those of `Trainer`.

        >>> other = Trainer.from_timeline(bpe_timeline, 1)
        >>> other.step(("h", "ug")).token, other.step().token, other.steps_made
        ('hug', 'un', 3)

        Raises:
            IndexError: the step does not exist.
        """
        trainer = cls.__new__(cls)
        log = timeline.log_until(step)
        trainer._continue(log, check_limit(vocab_size, "vocab_size"), max_merges, min_pair_count)
        return trainer

    def _continue(
        self, log: Log, vocab_size: int | None, max_merges: int | None, min_pair_count: int
    ) -> None:
        """Set up the state after the last merge of a log; further merges are added to this log."""
        slots = log.slots
        self.marking = slots.marking
        self.score = log.score
        self.tie_break: TieBreak = log.tie_break
        self.seed = log.seed
        self._vocab_size = vocab_size
        self._max_merges = check_limit(max_merges, "max_merges", 0)
        self._min_pair_count = check_integer(min_pair_count, "min_pair_count", 0)
        self._refusal: StopReason | None = None  # set if the best pair is too rare or gains nothing
        self._log = log
        self._boundaries = len(slots.symbol) - len(slots.words)
        self._removed = len(slots.symbol) - log.removed_at.count(0)
        self._minimum = log.vocabulary_size[0]
        self._vocabulary = log.vocabulary
        self._in_vocabulary = set(log.vocabulary)
        self._tokens = log.tokens  # id -> string
        self._ids = {token: i for i, token in enumerate(self._tokens)}
        self._index = (COMPILED or PairIndex)(log, self._token_of)
        self._table: ScoreTable | None = None  # of the next merge, if the score is by language

    def __repr__(self) -> str:
        end = f", stopped: {self.stop_reason}" if self.stop_reason else ""
        return (
            f"<{type(self).__name__}: {len(self.splits)} words, {self.steps_made} merges, "
            f"{len(self._vocabulary)} tokens{end}>"
        )

    @property
    def steps_made(self) -> int:
        """The number of merges made so far."""
        return len(self._log)

    @property
    def vocabulary(self) -> list[str]:
        """All entries in id order: special tokens, alphabet by code point, learned tokens."""
        return list(self._vocabulary)

    @property
    def splits(self) -> Splits:
        """Word to its symbols after the merges made so far."""
        return self.timeline().splits(self.steps_made)

    @property
    def stop_reason(self) -> StopReason | None:
        """Why training has stopped, or None if it has not."""
        if self._vocab_size is not None and len(self._vocabulary) >= self._vocab_size:
            return StopReason.VOCAB_SIZE
        if self._max_merges is not None and self.steps_made >= self._max_merges:
            return StopReason.MAX_MERGES
        if not len(self._index):
            return StopReason.NO_PAIRS
        return self._refusal

    @property
    def progress(self) -> float:
        """The share of the training that is done by the nearest limit, 0 to 1; never decreases."""
        if self.stop_reason:
            return 1.0
        shares = [self._removed / self._boundaries]
        if self._vocab_size is not None:
            capacity = self._vocab_size - self._minimum
            shares.append((len(self._vocabulary) - self._minimum) / capacity)
        if self._max_merges:
            shares.append(self.steps_made / self._max_merges)
        return max(shares)

    def timeline(self) -> Timeline:
        """Return a view of all steps so far. It does not change when training continues."""
        return Timeline(self._log, self.steps_made, self.stop_reason)

    def __iter__(self) -> Iterator[MergeStep]:
        while (step := self.step()) is not None:
            yield step

    def step(self, pair: Pair | None = None) -> MergeStep | None:
        """Make one merge: of the winning pair, or of ``pair``, whatever its score.

        >>> trainer = WordPieceTrainer(toy)
        >>> trainer.step().token
        '##gs'
        >>> forced = trainer.step(("##u", "##g"))
        >>> forced.token, forced.forced, forced.best_pair
        ('##ug', True, ('h', '##u'))

        Returns:
            The merge, or None if training has stopped (see `stop_reason`). A pair that is too
            rare to win, or that gains nothing, may still be forced.

        Raises:
            UnknownPairError: ``pair`` does not occur in any word now.
        """
        pair = check_pair(pair, "pair") if pair is not None else None
        tied = self._tied() if len(self._index) else ()
        return self._log.record(self.steps_made, tied) if self._merge(pair) else None

    def run(self, merges: int | None = None) -> int:
        """Make up to ``merges`` merges, or all, without records; return how many were made.

        >>> trainer = BPETrainer(toy)
        >>> trainer.run(2), trainer.run(), str(trainer.stop_reason)
        (2, 5, 'no pairs left')
        """
        return self.run_for(inf, merges)

    def run_for(self, seconds: float, merges: int | None = None) -> int:
        """Make merges without records for some time; return how many were made.

        Args:
            seconds: the time by the clock, which may be `math.inf`.
            merges: the largest number of merges, or None.
        """
        merges = check_limit(merges, "merges", 0)
        until = time.monotonic() + seconds
        made = 0
        while (merges is None or made < merges) and time.monotonic() < until and self._merge():
            made += 1
        return made

    def _merge(self, forced: Pair | None = None) -> bool:
        """Merge the winning pair, or ``forced``; return False if training has stopped.

        Raises:
            UnknownPairError: ``forced`` does not occur in any word.
        """
        reason = self.stop_reason
        if reason and not (forced and reason is self._refusal):
            return False
        index = self._index
        best, tied = self._winner()
        row = self._row_of(forced) if forced else best
        counts, score = index.counts(row), self._score_of(row)
        self._refusal = None if forced else self._reason_to_stop(counts[0], score)
        if self._refusal:
            return False
        pair, best_pair = index.pair(row), index.pair(best)
        token_id = self._token_of(pair)
        token = self._tokens[token_id]
        if is_new := token not in self._in_vocabulary:
            self._in_vocabulary.add(token)
            self._vocabulary.append(token)
        places, replaced, in_use_change = index.merge(row, token_id, self.steps_made + 1)
        self._removed += places
        is_forced = forced is not None
        entry = Entry(pair, best_pair, token_id, counts, score, replaced, is_new, is_forced, tied)
        self._log.append(entry, in_use_change)
        self._table = None
        return True

    def _reason_to_stop(self, pair_count: int, score: float) -> StopReason | None:
        """Return why training stops before a merge of the winning pair, if it does."""
        if pair_count < self._min_pair_count:
            return StopReason.MIN_PAIR_COUNT
        if not self.score.is_worth_merging(score):
            return StopReason.NO_GAIN
        return None

    def _by_language(self) -> ScoreTable | None:
        """Return the score table of the next merge if the score is by language, otherwise None."""
        if self.score.by_language and self._table is None:
            self._table = ScoreTable(self._log, self.steps_made)
        return self._table

    def _tied(self) -> tuple[Pair, ...]:
        """Return the pairs with the best score, in first-seen order."""
        table = self._by_language()
        return table.tied if table is not None else tuple(map(self._names, self._index.best()))

    def _score_of(self, row: int) -> float:
        """Return the score of a row."""
        table = self._by_language()
        found = None if table is None else table.find(self._names(row))
        return found.score if found else self._index.score(row)

    def _winner(self) -> tuple[int, int]:
        """Return the row of the winner, and how many pairs have its score."""
        if (table := self._by_language()) is not None:
            return self._row_of(table.rows(0, 1)[0].pair), table.ties
        if self.tie_break == "first-seen":
            return self._index.first_best()
        rows = self._index.best()
        tied = [*map(self._names, rows)]
        step, key = self.steps_made + 1, self._log.slots.key
        winner = break_tie(tied, self.tie_break, seed=self.seed, index=step, key=key)
        return rows[tied.index(winner)], len(rows)

    def _row_of(self, pair: Pair) -> int:
        """Return the row of a pair that is to be forced."""
        left, right = (self._ids.get(part, -1) for part in pair)
        row = self._index.find((left, right))
        if row < 0:
            raise UnknownPairError(pair, self.steps_made + 1)
        return row

    def _names(self, row: int) -> Pair:
        """Return the symbols of the pair in a row."""
        left, right = self._index.pair(row)
        return self._tokens[left], self._tokens[right]

    def _token_of(self, pair: tuple[int, int]) -> int:
        """Return the id of the token that a pair makes; a new id at the first call."""
        tokens, free = self._tokens, len(self._tokens)
        token = self.marking.join(tokens[pair[0]], tokens[pair[1]])
        token_id = self._ids.setdefault(token, free)
        if token_id == free:
            tokens.append(token)
        return token_id


class WordPieceTrainer(Trainer):
    """WordPiece: ``##`` marking, and the pair count divided by the counts of its parts.

    The arguments are those of `Trainer`, with the score `WORDPIECE`; by default the vocabulary
    begins with BERT's five special tokens. To train on a text, count its words with `from_text` of
    `wordpiece.text.corpus`.

    >>> trainer = WordPieceTrainer(toy, max_merges=3)
    >>> [step.token for step in trainer], trainer.splits["hug"]
    (['##gs', 'hu', 'hugs'], ('hu', '##g'))
    """

    def __init__(
        self,
        word_frequencies: Mapping[str, int],
        *,
        vocab_size: int | None = None,
        max_merges: int | None = None,
        special_tokens: Iterable[str] = BERT_SPECIAL_TOKENS,
        tie_break: TieBreak = "first-seen",
        seed: int = 0,
        min_pair_count: int = 1,
        marking: Marking | str | None = CONTINUATION_PREFIX,
    ):
        super().__init__(
            word_frequencies,
            score=WORDPIECE,
            marking=marking,
            vocab_size=vocab_size,
            max_merges=max_merges,
            special_tokens=special_tokens,
            tie_break=tie_break,
            seed=seed,
            min_pair_count=min_pair_count,
        )


class BPETrainer(Trainer):
    """Byte-pair encoding: the most frequent pair wins; without marking by default.

    The arguments are those of `Trainer`, with the score `PAIR_COUNT`. To train on a text, count
    its words with `from_text` of `wordpiece.text.corpus`. GPT-2's BPE needs words that are spelled
    as bytes: pass ``"gpt2"`` to `from_text`, and see the recipe ``byte-level-bpe`` in
    `wordpiece.recipes` for the alphabet of 256.

    >>> [(step.token, step.score) for step in BPETrainer(toy, max_merges=3)]
    [('ug', 20), ('un', 16), ('hug', 15)]
    """

    def __init__(
        self,
        word_frequencies: Mapping[str, int],
        *,
        vocab_size: int | None = None,
        max_merges: int | None = None,
        special_tokens: Iterable[str] = (),
        tie_break: TieBreak = "first-seen",
        seed: int = 0,
        min_pair_count: int = 1,
        marking: Marking | str | None = NONE,
    ):
        super().__init__(
            word_frequencies,
            score=PAIR_COUNT,
            marking=marking,
            vocab_size=vocab_size,
            max_merges=max_merges,
            special_tokens=special_tokens,
            tie_break=tie_break,
            seed=seed,
            min_pair_count=min_pair_count,
        )
