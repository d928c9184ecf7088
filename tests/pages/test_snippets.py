"""Every piece of code that Take home prints is run as printed, and makes our tokens."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from pages.trainings.job import sample_source
from pages.trainings.settings import suggested
from tests.pages.test_take_home import items, trained
from wordpiece import BPEEncoder, WordPieceEncoder
from wordpiece.recipes import RECIPES
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import split_words

pytestmark = pytest.mark.slow

STRANGE = ["Qxz 9 é東 hugs!", "It's  naïve – ß\tend", ""]


def lines_of(training):
    if training.kind == "table":
        return [*training.timeline.words, "hugs", "xyz"]
    return [*sample_source(training.settings).text.splitlines()[:40], *STRANGE]


@pytest.mark.parametrize(
    ("recipe", "corpus"),
    [(recipe, "toy") for recipe in RECIPES]
    + [*zip(RECIPES, cycle(["story", "french", "russian"]), strict=False)],
)
def test_the_code_makes_our_tokens(recipe, corpus, tmp_path, monkeypatch):
    from transformers import PreTrainedTokenizerFast

    monkeypatch.chdir(tmp_path)
    settings = suggested(corpus, recipe)
    if recipe == "byte-level-bpe":
        settings = replace(settings, vocab_size=320)
    training = trained(settings)
    step = min(60, len(training.timeline))
    found = items(training, step)
    for item in found.values():
        if not item.unavailable_because and item.id not in ("svg", "png"):
            Path(item.file).write_bytes(item.make())
    names: dict = {}
    for item in found.values():
        if item.load and not item.unavailable_because:
            exec(item.load, names)
            check(item.id, names, training, step)
    if found["tokenizer"].load:
        fast = PreTrainedTokenizerFast(tokenizer_file=found["tokenizer"].file)
        encoder = encoder_of(training, step)
        for line in lines_of(training):
            assert fast.tokenize(line) == ours(encoder, training, line)


def encoder_of(training, step):
    """Return the encoder that the sentence next to a tokenizer.json names."""
    if training.timeline.score.ranks_by_count:
        return BPEEncoder.from_timeline(training.timeline, step)
    return RECIPES[training.settings.recipe].encoder(training.timeline, step)


def ours(encoder, training, line):
    normalizer = compose(training.settings.normalizer)
    tokens = encoder.encode(line, normalizer, training.pre_tokenizer)
    return [encoder.unk_token if token.unknown else token.token for token in tokens]


def check(id, names, training, step):
    timeline = training.timeline
    if id == "tokenizer":
        encoder = encoder_of(training, step)
        for line in lines_of(training):
            assert names["tokenizer"].encode(line).tokens == ours(encoder, training, line)
    elif id in ("tokenizer-longest-match", "vocab-txt"):
        encoder = WordPieceEncoder.from_timeline(timeline, step)
        for line in lines_of(training):
            found = names["tokenizer"]
            tokens = found.tokenize(line) if id == "vocab-txt" else found.encode(line).tokens
            assert tokens == ours(encoder, training, line)
    elif id == "merges-txt":
        encoder = BPEEncoder.from_timeline(timeline, step)
        normalizer = compose(training.settings.normalizer)
        for line in lines_of(training):
            for word in split_words(normalizer(line), training.pre_tokenizer):
                tokens = [token.value for token in names["model"].tokenize(word)]
                assert tokens == encoder.encode_word(word)
    elif id in ("steps-csv", "steps-jsonl"):
        assert len(names["steps"]) == step
    else:
        assert len(names["scores"]) == len(timeline.scores(step))
