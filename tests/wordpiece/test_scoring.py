"""Scores by their definitions, and how each is written."""

from collections import Counter
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples, scores
from wordpiece import Trainer
from wordpiece.message import ENGLISH, Emphasis
from wordpiece.records import PairScore, StopReason
from wordpiece.scoring import (
    BLOG_CODE,
    LIKELIHOOD_GAIN,
    PAIR_COUNT,
    WORDPIECE,
    Merging,
    Score,
    break_tie,
    side_by_side,
)
from wordpiece.teaching.wording import stopped

figures = st.integers(1, 3000)


def likelihood(splits, words):
    """Return the log-likelihood of a corpus under its own unigram model: sum of c ln(c / N)."""
    counts: Counter[str] = Counter()
    for word, symbols in splits.items():
        for symbol in symbols:
            counts[symbol] += words[word]
    total = counts.total()
    return sum(c * log(c / total) for c in counts.values())


# The likelihood gain.


def test_the_gain_of_a_token_that_is_spelled_as_its_right_part():
    """`##` + `##a` make `##a`, which then occurs as often as before."""
    words = {"##a": 3, "xa": 1, "##": 1}
    trainer = Trainer(words, score=LIKELIHOOD_GAIN, marking="##")
    trainer.step(("#", "###"))
    splits = dict(trainer.splits)
    row = trainer.timeline().scores(1).find(("##", "##a"))
    assert row
    gain = likelihood(splits | {"##a": ("##a",)}, words) - likelihood(splits, words)
    assert row.score == pytest.approx(gain)
    made = trainer.step(row.pair)
    assert made and made.score == row.score and trainer.splits["##a"] == ("##a",)


@given(figures, figures, figures, figures, st.integers(0, 2), st.integers(1, 1000))
def test_equal_figures_tie_and_left_and_right_are_alike(n, left, right, made, twice, others):
    left, right, made = n + left, n + right, made * twice
    about = Merging.of_one(n, made, False, left + right + made + others)
    one = LIKELIHOOD_GAIN.value(n, left, right, about)
    assert one == LIKELIHOOD_GAIN.value(n, right, left, about)
    # The bits are the same at every place of a table.
    many = np.random.default_rng(n).integers(1, 5000, 67).astype(float)
    for at in (0, 31, 66):
        table = np.stack([many, many + left, many + right])
        table[:, at] = n, left, right
        made_there = np.zeros(67)
        made_there[at] = made
        grown = Merging(table[0], made_there, np.zeros(67, dtype=bool), about.total)
        assert LIKELIHOOD_GAIN.values(table[0], table[1], table[2], grown)[at] == one


def test_the_gain_depends_on_more_than_three_counts():
    with pytest.raises(ValueError, match=r"^The gain .* depends on more than three counts\.$"):
        LIKELIHOOD_GAIN.value(5, 20, 5)


def test_a_training_by_gain_ends_before_a_merge_that_loses():
    words = dict.fromkeys(["aa", "ab", "ba", "bb"], 1)
    trainer = Trainer(words, score=LIKELIHOOD_GAIN, marking="none")
    assert trainer.timeline().scores(0).rows(0, 1)[0].score < 0
    assert trainer.stop_reason is None and trainer.step() is None
    assert trainer.stop_reason is StopReason.NO_GAIN
    forced = trainer.step(("a", "b"))
    assert forced and forced.forced and forced.score < 0 and trainer.stop_reason is None
    assert str(stopped(StopReason.NO_GAIN, 1)) == (
        "Training stopped after 1 merge: no remaining pair has a score above 0."
    )


# The blog's code.


@given(st.integers(1, 40), st.integers(1, 400), st.integers(1, 1500))
def test_the_blogs_ratio_is_rounded_as_python_rounds(n, left, right):
    left, right = n + left, n + right
    pair, first, second = (np.array([float(count)]) for count in (n, left, right))
    expected = round(n / (left * right), 4)
    assert BLOG_CODE.value(n, left, right) == BLOG_CODE.values(pair, first, second)[0] == expected


def test_halves_are_rounded_as_python_rounds():
    """k / 20000 for every odd k is a half of the last digit, above or below it as a float."""
    n = np.arange(1.0, 20_000, 2)
    two = np.full_like(n, 100), np.full_like(n, 200)
    assert BLOG_CODE.values(n, *two).tolist() == [round(k / 20_000, 4) for k in n.tolist()]


# Exact ratios.


def test_ratios_of_large_counts_are_those_of_whole_numbers():
    """Also where the quotient is near the middle of two floats, as it is in some of these rows."""
    counts = np.random.default_rng(1).integers(2**27, 2**40, (3, 20_000)).astype(float)
    for pair, left, right in (counts, np.array([[3.0], [3.0], [(2**53 + 1) / 3]])):
        whole = zip(*(column.astype(int).tolist() for column in (pair, left, right)), strict=True)
        assert WORDPIECE.values(pair, left, right).tolist() == [n / (a * b) for n, a, b in whole]


# Ties.


@given(
    st.lists(st.tuples(st.text("ab#", max_size=3), st.text("ab#")), min_size=1, unique=True),
    st.integers(0, 9),
)
@examples(30)
def test_the_first_the_least_the_greatest_and_one_drawn_by_the_seed_win(tied, seed):
    assert break_tie(tied, "first-seen", seed=seed, index=1) == tied[0]
    assert break_tie(tied, "alphabetical", seed=seed, index=1) == min(tied)
    assert break_tie(tied, "greatest", seed=seed, index=1) == max(tied)
    drawn = [break_tie(tied, "random", seed=seed, index=index) for index in range(40)]
    assert drawn == [break_tie(tied, "random", seed=seed, index=index) for index in range(40)]
    assert {*drawn} <= {*tied} and (len({*drawn}) > 1) == (len(tied) > 1)


# How scores are written.

ROW = PairScore(("##u", "##g"), 20, 36, 20, 1 / 36, 2, 1, True)
WRITTEN: dict[Score, tuple[object, ...]] = {
    WORDPIECE: (
        "1/36", "0.02778", "20/720", {"score": "1/36", "decimal": "0.02778"},
        {"count/(left × right)": "20/(36 × 20)", "fraction": "1/36", "score": "0.0277778"},
    ),
    WORDPIECE.without_rarer(21): (
        "0", "0", "", {"score": "0", "decimal": "0"},
        {"count/(left × right)": "20, too few; 36 × 20", "fraction": "0", "score": "0"},
    ),
    PAIR_COUNT: ("20", "20×", "20", {}, {"count": "20"}),
    BLOG_CODE: (
        "0.0278", "0.0278", "20/720", {"score": "1/36", "decimal": "0.0278"},
        {"count/(left × right)": "20/(36 × 20)", "fraction": "1/36", "score": "0.0278"},
    ),
    LIKELIHOOD_GAIN: (
        "+0.02778", "+0.02778", "", {"score": "+0.02778"}, {"count": "20", "gain": "+0.02778"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("score", WRITTEN, ids=lambda score: f"{score.name}-{score.least}")
def test_a_score_is_written_with_its_counts(score):
    formula = score.formula(ROW)
    cells = {name: ENGLISH.number(*cell) for name, cell in formula.cells.items()}
    heads = [column.head for column in score.texts.listings]
    listed = dict(zip(heads, map(str, formula.listed), strict=True))
    alone, brief = str(formula.alone), str(formula.brief)
    assert (alone, brief, formula.unreduced, cells, listed) == WRITTEN[score]
    assert formula.parts == (None if score is PAIR_COUNT else (36, 20))
    assert (formula.pair_count, formula.left_count, formula.right_count) == (20, 36, 20)


ROUNDED = [(2, 4, 8, 0.0625, 1, 1, False), (7, 7, 36, 0.0278, 1, 1, False)]
"""Rows of the blog's training, in which the score is rounded to four decimal places."""


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ((5, 20, 5), "5 / (20 × 5) = 1/20 = 0.05"),
        ((20, 36, 20), "20 / (36 × 20) = 1/36 ≈ 0.02778"),
        ((1, 1, 1), "1 / (1 × 1) = 1"),
    ],
)
def test_the_decimal_of_a_fraction_is_equal_or_near(counts, line):
    n, left, right = counts
    row = PairScore(("a", "b"), n, left, right, WORDPIECE.value(n, left, right), 1, 1, False)
    shown = WORDPIECE.formula(row).line
    assert str(shown) == line
    assert [name for name, fact in shown.facts if isinstance(fact, Emphasis)] == ["value"]


def test_a_rounded_score_is_equal_to_its_fraction_or_near():
    said = [str(BLOG_CODE.formula(PairScore(("a", "b"), *row)).text) for row in ROUNDED]
    assert said == ["2 / (4 × 8) = 1/16 = 0.0625", "7 / (7 × 36) = 1/36 ≈ 0.0278"]


def test_the_line_of_a_count_depends_on_the_number():
    rows = [PairScore(("a", "b"), n, n, n, n, 1, 1, False) for n in (1, 2)]
    assert [str(PAIR_COUNT.formula(row).line) for row in rows] == ["once", "2 times"]


def test_a_pair_that_is_too_rare_has_the_score_0():
    rule = WORDPIECE.without_rarer(2)
    assert str(rule.about_rare) == "Pairs that occur fewer than 2 times get the score 0."
    assert WORDPIECE.about_rare is None and PAIR_COUNT.without_rarer(2) is PAIR_COUNT
    assert BLOG_CODE.without_rarer(2) is BLOG_CODE
    assert LIKELIHOOD_GAIN.without_rarer(2) is LIKELIHOOD_GAIN
    trainer = Trainer({"ab": 1, "cd": 2}, score=rule, marking="##", min_pair_count=2)
    step = trainer.step(("a", "##b"))
    assert step and (step.score, step.forced) == (0, True)
    rare = "0 (the pair count is below the minimum; counts: pair 1, parts 1 and 1)"
    assert str(rule.formula(step).text) == rare


@given(st.lists(st.tuples(figures, figures, figures), min_size=1, max_size=4), scores)
def test_different_scores_look_different_side_by_side(counts, score):
    rows: list[PairScore | None] = [None]
    for n, left, right in counts:
        about = Merging.of_one(n, 0, False, 10_000)
        value = score.value(n, n + left, n + right, about)
        rows.append(PairScore(("a", "b"), n, n + left, n + right, value, 1, 1, False))
    dash, *texts = side_by_side(rows, score)
    assert dash == "–" and len(texts) == len(counts)
    assert len({*texts}) == len({row.score for row in rows if row})


@pytest.mark.parametrize(
    ("score", "counts", "texts"),
    [
        (WORDPIECE, [(5, 20, 5), (1, 13, 9119)], ["1/20", "1/118,547"]),
        (WORDPIECE, [(1234, 98765, 4321), (1235, 98765, 4321)], ["2.892e-6", "2.894e-6"]),
    ],
)
def test_scores_side_by_side_are_as_short_as_they_can_be(score, counts, texts):
    """As fractions of at most nine characters, else with the first digit that differs."""
    rows = [
        PairScore(("a", "b"), n, a, b, score.value(n, a, b, None), 1, 1, False)
        for n, a, b in counts
    ]
    assert side_by_side(rows, score) == texts
    assert side_by_side([None], score) == ["–"]


def test_gains_side_by_side_have_the_digits_that_differ():
    for gains, texts in (((1.5, 2.5), ["+1.50", "+2.50"]), ((1.001, 1.002), ["+1.001", "+1.002"])):
        rows = [PairScore(("a", "b"), 5, 9, 9, gain, 1, 1, False) for gain in gains]
        assert side_by_side(rows, LIKELIHOOD_GAIN) == texts


def test_the_blogs_sentences_say_how_it_counts():
    blog = {"hug_": 5, "pugs_": 2, "pun_": 6, "bun_": 3, "hugs_": 2}
    once = "Each occurrence of a symbol is counted once for each of its neighbours"
    for words, met, pair in (
        (blog, "7 times", "h 7 times, u 36 times"),
        ({"aa": 2}, "2 times", "a 4 times"),
    ):
        trainer = Trainer(words, score=BLOG_CODE, marking="none")
        (row,) = trainer.timeline().scores(0).rows(0, 1)
        assert str(BLOG_CODE.parts_counted(row)) == f"{once}: {pair}."
        sentences = BLOG_CODE.together_and_apart(next(iter(trainer)))
        both = [f"The two parts occur together {met}.", f"{once}: {pair}."]
        assert [*map(str, sentences)] == both
