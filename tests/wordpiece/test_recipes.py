"""Recipes give the published figures, with both loops."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import examples
from tests.wordpiece import trainings
from tests.wordpiece.loops import loop  # noqa: F401
from wordpiece import (
    BPEEncoder,
    BPETrainer,
    CutTrace,
    StopReason,
    Timeline,
    WordPieceTrainer,
    decode_byte_level,
)
from wordpiece.recipes import RECIPES
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, text_to_bytes
from wordpiece.textbook import count, merge

SAMPLES = Path(__file__).parents[2] / "sample_corpora"
CATALOGUE = json.loads((SAMPLES / "catalogue.json").read_text(encoding="utf-8"))


def trained(name: str, words=golden.TOY) -> Timeline:
    trainer = RECIPES[name].trainer(words)
    trainer.run()
    return trainer.timeline()


def figures(timeline: Timeline, *names: str) -> list[tuple[object, ...]]:
    """Return the pair of each merge, some of its figures, and the number of tied pairs."""
    return [
        (*step.pair, *(getattr(step, name) for name in names), len(step.tied))
        for step in timeline.steps()
    ]


def encoded(name, timeline, step, words):
    encoder = RECIPES[name].encoder(timeline, step)
    return {word: " ".join(encoder.encode_word(word)) for word in words}


def first_scores(timeline):
    return {row.pair: row.score for row in timeline.scores(0).rows()}


COUNTS = ("pair_count", "left_count", "right_count")


def test_the_toy_by_the_formula():
    timeline = trained("wordpiece")
    assert figures(timeline, "token", *COUNTS) == golden.TOY_WORDPIECE
    fractions = [Fraction(s.pair_count, s.left_count * s.right_count) for s in timeline.steps()]
    assert [*map(str, fractions)] == "1/20 1/36 1/15 1/15 1/21 1/4 1/16 1/17 1/12".split()
    assert [step.score for step in timeline.steps()] == [float(each) for each in fractions]
    assert timeline.stop_reason is StopReason.NO_PAIRS
    most_frequent, equals = timeline.scores(0).most_frequent()
    assert (most_frequent.pair, most_frequent.pair_count, equals) == (("##u", "##g"), 20, 1)
    assert {row.score for row in timeline.scores(0).rows(1)} == {1 / 36}
    assert encoded("wordpiece", timeline, 9, ["pugs"]) == {"pugs": "pug ##s"}
    assert BPEEncoder.from_timeline(timeline, 9).encode_word("pugs") == ["pu", "##gs"]


def test_the_courses_wordpiece():
    timeline = trained("course-wordpiece", golden.COURSE)
    assert [step.token for step in timeline.steps()] == golden.COURSE_WORDPIECE
    assert [len(step.tied) for step in timeline.steps()] == golden.COURSE_WORDPIECE_TIES
    assert timeline.stop_reason is StopReason.VOCAB_SIZE
    assert (timeline.pair(1), timeline.merge(1).score) == (("a", "##b"), 0.2)
    assert first_scores(timeline).items() >= golden.COURSE_WORDPIECE_SCORES.items()
    # As printed, except for "ab", which is missing there.
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
    assert first_scores(timeline).items() >= golden.COURSE_BPE_COUNTS.items()
    assert len(timeline.alphabet) == 30
    assert timeline.vocabulary(19) == ["<|endoftext|>", *timeline.alphabet, *golden.COURSE_BPE]
    assert len(timeline.vocabulary(19)) == 50 and len(timeline) == 19
    found = recipe.encoder(timeline, 19).encode(golden.COURSE_GPT2_SENTENCE)
    assert " ".join(token.token for token in found) == golden.COURSE_GPT2_SENTENCE_ENCODED


def test_the_merges_of_cs336():
    timeline = trained("cs336-bpe", golden.CS336)
    assert figures(timeline, "pair_count") == golden.CS336_BPE
    assert timeline.stop_reason is StopReason.NO_PAIRS


@given(
    st.dictionaries(st.text("a é~A𝄞Ġ", min_size=1, max_size=6), st.integers(1, 4), max_size=8),
    st.booleans(),
)
@examples(60)
def test_the_alphabetical_order_of_pairs_of_bytes(words, greatest):
    """CS336 compares pairs of bytes, in which a space is less than any letter."""
    rule: Any = "greatest" if greatest else "alphabetical"
    splits: Any = {word: [bytes([byte]) for byte in word.encode()] for word in words}
    merges: Any = []
    token: Any
    while counts := count(splits, words)[1]:
        tied = [pair for pair, n in counts.items() if n == max(counts.values())]
        merges.append(max(tied) if greatest else min(tied))
        pair, token = merges[-1], b"".join(merges[-1])
        splits = {word: [*merge(it, pair, token)] for word, it in splits.items()}
    spelled = {text_to_bytes(word): n for word, n in words.items()}
    trainer = BPETrainer(spelled, marking="Ġ", tie_break=rule)
    made = [tuple(bytes(CHAR_TO_BYTE[c] for c in s) for s in step.pair) for step in trainer]
    assert made == merges
    timeline = trainer.timeline()
    for k in range(len(made)):
        assert timeline.scores(k).rows(0, 1)[0].pair == timeline.pair(k + 1)


def test_byte_level_bpe_knows_every_byte():
    timeline = trained("byte-level-bpe", golden.COURSE)
    assert [step.token for step in timeline.steps()] == golden.COURSE_BPE
    assert len(timeline.alphabet) == 256 and timeline.alphabet == tuple(sorted(timeline.alphabet))
    assert len(timeline.vocabulary(19)) == 1 + 256 + 19
    encoder = RECIPES["byte-level-bpe"].encoder(timeline, 19)
    found = encoder.encode(golden.COURSE_GPT2_SENTENCE)
    assert " ".join(token.token for token in found) == golden.COURSE_GPT2_SENTENCE_ENCODED
    text = "Thé 🤗 is\n\x00 neu: 猫"
    found = encoder.encode(text)
    assert not any(token.unknown or token.id is None for token in found)
    assert decode_byte_level(token.token for token in found) == text
    # The same text has characters that are not in the course's alphabet of 30.
    plain = RECIPES["course-bpe"].encoder(trained("course-bpe", golden.COURSE), 19)
    assert any(token.unknown for token in plain.encode(text))


def test_bpe_on_the_toy():
    timeline = trained("bpe")
    assert [made[:3] for made in figures(timeline, "score")] == golden.TOY_BPE
    assert [len(step.tied) for step in timeline.steps()] == [1, 1, 1, 1, 2, 1, 1]
    assert encoded("bpe", timeline, 3, golden.TOY_BPE_ENCODED) == golden.TOY_BPE_ENCODED
    step = timeline.step(1)
    assert step.replaced_count == step.pair_count == 20


def test_bpe_with_the_end_of_a_word():
    trainer = RECIPES["end-of-word-bpe"].trainer(golden.LOW_LOWER)
    assert [step.pair for step in trainer] == golden.LOW_LOWER_BPE
    timeline = trainer.timeline()
    assert encoded("end-of-word-bpe", timeline, 15, ["lowest"]) == {"lowest": "low est</w>"}
    in_use = [timeline.growth(k).in_use for k in range(len(timeline) + 1)]
    assert in_use == [11, 11, 10, 10, 9, 9, 9, 9, 9, 10, 9, 8, 7, 6, 5, 4]
    assert {after - before for before, after in pairwise(in_use)} == {1, 0, -1}
    timeline = trained("end-of-word-bpe", golden.COURSE)
    assert timeline.stop_reason is StopReason.MIN_PAIR_COUNT
    assert all(step.pair_count >= 2 for step in timeline.steps())
    assert timeline.scores(len(timeline)).rows(0, 1)[0].pair_count == 1


def test_longest_token_first_gives_the_articles_tokens():
    """The words are chosen so that a training learns the article's table."""
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
    assert isinstance(trace, CutTrace)
    assert [(cut.candidate, cut.start, cut.end) for cut in trace.cuts] == [
        ("tain</w>", 4, 8), ("moun", 0, 4)
    ]  # fmt: skip
    low = trained("longest-token-first", golden.LOW_LOWER)
    assert [low.pair(k) for k in range(1, 16)] == golden.LOW_LOWER_BPE


def test_the_blog_by_its_formula_and_by_its_code():
    bare = {word.removesuffix("_"): count for word, count in golden.BLOG.items()}
    assert figures(trained("blog-wordpiece", golden.BLOG), *COUNTS) == golden.BLOG_WORDPIECE
    by_suffix = trainings.trained(WordPieceTrainer, bare, marking="_", max_merges=3)
    assert figures(by_suffix, *COUNTS) == golden.BLOG_WORDPIECE
    for words in (golden.BLOG, bare):
        timeline = trained("blog-code", words)
        assert [made[:-1] for made in figures(timeline, *COUNTS, "score")] == golden.BLOG_CODE
        assert {*timeline.vocabulary(3)} == {*golden.BLOG_VOCABULARY}
        assert timeline.stop_reason is StopReason.MAX_MERGES
    assert encoded("blog-code", timeline, 3, golden.BLOG_ENCODED) == golden.BLOG_ENCODED
    carpet = WordPieceTrainer({"carpet_": 1, "car": 1}, marking="none").timeline()
    assert {"".join(pair): score for pair, score in first_scores(carpet).items()} == {
        "ca": 0.5, "ar": 0.5, "rp": 0.5, "pe": 1, "et": 1, "t_": 1
    }  # fmt: skip


def test_hugging_face_style_takes_the_most_frequent_pair_with_marks():
    timeline = trained("hugging-face")
    made = figures(timeline, "pair_count")
    bare = [(str(a).removeprefix("##"), str(b).removeprefix("##"), n) for a, b, n, _ in made]
    assert bare == golden.TOY_BPE and made[0][:2] == ("##u", "##g")
    assert encoded("hugging-face", timeline, 7, ["hugs", "mug"]) == {"hugs": "hugs", "mug": "[UNK]"}


def test_the_gain_goes_with_the_counts_and_not_with_the_ratio():
    timeline = trained("likelihood")
    made = [(*step.pair, step.pair_count, round(step.score, 4)) for step in timeline.steps()]
    assert made == golden.TOY_LIKELIHOOD
    library = trained("hugging-face")
    assert [row[:2] for row in made[:5]] == [library.pair(k) for k in range(1, 6)]
    rare = timeline.scores(0).find(("##g", "##s"))
    assert rare and rare.rank == 5 and trained("wordpiece").pair(1) == rare.pair


def test_a_seed_gives_the_same_merges_in_every_process():
    tokens = {}
    for seed in (0, 3):
        timeline = trainings.trained(WordPieceTrainer, golden.TOY, tie_break="random", seed=seed)
        tokens[seed] = " ".join(timeline.tokens_made(range(1, len(timeline) + 1)))
    assert tokens == {
        0: "##gs pu ##ugs bu ##ug hugs hug bun pug pun",
        3: "##gs ##ugs hugs bu bun pu hu hug pun pug",
    }


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=lambda recipe: recipe.id)
def test_every_recipe_encodes_the_words_it_was_trained_on(recipe):
    entry = next(entry for entry in CATALOGUE if entry["id"] == recipe.corpus)
    split = recipe.pre_tokenizer or entry["pre_tokenizer"]
    text = (SAMPLES / entry["file"]).read_text("utf-8")
    corpus = build(text, entry["kind"], compose(entry["normalizer"]), split)
    timeline = trained(recipe.id, corpus.word_frequencies)
    assert len(timeline) >= 3 and timeline.score is recipe.score
    encoder = recipe.encoder(timeline, len(timeline))
    for word in timeline.words:
        pieces = encoder.pieces(word)
        assert not any(piece.unknown for piece in pieces)
        assert pieces[0].start == 0 and pieces[-1].end == len(word)
    with pytest.raises(IndexError):
        recipe.encoder(timeline, len(timeline) + 1)
    assert RECIPES[recipe.id] is recipe and recipe.source
    assert 0 < len(str(recipe.title)) <= 32
    assert len({other.title for other in RECIPES.values()}) == len(RECIPES)
