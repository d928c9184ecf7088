"""Training, one merge at a time.

What happens in a merge: `PairIndex` finds the pairs with the best score, `break_tie` chooses one of
them, `PairIndex` replaces it in every word and updates the counts around it, and `Log` notes what
was merged. `wordpiece.textbook` makes the same merges by counting everything anew.

`WordPieceTrainer` and `BPETrainer` are two presets of one `Trainer`: only the score and the
default marking differ. ``BPETrainer(words, marking="##")`` is a third one, the algorithm
that the `tokenizers` library runs under the name WordPieceTrainer.

>>> words = {"hug": 10, "pug": 5}
>>> wordpiece = WordPieceTrainer(words)
>>> wordpiece.vocabulary == [*BERT_SPECIAL_TOKENS, "##g", "##u", "h", "p"]
True
>>> for trainer in wordpiece, BPETrainer(words), BPETrainer(words, marking="##"):
...     [step.token for step in trainer]
['hu', 'pu', 'hug', 'pug']
['ug', 'hug', 'pug']
['##ug', 'hug', 'pug']
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator, Mapping

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
from wordpiece.training.slots import slots_of
from wordpiece.training.timeline import Splits, Timeline

AT_ONCE = 50_000
"""The most merges that are made between two looks at the limits."""

FEW = 100
"""The merges of the first portion of `Trainer.run_for`."""

BERT_SPECIAL_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
"""The entries in front of BERT's vocabulary, in its order."""


class Trainer:
    """Learns merges from word frequencies.

    Iterate over it, or call `step`, for one `MergeStep` at a time; call `run` to train ahead
    without making records. `Trainer.timeline` shows the state after any merge made so far.

    >>> from wordpiece.scoring import LIKELIHOOD_GAIN
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = Trainer(toy, score=LIKELIHOOD_GAIN, marking="##", max_merges=20)
    >>> [(step.token, round(step.score, 1)) for step in trainer][:3]
    [('##ug', 28.0), ('##un', 42.7), ('hug', 26.7)]
    >>> trainer.steps_made, str(trainer.stop_reason)
    (7, 'no pairs left')

    Args:
        word_frequencies: word to count, in order of first occurrence.
        score: the rule that ranks pairs.
        marking: a `Marking` or its name.
        vocab_size: stop when the vocabulary, special tokens included, has this many entries.
        max_merges: stop after this many merges.
        special_tokens: put in front of the vocabulary; they take no part in training.
        tie_break: which of several pairs with the best score wins.
        seed: for the random tie-break.
        min_pair_count: stop when the winning pair occurs less often than this. A ``score`` made
            by `Score.without_rarer` keeps rarer pairs from winning before.
        alphabet: starting symbols that the vocabulary has even if no word does, such as the
            256 bytes of GPT-2.

    A score may also stop training (`Score.is_worth_merging`): the likelihood gain does so when no
    merge raises the likelihood, as Schuster & Nakajima do when it rises too little. A pair may
    still be forced then.

    Raises:
        CorpusError: an empty word, or a frequency that is not a whole number above 0.
        VocabularySizeError: special tokens and alphabet do not fit into ``vocab_size``.
        ValueError: an unknown marking or tie-break, a negative limit, or a text where a list
            should be.
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
    ):
        check_tie_break(tie_break)
        check_score(score)
        vocab_size = check_limit(vocab_size, "vocab_size")
        # A symbol inside a word is in two pairs.
        limit_of_total = EXACT // 2 if score.parts == "pairs" else EXACT
        slots = slots_of(word_frequencies, marking_of(marking), limit_of_total)
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
        self._go_on(log, vocab_size, max_merges, min_pair_count)

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
        """Return a trainer that goes on after a step of a training, which stays as it is.

        It makes the merges that training from the start would make, forced ones of the first
        ``step`` included; so another pair can be forced there without training all anew. The
        other arguments are those of `Trainer`.

        >>> trainer = BPETrainer({"hug": 10, "pug": 5, "hugs": 5})
        >>> merges = trainer.run()
        >>> other = Trainer.from_timeline(trainer.timeline(), 1)
        >>> other.step(("p", "ug")).token, other.step().token, other.steps_made
        ('pug', 'hug', 3)

        Raises:
            IndexError: there is no such step.
        """
        trainer = cls.__new__(cls)
        log = timeline.log_until(step)
        trainer._go_on(log, check_limit(vocab_size, "vocab_size"), max_merges, min_pair_count)
        return trainer

    def _go_on(
        self, log: Log, vocab_size: int | None, max_merges: int | None, min_pair_count: int
    ) -> None:
        """Be in the state after the last merge of a log, and write into it from here on."""
        slots = log.slots
        self.marking = slots.marking
        self.score = log.score
        self.tie_break: TieBreak = log.tie_break
        self.seed = log.seed
        self._vocab_size = vocab_size
        self._max_merges = check_limit(max_merges, "max_merges", 0)
        self._min_pair_count = check_integer(min_pair_count, "min_pair_count", 0)
        self._enough: StopReason | None = None  # set if the best pair is too rare or gains nothing
        self._portion = FEW
        self._log = log
        self._boundaries = len(slots.symbol) - len(slots.words)
        self._removed = len(slots.symbol) - log.removed_at.count(0)
        self._minimum = log.vocabulary_size[0]
        self._vocabulary = log.vocabulary
        self._in_vocabulary = set(log.vocabulary)
        self._tokens = log.tokens  # id -> string
        self._ids = {token: i for i, token in enumerate(self._tokens)}
        self._index = PairIndex(slots, log.score, self._token_of, log.symbols(len(log)))
        self._index.removed_at = log.removed_at

    def __repr__(self) -> str:
        end = f", stopped: {self.stop_reason}" if self.stop_reason else ""
        return (
            f"<{type(self).__name__}: {len(self.splits)} words, {self.steps_made} merges, "
            f"{len(self._vocabulary)} tokens{end}>"
        )

    @property
    def steps_made(self) -> int:
        """Merges made so far."""
        return len(self._log)

    @property
    def vocabulary(self) -> list[str]:
        """All entries in id order: special tokens, alphabet by code point, then learned."""
        return list(self._vocabulary)

    @property
    def splits(self) -> Splits:
        """Word to its symbols after the merges made so far, worked out when asked for."""
        return Splits(self._log, self.steps_made)

    @property
    def stop_reason(self) -> StopReason | None:
        """Why no further merge will be made, or None while there is one to come."""
        if self._vocab_size is not None and len(self._vocabulary) >= self._vocab_size:
            return StopReason.VOCAB_SIZE
        if self._max_merges is not None and self.steps_made >= self._max_merges:
            return StopReason.MAX_MERGES
        if not len(self._index):
            return StopReason.NO_PAIRS
        return self._enough

    @property
    def progress(self) -> float:
        """The share of the training that is done, 0 to 1, by the nearest limit. Never falls."""
        if self.stop_reason:
            return 1.0
        shares = [self._removed / self._boundaries]
        if self._vocab_size is not None:
            room = self._vocab_size - self._minimum
            shares.append((len(self._vocabulary) - self._minimum) / room)
        if self._max_merges:
            shares.append(self.steps_made / self._max_merges)
        return max(shares)

    def timeline(self) -> Timeline:
        """Return a view of every step made so far. It does not change while training goes on.

        >>> trainer = BPETrainer({"hug": 10, "pug": 5})
        >>> merges = trainer.run()
        >>> [trainer.timeline().splits(step)["hug"] for step in range(merges)]
        [('h', 'u', 'g'), ('h', 'ug'), ('hug',)]
        """
        return Timeline(self._log, self.steps_made, self.stop_reason)

    def __iter__(self) -> Iterator[MergeStep]:
        while (step := self.step()) is not None:
            yield step

    def step(self, pair: Pair | None = None) -> MergeStep | None:
        """Make one merge: of the winning pair, or of ``pair`` if given.

        >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "hugs": 5})
        >>> trainer.step().token  # by the score
        'hu'
        >>> forced = trainer.step(("##u", "##g"))  # another pair, whatever its score
        >>> forced.token, forced.forced, forced.best_pair
        ('##ug', True, ('p', '##u'))

        Returns:
            The merge, or None once training has stopped (see `stop_reason`). A pair too
            rare to win, ``min_pair_count``, or one that gains nothing may still be forced.

        Raises:
            UnknownPairError: ``pair`` does not stand side by side in any word now.
        """
        pair = check_pair(pair, "pair") if pair is not None else None
        reason = self.stop_reason
        if reason and not (reason is self._enough and pair):
            return None
        tied, best = self._break_tie()
        forced = None
        if pair and (forced := self._row_of(pair)) < 0:
            raise UnknownPairError(pair, self.steps_made + 1)
        if not self._merge(best, len(tied), forced):
            return None
        return self._log.record(self.steps_made, tied)

    def run(self, merges: int | None = None) -> int:
        """Train ahead: make up to ``merges`` merges, or all there are. Makes no records.

        >>> trainer = BPETrainer({"hug": 10, "pug": 5, "hugs": 5})
        >>> trainer.run(2), trainer.run(), str(trainer.stop_reason)
        (2, 2, 'no pairs left')

        Returns:
            How many merges were made; fewer than asked for only if training has stopped.
        """
        merges = check_limit(merges, "merges", 0)
        made = 0
        while (merges is None or made < merges) and self.stop_reason is None:
            ahead = 0
            if self.tie_break == "first-seen":
                ahead = self._run(min(self._room, AT_ONCE if merges is None else merges - made))
            # Where that made none, this says why, or chooses by another rule.
            if not ahead and not self._merge(*self._winner()):
                break
            made += ahead or 1
        return made

    def run_for(self, seconds: float, merges: int | None = None) -> int:
        """Train ahead for about so many seconds, to show progress or to be stopped meanwhile.

        Each call of `run` has to get ready for its merges, so they are made in portions: small ones
        at first, then such that take up to a quarter of the time.

        >>> from math import inf
        >>> trainer = BPETrainer({"hug": 10, "pug": 5, "hugs": 5})
        >>> trainer.run_for(0), trainer.run_for(inf, 2), trainer.run_for(inf)
        (0, 2, 2)

        Args:
            seconds: by the clock; `math.inf` for as long as it takes.
            merges: the most merges to make; None for all there are.

        Returns:
            How many merges were made.
        """
        merges = check_limit(merges, "merges", 0)
        made, now = 0, time.monotonic()
        until = now + seconds
        while now < until and self.stop_reason is None and (merges is None or made < merges):
            portion = self._portion if merges is None else min(self._portion, merges - made)
            made += self.run(portion)
            before, now = now, time.monotonic()
            took = now - before
            if took < seconds / 8 and portion == self._portion:
                self._portion = min(2 * self._portion, AT_ONCE)
            elif took > seconds / 4:
                self._portion = max(self._portion // 2, 1)
        return made

    @property
    def _room(self) -> int:
        """How many merges the limits allow at least."""
        rooms = [AT_ONCE]
        if self._vocab_size is not None:
            rooms.append(self._vocab_size - len(self._vocabulary))
        if self._max_merges is not None:
            rooms.append(self._max_merges - self.steps_made)
        return min(rooms)

    def _run(self, limit: int) -> int:
        """Make winners' merges without a record of each; return how many were made."""
        merges, scores = self._index.run(
            limit, self._min_pair_count, self.steps_made + 1, self._token_of
        )
        is_new = []
        for token_id in merges[:, 2].tolist():
            token = self._tokens[token_id]
            is_new.append(token not in self._in_vocabulary)
            if is_new[-1]:
                self._in_vocabulary.add(token)
                self._vocabulary.append(token)
        self._removed += int(merges[:, 9].sum())
        self._log.extend(merges, scores, is_new)
        return len(merges)

    def _winner(self) -> tuple[int, int]:
        """Return the row of the winner, and how many pairs have its score."""
        if self.tie_break == "first-seen":
            return self._index.first_best()
        tied, winner = self._break_tie()
        return winner, len(tied)

    def _break_tie(self) -> tuple[tuple[Pair, ...], int]:
        """Return all pairs with the best score, in first-seen order, and the row of the winner."""
        rows = self._index.best().tolist()
        name = self._tokens
        tied = tuple((name[a], name[b]) for a, b in map(self._index.pair, rows))
        best = break_tie(tied, self.tie_break, seed=self.seed, index=self.steps_made + 1)
        return tied, rows[tied.index(best)]

    def _row_of(self, pair: Pair) -> int:
        """Return the row of a pair; -1 if it stands nowhere."""
        left, right = (self._ids.get(part, -1) for part in pair)
        return self._index.find((left, right))

    def _token_of(self, pair: tuple[int, int]) -> int:
        """Return the id of the token that a pair makes; a new one if it was never asked for."""
        tokens, free = self._tokens, len(self._tokens)
        token = self.marking.join(tokens[pair[0]], tokens[pair[1]])
        token_id = self._ids.setdefault(token, free)
        if token_id == free:
            tokens.append(token)
        return token_id

    def _merge(self, best: int, ties: int, forced: int | None = None) -> bool:
        """Merge the pair in the row ``forced``, or else ``best``; False if that is not worth it.

        ``ties`` is how many pairs have the score of the best.
        """
        row = best if forced is None else forced
        index = self._index
        counts = index.counts(row)
        score = index.score(row, counts)
        self._enough = None
        if forced is None and counts[0] < self._min_pair_count:
            self._enough = StopReason.MIN_PAIR_COUNT
        elif forced is None and not self.score.is_worth_merging(score):
            self._enough = StopReason.NO_GAIN
        if self._enough:
            return False
        pair, best_pair = index.pair(row), index.pair(best)
        token_id = self._token_of(pair)
        token = self._tokens[token_id]
        is_new = token not in self._in_vocabulary
        if is_new:
            self._in_vocabulary.add(token)
            self._vocabulary.append(token)
        applied = index.apply(row, token_id, self.steps_made + 1)
        self._removed += applied.places
        replaced, is_forced = applied.replaced, forced is not None
        entry = Entry(pair, best_pair, token_id, counts, score, replaced, is_new, is_forced, ties)
        self._log.append(entry, applied.in_use_change)
        return True


class WordPieceTrainer(Trainer):
    """WordPiece: ``##`` marking, and the pair count divided by the counts of its parts.

    It takes word counts, not a text: `from_text` of `wordpiece.text.corpus` makes them of one.
    The arguments are those of `Trainer`, whose score is `WORDPIECE` here; by default BERT's five
    special tokens come first in the vocabulary.

    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy, max_merges=3)
    >>> [step.token for step in trainer]
    ['##gs', 'hu', 'hugs']
    >>> trainer.splits["hugs"], trainer.splits["hug"]
    (('hugs',), ('hu', '##g'))
    >>> str(trainer.stop_reason)
    'number of merges reached'
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
    """Byte-pair encoding: the most frequent pair wins; no marking unless asked for.

    It takes word counts, not a text: `from_text` of `wordpiece.text.corpus` makes them of one.
    The arguments are those of `Trainer`, whose score is `PAIR_COUNT` here. For GPT-2's kind the
    words must be spelled as bytes: pass ``"gpt2"`` to `from_text`, and see the recipe
    ``byte-level-bpe`` in `wordpiece.recipes` for the alphabet of 256.

    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
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
