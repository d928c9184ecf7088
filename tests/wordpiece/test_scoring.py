"""The likelihood gain and the blog's code: by their definitions, and in the one engine."""

import itertools
from collections import Counter
from dataclasses import replace
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import markings, scores, tie_breaks, word_frequencies
from wordpiece import StopReason, Trainer, marking_of, textbook_merges, what_if
from wordpiece.scoring import (
    BLOG_CODE,
    LIKELIHOOD_GAIN,
    PAIR_COUNT,
    TIE_BREAKS,
    WORDPIECE,
    Count,
    Merging,
)
from wordpiece.teaching.wording import stopped
from wordpiece.textbook import merge

OTHERS = scores.filter(lambda score: score not in (WORDPIECE, PAIR_COUNT))
"""All but the two that `test_trainer` compares with the textbook."""

figures = st.integers(1, 3000)


def likelihood(splits, words):
    """The log-likelihood of a corpus under its own unigram model: sum of c ln(c / N)."""
    counts = Counter()
    for word, symbols in splits.items():
        for symbol in symbols:
            counts[symbol] += words[word]
    total = counts.total()
    return sum(c * log(c / total) for c in counts.values())


# By definition.


@given(word_frequencies, markings, st.integers(0, 12))
def test_the_gain_is_what_a_recount_gains(words, marking, merges):
    trainer = Trainer(words, score=LIKELIHOOD_GAIN, marking=marking)
    trainer.run(merges)
    splits = dict(trainer.splits)
    now = likelihood(splits, words)
    for row in trainer.timeline().scores(trainer.steps_made).rows():
        token = marking_of(marking).join(*row.pair)
        after = {word: merge(symbols, row.pair, token) for word, symbols in splits.items()}
        assert row.score == pytest.approx(likelihood(after, words) - now, abs=1e-6 - now * 1e-12)


def test_a_part_that_is_spelled_as_the_token_is():
    # "##" + "##a" make "##a", which then stands as often as before.
    words = {"##a": 3, "xa": 2, "##": 1}
    trainer = Trainer(words, score=LIKELIHOOD_GAIN, marking="##")
    trainer.step(("#", "###"))
    splits = dict(trainer.splits)
    row = trainer.timeline().scores(1).find(("##", "##a"))
    after = splits | {"##a": ("##a",)}
    gain = likelihood(after, words) - likelihood(splits, words)
    assert row.score == pytest.approx(gain)
    assert trainer.step(row.pair).score == row.score and trainer.splits["##a"] == ("##a",)


@given(figures, figures, figures, figures, st.integers(0, 2), st.integers(1, 1000))
def test_equal_figures_tie_and_left_and_right_are_alike(n, left, right, made, twice, others):
    left, right, made = n + left, n + right, made * twice
    about = Merging.of_one(n, made, False, left + right + made + others)
    one = LIKELIHOOD_GAIN.value(n, left, right, about)
    assert one == LIKELIHOOD_GAIN.value(n, right, left, about)
    # In any company: at every place of a table, the same bits.
    many = np.random.default_rng(n).integers(1, 5000, 67).astype(float)
    for at in (0, 31, 66):
        table = np.stack([many, many + left, many + right])
        table[:, at] = n, left, right
        grown = replace_rows(about, 67, table[0], at)
        assert LIKELIHOOD_GAIN.values(*table, grown)[at] == one


def replace_rows(about, size, replaced, at):
    made, double = np.zeros(size), np.zeros(size, dtype=bool)
    made[at] = about.made[0]
    return Merging(replaced, made, double, about.total)


def test_the_gain_is_not_the_ratio():
    """The rare and exclusive pair leads by the ratio, a frequent one by the gain."""
    toy = Trainer(golden.TOY, score=LIKELIHOOD_GAIN, marking="##").timeline().scores(0)
    gs, pu = toy.find(("##g", "##s")), toy.rows(0, 1)[0]
    assert gs.rank > 1 and (pu.pair_count > gs.pair_count)
    ratio = Trainer(golden.TOY, score=WORDPIECE, marking="##").timeline().scores(0)
    assert ratio.find(("##g", "##s")).rank == 1


@given(st.integers(1, 40), st.integers(1, 400), st.integers(1, 1500))
def test_the_blogs_ratio_is_rounded_as_python_rounds(n, left, right):
    left, right = n + left, n + right
    counts = [np.array([float(count)]) for count in (n, left, right)]
    expected = round(n / (left * right), 4)
    assert BLOG_CODE.value(n, left, right) == expected
    assert BLOG_CODE.values(*counts)[0] == expected


def test_halves_are_rounded_as_python_rounds():
    """k / 20000 for every odd k is a half of the last digit, above or below it as a float."""
    n = np.arange(1.0, 20_000, 2)
    two = np.full_like(n, 100), np.full_like(n, 200)
    assert BLOG_CODE.values(n, *two).tolist() == [round(k / 20_000, 4) for k in n.tolist()]


@given(word_frequencies, markings, st.integers(0, 10))
def test_the_blogs_code_counts_a_symbol_in_each_pair(words, marking, merges):
    trainer = Trainer(words, score=BLOG_CODE, marking=marking)
    trainer.run(merges)
    sides, pairs = Counter(), Counter()
    for word, symbols in trainer.splits.items():
        for pair in itertools.pairwise(symbols):
            pairs[pair] += words[word]
            for symbol in pair:
                sides[symbol] += words[word]
    rows = trainer.timeline().scores(trainer.steps_made).rows()
    assert {row.pair: (row.pair_count, row.left_count, row.right_count) for row in rows} == {
        (a, b): (count, sides[a], sides[b]) for (a, b), count in pairs.items()
    }
    assert dict(trainer.timeline().symbol_counts(trainer.steps_made)) == sides
    assert all(
        row.score == round(row.pair_count / (row.left_count * row.right_count), 4) for row in rows
    )


# Figures.


def test_the_blogs_code():
    trainer = Trainer(golden.BLOG, score=BLOG_CODE, marking="none", max_merges=3)
    made = [(*s.pair, s.pair_count, s.left_count, s.right_count, s.score) for s in trainer]
    assert made == golden.BLOG_CODE
    assert {*trainer.vocabulary} == {*golden.BLOG_VOCABULARY}


def test_the_toy_by_likelihood():
    trainer = Trainer(golden.TOY, score=LIKELIHOOD_GAIN, marking="##")
    made = [(*step.pair, step.pair_count, round(step.score, 4)) for step in trainer]
    assert made == golden.TOY_LIKELIHOOD
    assert sum(step.score for step in trainer.timeline().steps()) == pytest.approx(
        likelihood(trainer.splits, golden.TOY)
        - likelihood({w: marking_of("##").split(w) for w in golden.TOY}, golden.TOY)
    )


# When it stops.


def test_training_by_gain_stops_when_no_merge_gains():
    words = dict.fromkeys(["aa", "ab", "ba", "bb"], 1)
    trainer = Trainer(words, score=LIKELIHOOD_GAIN, marking="none")
    best = trainer.timeline().scores(0).rows(0, 1)[0]
    assert best.score < 0
    assert trainer.stop_reason is None and trainer.step() is None
    assert trainer.stop_reason is trainer.timeline().stop_reason is StopReason.NO_GAIN
    assert trainer.progress == 1.0 and trainer.run() == 0
    forced = trainer.step(("a", "b"))
    assert forced.forced and forced.score < 0 and trainer.steps_made == 1
    for other in (WORDPIECE, PAIR_COUNT, BLOG_CODE):
        trainer = Trainer(words, score=other, marking="none")
        trainer.run()
        assert trainer.stop_reason is StopReason.NO_PAIRS


def test_a_score_says_itself_why_no_merge_is_worth_making():
    """A new score that stops training gets a sentence that is true of it."""

    class Frequent(Count):
        def is_worth_merging(self, value):
            return value > 15

    def end(score):
        trainer = Trainer(golden.TOY, score=score, marking="none")
        trainer.run()
        assert trainer.stop_reason is StopReason.NO_GAIN
        return str(stopped(trainer.stop_reason, trainer.steps_made, trainer.score))

    assert end(Frequent("frequent")) == (
        "Training stopped after 2 merges: by this score, no merge left is worth making."
    )
    assert str(stopped(StopReason.NO_GAIN, 1, LIKELIHOOD_GAIN)) == (
        "Training stopped after 1 merge: no merge would make the corpus more likely."
    )


def test_a_limit_reached_is_named_before_the_gain():
    trainer = Trainer({"ab": 2}, score=LIKELIHOOD_GAIN, marking="none", max_merges=0)
    assert trainer.step(("a", "b")) is None and trainer.stop_reason is StopReason.MAX_MERGES
    rare = Trainer({"ab": 1}, score=LIKELIHOOD_GAIN, marking="none", min_pair_count=2)
    assert rare.step() is None and rare.stop_reason is StopReason.MIN_PAIR_COUNT


def test_the_gain_needs_to_know_more():
    with pytest.raises(ValueError, match="three counts"):
        LIKELIHOOD_GAIN.value(5, 20, 5)


# In the engine: the fast trainer, the textbook, the score table and what-if.


@given(
    words=word_frequencies, score=OTHERS, marking=markings, tie_break=st.sampled_from(TIE_BREAKS)
)
def test_every_step_equals_the_textbook(words, score, marking, tie_break):
    trainer = Trainer(words, score=score, marking=marking, tie_break=tie_break, seed=7)
    textbook = textbook_merges(
        words, 1000, algorithm=score.name, marking=marking, tie_break=tie_break, seed=7
    )
    assert list(trainer) == textbook
    assert trainer.stop_reason in (StopReason.NO_PAIRS, StopReason.NO_GAIN)
    assert (trainer.stop_reason is StopReason.NO_PAIRS) >= (score is BLOG_CODE)
    assert list(trainer.timeline().steps()) == textbook


@given(words=word_frequencies, score=OTHERS, marking=markings, data=st.data())
def test_forced_steps_equal_the_textbook(words, score, marking, data):
    trainer = Trainer(words, score=score, marking=marking)
    forced, steps = {}, []
    while len(table := trainer.timeline().scores(trainer.steps_made)):
        best, *_ = rows = table.rows()
        pair = None
        if not score.is_worth_merging(best.score) or data.draw(st.booleans()):
            pair = data.draw(st.sampled_from([row.pair for row in rows]))
            forced[trainer.steps_made + 1] = pair
        steps.append(trainer.step(pair))
        assert steps[-1].score == table.find(steps[-1].pair).score
        assert steps[-1].tied == table.tied
    assert steps == textbook_merges(
        words, len(steps), algorithm=score.name, marking=marking, forced=forced
    )


@given(
    words=st.dictionaries(
        st.text(alphabet="abc", min_size=1, max_size=6),
        st.sampled_from([2**25, 3 * 2**25, 2**40 + 1, 2**40 + 3, 3**25, 10**12]),
        min_size=1,
        max_size=8,
    ),
    score=OTHERS,
)
def test_huge_counts_equal_the_textbook_to_the_last_bit(words, score):
    trainer = Trainer(words, score=score, marking="##")
    steps = list(trainer)
    assert steps == textbook_merges(words, 1000, algorithm=score.name)
    assert list(trainer.timeline().steps()) == steps


@given(word_frequencies, scores, markings, tie_breaks, st.integers(0, 12), st.integers(1, 4))
def test_running_ahead_equals_stepping(words, score, marking, tie_break, ahead, least):
    def make():
        return Trainer(
            words, score=score, marking=marking, tie_break=tie_break, min_pair_count=least
        )

    stepping, running = make(), make()
    steps = list(itertools.islice(stepping, ahead))
    assert running.run(ahead) == len(steps)
    running.run()
    list(stepping)
    assert running.stop_reason is stepping.stop_reason
    assert list(running.timeline().steps()) == list(stepping.timeline().steps())


@given(word_frequencies, scores, markings, st.data())
def test_what_if_is_what_would_be(words, score, marking, data):
    trainer = Trainer(words, score=score, marking=marking)
    trainer.run()
    if not len(trainer.timeline().scores(0)):
        return
    step = data.draw(st.integers(0, max(0, trainer.steps_made - 1)))
    forced = Trainer(words, score=score, marking=marking)
    forced.run(step)
    table = forced.timeline().scores(step)
    pair = data.draw(st.sampled_from([row.pair for row in table.rows()]))
    record = forced.step(pair)
    what = what_if(trainer.timeline(), step, pair)
    assert what.merge == replace(record, tied=())
    old = {row.pair: row for row in table.rows() if row.pair != pair}
    new = {row.pair: row for row in forced.timeline().scores(step + 1).rows()}
    assert what.winner == next(iter(forced.timeline().scores(step + 1).rows()), None)
    kinds = Counter()
    for other in old.keys() | new.keys():
        was, then = old.get(other), new.get(other)
        if was is None or then is None:
            kinds["appears" if was is None else "vanishes"] += 1
        else:
            change = "rises" if was.score < then.score else "falls"
            kinds["stays" if was.score == then.score else change] += 1
    assert {kind: n for kind, n in what.totals.items() if n} == kinds
    for change in what.changes():
        assert (change.before, change.after) == (old.get(change.pair), new.get(change.pair))
    fork = trainer.timeline().fork(step, pair)
    assert fork.step(step + 1) == record
    assert fork.growth(step + 1) == forced.timeline().growth(step + 1)


# An alphabet that is given.


@given(word_frequencies, scores, markings, st.sets(st.text(max_size=3), max_size=6))
def test_a_given_alphabet_is_in_the_vocabulary_and_changes_no_merge(words, score, marking, given_):
    plain = Trainer(words, score=score, marking=marking, special_tokens=["[UNK]"])
    more = Trainer(words, score=score, marking=marking, special_tokens=["[UNK]"], alphabet=given_)
    assert [s.pair for s in plain] == [s.pair for s in more]
    alphabet = more.timeline().alphabet
    assert alphabet == tuple(sorted({*plain.timeline().alphabet, *given_} - {"[UNK]"}))
    assert more.timeline().vocabulary(0) == ["[UNK]", *alphabet]
    assert len({*more.vocabulary}) == len(more.vocabulary)
    assert {*more.vocabulary} == {*plain.vocabulary, *given_}
