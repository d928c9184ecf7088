"""The trainings of the lessons, by name. Each is made once and shared by all sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Literal

from pages import locale
from pages.trainings.samples import samples
from wordpiece.encoding.encoders import (
    BPEEncoder,
    LongestTokenFirst,
    Segmenter,
    WordPieceEncoder,
)
from wordpiece.message import Message, message, unworded
from wordpiece.recipes import RECIPES, UNIGRAM_RECIPES, Recipe
from wordpiece.text.corpus import Corpus, build
from wordpiece.text.normalizers import Normalizer, compose
from wordpiece.topdown.textbook import Reading
from wordpiece.topdown.timeline import TopDownTimeline
from wordpiece.topdown.trainer import TopDownTrainer
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.timeline import UnigramTimeline

WordFrequencies = Mapping[str, int]

Encoder = BPEEncoder | LongestTokenFirst | Segmenter | WordPieceEncoder

How = Literal["match", "replay", "words", "own"]
"""How to encode: by longest match, by replaying the merges, with whole words as tokens, or by the
method of the training's recipe."""


@dataclass(frozen=True)
class Named:
    """A training of the lessons.

    Attributes:
        corpus: its words and counts, or the id of a sample.
        recipe: its recipe.
        own_title: its name on screen, if it is not that of its recipe.
        train: makes its merges; by default until the recipe's stopping criterion.
        half: whether it sees only the first half of the sample, up to the end of a line.
    """

    corpus: WordFrequencies | str
    recipe: Recipe = RECIPES["wordpiece"]
    own_title: Message | None = None
    train: Callable[[Trainer], object] = Trainer.run
    half: bool = False

    @property
    def title(self) -> Message:
        """Its name on screen."""
        return self.own_title or self.recipe.title

    @property
    def rule(self) -> Message:
        """A description of its score."""
        return message("score: {rule}", rule=self.recipe.score.texts.rule)

    def corpora(self) -> tuple[Corpus, Corpus]:
        """Return the words that it sees, and those of the half of a sample that it does not see.

        A sample is split as suggested, or as the recipe says.
        """
        if not isinstance(self.corpus, str):
            return Corpus(self.corpus), Corpus({})
        sample, recipe = samples()[self.corpus], self.recipe
        normalizer = compose(recipe.normalizer or sample.normalizer)
        split = recipe.pre_tokenizer or sample.pre_tokenizer
        text = sample.text()
        end = text.index("\n", len(text) // 2) if self.half else len(text)
        seen, unseen = (
            build(part, sample.kind, normalizer, split, by_language=recipe.by_language)
            if part
            else Corpus({})
            for part in (text[:end], text[end:])
        )
        return seen, unseen

    @cached_property
    def timeline(self) -> Timeline:
        """The training, made once."""
        seen, _ = self.corpora()
        trainer = self.recipe.trainer(seen.word_frequencies, languages=seen.languages)
        self.train(trainer)
        return trainer.timeline()


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
_POLES = {"hugging": 5, "human": 1, "unable": 10, "undo": 8}
_POLES |= dict.fromkeys(("untie", "readable", "drinkable"), 6)

# Frequent beginnings and endings, with equal counts.
_PREFIXES = dict.fromkeys(("undo", "unable", "untie", "unfit", "doable", "tieable"), 50)


_WORDPIECE, _BPE = RECIPES["wordpiece"], RECIPES["bpe"]
_LIBRARY, _END = RECIPES["hugging-face"], RECIPES["end-of-word-bpe"]
# The name of the class in the library.
_CLASS = unworded("WordPieceTrainer")
# In this text "_" separates words; it is not at the end of each word.
_AS_WRITTEN = replace(RECIPES["blog-wordpiece"], shape="")
# As in BERT: lowercase, without accents, with special tokens.
_UNCASED = replace(
    _LIBRARY,
    special_tokens=BERT_SPECIAL_TOKENS,
    vocab_size=250,
    normalizer=("clean-text", "strip-accents", "lowercase"),
    pre_tokenizer="bert",
)
_LEAST_TWO = replace(_WORDPIECE, score=_WORDPIECE.score.without_rarer(2), min_pair_count=2)
_BYTES = RECIPES["byte-level-bpe"]
# Up to 250 merges, all of English words.
_ENGLISH_BYTES = replace(_BYTES, vocab_size=507, normalizer=("lowercase",), begin=())
# Trained to the last pair, to show that the number of symbols in use rises and falls.
_TO_THE_LAST = replace(_END, min_pair_count=1)

TRAININGS: dict[str, Named] = {
    "toy": Named("toy"),
    "toy-bpe": Named("toy", _BPE),
    "toy-library": Named("toy", _LIBRARY, _CLASS),
    "toy-likelihood": Named("toy", RECIPES["likelihood"]),
    "toy-printed": Named("toy", _WORDPIECE, message("As printed in the course"), _as_printed),
    "course": Named("course", RECIPES["course-wordpiece"], _WORDPIECE.title),
    "course-bpe": Named("course", RECIPES["course-bpe"]),
    "course-bytes": Named("course", _BYTES),
    "story-bytes": Named("story", _ENGLISH_BYTES, message("trained on English")),
    "languages-bytes": Named("languages", _ENGLISH_BYTES, message("trained on all 7 languages")),
    "languages-parity": Named("languages", RECIPES["parity-bpe"]),
    "course-spaces": Named("course-spaces"),
    # Without special tokens and to the last pair, so that sizes are comparable.
    "course-plain": Named("course"),
    "course-plain-bpe": Named("course", _BPE),
    "course-least": Named("course", _LEAST_TWO, message("Minimum pair count {n}", n=2)),
    "course-likelihood": Named("course", RECIPES["likelihood"]),
    "course-library": Named("course", _LIBRARY, _CLASS),
    "course-low": Named("course", _TO_THE_LAST),
    "low": Named("low", _END),
    "low-wordpiece": Named("low"),
    "blog": Named("blog", RECIPES["blog-wordpiece"]),
    "blog-code": Named("blog", RECIPES["blog-code"]),
    "carpet": Named({"carpet_": 1, "car": 1}, _AS_WRITTEN, _WORDPIECE.title),
    "carpet-car": Named({"carpet_car": 1}, _AS_WRITTEN, _WORDPIECE.title),
    "family": Named({"loved": 1, "loving": 1, "loves": 1}, _BPE),
    "family-fr": Named({"aimer": 1, "aimons": 1, "aimes": 1}, _BPE),
    "family-ru": Named({"любил": 1, "любовь": 1, "любит": 1}, _BPE),
    "word": Named({"word": 1}),
    "abracadabra": Named({"abracadabra": 1}, replace(_BPE, min_pair_count=2)),
    "poles": Named(_POLES, train=_poles),
    "prefixes": Named(_PREFIXES),
    "uncased": Named("story", _UNCASED),
    "story": Named("story"),
    "story-bpe": Named("story", _BPE),
    "half-bpe": Named("story", _BPE, half=True),
    "half-bpe-fr": Named("french", _BPE, half=True),
    "half-bpe-ru": Named("russian", _BPE, half=True),
    "french": Named("french"),
    "french-bpe": Named("french", _BPE),
    "russian": Named("russian"),
    "russian-bpe": Named("russian", _BPE),
    "chinese": Named("chinese"),
    "chinese-bpe": Named("chinese", _BPE),
}


# Not in Chinese: there BERT's words leave no pairs to merge, the topic of a separate lesson.
IN_LANGUAGE = {
    "fr": {
        "story": "french",
        "story-bpe": "french-bpe",
        "family": "family-fr",
        "half-bpe": "half-bpe-fr",
    },
    "ru": {
        "story": "russian",
        "story-bpe": "russian-bpe",
        "family": "family-ru",
        "half-bpe": "half-bpe-ru",
    },
}
"""For each language, the trainings with words of that language that replace others in lessons."""


def in_language(name: str) -> str:
    """Return the localized variant of a training's name."""
    return IN_LANGUAGE.get(locale.code(), {}).get(name, name)


def get_named(name: str) -> Named:
    """Return the training with a name, in its localized variant.

    Raises:
        KeyError: the name is unknown.
    """
    return TRAININGS[in_language(name)]


def timeline(name: str) -> Timeline:
    """Return every step of the training with a name."""
    return get_named(name).timeline


@lru_cache(maxsize=512)
def top_down(name: str, threshold: int, reading: Reading) -> TopDownTimeline:
    """Return every step of a top-down training on the words of the training with a name."""
    seen, _ = TRAININGS[name].corpora()
    trainer = TopDownTrainer(seen.word_frequencies, threshold=threshold, reading=reading)
    trainer.run()
    return trainer.timeline()


@cache
def unigram(name: str) -> UnigramTimeline:
    """Return a Unigram training on the words of the training with a name, as the course does it."""
    recipe = UNIGRAM_RECIPES["unigram" if name == "toy" else "course-unigram"]
    trainer = recipe.trainer(TRAININGS[name].corpora()[0].word_frequencies)
    trainer.run()
    return trainer.timeline()


def at(training: str, step: int) -> int:
    """Return a step's number; a negative one counts from the end, and -1 is the last step."""
    return step if step >= 0 else len(timeline(training)) + 1 + step


def normalizer(training: str) -> Normalizer:
    """Return what a training's recipe does to a text first."""
    return compose(TRAININGS[training].recipe.normalizer)


@dataclass(frozen=True)
class Unseen:
    """The unseen half of a sample, encoded: its words, its tokens, and the unknown tokens."""

    entries: int
    words: int
    unknown: int
    tokens: int


@cache
def _encode_unseen(name: str, step: int | None) -> Unseen:
    trained = TRAININGS[name].timeline
    one = encoder(name, step or 0, "words" if step is None else "replay")
    entries = len(trained.words) if step is None else trained.growth(step).vocabulary
    words = TRAININGS[name].corpora()[1].word_frequencies
    tokens = {word: one.encode_word(word) for word in words}
    return Unseen(
        entries=entries,
        words=sum(words.values()),
        unknown=sum(n * tokens[word].count(str(one.unk_token)) for word, n in words.items()),
        tokens=sum(n * len(tokens[word]) for word, n in words.items()),
    )


def encode_unseen(training: str, step: int | None) -> Unseen:
    """Return how the unseen half is encoded after a step, or with whole words if it is None."""
    return _encode_unseen(in_language(training), step)


def encoder(training: str, step: int, how: How) -> Encoder:
    """Return an encoder with a training's vocabulary after a step, counted as in `at`."""
    trained, step = timeline(training), at(training, step)
    if how == "words":
        return WordPieceEncoder(["[UNK]", *trained.words])
    if how == "own":
        return get_named(training).recipe.encoder(trained, step)
    if how == "replay":
        return BPEEncoder.from_timeline(trained, step)
    return WordPieceEncoder.from_timeline(trained, step)
