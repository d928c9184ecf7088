"""The captions of sample corpora agree with the training that they open with."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from pages.trainings.job import Job, sample_source
from pages.trainings.samples import samples
from pages.trainings.settings import suggested
from wordpiece.errors import CorpusError
from wordpiece.recipes import RECIPES
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose

FIRST = 40
"""Merges within which a token is learned soon."""


def words(corpus, recipe="wordpiece", **changes):
    settings = replace(suggested(corpus, recipe), **changes)
    source = sample_source(settings)
    normalizer = compose(settings.normalizer)
    return build(source.text, source.kind, normalizer, settings.pre_tokenizer).word_frequencies


@cache
def begins(corpus, recipe="wordpiece"):
    """The first merges with the settings that a sample opens with."""
    assert suggested(corpus, recipe).tie_break == RECIPES[recipe].tie_break
    trainer = RECIPES[recipe].trainer(words(corpus, recipe))
    trainer.run(FIRST)
    return trainer.timeline()


def tokens(corpus, recipe="wordpiece"):
    timeline = begins(corpus, recipe)
    return [timeline.merge(k).token for k in range(1, len(timeline) + 1)]


def soon(corpus, recipe, *wanted):
    """Tokens, if they are among the first that are learned, in this order."""
    learned = [token for token in tokens(corpus, recipe) if token in wanted]
    assert learned == [*wanted]
    return learned


def nth(corpus, recipe, token):
    return [token, str(tokens(corpus, recipe).index(token) + 1)]


def course():
    settings = suggested("course")
    source = sample_source(settings)
    job = Job((settings, source.digest), source)
    while not job.advance(10):
        pass
    timeline = job.result().timeline
    made = [step.token for step in timeline.steps()]
    tied = sum(len(step.tied) > 1 for step in timeline.steps())
    return [str(len(timeline.words)), str(len(made)), made[0], made[-1], str(tied)]


def french():
    before, after = words("french"), words("french", normalizer=("lowercase", "strip-accents"))
    assert {"pêche", "péché", "pêché"} <= {*before}
    return ["pêche", "péché", "pêché", str(len(before)), str(len(after))]


def turkish():
    text = sample_source(suggested("turkish")).text
    assert "İ" in text and "I" in text and tokens("turkish").count("ev") == 1
    return ["ev", *soon("turkish", "bpe", "ler", "leri", "evleri"), "İ", "I"]


def chinese():
    with pytest.raises(CorpusError, match="no pair to merge"):
        words("chinese", pre_tokenizer="bert")
    return tokens("chinese", "bpe")[:2]


def python():
    assert set(tokens("python", "bpe")[0]) == {"Ġ"}
    return [*soon("python", "bpe", "item", "price", "self"), *tokens("python")[:2]]


FACTS = {
    "toy": lambda: [
        {5: "Five"}[len(words("toy"))], tokens("toy")[0], tokens("toy", "bpe")[0]
    ],
    "course": course,
    "low": lambda: [tokens("low")[0], *tokens("low", "end-of-word-bpe")[:3]],
    "blog": lambda: [*tokens("blog")[:2], str(len(begins("blog").step(2).tied))],
    "story": lambda: [*soon("story", "bpe", "ed", "ing", "lock", "walk"), *tokens("story")[:4]],
    "french": french,
    "russian": lambda: nth("russian", "bpe", "письм") + nth("russian", "bpe", "писала"),
    "turkish": turkish,
    "chinese": chinese,
    "python": python,
    "social": lambda: [
        *tokens("social")[:3], *soon("social", "wordpiece", "🎉🎉"), *nth("social", "bpe", "bread")
    ],
    "shakespeare": lambda: [*tokens("shakespeare", "bpe")[:3], *tokens("shakespeare")[:3]],
}  # fmt: skip
"""What each caption says of trainings, in the order in which it says it."""


@pytest.mark.parametrize("corpus", samples())
def test_captions_say_what_the_training_shows(corpus):
    rest = str(samples()[corpus].shows)
    assert len(rest) <= 110
    for fact in FACTS[corpus]():
        before, found, rest_ = rest.partition(fact)
        assert found, f"{fact} is not in: {rest}"
        # The text before it is plain English: no figure and no token that is not checked.
        assert plain(before), before
        rest = rest_
    assert plain(rest), rest


def plain(text):
    """Whether a text has no figure and nothing that looks like a token."""
    without = re.sub(r"\bBPE\b|WordPiece|BERT|End-of-word", "", text)
    return not re.search(r"\d|#|[+=<_]|[^\x00-\x7f’]", without) and not re.search(
        r"\b(two|three|four|five|six|seven|eight|nine|ten|thirty)\b", without, re.IGNORECASE
    )
