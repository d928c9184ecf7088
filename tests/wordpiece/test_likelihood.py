"""The likelihood of a corpus, compared with plain counting and with the trainer's gain."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.oracle import Oracle
from tests.strategies import examples, word_frequencies
from wordpiece.errors import UnknownPairError
from wordpiece.recipes import RECIPES
from wordpiece.teaching.likelihood import log_likelihood, merge_effect, shares


def trained(words):
    trainer = RECIPES["likelihood"].trainer(words)
    trainer.run(12)
    return trainer.timeline()


def test_a_merge_of_the_toy():
    timeline = trained(golden.TOY)
    share = shares(timeline, 0)[0]  # the most frequent comes first
    assert (share.symbol, share.count, share.total) == ("##u", 36, 113)
    assert share.probability == Fraction(36, 113)
    assert share.log_likelihood == pytest.approx(36 * math.log(36 / 113))
    found = merge_effect(timeline, 0, ("##u", "##g"))
    assert [(c.symbol, c.before, c.after) for c in found.changes] == [
        ("##u", 36, 16), ("##g", 20, 0), ("##ug", 0, 20)
    ]  # fmt: skip
    assert (found.total_before, found.total_after) == (113, 93)
    assert found.gain == pytest.approx(golden.TOY_LIKELIHOOD[0][3], abs=1e-4)
    rare = merge_effect(timeline, 0, ("##g", "##s"))
    assert rare.gain == pytest.approx(9.2301, abs=1e-3) and rare.gain < found.gain
    with pytest.raises(UnknownPairError):
        merge_effect(timeline, 0, ("x", "y"))


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
