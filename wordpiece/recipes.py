"""The systems of the literature as named presets of the one trainer.

A recipe says which score, marking, tie-break, stop, special tokens and encoder belong together,
where that is written down, and on which sample corpus its published figures come out. Words must
look as the system wants them, which `Recipe.words` sees to: GPT-2's carry their space as ``Ġ``,
the blog's end in ``_``.

>>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> [step.token for step in RECIPES["hugging-face"].trainer(toy)][:3]
['##ug', '##un', 'hug']
>>> blog = RECIPES["blog-code"]
>>> trainer = blog.trainer({"hug": 5, "pugs": 2, "pun": 6, "bun": 3, "hugs": 2})
>>> [(step.token, step.score) for step in trainer]
[('hu', 0.0278), ('hug', 0.0556), ('gs', 0.0625)]
>>> blog.encoder(trainer.timeline(), 3).encode_word("bugs")
['b', 'u', 'gs']
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from wordpiece.encoding.encoders import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, NONE, Marking
from wordpiece.message import Message, message
from wordpiece.scoring import (
    BLOG_CODE,
    LIKELIHOOD_GAIN,
    PAIR_COUNT,
    WORDPIECE,
    Score,
    TieBreak,
)
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, text_to_bytes
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.timeline import Timeline

SPACE = "Ġ"
"""How GPT-2 spells the space that a word carries."""

BYTES = tuple(sorted(CHAR_TO_BYTE))
"""The 256 bytes as GPT-2 spells them, sorted by code point."""

Algorithm = Literal["wordpiece", "bpe", "hugging-face"]
"""The recipes that fit any corpus; see `ALGORITHMS`."""

ALGORITHMS: tuple[Algorithm, ...] = ("wordpiece", "bpe", "hugging-face")
"""The recipes that fit any corpus. The third has WordPiece's ``##`` and BPE's score, which is what
the `tokenizers` library trains."""

Encoding = Literal["longest-match", "replay", "segmenter", "longest-token"]
"""How words become tokens; see `wordpiece.encoding.encoders`."""

Shape = Literal["", "gpt2", "underscore"]
"""How words must look; see `Recipe.words`."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One system: everything that decides a training except the words.

    >>> RECIPES["hugging-face"].score.name, RECIPES["hugging-face"].marking.prefix
    ('bpe', '##')
    >>> trainer = RECIPES["bpe"].trainer({"hug": 10, "pug": 5})
    >>> [step.token for step in trainer]
    ['ug', 'hug', 'pug']

    Attributes:
        id: its name in links and code.
        title: its name on screen; nothing else names a recipe.
        source: where it is described.
        corpus: the sample corpus it is best seen on.
        score, marking, special_tokens, tie_break, alphabet: as `Trainer` takes them.
        vocab_size, max_merges, min_pair_count: when it stops; None is no limit.
        encoding: how it turns words into tokens; see `wordpiece.encoding.encoders`.
        shape: how words must look; see `words`.
        begin: words of the sample corpus that begin a text, so that no space is before them.
        normalizer, pre_tokenizer: what it does to a text; None leaves it to the corpus.
    """

    id: str
    title: Message
    source: Message
    corpus: str
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
    normalizer: tuple[str, ...] | None = None
    pre_tokenizer: str | None = None

    def words(self, word_frequencies: Mapping[str, int]) -> dict[str, int]:
        """Return the words as this system wants them; those that are so already stay as they are.

        "gpt2" spells words as bytes, with a space before all but punctuation and ``begin``;
        "underscore" puts ``_`` at the end. This is for word tables: the words of a text come
        out of ``pre_tokenizer`` as they should be.

        >>> RECIPES["course-bpe"].words({"This": 3, "is": 2, ".": 4})
        {'This': 3, 'Ġis': 2, '.': 4}
        >>> RECIPES["blog-code"].words({"hug": 5}), RECIPES["bpe"].words({"hug": 5})
        ({'hug_': 5}, {'hug': 5})
        """
        words = dict(word_frequencies)
        if self.shape == "gpt2" and not any(word.startswith(SPACE) for word in words):
            return with_leading_space(words, self.begin)
        if self.shape == "underscore" and not all(word.endswith("_") for word in words):
            return {word + "_": count for word, count in words.items()}
        return words

    def trainer(self, word_frequencies: Mapping[str, int], *, seed: int = 0) -> Trainer:
        """Make a trainer on these `words` that has made no merge yet.

        Raises:
            CorpusError: an empty word, or a frequency that is not a whole number above 0.
            VocabularySizeError: special tokens and alphabet do not fit into ``vocab_size``.
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
        )

    def encoder(
        self, timeline: Timeline, step: int, *, number_unknown: bool = False
    ) -> WordPieceEncoder | Segmenter | BPEEncoder | LongestTokenFirst:
        """Make the encoder that goes with it, after a step of its training.

        Args:
            timeline, step: the state of the training.
            number_unknown: whether ``[UNK]`` gets the next free id if the vocabulary lacks it. A
                file for the `tokenizers` library needs one.

        Raises:
            IndexError: there is no such step.
        """
        marking, vocabulary = timeline.marking, timeline.vocabulary(step)
        # With all bytes in the alphabet no word has an unknown character.
        unk_token = None if self.alphabet else "[UNK]"
        if number_unknown and unk_token and unk_token not in vocabulary:
            vocabulary.append(unk_token)
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
                "the Hugging Face course, a reconstruction; Google never published its trainer"
            ),
            "toy",
            WORDPIECE,
            CONTINUATION_PREFIX,
        ),
        Recipe(
            "course-wordpiece",
            message("Course: WordPiece"),
            message(
                "the Hugging Face course, chapter 6.6, the code on four sentences; Google never "
                "published its own"
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
                "WordPieceTrainer of the tokenizers library: the marks of WordPiece, the pair "
                "frequency of BPE"
            ),
            "toy",
            PAIR_COUNT,
            CONTINUATION_PREFIX,
        ),
        Recipe(
            "likelihood",
            message("WordPiece by likelihood"),
            message(
                "Schuster & Nakajima 2012, Japanese and Korean voice search: merge the pair that "
                "makes the training data most likely; here under a unigram model, until no merge "
                "gains"
            ),
            "toy",
            LIKELIHOOD_GAIN,
            CONTINUATION_PREFIX,
        ),
        Recipe(
            "bpe",
            message("BPE"),
            message("the Hugging Face course, chapter 6.5, the walkthrough on five words"),
            "toy",
            PAIR_COUNT,
            NONE,
            encoding="replay",
        ),
        Recipe(
            "course-bpe",
            message("Course: BPE"),
            message(
                "the Hugging Face course, chapter 6.5, the code on four sentences, split into "
                "words as GPT-2 does"
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
                "base vocabulary is the 256 bytes, so nothing is unknown"
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
            "end-of-word-bpe",
            message("End-of-word BPE"),
            message(
                "{paper}; it stops when the best pair occurs once, as a Chinese article does",
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
                "a Chinese article on WordPiece: trained as BPE with </w>; to encode, it cuts out "
                "the longest token first, wherever it stands"
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
                "a blog post on WordPiece whose words end in _, by the formula it states; it makes "
                "three merges, and its segmenter keeps the tokens found before an unknown part"
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
                "the code of the same blog post: it counts a symbol once for each pair the symbol "
                "is in, and rounds scores to four digits"
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
"""Every recipe by its id."""


def with_leading_space(
    word_frequencies: Mapping[str, int], without: Collection[str]
) -> dict[str, int]:
    """Return a table of plain words as GPT-2 would have cut and spelled them.

    Without a space are ``without``, the words that begin a text, and punctuation.

    >>> with_leading_space({"This": 3, "is": 2, ".": 4, "né": 1}, {"This"})
    {'This': 3, 'Ġis': 2, '.': 4, 'ĠnÃ©': 1}
    """
    return {
        (SPACE if word not in without and any(map(str.isalnum, word)) else "")
        + text_to_bytes(word): count
        for word, count in word_frequencies.items()
    }
