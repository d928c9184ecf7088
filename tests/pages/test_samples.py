"""The captions of sample corpora agree with the training by their suggested settings."""

import re
from dataclasses import replace
from functools import cache

import pytest

from pages.trainings.job import sample_source
from pages.trainings.samples import samples
from pages.trainings.settings import suggest_settings
from tests.pages.test_take_home import trained
from wordpiece.errors import CorpusError
from wordpiece.recipes import RECIPES
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose


def words(corpus, recipe="wordpiece", **changes):
    settings = replace(suggest_settings(corpus, recipe), **changes)
    source = sample_source(settings)
    normalizer = compose(settings.normalizer)
    return build(source.text, source.kind, normalizer, settings.pre_tokenizer).word_frequencies


@cache
def steps(corpus, recipe="wordpiece"):
    """The first merges with the suggested settings of a sample."""
    trainer = RECIPES[recipe].trainer(words(corpus, recipe))
    trainer.run(40)
    return [*trainer.timeline().steps()]


def tokens(corpus, recipe="wordpiece"):
    return [step.token for step in steps(corpus, recipe)]


@pytest.mark.parametrize("corpus", samples())
def test_a_caption_does_not_tell_what_a_class_is_asked(corpus):
    first = {token for recipe in ("wordpiece", "bpe") for token in tokens(corpus, recipe)[:3]}
    assert not first & {*re.split(r"[\s:;,.]+", caption(corpus))}


def caption(corpus):
    return str(samples()[corpus].shows or "")


def figures(corpus):
    return [*map(int, re.findall(r"(?<![#\d])\d+", caption(corpus)))]


@pytest.mark.parametrize("corpus", sorted(samples().keys() - {"shakespeare"}))
def test_the_suggested_size_has_room_for_all_bytes(corpus):
    assert len(trained(suggest_settings(corpus, "byte-level-bpe")).steps) >= 7


@pytest.mark.parametrize("corpus", sorted(samples().keys() - {"shakespeare"}))
def test_the_unigram_of_the_course_trains_on_each_sample(corpus):
    assert len(trained(suggest_settings(corpus, "course-unigram")).steps) >= 7


def test_the_figures_of_captions():
    course = [*trained(suggest_settings("course")).timeline.steps()]
    tied = sum(len(step.tied) > 1 for step in course)
    plain = words("french", normalizer=("lowercase", "strip-accents"))
    expected = {
        "course": [len(words("course")), suggest_settings("course").vocab_size, len(course), tied],
        "blog": [2, len(steps("blog")[1].tied)],
        "french": [len(words("french")), len(plain)],
    }
    assert {name: figures(name) for name in samples() if figures(name)} == expected
    assert caption("toy").startswith("Five") and len(words("toy")) == 5
    assert caption("low").startswith("Four") and len(words("low")) == 4
    assert {"pêche", "péché", "pêché"} <= {*words("french")}
    with pytest.raises(CorpusError, match="at least one longer word"):
        words("chinese", pre_tokenizer="bert")
    assert all(len(caption(name)) <= 110 for name in samples())
