"""The captions of sample corpora agree with the training by their suggested settings."""

import re
from dataclasses import replace
from functools import cache

import pytest

from pages.trainings.job import sample_source
from pages.trainings.samples import samples
from pages.trainings.settings import suggested
from tests.pages.test_take_home import trained
from wordpiece.errors import CorpusError
from wordpiece.recipes import RECIPES
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose


def words(corpus, recipe="wordpiece", **changes):
    settings = replace(suggested(corpus, recipe), **changes)
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


BEGINS = [
    ("toy", "wordpiece", "##gs"), ("toy", "bpe", "ug"), ("course", "wordpiece", "ab"),
    ("low", "wordpiece", "wi"), ("low", "end-of-word-bpe", "es est est</w>"),
    ("blog", "wordpiece", "##gs"), ("story", "wordpiece", "ev of off du"),
    ("chinese", "bpe", "咖啡 蜘蛛"), ("python", "wordpiece", "##84 ##34"),
    ("social", "wordpiece", "HT HTM HTML"), ("shakespeare", "bpe", "th ou an"),
    ("shakespeare", "wordpiece", "ex ##bj up"),
]  # fmt: skip
SOON = [
    ("story", "bpe", "ed ing lock walk"), ("turkish", "bpe", "ler leri evleri"),
    ("python", "bpe", "item price self"), ("social", "wordpiece", "🎉🎉"),
]  # fmt: skip


@pytest.mark.parametrize(("corpus", "recipe", "wanted"), [*BEGINS, *SOON])
def test_the_tokens_of_a_caption_are_learned_in_its_order(corpus, recipe, wanted):
    made, listed = tokens(corpus, recipe), wanted.split()
    begins = (corpus, recipe, wanted) in BEGINS
    assert (made[: len(listed)] if begins else [it for it in made if it in listed]) == listed
    assert re.search(
        r"\W+((and|then|WordPiece with) )?".join(map(re.escape, listed)), caption(corpus)
    )


def caption(corpus):
    return str(samples()[corpus].shows)


def figures(corpus):
    return [*map(int, re.findall(r"(?<![#\d])\d+", caption(corpus)))]


def test_the_figures_of_captions():
    course = [*trained(suggested("course")).timeline.steps()]
    russian = tokens("russian", "bpe")
    tied = sum(len(step.tied) > 1 for step in course)
    plain = words("french", normalizer=("lowercase", "strip-accents"))
    expected = {
        "course": [len(words("course")), suggested("course").vocab_size, len(course), tied],
        "blog": [len(steps("blog")[1].tied)],
        "french": [len(words("french")), len(plain)],
        "russian": [russian.index("письм") + 1, russian.index("писала") + 1],
        "social": [tokens("social", "bpe").index("bread") + 1],
    }
    assert {name: figures(name) for name in samples() if figures(name)} == expected
    assert caption("toy").startswith("Five") and len(words("toy")) == 5
    assert course[-1].token == "##ut" and set(tokens("python", "bpe")[0]) == {"Ġ"}
    assert {"pêche", "péché", "pêché"} <= {*words("french")}
    with pytest.raises(CorpusError, match="at least one longer word"):
        words("chinese", pre_tokenizer="bert")
    assert all(len(caption(name)) <= 110 for name in samples())
