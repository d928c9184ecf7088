"""Recipes meet the published figures; exercises are graded by the engine."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import golden
from tests.strategies import algorithms, markings, word_frequencies
from wordpiece import BPEEncoder, StopReason, Trainer, WordPieceEncoder
from wordpiece.exercises import (
    candidates,
    change_in_use,
    grade_change,
    grade_next,
    grade_score,
    grade_tokens,
    score_choices,
)
from wordpiece.explanations import plain
from wordpiece.recipes import RECIPES, as_the_blogs_code, with_leading_space
from wordpiece.scoring import PAIR_COUNT, WORDPIECE


def trained(name, words):
    trainer = RECIPES[name].trainer(words)
    trainer.run()
    return trainer.timeline()


def figures(timeline, *names):
    return [tuple(getattr(step, name) for name in names) for step in timeline.steps()]


# Recipes.


def test_the_toy_by_the_formula():
    timeline = trained("wordpiece", golden.TOY)
    made = [
        (*step.pair, step.token, step.pair_count, step.left_count, step.right_count, len(step.tied))
        for step in timeline.steps()
    ]
    assert made == golden.TOY_WORDPIECE


@pytest.mark.parametrize(
    ("name", "words", "figures_"),
    [
        ("bpe", golden.TOY, golden.TOY_BPE),
        ("end-of-word-bpe", golden.LOW_LOWER, [(*pair, None) for pair in golden.LOW_LOWER_BPE]),
    ],
)
def test_bpe_with_and_without_the_end_of_a_word(name, words, figures_):
    made = [(*step.pair, step.pair_count) for step in trained(name, words).steps()]
    assert [m[:2] for m in made] == [f[:2] for f in figures_]
    assert [m[2] for m, f in zip(made, figures_, strict=True) if f[2]] == [
        f[2] for f in figures_ if f[2]
    ]


def test_end_of_word_bpe_stops_at_pairs_that_occur_once():
    timeline = trained("end-of-word-bpe", golden.COURSE)
    assert timeline.stop_reason is StopReason.MIN_PAIR_COUNT
    assert all(step.pair_count >= 2 for step in timeline.steps())


def test_the_courses_two_trainings():
    timeline = trained("course-wordpiece", golden.COURSE)
    assert [step.token for step in timeline.steps()] == golden.COURSE_WORDPIECE
    assert [len(step.tied) for step in timeline.steps()] == golden.COURSE_WORDPIECE_TIES
    assert len(timeline.vocabulary(25)) == 70
    words = with_leading_space(golden.COURSE, {"This", "Hopefully", ".", ","})
    assert words == golden.COURSE_GPT2
    timeline = trained("course-bpe", words)
    assert [step.token for step in timeline.steps()] == golden.COURSE_BPE
    assert len(timeline.vocabulary(19)) == 50


def test_the_blog_by_its_formula_and_by_its_code():
    timeline = trained("blog-wordpiece", golden.BLOG)
    made = [
        (*step.pair, step.pair_count, step.left_count, step.right_count, len(step.tied))
        for step in timeline.steps()
    ]
    assert made == golden.BLOG_WORDPIECE
    trainer = RECIPES["blog-wordpiece"].trainer(golden.BLOG)
    by_code = [(step.token, score) for step, score in as_the_blogs_code(trainer)]
    assert by_code == [("hu", 0.0278), ("hug", 0.0556), ("gs", 0.0625)]
    learned = {*trainer.vocabulary}
    assert learned == {*golden.BLOG_VOCABULARY}


def test_hugging_face_style_takes_the_most_frequent_pair_with_marks():
    timeline = trained("hugging-face", golden.TOY)
    made = [(*step.pair, step.pair_count) for step in timeline.steps()]
    bare = [(a.removeprefix("##"), b.removeprefix("##"), n) for a, b, n in made]
    assert bare == golden.TOY_BPE and made[0][:2] == ("##u", "##g")


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=lambda recipe: recipe.id)
def test_every_recipe_names_itself_and_its_source(recipe):
    assert RECIPES[recipe.id] is recipe and recipe.title and recipe.source
    with pytest.raises(AttributeError):
        recipe.vocab_size = 3  # type: ignore[misc]


# Exercises.


def test_a_wrong_pair_is_answered_with_both_formulas():
    toy = trained("wordpiece", golden.TOY)
    verdict = grade_next(toy, 0, ("##u", "##g"))
    assert not verdict.right
    assert plain(verdict.why) == (
        "##u + ##g: 20 / (36 × 20) = 1/36. ##g + ##s: 5 / (20 × 5) = 1/20, which is more. "
        " It is the most frequent pair, so BPE would take it. "
    )
    bpe = trained("bpe", golden.TOY)
    verdict = grade_next(bpe, 3, ("b", "un"))
    assert plain(verdict.why).startswith("b + un: 4 times. p + un: 12 times,")


def test_a_tied_pair_is_right_too():
    toy = trained("wordpiece", golden.TOY)
    for pair in toy.scores(1).tied:
        assert grade_next(toy, 1, pair).right
    said = plain(grade_next(toy, 1, ("p", "##u")).why)
    assert "6 pairs share this best score; h + ##u is seen first" in said


def test_scores_and_changes():
    toy = trained("wordpiece", golden.TOY)
    assert Fraction(2, 45) in score_choices(toy, 2)
    assert grade_score(toy, 2, ("hu", "##g"), Fraction(2, 45)).right
    wrong = grade_score(toy, 2, ("hu", "##g"), Fraction(1, 15))
    assert not wrong.right
    assert plain(wrong.why) == "hu + ##g: 10 / (15 × 15) = 2/45, not 1/15. "
    low = trained("end-of-word-bpe", golden.LOW_LOWER)
    assert [change_in_use(low, k) for k in (1, 2, 3, 9)] == [0, -1, 0, 1]
    assert grade_change(low, 9, 1).right and not grade_change(low, 9, 0).right
    said = plain(grade_change(low, 9, 0).why)
    assert "low stays in lower" in said and said.endswith("So the change is +1. ")


@pytest.mark.parametrize(("word", "tokens"), golden.WALKTHROUGH_ENCODED.items())
def test_tokens_by_longest_match(word, tokens):
    encoder = WordPieceEncoder(golden.WALKTHROUGH)
    assert grade_tokens(encoder, word, f"  {tokens} ").right
    assert not grade_tokens(encoder, word, "").right
    assert not grade_tokens(encoder, word, tokens + " hu").right


def test_slips_are_named():
    encoder = WordPieceEncoder(golden.WALKTHROUGH)
    assert "needs ##" in plain(grade_tokens(encoder, "pugs", "p u gs", prefix="##").why)
    said = plain(grade_tokens(encoder, "pugs", "pug ##s").why)
    assert said == "pug is not in the vocabulary. First, the longest entry that fits is p. "
    assert "After h" not in plain(grade_tokens(encoder, "hugs", "h ##u ##gs").why)
    said = plain(grade_tokens(encoder, "bugs", "b ##u ##g ##s").why)
    assert said == "After ##u, the longest entry that fits is ##gs. "
    said = plain(grade_tokens(encoder, "hugs", "hug ##s ##s").why)
    assert said == "After ##s, nothing of the word is left. "
    assert "##m is not in the vocabulary" in plain(grade_tokens(encoder, "bum", "b ##u").why)
    bpe = BPEEncoder.from_timeline(trained("bpe", golden.TOY), 3)
    said = plain(grade_tokens(bpe, "unhug", "u n hug").why)
    assert said == "First u + g merges: u n h ug. Then other merges follow. "
    assert plain(grade_tokens(bpe, "pb", "pb").why) == (
        "pb is not in the vocabulary. No merge applies to it. "
    )


@pytest.mark.parametrize(("word", "tokens"), golden.TOY_BPE_ENCODED.items())
def test_tokens_by_replay(word, tokens):
    encoder = BPEEncoder.from_timeline(trained("bpe", golden.TOY), 3)
    assert grade_tokens(encoder, word, tokens).right
    assert not grade_tokens(encoder, word, word).right
    if "[UNK]" in tokens:
        assert "alone unknown" in plain(grade_tokens(encoder, word, tokens).why)


@settings(max_examples=60, deadline=None)
@given(word_frequencies.filter(bool), algorithms, markings, st.data())
def test_the_engines_own_winner_is_right_and_no_loser_is(words, algorithm, marking, data):
    score = WORDPIECE if algorithm == "wordpiece" else PAIR_COUNT
    trainer = Trainer(words, score=score, marking=marking, max_merges=6)
    trainer.run()
    timeline = trainer.timeline()
    step = data.draw(st.integers(0, len(timeline)))
    table = timeline.scores(step)
    chosen = candidates(timeline, step)
    assert bool(chosen) == bool(len(table)) and len(set(chosen)) == len(chosen) <= 4
    rows = {row.pair: row.score for row in table.rows()}
    best = max(rows.values(), default=0)
    for pair in chosen:
        assert grade_next(timeline, step, pair).right == (rows[pair] == best)
    if chosen:
        assert any(rows[pair] == best for pair in chosen)
    if step:
        truth = len(timeline.in_use(step)) - len(timeline.in_use(step - 1))
        for answer in (-1, 0, 1):
            assert grade_change(timeline, step, answer).right == (answer == truth)


@settings(max_examples=60, deadline=None)
@given(st.text("hugspbn#m", min_size=1, max_size=8), st.text("hugs# [UNK]", max_size=12))
def test_only_the_encoders_own_tokens_are_right(word, typed):
    timeline = trained("wordpiece", golden.TOY)
    for encoder in (
        WordPieceEncoder.from_timeline(timeline, 4),
        BPEEncoder.from_timeline(timeline, 4),
    ):
        truth = encoder.encode_word(word)
        assert grade_tokens(encoder, word, " ".join(truth)).right
        assert grade_tokens(encoder, word, typed).right == (typed.split() == truth)
