"""Training against the textbook, over both loops."""

import itertools
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.oracle import RULES, Oracle
from tests.strategies import (
    corpora,
    examples,
    markings,
    scores,
    tie_breaks,
    word_frequencies,
)
from tests.wordpiece.loops import loop  # noqa: F401
from tests.wordpiece.trainings import trained
from wordpiece import (
    BPETrainer,
    MergeStep,
    StopReason,
    Trainer,
    UnknownPairError,
    VocabularySizeError,
    WordPieceTrainer,
    marking_of,
    textbook_merges,
    trainer,
)
from wordpiece.scoring import LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE, Score
from wordpiece.teaching.wording import stopped
from wordpiece.text.corpus import from_text
from wordpiece.textbook import merge

SAMPLES = Path(__file__).parents[2] / "sample_corpora"

SPECIAL = ("[UNK]", "a", "ab")
"""The last two are spelled as a symbol of the alphabet and as a token that merges make."""

entries, most = (st.none() | st.integers(0, limit) for limit in (9, 12))
limits = st.fixed_dictionaries({"entries": entries, "merges": most, "least": st.integers(0, 4)})
WAYS = ["step", "force", "force again", "run", "run for", "go on", "go back"]
ways = st.lists(st.tuples(st.sampled_from(WAYS), st.integers(0, 99)), max_size=12)


class Driven:
    """A trainer, and what has been asked of it."""

    def __init__(self, words, score, marking, tie_break, seed, limits):
        self.words, self.score, self.marking = words, score, marking_of(marking)
        self.alphabet = {symbol for word in words for symbol in self.marking.split(word)}
        self.smallest = len({*SPECIAL, *self.alphabet})
        size = limits["entries"]
        self.limits: dict[str, Any] = {
            "vocab_size": None if size is None else self.smallest + size,
            "max_merges": limits["merges"],
            "min_pair_count": limits["least"],
        }
        self.rule: dict[str, Any] = {"tie_break": tie_break, "seed": seed, "marking": marking}
        self.trainer = Trainer(
            words, score=score, special_tokens=SPECIAL, **self.rule, **self.limits
        )
        self.forced: dict[int, tuple[str, str]] = {}
        self.records: dict[int, MergeStep] = {}

    @property
    def limit_reached(self) -> StopReason | None:
        if self.limits["vocab_size"] in range(len(self.trainer.vocabulary) + 1):
            return StopReason.VOCAB_SIZE
        if self.limits["max_merges"] in range(self.trainer.steps_made + 1):
            return StopReason.MAX_MERGES
        return None

    def go(self, way: str, number: int) -> None:
        trainer, made = self.trainer, self.trainer.steps_made
        if way == "step":
            self.note(trainer.step())
        elif way.startswith("force"):
            pairs = [
                pair for split in trainer.splits.values() for pair in itertools.pairwise(split)
            ]
            if way == "force again":  # a token that is in use
                pairs = [pair for pair in pairs if pair == ("#", "###") or pair[0] == "##"]
            if pairs:
                pair, reached = pairs[number % len(pairs)], self.limit_reached
                record = trainer.step(pair)
                assert bool(record) == (reached is None)
                if record:
                    self.forced[record.index] = pair
                self.note(record)
        elif way.startswith("run"):
            merges = number % 6
            done = trainer.run(merges) if way == "run" else trainer.run_for(inf, merges)
            assert done == trainer.steps_made - made <= merges
            assert done == merges or trainer.stop_reason
        else:
            step = made if way == "go on" else max(0, made - number % 4)
            self.trainer = Trainer.from_timeline(trainer.timeline(), step, **self.limits)
            self.forced = {index: pair for index, pair in self.forced.items() if index <= step}
            self.records = {index: each for index, each in self.records.items() if index <= step}

    def note(self, record: MergeStep | None) -> None:
        assert record or self.trainer.stop_reason
        if record:
            self.records[record.index] = record

    def expected(self) -> list[MergeStep]:
        """Return the merges of the oracle, as far as the limits allow."""
        rule, least = RULES[self.score.name], self.limits["min_pair_count"]
        oracle = Oracle(self.words, rule=rule, least=least, **self.rule).follow(self.forced)
        found = oracle.records(SPECIAL)
        size, steps = self.smallest, []
        for step in found[: self.limits["max_merges"]]:
            if self.limits["vocab_size"] in range(size + 1):
                break
            size += step.is_new_token
            steps.append(step)
        return steps

    def share_done(self) -> float:
        """Return the progress by the nearest limit."""
        if self.trainer.stop_reason:
            return 1.0
        whole = {word: self.marking.split(word) for word in self.words}
        removed = sum(len(whole[word]) - len(now) for word, now in self.trainer.splits.items())
        shares = [removed / sum(len(split) - 1 for split in whole.values())]
        if self.limits["vocab_size"] is not None:
            new = len(self.trainer.vocabulary) - self.smallest
            shares.append(new / (self.limits["vocab_size"] - self.smallest))
        if self.limits["max_merges"]:
            shares.append(self.trainer.steps_made / self.limits["max_merges"])
        return max(shares)

    def why_it_stops(self) -> StopReason:
        if self.limit_reached:
            return self.limit_reached
        made = self.trainer.steps_made
        best = next(iter(self.trainer.timeline().scores(made).rows(0, 1)), None)
        if best is None:
            return StopReason.NO_PAIRS
        if best.pair_count < self.limits["min_pair_count"]:
            return StopReason.MIN_PAIR_COUNT
        assert self.score is LIKELIHOOD_GAIN and best.score <= 0
        return StopReason.NO_GAIN


@given(corpora, scores, markings, tie_breaks, st.integers(0, 2), limits, ways)
@examples(150)
def test_however_it_is_driven_a_training_equals_the_textbook(
    words, score, marking, tie_break, seed, limits, ways
):
    driven = Driven(words, score, marking, tie_break, seed, limits)
    for way, number in ways:
        driven.go(way, number)
        assert driven.trainer.progress == driven.share_done()
    driven.trainer.run()
    steps, trainer, timeline = driven.expected(), driven.trainer, driven.trainer.timeline()
    assert [*timeline.steps()] == steps
    assert [timeline.ties(step.index) for step in steps] == [len(step.tied) for step in steps]
    assert {step.index: step for step in steps}.items() >= driven.records.items()

    splits = {word: driven.marking.split(word) for word in words}
    for step in steps:
        splits = {word: merge(split, step.pair, step.token) for word, split in splits.items()}
    assert list(trainer.splits.items()) == list(splits.items())
    learned = [step.token for step in steps if step.is_new_token]
    assert trainer.vocabulary == [*SPECIAL, *sorted(driven.alphabet.difference(SPECIAL)), *learned]

    assert trainer.stop_reason is timeline.stop_reason is driven.why_it_stops()
    assert trainer.progress == 1 and trainer.run() == 0 and trainer.step() is None
    if steps:
        other = Trainer.from_timeline(timeline, trainer.steps_made - 1)
        assert other.step(steps[-1].pair if steps[-1].forced else None) == steps[-1]
        assert [*timeline.steps()] == steps


@given(corpora, st.sampled_from(["wordpiece", "bpe"]), markings)
def test_the_textbook_equals_its_extension(words, algorithm, marking):
    merges = textbook_merges(words, 1000, algorithm=algorithm, marking=marking)
    assert merges == Oracle(words, marking, RULES[algorithm]).run().records()


@given(word_frequencies, st.integers(1, 6), markings)
@examples(40)
def test_pairs_that_are_too_rare_never_win(words, least, marking):
    """Of the pairs that occur often enough the one with the best ratio merges."""
    mark = marking_of(marking)
    plain = Oracle(words, mark)
    while True:
        k = len(plain.merges)
        enough = {pair: n for pair, n in plain.pairs(k).items() if n >= least}
        if not enough:
            break
        scores = plain.scores(k)
        plain.step(max(enough, key=scores.__getitem__))  # the first seen of the best
    trainer = Trainer(
        words, score=WORDPIECE.without_rarer(least), marking=mark, min_pair_count=least
    )
    trainer.run(2)
    stepped = [step.pair for step in trainer]
    assert [step.pair for step in trainer.timeline().steps()] == plain.merges
    assert stepped == plain.merges[2:]
    for k in range(trainer.steps_made + 1):
        for row in trainer.timeline().scores(k).rows():
            assert row.score == (0 if row.pair_count < least else float(plain.score(k, row.pair)))


@pytest.mark.skipif(trainer.COMPILED is None, reason="the loop is not compiled")
@pytest.mark.parametrize("sample", ["story_en", "chinese"])
@pytest.mark.parametrize("score", [PAIR_COUNT, WORDPIECE, WORDPIECE.without_rarer(2)])
def test_both_loops_equal_each_other_on_a_whole_text(sample, score, monkeypatch):
    text = (SAMPLES / f"{sample}.txt").read_text(encoding="utf-8")
    words = from_text(text, pre_tokenizer="whitespace").word_frequencies
    compiled = trained(Trainer, words, score=score, marking="##")
    monkeypatch.setattr(trainer, "COMPILED", None)
    plain = trained(Trainer, words, score=score, marking="##")
    assert len(plain) > 100
    assert vars(compiled._log) | {"slots": None} == vars(plain._log) | {"slots": None}


def test_sizes_after_other_merges_than_those_made_before():
    first = BPETrainer({"##a": 3, "xa": 1, "ab": 9}, marking="##")
    assert first.run(2) == 2
    trainer = Trainer.from_timeline(first.timeline(), 0)
    assert trainer.step(("#", "###")) and trainer.step(("##", "##a"))  # makes ##a, an old token
    growth = trainer.timeline().growth(2)
    assert (growth.vocabulary, growth.corpus_tokens) == (len(trainer.vocabulary), 3 + 2 + 18)


def test_a_given_alphabet_is_added_to_the_vocabulary():
    trainer = Trainer(
        {"hug": 1}, score=PAIR_COUNT, marking=None, alphabet="zag", special_tokens=["g"]
    )
    assert trainer.vocabulary == ["g", "a", "h", "u", "z"]


# Errors.


def test_the_vocabulary_must_hold_special_tokens_and_alphabet():
    with pytest.raises(VocabularySizeError, match=r"size 11 is too small.*has 12 entries") as error:
        WordPieceTrainer(golden.TOY, vocab_size=11)
    assert error.value.minimum == 12
    assert [*WordPieceTrainer(golden.TOY, vocab_size=12)] == []


def test_a_pair_that_occurs_nowhere_cannot_be_forced():
    trainer = WordPieceTrainer(golden.TOY)
    with pytest.raises(UnknownPairError, match="Step 1 cannot merge 'p' with '##x'"):
        trainer.step(("p", "##x"))
    first = trainer.step()
    assert first and first.token == "##gs"


def test_a_rare_pair_may_be_forced_after_it_has_stopped_training():
    trainer = BPETrainer({"low": 1, "lower": 1}, min_pair_count=2)
    assert trainer.run() == 2 and trainer.stop_reason is StopReason.MIN_PAIR_COUNT
    assert trainer.step() is None and trainer.progress == 1
    forced = trainer.step(("e", "r"))
    assert forced and forced.forced and forced.best_pair == ("low", "e")
    assert trainer.stop_reason is None and trainer.run() == 0
    assert trainer.stop_reason is StopReason.MIN_PAIR_COUNT
    assert WordPieceTrainer({"low": 1}, min_pair_count=2).run() == 0


def test_a_score_can_stop_training():
    class Frequent(Score):
        texts = PAIR_COUNT.texts

        def values(self, pair_count, left_count, right_count, merging=None):
            return pair_count

        def is_worth_merging(self, value):
            return value > 15

    trainer = Trainer(golden.TOY, score=Frequent("frequent"), marking="none")
    assert trainer.run() == 2 and trainer.stop_reason is StopReason.NO_GAIN
    assert trainer.score.value(20, 36, 20) == 20
    assert str(stopped(trainer.stop_reason, 2)) == (
        "Training stopped after 2 merges: no remaining pair has a score above 0."
    )


# Training for some time.


def test_training_for_some_time_ends_by_the_clock(monkeypatch):
    trainer = BPETrainer(golden.TOY)
    clock = itertools.count()
    monkeypatch.setattr("wordpiece.trainer.time.monotonic", lambda: next(clock))
    assert trainer.run_for(0) == 0
    assert trainer.run_for(3) == 2 and trainer.run_for(9, 1) == 1 and trainer.run_for(99) == 4
    assert trainer.stop_reason is StopReason.NO_PAIRS and trainer.run_for(99) == 0
