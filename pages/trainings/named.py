"""The trainings of the lessons, by name. Each is made once and shared by all sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal

from pages import locale
from pages.trainings.samples import samples
from wordpiece.encoding.encoders import (
    BPEEncoder,
    LongestTokenFirst,
    Segmenter,
    WordPieceEncoder,
)
from wordpiece.message import Message, message
from wordpiece.recipes import RECIPES, Recipe
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.timeline import Timeline

WordFrequencies = Mapping[str, int]

Encoder = BPEEncoder | LongestTokenFirst | Segmenter | WordPieceEncoder

How = Literal["match", "replay", "words", "own"]
"""How to encode: by longest match, by replaying the merges, with whole words as tokens, or by the
method of the training's recipe."""


@dataclass(frozen=True)
class Named:
    """A training of the lessons.

    Attributes:
        title: its name on screen.
        rule: a description of its score.
        recipe: its recipe.
        words: returns its words and counts.
        train: makes its merges; by default until the recipe's stopping criterion.
    """

    title: Message
    rule: Message
    recipe: Recipe
    words: Callable[[], WordFrequencies]
    train: Callable[[Trainer], object] = Trainer.run

    def make(self) -> Timeline:
        """Make the training."""
        trainer = self.recipe.trainer(self.words())
        self.train(trainer)
        return trainer.timeline()

    @cached_property
    def timeline(self) -> Timeline:
        """The training, made once."""
        return self.make()


def _sample(name: str, recipe: Recipe | None = None) -> Callable[[], WordFrequencies]:
    """Return a function for the words of a sample, split as suggested, or by the recipe."""

    def words() -> WordFrequencies:
        sample = samples()[name]
        normalizer, split = sample.normalizer, sample.pre_tokenizer
        if recipe:
            normalizer, split = recipe.normalizer, recipe.pre_tokenizer or split
        return build(sample.text(), sample.kind, compose(normalizer), split).word_frequencies

    return words


def _only(**words: int) -> Callable[[], WordFrequencies]:
    return lambda: words


def _as_printed(trainer: Trainer) -> None:
    """Make the merges that the course prints; its third one differs from its formula."""
    trainer.run(2)
    trainer.step(("hu", "##g"))
    trainer.run()


def _poles(trainer: Trainer) -> None:
    """Start with the parts of the course's two extreme examples: un, ##able, hu, ##gging."""
    for pair in (
        ("u", "##n"),
        ("##b", "##l"), ("##a", "##bl"), ("##abl", "##e"),
        ("h", "##u"),
        ("##g", "##g"), ("##i", "##n"), ("##in", "##g"), ("##gg", "##ing"),
    ):  # fmt: skip
        trainer.step(pair)
    trainer.run()


# The course gives no words for them. In these, un and ##able are frequent, hu and ##gging rare.
_POLES = _only(hugging=5, human=1, unable=10, undo=8, untie=6, readable=6, drinkable=6)

# All outcomes of three throws of a coin, with equal counts.
_COINS = _only(coin=8, HHH=2, HHT=2, HTH=2, HTT=2, THH=2, THT=2, TTH=2, TTT=2)

# Title, rule and recipe.
_WORDPIECE = (
    message("WordPiece"),
    message("score: together ÷ (left × right)"),
    RECIPES["wordpiece"],
)
_TITLE, _RULE, _RECIPE = _WORDPIECE
_BPE = message("BPE"), message("score: times together; no ##"), RECIPES["bpe"]
_LIKELIHOOD = (
    message("By likelihood"),
    message("score: gain in log-likelihood"),
    RECIPES["likelihood"],
)
_HUGGING_FACE = (
    message("Hugging Face style"),
    message("score: times together, with ##"),
    RECIPES["hugging-face"],
)
_COUNT = message("score: times together")
_END = message("BPE with </w>"), _COUNT, RECIPES["end-of-word-bpe"]
_SPECIAL = _TITLE, _RULE, replace(_RECIPE, special_tokens=BERT_SPECIAL_TOKENS)
_BLOG = RECIPES["blog-wordpiece"]
# In this text "_" separates words; it is not at the end of each word.
_AS_WRITTEN = replace(_BLOG, shape="")
# As in BERT: lowercase, without accents, with special tokens.
_UNCASED = replace(
    RECIPES["hugging-face"],
    special_tokens=BERT_SPECIAL_TOKENS,
    vocab_size=250,
    normalizer=("clean-text", "strip-accents", "lowercase"),
    pre_tokenizer="bert",
)
# Trained to the last pair, to show that the number of symbols in use rises and falls.
_TO_THE_LAST = replace(RECIPES["end-of-word-bpe"], min_pair_count=1)

TRAININGS: dict[str, Named] = {
    "toy": Named(*_WORDPIECE, _sample("toy")),
    # With the same ids as on the other pages.
    "toy-special": Named(*_SPECIAL, _sample("toy")),
    "toy-bpe": Named(*_BPE, _sample("toy")),
    "toy-library": Named(*_HUGGING_FACE, _sample("toy")),
    "toy-likelihood": Named(*_LIKELIHOOD, _sample("toy")),
    "toy-printed": Named(message("As printed"), _RULE, _RECIPE, _sample("toy"), _as_printed),
    "course": Named(_TITLE, _RULE, RECIPES["course-wordpiece"], _sample("course")),
    "course-bpe": Named(
        message("BPE on GPT-2’s words"), _COUNT, RECIPES["course-bpe"], _sample("course")
    ),
    "course-bytes": Named(
        message("Byte-level BPE"), _COUNT, RECIPES["byte-level-bpe"], _sample("course")
    ),
    # Without special tokens and to the last pair, so that sizes are comparable.
    "course-plain": Named(*_WORDPIECE, _sample("course")),
    "course-plain-bpe": Named(*_BPE, _sample("course")),
    "course-library": Named(*_HUGGING_FACE, _sample("course")),
    "course-low": Named(_END[0], _COUNT, _TO_THE_LAST, _sample("course")),
    "low": Named(*_END, _sample("low")),
    "blog": Named(message("By the formula"), _RULE, _BLOG, _sample("blog")),
    "blog-code": Named(
        message("By the code"),
        message("inner symbols count twice"),
        RECIPES["blog-code"],
        _sample("blog"),
    ),
    "carpet": Named(message("Words apart"), _RULE, _AS_WRITTEN, _only(carpet_=1, car=1)),
    "carpet-car": Named(message("One string"), _RULE, _AS_WRITTEN, _only(carpet_car=1)),
    "love": Named(*_BPE, _only(loved=1, loving=1, loves=1)),
    "family": Named(*_BPE, _only(loved=1, loving=1, loves=1)),
    "family-fr": Named(*_BPE, _only(aimer=1, aimons=1, aimes=1)),
    "family-ru": Named(*_BPE, _only(любил=1, любовь=1, любит=1)),
    "word": Named(*_WORDPIECE, _only(word=1)),
    "abracadabra": Named(
        *_BPE[:2], replace(RECIPES["bpe"], min_pair_count=2), _only(abracadabra=1)
    ),
    "poles": Named(*_WORDPIECE, _POLES, _poles),
    "poles-library": Named(*_HUGGING_FACE, _POLES, _poles),
    "poles-likelihood": Named(*_LIKELIHOOD, _POLES, _poles),
    "coins": Named(*_WORDPIECE, _COINS),
    "coins-likelihood": Named(*_LIKELIHOOD, _COINS),
    "uncased": Named(*_HUGGING_FACE[:2], _UNCASED, _sample("story", _UNCASED)),
    "story": Named(*_WORDPIECE, _sample("story")),
    "story-bpe": Named(*_BPE, _sample("story")),
    "french": Named(*_WORDPIECE, _sample("french")),
    "french-bpe": Named(*_BPE, _sample("french")),
    "russian": Named(*_WORDPIECE, _sample("russian")),
    "russian-bpe": Named(*_BPE, _sample("russian")),
    "chinese": Named(*_WORDPIECE, _sample("chinese")),
    "chinese-bpe": Named(*_BPE, _sample("chinese")),
}


# Not in Chinese: there BERT's words leave no pairs to merge, the topic of a separate lesson.
IN_LANGUAGE = {
    "fr": {"story": "french", "story-bpe": "french-bpe", "family": "family-fr"},
    "ru": {"story": "russian", "story-bpe": "russian-bpe", "family": "family-ru"},
}
"""For each language, the trainings with words of that language that replace others in lessons."""


def in_language(name: str) -> str:
    """Return the localized variant of a training's name."""
    return IN_LANGUAGE.get(locale.code(), {}).get(name, name)


def named(name: str) -> Named:
    """Return the training with a name, in its localized variant.

    Raises:
        KeyError: the name is unknown.
    """
    return TRAININGS[in_language(name)]


def timeline(name: str) -> Timeline:
    """Return every step of the training with a name."""
    return named(name).timeline


def at(training: str, step: int) -> int:
    """Return a step's number; a negative one counts from the end, and -1 is the last step."""
    return step if step >= 0 else len(timeline(training)) + 1 + step


def encoder(training: str, step: int, how: How) -> Encoder:
    """Return an encoder with a training's vocabulary after a step, counted as in `at`."""
    return _encoder(in_language(training), at(training, step), how)


@cache
def _encoder(training: str, step: int, how: How) -> Encoder:
    trained = TRAININGS[training].timeline
    if how == "words":
        return WordPieceEncoder(["[UNK]", *trained.words], prefix="")
    if how == "own":
        return TRAININGS[training].recipe.encoder(trained, step)
    if how == "replay":
        return BPEEncoder.from_timeline(trained, step)
    return WordPieceEncoder.from_timeline(trained, step)
