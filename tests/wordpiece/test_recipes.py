"""Recipes meet the published figures; exercises are graded by the engine."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import algorithms, examples, markings, word_frequencies
from wordpiece import BPEEncoder, StopReason, Trainer, WordPieceEncoder, decode_byte_level
from wordpiece.message import paragraph
from wordpiece.recipes import RECIPES
from wordpiece.scoring import PAIR_COUNT, WORDPIECE
from wordpiece.teaching.grading import grade_change, grade_next, grade_score, grade_tokens
from wordpiece.teaching.quiz import candidates, change_in_use, score_choices
from wordpiece.text.corpus import load
from wordpiece.text.normalizers import compose

SAMPLES = {
    "toy": golden.TOY,
    "course": golden.COURSE,
    "low": golden.LOW_LOWER,
    "blog": golden.BLOG,
}


def sample(recipe):
    """The words of the corpus that a recipe is best seen on."""
    if recipe.corpus in SAMPLES:
        return SAMPLES[recipe.corpus]
    folder = Path(__file__).parents[2] / "sample_corpora"
    catalogue = json.loads((folder / "catalogue.json").read_text(encoding="utf-8"))
    entry = next(entry for entry in catalogue if entry["id"] == recipe.corpus)
    names = entry["normalizer"] if recipe.normalizer is None else recipe.normalizer
    split = recipe.pre_tokenizer or entry["pre_tokenizer"]
    return load(folder / entry["file"], entry["kind"], compose(names), split).word_frequencies


def trained(name, words):
    trainer = RECIPES[name].trainer(words)
    trainer.run()
    return trainer.timeline()


def figures(timeline, *names):
    return [
        (*step.pair, *(getattr(step, name) for name in names), len(step.tied))
        for step in timeline.steps()
    ]


def encoded(name, timeline, step, words):
    encoder = RECIPES[name].encoder(timeline, step)
    return {word: " ".join(encoder.encode_word(word)) for word in words}


# Recipes: each on its own sample corpus, with the figures of its source.

COUNTS = ("pair_count", "left_count", "right_count")


def test_the_toy_by_the_formula():
    timeline = trained("wordpiece", golden.TOY)
    assert figures(timeline, "token", *COUNTS) == golden.TOY_WORDPIECE
    # The published vocabulary comes after its printed third merge, which must be forced.
    trainer = RECIPES["wordpiece"].trainer(golden.TOY)
    trainer.run(2)
    trainer.step(("hu", "##g"))
    assert {*trainer.vocabulary} == {*golden.WALKTHROUGH}
    assert (
        encoded("wordpiece", trainer.timeline(), 3, golden.WALKTHROUGH_ENCODED)
        == golden.WALKTHROUGH_ENCODED
    )
    assert encoded("wordpiece", timeline, 9, ["pugs"]) == {"pugs": "pug ##s"}
    replayed = BPEEncoder.from_timeline(timeline, 9).encode_word("pugs")
    assert replayed == ["pu", "##gs"]


def test_the_courses_wordpiece():
    timeline = trained("course-wordpiece", golden.COURSE)
    assert [step.token for step in timeline.steps()] == golden.COURSE_WORDPIECE
    assert [len(step.tied) for step in timeline.steps()] == golden.COURSE_WORDPIECE_TIES
    assert (timeline.pair(1), timeline.merge(1).score) == (("a", "##b"), 0.2)
    first = {row.pair: row.score for row in timeline.scores(0).rows()}
    assert {pair: first[pair] for pair in golden.COURSE_WORDPIECE_SCORES} == (
        golden.COURSE_WORDPIECE_SCORES
    )
    # As printed, "ab" aside, which is missing there.
    assert timeline.vocabulary(25) == golden.COURSE_WORDPIECE_VOCABULARY
    encoder = RECIPES["course-wordpiece"].encoder(timeline, 25)
    for text, tokens in golden.COURSE_WORDPIECE_ENCODED.items():
        found = encoder.encode(text)
        assert " ".join(token.token for token in found) == tokens
        assert [token.id for token in found] == [
            golden.COURSE_WORDPIECE_VOCABULARY.index(token) for token in tokens.split()
        ]


def test_the_courses_bpe_on_the_courses_table():
    recipe = RECIPES["course-bpe"]
    assert recipe.words(golden.COURSE) == recipe.words(golden.COURSE_GPT2) == golden.COURSE_GPT2
    timeline = trained("course-bpe", golden.COURSE)
    assert [step.token for step in timeline.steps()] == golden.COURSE_BPE
    first = {row.pair: row.score for row in timeline.scores(0).rows()}
    assert {pair: first[pair] for pair in golden.COURSE_BPE_COUNTS} == golden.COURSE_BPE_COUNTS
    assert len(timeline.alphabet) == 30
    assert timeline.vocabulary(19) == [
        "<|endoftext|>", *timeline.alphabet, *golden.COURSE_BPE
    ]  # fmt: skip
    assert len(timeline.vocabulary(19)) == 50
    found = recipe.encoder(timeline, 19).encode(golden.COURSE_GPT2_SENTENCE)
    assert " ".join(token.token for token in found) == golden.COURSE_GPT2_SENTENCE_ENCODED


def test_byte_level_bpe_knows_every_byte():
    recipe = RECIPES["byte-level-bpe"]
    timeline = trained("byte-level-bpe", golden.COURSE)
    assert [step.token for step in timeline.steps()] == golden.COURSE_BPE
    assert len(timeline.alphabet) == 256 and timeline.alphabet == tuple(sorted(timeline.alphabet))
    assert len(timeline.vocabulary(19)) == 1 + 256 + 19
    encoder = recipe.encoder(timeline, 19)
    found = encoder.encode(golden.COURSE_GPT2_SENTENCE)
    assert " ".join(token.token for token in found) == golden.COURSE_GPT2_SENTENCE_ENCODED
    text = "Thé 🤗 is\n\x00 neu: 猫"
    found = encoder.encode(text)
    assert not any(token.unknown or token.id is None for token in found)
    assert decode_byte_level(token.token for token in found) == text
    # The same text has characters that the course's own alphabet of 30 does not know.
    plain = RECIPES["course-bpe"].encoder(trained("course-bpe", golden.COURSE), 19)
    assert any(token.unknown for token in plain.encode(text))


def test_bpe_on_the_toy():
    timeline = trained("bpe", golden.TOY)
    assert [made[:3] for made in figures(timeline, "pair_count")] == golden.TOY_BPE
    assert len(timeline.step(5).tied) == 2
    assert encoded("bpe", timeline, 3, golden.TOY_BPE_ENCODED) == golden.TOY_BPE_ENCODED


def test_bpe_with_the_end_of_a_word():
    trainer = RECIPES["end-of-word-bpe"].trainer(golden.LOW_LOWER)
    assert [step.pair for step in trainer] == golden.LOW_LOWER_BPE
    timeline = trained("end-of-word-bpe", golden.COURSE)
    assert timeline.stop_reason is StopReason.MIN_PAIR_COUNT
    assert all(step.pair_count >= 2 for step in timeline.steps())
    assert timeline.scores(len(timeline)).rows(0, 1)[0].pair_count == 1
    assert encoded("end-of-word-bpe", trainer.timeline(), 15, ["lowest"]) == {
        "lowest": "low est</w>"
    }


def test_longest_token_first_gives_the_articles_tokens():
    """The article's table as training comes to it: all of a word, or what two words share."""
    whole = {"errrr": 2, "tain": 2, "est": 2, "the": 2, "a": 2}
    shared = dict.fromkeys(["mounj", "mounk", "highj", "highk"], 1)
    timeline = trained("longest-token-first", whole | shared)
    last = len(timeline)
    assert timeline.stop_reason is StopReason.MIN_PAIR_COUNT
    assert {*golden.CHINESE_TABLE} <= {*timeline.vocabulary(last)}
    words = {word.removesuffix("</w>"): tokens for word, tokens in golden.CHINESE_ENCODED.items()}
    assert encoded("longest-token-first", timeline, last, words) == words
    assert encoded("longest-token-first", timeline, last, golden.CHINESE_ENCODED) == (
        golden.CHINESE_ENCODED
    )
    trace = RECIPES["longest-token-first"].encoder(timeline, last).trace("mountain")
    assert [(cut.candidate, cut.start, cut.end) for cut in trace.cuts] == [
        ("tain</w>", 4, 8), ("moun", 0, 4)
    ]  # fmt: skip
    low = trained("longest-token-first", golden.LOW_LOWER)
    assert [low.pair(k) for k in range(1, 16)] == golden.LOW_LOWER_BPE


def test_the_blog_by_its_formula_and_by_its_code():
    timeline = trained("blog-wordpiece", golden.BLOG)
    assert figures(timeline, *COUNTS) == golden.BLOG_WORDPIECE
    bare = {word.removesuffix("_"): count for word, count in golden.BLOG.items()}
    for words in (golden.BLOG, bare):
        timeline = trained("blog-code", words)
        assert [made[:-1] for made in figures(timeline, *COUNTS, "score")] == golden.BLOG_CODE
        assert {*timeline.vocabulary(3)} == {*golden.BLOG_VOCABULARY}
        assert timeline.stop_reason is StopReason.MAX_MERGES
    assert encoded("blog-code", timeline, 3, golden.BLOG_ENCODED) == golden.BLOG_ENCODED


def test_hugging_face_style_takes_the_most_frequent_pair_with_marks():
    timeline = trained("hugging-face", golden.TOY)
    made = figures(timeline, "pair_count")
    bare = [(a.removeprefix("##"), b.removeprefix("##"), n) for a, b, n, _ in made]
    assert bare == golden.TOY_BPE and made[0][:2] == ("##u", "##g")
    assert encoded("hugging-face", timeline, 7, ["hugs", "mug"]) == {"hugs": "hugs", "mug": "[UNK]"}


def test_the_gain_goes_with_the_counts_and_not_with_the_ratio():
    timeline = trained("likelihood", golden.TOY)
    made = [(*step.pair, step.pair_count, round(step.score, 4)) for step in timeline.steps()]
    assert made == golden.TOY_LIKELIHOOD
    library = trained("hugging-face", golden.TOY)
    assert [row[:2] for row in made[:5]] == [library.pair(k) for k in range(1, 6)]


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=lambda recipe: recipe.id)
def test_every_recipe_names_itself_and_its_source(recipe):
    assert RECIPES[recipe.id] is recipe and recipe.source
    assert 0 < len(str(recipe.title)) <= 32
    assert len({other.title for other in RECIPES.values()}) == len(RECIPES)
    words = sample(recipe)
    trainer = recipe.trainer(words)
    trainer.run()
    timeline = trainer.timeline()
    assert len(timeline) >= 3 and timeline.score is recipe.score
    encoder = recipe.encoder(timeline, len(timeline))
    for word in timeline.words:
        pieces = encoder.pieces(word)
        assert not any(piece.unknown for piece in pieces)
        assert [piece.end for piece in pieces][-1] == len(word) and pieces[0].start == 0
    with pytest.raises(IndexError):
        recipe.encoder(timeline, len(timeline) + 1)
    with pytest.raises(AttributeError):
        recipe.vocab_size = 3


# Exercises.


def test_a_wrong_pair_is_answered_with_both_formulas():
    toy = trained("wordpiece", golden.TOY)
    verdict = grade_next(toy, 0, ("##u", "##g"))
    assert not verdict.right
    assert paragraph(verdict.feedback) == (
        "##u + ##g: 20 / (36 × 20) = 1/36. ##g + ##s: 5 / (20 × 5) = 1/20, which is more. "
        "By count, ##u + ##g is the top pair here."
    )
    bpe = trained("bpe", golden.TOY)
    verdict = grade_next(bpe, 3, ("b", "un"))
    assert paragraph(verdict.feedback).startswith("b + un: 4 times. p + un: 12 times,")


def test_a_tied_pair_is_right_too():
    toy = trained("wordpiece", golden.TOY)
    for pair in toy.scores(1).tied:
        assert grade_next(toy, 1, pair).right
    said = paragraph(grade_next(toy, 1, ("p", "##u")).feedback)
    assert "6 pairs share this best score. h + ##u merges first: it is the one seen first." in said


def test_scores_and_changes():
    toy = trained("wordpiece", golden.TOY)
    assert Fraction(2, 45) in score_choices(toy, 2)
    assert grade_score(toy, 2, ("hu", "##g"), Fraction(2, 45)).right
    wrong = grade_score(toy, 2, ("hu", "##g"), Fraction(1, 15))
    assert not wrong.right
    assert paragraph(wrong.feedback) == "hu + ##g: 10 / (15 × 15) = 2/45, not 1/15."
    low = trained("end-of-word-bpe", golden.LOW_LOWER)
    assert [change_in_use(low, k) for k in (1, 2, 3, 9)] == [0, -1, 0, 1]
    assert grade_change(low, 9, 1).right and not grade_change(low, 9, 0).right
    said = paragraph(grade_change(low, 9, 0).feedback)
    assert "low is still in lower" in said and said.endswith("So the change is +1.")


@pytest.mark.parametrize(("word", "tokens"), golden.WALKTHROUGH_ENCODED.items())
def test_tokens_by_longest_match(word, tokens):
    encoder = WordPieceEncoder(golden.WALKTHROUGH)
    assert grade_tokens(encoder, word, f"  {tokens} ").right
    assert not grade_tokens(encoder, word, "").right
    assert not grade_tokens(encoder, word, tokens + " hu").right


def test_slips_are_named():
    encoder = WordPieceEncoder(golden.WALKTHROUGH)
    assert "needs ##" in paragraph(grade_tokens(encoder, "pugs", "p u gs", prefix="##").feedback)
    said = paragraph(grade_tokens(encoder, "pugs", "pug ##s").feedback)
    assert (
        said == "pug is not in the vocabulary. At the beginning, the longest entry that fits is p."
    )
    assert "After h" not in paragraph(grade_tokens(encoder, "hugs", "h ##u ##gs").feedback)
    said = paragraph(grade_tokens(encoder, "bugs", "b ##u ##g ##s").feedback)
    assert said == "After ##u, the longest entry that fits is ##gs."
    said = paragraph(grade_tokens(encoder, "hugs", "hug ##s ##s").feedback)
    assert said == "After ##s, no characters are left."
    said = paragraph(grade_tokens(encoder, "bum", "b ##u").feedback)
    assert "##m is not in the vocabulary" in said
    bpe = BPEEncoder.from_timeline(trained("bpe", golden.TOY), 3)
    said = paragraph(grade_tokens(bpe, "unhug", "u n hug").feedback)
    assert said == "First u + g merges: u n h ug. Then more merges apply."
    assert paragraph(grade_tokens(bpe, "pb", "pb").feedback) == (
        "pb is not in the vocabulary. No merge applies to this word."
    )


@pytest.mark.parametrize(("word", "tokens"), golden.TOY_BPE_ENCODED.items())
def test_tokens_by_replay(word, tokens):
    encoder = BPEEncoder.from_timeline(trained("bpe", golden.TOY), 3)
    assert grade_tokens(encoder, word, tokens).right
    assert not grade_tokens(encoder, word, word).right
    if "[UNK]" in tokens:
        assert "unknown: training never saw it" in paragraph(
            grade_tokens(encoder, word, tokens).feedback
        )


@examples(60)
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


@examples(60)
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
