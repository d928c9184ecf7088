"""Recipes: the systems of the literature as presets of the trainer.

A recipe combines a score, a marking, a tie-break, limits, special tokens and an encoder. It names
its source and the sample corpus that gives the published figures. `Recipe.words` gives words the
shape that the system needs: GPT-2's words begin with ``Ġ`` for a space, the blog's end in ``_``.

>>> [step.token for step in RECIPES["hugging-face"].trainer(toy)][:3]
['##ug', '##un', 'hug']
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wordpiece.encoding.encoders import (
    BPEEncoder,
    Encoder,
    LongestTokenFirst,
    Segmenter,
    UnigramEncoder,
    WordPieceEncoder,
)
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, NONE, Marking
from wordpiece.message import Message, message
from wordpiece.scoring import (
    BLOG_CODE,
    LIKELIHOOD_GAIN,
    PAIR_COUNT,
    PARITY,
    TIE_BREAKS,
    WORDPIECE,
    Score,
    TieBreak,
)
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, METASPACE, text_to_bytes
from wordpiece.topdown.textbook import Reading
from wordpiece.topdown.timeline import TopDownTimeline
from wordpiece.topdown.trainer import TopDownTrainer
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.steps import Steps
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.log import RemovalTieBreak
from wordpiece.unigram.timeline import UnigramTimeline
from wordpiece.unigram.trainer import UnigramTrainer

SPACE = "Ġ"
"""GPT-2's spelling of the space before a word."""

BYTES = tuple(sorted(CHAR_TO_BYTE))
"""GPT-2's spellings of the 256 bytes, sorted by code point."""

Algorithm = Literal["wordpiece", "bpe", "hugging-face"]
"""A recipe for any corpus."""

ALGORITHMS: tuple[Algorithm, ...] = ("wordpiece", "bpe", "hugging-face")
"""The recipes for any corpus. The third has WordPiece's ``##`` and BPE's score, as the trainer of
the `tokenizers` library does."""

Encoding = Literal["longest-match", "replay", "segmenter", "longest-token"]
"""How a recipe encodes a word."""

Shape = Literal["", "gpt2", "underscore", "metaspace"]
"""How a recipe changes the words of a table: not at all, with a space before them, with an end, or
with ``▁`` before them."""

Kind = Literal["merges", "removals", "decisions"]
"""What a step of a training is."""


@dataclass(frozen=True, slots=True)
class AnyRecipe:
    """What the recipes of every kind have.

    Attributes:
        id: its name in links and code.
        title: its name on screen.
        source: where it is described.
        corpus: the sample corpus of its published figures.
        kind: what a step of its training is.
        tie_breaks: the rules among equals that a page offers; its trainer may have more.
        by_language: whether its trainer needs the words of each language; see `Corpus.languages`.
    """

    id: str
    title: Message
    source: Message
    corpus: str

    kind: ClassVar[Kind]
    tie_breaks: ClassVar[tuple[str, ...]] = ()

    @property
    def by_language(self) -> bool:
        return False

    def encoder(self, timeline: Any, step: int, *, number_unknown: bool = False) -> Encoder:
        """Return the encoder of this recipe, after a step of a training of its kind."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Recipe(AnyRecipe):
    """One system that merges: all parameters of a training except the words.

    Attributes:
        score, marking, special_tokens, tie_break, alphabet: as for `Trainer`.
        vocab_size, max_merges, min_pair_count: limits of the training; None sets no limit.
        encoding: its encoder; see `wordpiece.encoding.encoders`.
        shape: the shape of its words; see `words`.
        begin: words of the sample corpus that begin a text, and so have no space before them.
        normalizer: names of normalizers.
        pre_tokenizer: the name of a pre-tokenizer; None uses that of the corpus.
    """

    kind: ClassVar[Kind] = "merges"
    tie_breaks: ClassVar[tuple[str, ...]] = TIE_BREAKS

    score: Score
    marking: Marking
    special_tokens: tuple[str, ...] = ()
    tie_break: TieBreak = "first-seen"
    alphabet: tuple[str, ...] = ()
    vocab_size: int | None = None
    max_merges: int | None = None
    min_pair_count: int = 1
    encoding: Encoding = "longest-match"
    shape: Shape = ""
    begin: tuple[str, ...] = ()
    normalizer: tuple[str, ...] = ()
    pre_tokenizer: str | None = None

    def words(self, word_frequencies: Mapping[str, int]) -> dict[str, int]:
        """Return a word table in the ``shape`` of this recipe, unless it has this shape already.

        "gpt2" spells words as bytes, with a space before all except punctuation and ``begin``;
        "underscore" puts ``_`` at the end. The words of a text need this only if they are not from
        the ``pre_tokenizer`` of the recipe.

        >>> RECIPES["course-bpe"].words({"This": 3, "is": 2, ".": 4})
        {'This': 3, 'Ġis': 2, '.': 4}
        """
        words = dict(word_frequencies)
        if self.shape == "gpt2" and not any(word.startswith(SPACE) for word in words):
            return _with_leading_space(words, self.begin)
        if self.shape == "underscore" and not all(word.endswith("_") for word in words):
            return {word + "_": count for word, count in words.items()}
        return words

    @property
    def by_language(self) -> bool:
        return self.score.by_language

    def trainer(
        self,
        word_frequencies: Mapping[str, int],
        *,
        seed: int = 0,
        languages: Sequence[Sequence[int]] = (),
    ) -> Trainer:
        """Return a new trainer on these `words`; for ``languages`` see `Trainer`.

        Raises:
            CorpusError: an empty word, or a frequency that is not a whole number above 0.
            VocabularySizeError: ``vocab_size`` is smaller than special tokens and alphabet.
        """
        return Trainer(
            self.words(word_frequencies),
            score=self.score,
            marking=self.marking,
            vocab_size=self.vocab_size,
            max_merges=self.max_merges,
            special_tokens=self.special_tokens,
            tie_break=self.tie_break,
            seed=seed,
            min_pair_count=self.min_pair_count,
            alphabet=self.alphabet,
            languages=languages,
        )

    def encoder(
        self, timeline: Timeline, step: int, *, number_unknown: bool = False
    ) -> WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst:
        """Return the encoder of this recipe, after a step of a training.

        Args:
            timeline, step: the state of the training.
            number_unknown: whether an ``[UNK]`` that the vocabulary lacks gets the next free id,
                as a file for the `tokenizers` library needs it.

        Raises:
            IndexError: the step does not exist.
        """
        marking = timeline.marking
        # With all bytes in the alphabet, every character is known.
        unk_token = None if self.alphabet else "[UNK]"
        vocabulary = _vocabulary(timeline, step, unk_token if number_unknown else None)
        if self.encoding == "segmenter":
            return Segmenter(vocabulary)
        if self.encoding == "longest-token":
            return LongestTokenFirst(vocabulary, suffix=marking.suffix, attach_suffix=True)
        if self.encoding == "longest-match":
            return WordPieceEncoder(vocabulary, prefix=marking.prefix, suffix=marking.suffix)
        return BPEEncoder(
            (timeline.pair(k) for k in range(1, step + 1)),
            alphabet=timeline.vocabulary(0),
            vocabulary=vocabulary,
            unk_token=unk_token,
            marking=marking,
        )


@dataclass(frozen=True, slots=True)
class UnigramRecipe(AnyRecipe):
    """One system that removes pieces: all parameters of a training except the words.

    Attributes:
        special_tokens, tie_break, vocab_size, share, single_below, em_rounds: as for
            `UnigramTrainer`.
        start_size: as for `UnigramTrainer`, but at least three pieces for each entry of
            ``vocab_size``, which is about the ratio in the Hugging Face course.
        shape: "metaspace" if words begin with ``▁``; see `words`.
        normalizer: names of normalizers.
        pre_tokenizer: the name of a pre-tokenizer; None uses that of the corpus.
    """

    kind: ClassVar[Kind] = "removals"
    tie_breaks: ClassVar[tuple[str, ...]] = ("first-seen", "last-seen", "random")

    special_tokens: tuple[str, ...] = ()
    tie_break: RemovalTieBreak = "first-seen"
    vocab_size: int | None = None
    start_size: int | None = None
    share: float | None = None
    single_below: int = 0
    em_rounds: int = 0
    shape: Shape = ""
    normalizer: tuple[str, ...] = ()
    pre_tokenizer: str | None = None

    def words(self, word_frequencies: Mapping[str, int]) -> dict[str, int]:
        """Return a word table in the ``shape`` of this recipe, unless it has this shape already.

        >>> UNIGRAM_RECIPES["course-unigram"].words({"This": 3, "is": 2})
        {'▁This': 3, '▁is': 2}
        """
        words = dict(word_frequencies)
        if self.shape == "metaspace" and not all(word.startswith(METASPACE) for word in words):
            return {METASPACE + word: count for word, count in words.items()}
        return words

    def trainer(self, word_frequencies: Mapping[str, int], *, seed: int = 0) -> UnigramTrainer:
        """Return a new trainer on these `words`.

        Raises:
            CorpusError: an empty word, or a frequency that is not a whole number above 0.
            VocabularySizeError: ``vocab_size`` is smaller than special tokens and characters.
        """
        size = self.start_size
        if size is not None and self.vocab_size is not None:
            size = max(size, 3 * self.vocab_size)
        return UnigramTrainer(
            self.words(word_frequencies),
            vocab_size=self.vocab_size,
            start_size=size,
            share=self.share,
            single_below=self.single_below,
            em_rounds=self.em_rounds,
            special_tokens=self.special_tokens,
            tie_break=self.tie_break,
            seed=seed,
        )

    def encoder(
        self, timeline: UnigramTimeline, step: int, *, number_unknown: bool = False
    ) -> UnigramEncoder:
        """Return the encoder of this recipe, after a step; arguments as for `Recipe.encoder`."""
        vocabulary = _vocabulary(timeline, step, "[UNK]" if number_unknown else None)
        split = "metaspace" if self.shape else self.pre_tokenizer or "bert"
        return UnigramEncoder(timeline.counts(step), vocabulary=vocabulary, pre_tokenizer=split)


@dataclass(frozen=True, slots=True)
class TopDownRecipe(AnyRecipe):
    """One system that decides substrings: all parameters of a training except the words.

    Attributes:
        threshold, vocab_size, reading, special_tokens: as for `TopDownTrainer`.
        shape: the shape of its words, always "".
        normalizer: names of normalizers.
        pre_tokenizer: the name of a pre-tokenizer; None uses that of the corpus.
    """

    kind: ClassVar[Kind] = "decisions"

    threshold: int
    reading: Reading
    vocab_size: int | None = None
    special_tokens: tuple[str, ...] = ()
    shape: Shape = ""
    normalizer: tuple[str, ...] = ()
    pre_tokenizer: str | None = None

    def words(self, word_frequencies: Mapping[str, int]) -> dict[str, int]:
        """Return a word table unchanged."""
        return dict(word_frequencies)

    def trainer(self, word_frequencies: Mapping[str, int], *, seed: int = 0) -> TopDownTrainer:
        """Return a new trainer on words; ``seed`` has no effect.

        Raises:
            CorpusError: an empty word, or a frequency that is not a whole number above 0.
            VocabularySizeError: ``vocab_size`` is smaller than special tokens and characters.
        """
        return TopDownTrainer(
            word_frequencies,
            threshold=self.threshold,
            vocab_size=self.vocab_size,
            reading=self.reading,
            special_tokens=self.special_tokens,
        )

    def encoder(
        self, timeline: TopDownTimeline, step: int, *, number_unknown: bool = False
    ) -> WordPieceEncoder:
        """Return the encoder of this recipe, after a step; arguments as for `Recipe.encoder`."""
        vocabulary = _vocabulary(timeline, step, "[UNK]" if number_unknown else None)
        return WordPieceEncoder(vocabulary, prefix=timeline.marking.prefix)


_SENNRICH = "Sennrich, Haddow & Birch 2016, https://aclanthology.org/P16-1162"
_END_OF_TEXT = ("<|endoftext|>",)
_BEGIN = ("This", "Hopefully")

RECIPES: dict[str, Recipe] = {
    recipe.id: recipe
    for recipe in (
        Recipe(
            "wordpiece",
            message("WordPiece"),
            message(
                "the Hugging Face course, chapter 6.6. The formula is the course's best guess, "
                "because Google has not released the program that made BERT's vocabulary. The "
                "program that Google has published, part of TensorFlow Text, trains WordPiece "
                "top-down"
            ),
            "toy",
            WORDPIECE,
            CONTINUATION_PREFIX,
        ),
        Recipe(
            "course-wordpiece",
            message("Course: WordPiece"),
            message(
                "the Hugging Face course, chapter 6.6: the code that the course runs on "
                "four sentences"
            ),
            "course",
            WORDPIECE,
            CONTINUATION_PREFIX,
            BERT_SPECIAL_TOKENS,
            vocab_size=70,
            pre_tokenizer="bert",
        ),
        Recipe(
            "hugging-face",
            message("Hugging Face style"),
            message(
                "WordPieceTrainer of the tokenizers library: WordPiece's ## with BPE's score, the "
                "count of the pair"
            ),
            "toy",
            PAIR_COUNT,
            CONTINUATION_PREFIX,
        ),
        Recipe(
            "likelihood",
            message("WordPiece by likelihood"),
            message(
                "Schuster & Nakajima 2012, Japanese and Korean voice search: choose the merge "
                "that makes the training data most likely. In this app a unigram model gives "
                "the likelihood, and training ends when no merge raises the likelihood"
            ),
            "toy",
            LIKELIHOOD_GAIN,
            CONTINUATION_PREFIX,
        ),
        Recipe(
            "bpe",
            message("BPE"),
            message("the Hugging Face course, chapter 6.5: its example of five words"),
            "toy",
            PAIR_COUNT,
            NONE,
            encoding="replay",
        ),
        Recipe(
            "course-bpe",
            message("Course: BPE"),
            message(
                "the Hugging Face course, chapter 6.5: the code that the course runs on four "
                "sentences, split as for GPT-2"
            ),
            "course",
            PAIR_COUNT,
            LEADING_SPACE,
            _END_OF_TEXT,
            vocab_size=50,
            encoding="replay",
            shape="gpt2",
            begin=_BEGIN,
            pre_tokenizer="gpt2",
        ),
        Recipe(
            "byte-level-bpe",
            message("Byte-level BPE (GPT-2)"),
            message(
                "Radford et al. 2019, Language models are unsupervised multitask learners: the "
                "alphabet is the 256 values of a byte, so no character is unknown"
            ),
            "course",
            PAIR_COUNT,
            LEADING_SPACE,
            _END_OF_TEXT,
            alphabet=BYTES,
            # As many merges as the course makes; GPT-2 makes 50,000.
            vocab_size=len(_END_OF_TEXT) + len(BYTES) + 19,
            encoding="replay",
            shape="gpt2",
            begin=_BEGIN,
            pre_tokenizer="gpt2",
        ),
        Recipe(
            "parity-bpe",
            message("Parity-aware BPE"),
            message(
                "Foroutan et al. 2025, Parity-Aware Byte-Pair Encoding: training on the same text "
                "in several languages. Of the languages that still have pairs, the language that "
                "has the most tokens at a step chooses the next merge"
            ),
            "languages",
            PARITY,
            LEADING_SPACE,
            tie_break="greatest",
            alphabet=BYTES,
            # 250 merges
            vocab_size=len(BYTES) + 250,
            encoding="replay",
            shape="gpt2",
            normalizer=("lowercase",),
            pre_tokenizer="gpt2",
        ),
        Recipe(
            "cs336-bpe",
            message("CS336: BPE"),
            message(
                "Stanford's course CS336, Language Modeling from Scratch, assignment 1: "
                "symbols have no marks; in a tie the pair that comes last in alphabetical "
                "order merges"
            ),
            "cs336",
            PAIR_COUNT,
            NONE,
            tie_break="greatest",
            encoding="replay",
        ),
        Recipe(
            "end-of-word-bpe",
            message("End-of-word BPE"),
            message(
                "{paper}. The preset minimum pair count, 2, comes from a Chinese article on "
                "WordPiece",
                paper=_SENNRICH,
            ),
            "low",
            PAIR_COUNT,
            END_OF_WORD,
            min_pair_count=2,
            encoding="replay",
        ),
        Recipe(
            "longest-token-first",
            message("Longest token first"),
            message(
                "a Chinese article on WordPiece: BPE training with </w>, and an encoder that "
                "first cuts out the longest token, wherever this token is in the word"
            ),
            "low",
            PAIR_COUNT,
            END_OF_WORD,
            min_pair_count=2,
            encoding="longest-token",
        ),
        Recipe(
            "blog-wordpiece",
            message("Blog: by its formula"),
            message(
                "a blog post on WordPiece, by the formula that its text states. Words end in _, "
                "training makes three merges, and the encoder keeps the tokens found before an "
                "unknown part"
            ),
            "blog",
            WORDPIECE,
            NONE,
            max_merges=3,
            encoding="segmenter",
            shape="underscore",
        ),
        Recipe(
            "blog-code",
            message("Blog: by its code"),
            message(
                "the code of a blog post on WordPiece: it counts each occurrence of a symbol once "
                "for each of its neighbours, and rounds scores to four decimal places"
            ),
            "blog",
            BLOG_CODE,
            NONE,
            max_merges=3,
            encoding="segmenter",
            shape="underscore",
        ),
    )
}
"""Every recipe that merges, by its id."""

UNIGRAM_RECIPES: dict[str, UnigramRecipe] = {
    recipe.id: recipe
    for recipe in (
        UnigramRecipe(
            "unigram",
            message("Unigram"),
            message(
                "Kudo 2018, Subword regularization, as the Hugging Face course, chapter 6.7, "
                "explains it: training starts with all characters and many substrings of the "
                "words, and removes the substrings whose removal raises the loss least"
            ),
            "toy",
            share=0.1,
            single_below=1000,
        ),
        UnigramRecipe(
            "course-unigram",
            message("Course: Unigram"),
            message(
                "the Hugging Face course, chapter 6.7: the code that the course runs on four "
                "sentences, split at whitespace as for XLNet"
            ),
            "course-spaces",
            vocab_size=100,
            start_size=300,
            share=0.1,
            shape="metaspace",
            pre_tokenizer="metaspace",
        ),
    )
}
"""Every recipe that removes pieces, by its id."""

TOP_DOWN_RECIPES: dict[str, TopDownRecipe] = {
    recipe.id: recipe
    for recipe in (
        TopDownRecipe(
            "top-down-guide",
            message("Top-down: by the guide"),
            message(
                "TensorFlow Text's guide to subword tokenizers: only a kept substring lowers "
                "the counts of its prefixes, by its own count"
            ),
            "toy",
            12,
            "guide",
        ),
        TopDownRecipe(
            "top-down-code",
            message("Top-down: by the program"),
            message(
                "TensorFlow Text's program: every substring lowers the counts of its prefixes "
                "by its own count, even if the substring is dropped"
            ),
            "toy",
            12,
            "code",
        ),
    )
}
"""Every recipe that decides substrings, by its id."""

SomeRecipe = Recipe | UnigramRecipe | TopDownRecipe
"""A recipe of any kind."""

ALL_RECIPES: dict[str, SomeRecipe] = {**RECIPES, **UNIGRAM_RECIPES, **TOP_DOWN_RECIPES}
"""Every recipe of any kind by its id."""


def _vocabulary(timeline: Steps, step: int, unk_token: str | None) -> list[str]:
    """Return a vocabulary with an unknown token, which comes last if it is not an entry yet."""
    vocabulary = timeline.vocabulary(step)
    if unk_token and unk_token not in vocabulary:
        vocabulary.append(unk_token)
    return vocabulary


def _with_leading_space(
    word_frequencies: Mapping[str, int], without: Collection[str]
) -> dict[str, int]:
    """Return a word table in GPT-2's spelling, with a space except before ``without``."""
    return {
        (SPACE if word not in without and any(map(str.isalnum, word)) else "")
        + text_to_bytes(word): count
        for word, count in word_frequencies.items()
    }
