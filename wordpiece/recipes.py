"""The systems of the literature as named presets of the one trainer.

A recipe says which score, marking, tie-break, stop and special tokens belong together, and where
that is written down. It brings no corpus, but knows how words must look: GPT-2's carry their
space as ``Ġ``, the blog's end in ``_``.

>>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> [step.token for step in RECIPES["hugging-face"].trainer(toy)][:3]
['##ug', '##un', 'hug']
>>> RECIPES["wordpiece"].title
'WordPiece by the formula'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, NONE, Marking
from wordpiece.records import MergeStep, Pair
from wordpiece.scoring import PAIR_COUNT, WORDPIECE, Score, TieBreak
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer

SPACE = "Ġ"
"""How GPT-2 spells the space that a word carries."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One system: everything that decides a training except the words.

    Attributes:
        id: its name in links and code.
        title: its name on screen.
        source: where it is described.
        score, marking, special_tokens, tie_break: as `Trainer` takes them.
        vocab_size, max_merges, min_pair_count: when it stops; None is no limit.
    """

    id: str
    title: str
    source: str
    score: Score
    marking: Marking
    special_tokens: tuple[str, ...] = ()
    tie_break: TieBreak = "first-seen"
    vocab_size: int | None = None
    max_merges: int | None = None
    min_pair_count: int = 1

    def trainer(self, word_frequencies: Mapping[str, int], *, seed: int = 0) -> Trainer:
        """A trainer that has made no merge yet.

        Raises:
            CorpusError: an empty word, or a frequency that is not a whole number above 0.
            VocabularySizeError: special tokens and alphabet do not fit into ``vocab_size``.
        """
        return Trainer(
            word_frequencies,
            score=self.score,
            marking=self.marking,
            vocab_size=self.vocab_size,
            max_merges=self.max_merges,
            special_tokens=self.special_tokens,
            tie_break=self.tie_break,
            seed=seed,
            min_pair_count=self.min_pair_count,
        )


_COURSE = "https://huggingface.co/learn/llm-course/chapter6"

RECIPES: dict[str, Recipe] = {
    recipe.id: recipe
    for recipe in (
        Recipe(
            "wordpiece",
            "WordPiece by the formula",
            f"{_COURSE}/6, the walkthrough on five words",
            WORDPIECE,
            CONTINUATION_PREFIX,
        ),
        Recipe(
            "course-wordpiece",
            "The course's WordPiece",
            f"{_COURSE}/6, the code on four sentences",
            WORDPIECE,
            CONTINUATION_PREFIX,
            BERT_SPECIAL_TOKENS,
            vocab_size=70,
        ),
        Recipe(
            "bpe",
            "BPE without a marker",
            f"{_COURSE}/5, the walkthrough on five words",
            PAIR_COUNT,
            NONE,
        ),
        Recipe(
            "course-bpe",
            "The course's BPE, on GPT-2's words",
            f"{_COURSE}/5, the code on four sentences; words as `with_leading_space` makes them",
            PAIR_COUNT,
            LEADING_SPACE,
            ("<|endoftext|>",),
            vocab_size=50,
        ),
        Recipe(
            "end-of-word-bpe",
            "BPE with an end-of-word symbol",
            "Sennrich, Haddow & Birch 2016, https://aclanthology.org/P16-1162; the stop, when the "
            "best pair occurs once, is that of a Chinese article on WordPiece",
            PAIR_COUNT,
            END_OF_WORD,
            min_pair_count=2,
        ),
        Recipe(
            "blog-wordpiece",
            "The blog's WordPiece, by its formula",
            "a blog post on WordPiece whose words end in _; three merges",
            WORDPIECE,
            NONE,
            max_merges=3,
        ),
        Recipe(
            "hugging-face",
            "Hugging Face style",
            "what WordPieceTrainer of the tokenizers library ranks by: ## and the plain count",
            PAIR_COUNT,
            CONTINUATION_PREFIX,
        ),
    )
}


def with_leading_space(
    word_frequencies: Mapping[str, int], without: Collection[str]
) -> dict[str, int]:
    """A table of plain words as GPT-2 would have cut them: all but ``without`` carry a space.

    Without a space are punctuation and the words that begin a text.

    >>> with_leading_space({"This": 3, "is": 2, ".": 4}, {"This", "."})
    {'This': 3, 'Ġis': 2, '.': 4}
    """
    return {
        word if word in without else SPACE + word: count for word, count in word_frequencies.items()
    }


def as_the_blogs_code(trainer: Trainer) -> Iterator[tuple[MergeStep, float]]:
    """Train on as the blog's *code* chooses, which is not what its formula says.

    The code counts a symbol once for each pair it takes part in, so twice inside a word, and
    rounds scores to four digits. Each merge is forced on ``trainer`` and comes with the score
    that the code gives it; the merge's own ``score`` is the formula's.

    >>> blog = {"hug_": 5, "pugs_": 2, "pun_": 6, "bun_": 3, "hugs_": 2}
    >>> merges = as_the_blogs_code(RECIPES["blog-wordpiece"].trainer(blog))
    >>> [(step.token, score) for step, score in merges]
    [('hu', 0.0278), ('hug', 0.0556), ('gs', 0.0625)]
    """
    frequencies = trainer.timeline().frequencies.tolist()
    while trainer.stop_reason is None:
        pairs: Counter[Pair] = Counter()
        parts: Counter[str] = Counter()
        for symbols, frequency in zip(trainer.splits.values(), frequencies, strict=True):
            for left, right in pairwise(symbols):
                pairs[left, right] += frequency
                parts[left] += frequency
                parts[right] += frequency
        scores = {
            (left, right): round(count / (parts[left] * parts[right]), 4)
            for (left, right), count in pairs.items()
        }
        best = max(scores, key=lambda pair: scores[pair])  # the first seen among equals
        step = trainer.step(best)
        if step is None:
            return
        yield step, scores[best]
