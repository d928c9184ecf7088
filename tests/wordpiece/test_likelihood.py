"""The likelihood of a corpus, compared with plain counting and with the trainer's gain."""

import math
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle import Oracle
from tests.strategies import examples, word_frequencies
from wordpiece.recipes import RECIPES
from wordpiece.teaching.likelihood import count_by_chance, log_likelihood, merge_effect


def trained(words):
    trainer = RECIPES["likelihood"].trainer(words)
    trainer.run(12)
    return trainer.timeline()


@given(word_frequencies, st.data())
@examples(60)
def test_it_agrees_with_plain_counting_and_each_merge_adds_its_gain(words, data):
    timeline = trained(words)
    splits = timeline.splits(0)
    plain = Oracle({word: words[word] for word in splits}, "##", rule="gain")
    for step in range(len(timeline) + 1):
        if step:
            plain.step(timeline.pair(step))
            gain = log_likelihood(timeline, step) - log_likelihood(timeline, step - 1)
            assert timeline.merge(step).score == pytest.approx(gain, abs=1e-6)
        counts = [*plain.symbols(step).values()]
        expected = sum(count * math.log(count / sum(counts)) for count in counts)
        assert log_likelihood(timeline, step) == pytest.approx(expected, abs=1e-6)
    rows = timeline.scores(len(timeline)).rows()
    if rows:
        row = data.draw(st.sampled_from(rows))
        assert merge_effect(timeline, len(timeline), row.pair).gain == pytest.approx(
            row.score, abs=1e-6
        )


def test_by_chance_is_the_average_over_all_rows_of_the_symbols():
    timeline = trained({"ab": 1, "abb": 1, "c": 1})
    symbols = [symbol for symbol, count in timeline.symbol_counts(0) for _ in range(count)]
    rows = [*permutations(symbols)]
    found = sum([*pairwise(row)].count(("a", "##b")) for row in rows) / len(rows)
    row = timeline.scores(0).find(("a", "##b"))
    assert found == pytest.approx(count_by_chance(row, len(symbols)))
