"""The trainings that lessons speak of, by name; each is made once and shared by all sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from pages.lessons.model import How
from pages.trainings.samples import samples
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.recipes import RECIPES, Recipe
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline

WordFrequencies = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Named:
    """A training as a lesson shows it: its title, its rule in words, and how it is made."""

    title: str
    rule: str
    recipe: Recipe
    words: Callable[[], WordFrequencies]
    train: Callable[[Trainer], object] = Trainer.run


def _sample(name: str) -> Callable[[], WordFrequencies]:
    def words() -> WordFrequencies:
        sample = samples()[name]
        return build(sample.text(), sample.kind, compose(()), "whitespace").word_frequencies

    return words


def _only(**words: int) -> Callable[[], WordFrequencies]:
    return lambda: words


def _as_printed(trainer: Trainer) -> None:
    """The course's printed path: its third merge is not the one its formula chooses."""
    trainer.run(2)
    trainer.step(("hu", "##g"))
    trainer.run()


RATIO = "score: together ÷ (left × right)"
COUNT = "score: times together"

_wordpiece, _bpe = RECIPES["wordpiece"], RECIPES["bpe"]
_hugging_face, _course = RECIPES["hugging-face"], RECIPES["course-wordpiece"]
_end_of_word, _blog = RECIPES["end-of-word-bpe"], RECIPES["blog-wordpiece"]
# Here "_" stands between two words and not at the end of each.
_as_written = replace(_blog, shape="")

TRAININGS: dict[str, Named] = {
    "toy": Named("WordPiece", RATIO, _wordpiece, _sample("toy")),
    "toy-bpe": Named("BPE", f"{COUNT}; no ##", _bpe, _sample("toy")),
    "toy-library": Named("Hugging Face style", f"{COUNT}, with ##", _hugging_face, _sample("toy")),
    "toy-printed": Named("As printed", RATIO, _wordpiece, _sample("toy"), _as_printed),
    "course": Named("WordPiece", RATIO, _course, _sample("course")),
    "course-bpe": Named("BPE on GPT-2’s words", COUNT, RECIPES["course-bpe"], _sample("course")),
    "course-plain-bpe": Named("BPE", f"{COUNT}; no ##", _bpe, _sample("course")),
    "course-library": Named(
        "Hugging Face style", f"{COUNT}, with ##", _hugging_face, _sample("course")
    ),
    "low": Named("BPE with </w>", COUNT, _end_of_word, _sample("low")),
    # To the very end, to see the symbols in use rise and fall.
    "course-low": Named(
        "BPE with </w>", COUNT, replace(_end_of_word, min_pair_count=1), _sample("course")
    ),
    "blog": Named("By the formula", RATIO, _blog, _sample("blog")),
    "blog-code": Named(
        "By the code", "inner symbols count twice", RECIPES["blog-code"], _sample("blog")
    ),
    "carpet": Named("Words apart", RATIO, _as_written, _only(carpet_=1, car=1)),
    "carpet-car": Named("One string", RATIO, _as_written, _only(carpet_car=1)),
    "love": Named("BPE", f"{COUNT}; no ##", _bpe, _only(loved=1, loving=1, loves=1)),
    "word": Named("WordPiece", RATIO, _wordpiece, _only(word=1)),
}  # fmt: skip


def made(name: str) -> Timeline:
    """The training of that name, made anew."""
    named = TRAININGS[name]
    trainer = named.recipe.trainer(named.words())
    named.train(trainer)
    return trainer.timeline()


timeline = cache(made)
"""The training of that name."""


def at(training: str, step: int) -> int:
    """A step, counted from the end if negative: -1 is the last."""
    return step if step >= 0 else len(timeline(training)) + 1 + step


@cache
def encoder(training: str, step: int, how: How) -> BPEEncoder | WordPieceEncoder:
    """How a lesson encodes: by longest match, by replaying merges, or by whole words alone."""
    trained = timeline(training)
    if how == "words":
        return WordPieceEncoder(["[UNK]", *trained.words], prefix="")
    if how == "replay":
        return BPEEncoder.from_timeline(trained, at(training, step))
    return WordPieceEncoder.from_timeline(trained, at(training, step))
