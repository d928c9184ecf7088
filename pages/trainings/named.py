"""The trainings of the lessons, by name. Each is made once and shared by all sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
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
from wordpiece.text.corpus import build, from_text
from wordpiece.text.normalizers import Normalizer, compose
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.timeline import Timeline

WordFrequencies = Mapping[str, int]

Encoder = BPEEncoder | LongestTokenFirst | Segmenter | WordPieceEncoder

How = Literal["match", "replay", "words", "own"]
"""How to encode: by longest match, by replaying the merges, with whole words as tokens, or by the
method of the training's recipe."""


@dataclass(frozen=True, slots=True)
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


def _sample(name: str) -> Callable[[], WordFrequencies]:
    def words() -> WordFrequencies:
        sample = samples()[name]
        return build(sample.text(), sample.kind, compose(()), "whitespace").word_frequencies

    return words


def _text(name: str, recipe: Recipe) -> Callable[[], WordFrequencies]:
    normalizer, cut = compose(recipe.normalizer), recipe.pre_tokenizer or "bert"
    return lambda: from_text(samples()[name].text(), normalizer, cut).word_frequencies


def _opened(name: str) -> Callable[[], WordFrequencies]:
    """Return a function for the words of a sample, split as on the other pages."""

    def words() -> WordFrequencies:
        sample = samples()[name]
        normalizer = compose(sample.normalizer)
        return build(sample.text(), sample.kind, normalizer, sample.pre_tokenizer).word_frequencies

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

_WORDPIECE, _BPE = message("WordPiece"), message("BPE")
_GAIN_TITLE, _GAIN = message("By likelihood"), message("score: gain in log-likelihood")
_HUGGING_FACE, _END = message("Hugging Face style"), message("BPE with </w>")
_RATIO = message("score: together ÷ (left × right)")
_COUNT = message("score: times together")
_COUNT_BARE = message("score: times together; no ##")
_COUNT_MARKED = message("score: times together, with ##")

_wordpiece, _bpe = RECIPES["wordpiece"], RECIPES["bpe"]
_hugging_face, _course = RECIPES["hugging-face"], RECIPES["course-wordpiece"]
_likelihood = RECIPES["likelihood"]
_end_of_word, _blog = RECIPES["end-of-word-bpe"], RECIPES["blog-wordpiece"]
_uncased = replace(
    _hugging_face,
    special_tokens=BERT_SPECIAL_TOKENS,
    vocab_size=250,
    normalizer=("clean-text", "strip-accents", "lowercase"),
    pre_tokenizer="bert",
)
# In this text "_" separates words; it is not at the end of each word.
_as_written = replace(_blog, shape="")

TRAININGS: dict[str, Named] = {
    "toy": Named(_WORDPIECE, _RATIO, _wordpiece, _sample("toy")),
    # With the same ids as on the other pages.
    "toy-ids": Named(
        _WORDPIECE,
        _RATIO,
        replace(_wordpiece, special_tokens=BERT_SPECIAL_TOKENS),
        _sample("toy"),
    ),
    "toy-bpe": Named(_BPE, _COUNT_BARE, _bpe, _sample("toy")),
    "toy-library": Named(_HUGGING_FACE, _COUNT_MARKED, _hugging_face, _sample("toy")),
    "toy-printed": Named(message("As printed"), _RATIO, _wordpiece, _sample("toy"), _as_printed),
    "course": Named(_WORDPIECE, _RATIO, _course, _sample("course")),
    "course-bpe": Named(
        message("BPE on GPT-2’s words"), _COUNT, RECIPES["course-bpe"], _sample("course")
    ),
    "course-bytes": Named(
        message("Byte-level BPE"), _COUNT, RECIPES["byte-level-bpe"], _sample("course")
    ),
    "course-plain-bpe": Named(_BPE, _COUNT_BARE, _bpe, _sample("course")),
    "course-library": Named(_HUGGING_FACE, _COUNT_MARKED, _hugging_face, _sample("course")),
    "low": Named(_END, _COUNT, _end_of_word, _sample("low")),
    # Trained to the last pair, to show that the number of symbols in use rises and falls.
    "course-low": Named(_END, _COUNT, replace(_end_of_word, min_pair_count=1), _sample("course")),
    "blog": Named(message("By the formula"), _RATIO, _blog, _sample("blog")),
    "blog-code": Named(
        message("By the code"),
        message("inner symbols count twice"),
        RECIPES["blog-code"],
        _sample("blog"),
    ),
    "carpet": Named(message("Words apart"), _RATIO, _as_written, _only(carpet_=1, car=1)),
    "carpet-car": Named(message("One string"), _RATIO, _as_written, _only(carpet_car=1)),
    "love": Named(_BPE, _COUNT_BARE, _bpe, _only(loved=1, loving=1, loves=1)),
    "family": Named(_BPE, _COUNT_BARE, _bpe, _only(loved=1, loving=1, loves=1)),
    "family-fr": Named(_BPE, _COUNT_BARE, _bpe, _only(aimer=1, aimons=1, aimes=1)),
    "family-ru": Named(_BPE, _COUNT_BARE, _bpe, _only(любил=1, любовь=1, любит=1)),
    # As in BERT: lowercase, without accents, with special tokens.
    "uncased": Named(_HUGGING_FACE, _COUNT_MARKED, _uncased, _text("story", _uncased)),
    "word": Named(_WORDPIECE, _RATIO, _wordpiece, _only(word=1)),
    "toy-special": Named(
        _WORDPIECE,
        _RATIO,
        replace(_wordpiece, special_tokens=BERT_SPECIAL_TOKENS),
        _sample("toy"),
    ),
    "toy-likelihood": Named(_GAIN_TITLE, _GAIN, _likelihood, _sample("toy")),
    "poles": Named(_WORDPIECE, _RATIO, _wordpiece, _POLES, _poles),
    "poles-library": Named(_HUGGING_FACE, _COUNT_MARKED, _hugging_face, _POLES, _poles),
    "poles-likelihood": Named(_GAIN_TITLE, _GAIN, _likelihood, _POLES, _poles),
    "coins": Named(_WORDPIECE, _RATIO, _wordpiece, _COINS),
    "coins-likelihood": Named(_GAIN_TITLE, _GAIN, _likelihood, _COINS),
    "story": Named(_WORDPIECE, _RATIO, _wordpiece, _opened("story")),
    "story-bpe": Named(_BPE, _COUNT_BARE, _bpe, _opened("story")),
    "french": Named(_WORDPIECE, _RATIO, _wordpiece, _opened("french")),
    "french-bpe": Named(_BPE, _COUNT_BARE, _bpe, _opened("french")),
    "russian": Named(_WORDPIECE, _RATIO, _wordpiece, _opened("russian")),
    "russian-bpe": Named(_BPE, _COUNT_BARE, _bpe, _opened("russian")),
    # Without special tokens and to the last pair, so that sizes are comparable.
    "course-plain": Named(_WORDPIECE, _RATIO, _wordpiece, _sample("course")),
    "chinese": Named(_WORDPIECE, _RATIO, _wordpiece, _opened("chinese")),
    "chinese-bpe": Named(_BPE, _COUNT_BARE, _bpe, _opened("chinese")),
    "abracadabra": Named(_BPE, _COUNT_BARE, replace(_bpe, min_pair_count=2), _only(abracadabra=1)),
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


def made(name: str) -> Timeline:
    """Make the training with a name, in its localized variant, and return every step.

    Raises:
        KeyError: the name is unknown.
    """
    return _made(in_language(name))


def timeline(name: str) -> Timeline:
    """Return the result of `made` from a cache."""
    return _kept(in_language(name))


def _made(name: str) -> Timeline:
    named = TRAININGS[name]
    trainer = named.recipe.trainer(named.words())
    named.train(trainer)
    return trainer.timeline()


_kept = cache(_made)


def at(training: str, step: int) -> int:
    """Return a step's number; a negative one counts from the end, and -1 is the last step."""
    return step if step >= 0 else len(timeline(training)) + 1 + step


def normalizer(training: str) -> Normalizer:
    """Return what a training's recipe does to a text first."""
    return compose(TRAININGS[training].recipe.normalizer)


def encoder(training: str, step: int, how: How) -> Encoder:
    """Return an encoder with a training's vocabulary after a step, counted as in `at`."""
    return _encoder(in_language(training), step, how)


@cache
def _encoder(training: str, step: int, how: How) -> Encoder:
    trained = timeline(training)
    if how == "words":
        return WordPieceEncoder(["[UNK]", *trained.words], prefix="")
    if how == "own":
        return TRAININGS[training].recipe.encoder(trained, at(training, step))
    if how == "replay":
        return BPEEncoder.from_timeline(trained, at(training, step))
    return WordPieceEncoder.from_timeline(trained, at(training, step))
