"""Pairs that must occur a number of times before they may win, against a plain version."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.plain import Plain
from tests.strategies import tie_breaks, word_frequencies
from wordpiece import Trainer
from wordpiece.records import StopReason
from wordpiece.scoring import (
    BLOG_CODE,
    LIKELIHOOD_GAIN,
    PAIR_COUNT,
    WORDPIECE,
)
from wordpiece.teaching.worksheet.merges import rule
from wordpiece.teaching.worksheet.planning import plan as plan_of


def plainly(words, least, ratio=True):
    """Merge the best pair of those that occur ``least`` times or more, as long as there is one."""
    plain = Plain(words, prefix="##")
    while True:
        pairs, symbols = plain.pairs(len(plain.merges)), plain.symbols(len(plain.merges))
        enough = [pair for pair, count in pairs.items() if count >= least]
        if not enough:
            return plain.merges

        def score(pair, pairs=pairs, symbols=symbols):
            left, right = pair
            return pairs[pair] / (symbols[left] * symbols[right]) if ratio else pairs[pair]

        plain.step(max(enough, key=score))  # the first of the best, in the order of the corpus


def trainer(words, score, least, **settings):
    return Trainer(
        words,
        score=score.without_rarer(least),
        marking="##",
        min_pair_count=least,
        **settings,
    )


@given(word_frequencies, st.integers(1, 6))
def test_wordpiece_equals_a_plain_version(words, least):
    made = list(trainer(words, WORDPIECE, least))
    assert [step.pair for step in made] == plainly(words, least)
    assert all(step.pair_count >= least for step in made)


@given(word_frequencies, st.integers(1, 6))
def test_by_count_the_minimum_only_ends_training(words, least):
    assert PAIR_COUNT.without_rarer(least) is PAIR_COUNT
    assert BLOG_CODE.without_rarer(least) is BLOG_CODE
    assert LIKELIHOOD_GAIN.without_rarer(least) is LIKELIHOOD_GAIN
    assert [step.pair for step in trainer(words, PAIR_COUNT, least)] == plainly(words, least, False)


@given(word_frequencies, tie_breaks, st.integers(2, 5))
def test_the_table_the_trainer_and_running_ahead_agree(words, tie_break, least):
    score = WORDPIECE
    stepping = trainer(words, score, least, tie_break=tie_break)
    steps = list(stepping)
    running = trainer(words, score, least, tie_break=tie_break)
    running.run()
    timeline = running.timeline()
    assert list(timeline.steps()) == steps and running.stop_reason is stepping.stop_reason
    for k, step in enumerate(steps):
        best, *_ = rows = timeline.scores(k).rows()
        assert best.pair == step.pair and best.score == step.score > 0
        for row in rows:
            assert (row.score == 0) == (row.pair_count < least)
            assert row.score == timeline.score.value(
                row.pair_count, row.left_count, row.right_count
            )
            formula = timeline.score.formula(row)
            assert (formula.fraction is None) == (row.pair_count < least)
            assert set(formula.cells) == set(score.formula(row).cells)
            assert len(formula.listed) == len(timeline.score.listings)
    assert (stepping.stop_reason is StopReason.NO_PAIRS) == (not timeline.scores(len(steps)))


@given(word_frequencies, st.sampled_from([WORDPIECE, BLOG_CODE, PAIR_COUNT, LIKELIHOOD_GAIN]))
def test_a_minimum_of_one_changes_nothing(words, score):
    assert list(trainer(words, score, 1)) == list(Trainer(words, score=score, marking="##"))


def test_on_the_course_s_words_pairs_met_once_win_and_a_minimum_leaves_them_out():
    without = list(trainer(golden.COURSE, WORDPIECE, 1, max_merges=5))
    assert [step.pair_count for step in without] == [2, 1, 1, 1, 1]
    with_two = list(trainer(golden.COURSE, WORDPIECE, 2, max_merges=5))
    assert [(step.token, step.pair_count) for step in with_two[:2]] == [("ab", 2), ("Th", 3)]
    assert all(step.pair_count >= 2 for step in with_two)


def test_a_pair_that_is_too_rare_can_be_forced_and_its_score_is_said_to_be_0():
    rare = trainer({"ab": 1, "cd": 2}, WORDPIECE, 2)
    step = rare.step(("a", "##b"))
    assert step is not None and (step.score, step.forced) == (0, True)
    formula = rare.score.formula(step)
    assert str(formula.text) == "0 (1 together, too few to compete; 1 and 1 in all)"
    assert rare.step().token == "cd" and rare.step() is None
    assert rare.stop_reason is StopReason.NO_PAIRS


def test_what_is_said_of_rare_pairs():
    assert WORDPIECE.about_rare is None and PAIR_COUNT.without_rarer(2).about_rare is None
    said = str(WORDPIECE.without_rarer(2).about_rare)
    assert said == "A pair must occur 2 times to compete; the score of others is 0."
    timeline = trainer(golden.COURSE, WORDPIECE, 2)
    timeline.run()
    plan = plan_of(timeline.timeline(), None)
    assert said in [str(each) for each in rule(plan)]


@pytest.mark.parametrize("least", [2, 3])
def test_the_lesson_in_one_sentence(least):
    """Two symbols that occur c times each and always together score 1/c: the rarest win."""
    words = {"ab": 1, "cd": 2, "ef": 3}
    assert [step.score for step in trainer(words, WORDPIECE, 1)] == [1, 1 / 2, 1 / 3]
    assert trainer(words, WORDPIECE, least).step().score == 1 / least
