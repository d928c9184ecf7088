"""A training, made at once or in slices between which its progress can be shown.

A finished `Training` never changes. `pages.trainings.training_cache` caches trainings. This module
does not draw.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from math import inf
from typing import Any

from pages.foreign.file import File
from pages.trainings.samples import samples
from pages.trainings.settings import ALGORITHMS, REPLAY, Settings
from wordpiece import BERT_SPECIAL_TOKENS, Timeline, Trainer
from wordpiece.errors import CorpusError, WordPieceError
from wordpiece.files.readers import read_merges
from wordpiece.message import Message, message
from wordpiece.recipes import ALL_RECIPES, Recipe
from wordpiece.text.corpus import Corpus, Kind, build
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, bytes_to_text, split_words
from wordpiece.text.unspaced import JUDGED, count_words, is_unspaced
from wordpiece.topdown.trainer import TopDownTrainer
from wordpiece.training.replay import replay
from wordpiece.training.steps import Steps
from wordpiece.unigram.trainer import UnigramTrainer

SPELLED = message(
    "The corpus was not split into words by GPT-2's rule, but its words are written as bytes, "
    "as in GPT-2. Text that you type on Encode is split by GPT-2's rule."
)

MAX_CHARACTERS = 20_000_000
"""The most characters of a corpus: the most bytes of an upload. Larger corpora need a word
table."""


def fingerprint(content: bytes) -> str:
    """Return the SHA-256 of the content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True)
class Source:
    """The content of a corpus, before it is split into words.

    It has no slots, so that it allows weak references.

    Attributes:
        name: its name on screen.
        kind: running text, or a table of words and counts.
        text: the content.
        digest: SHA-256 of the content in hexadecimal; empty for a sample corpus.
        merges: the merges file to replay on it, if any.
    """

    name: str | Message
    kind: Kind
    text: str
    digest: str
    merges: File | None = None

    @classmethod
    def of(cls, name: str, kind: Kind, text: str) -> Source:
        """Return a source with the digest of its text.

        Raises:
            CorpusError: the text is larger than MAX_CHARACTERS.
        """
        if len(text) > MAX_CHARACTERS and kind == "table":
            raise CorpusError(
                message(
                    "This word table has {n} characters; it may have at most {limit}. Leave out "
                    "the rarest words.",
                    n=len(text),
                    limit=MAX_CHARACTERS,
                )
            )
        if len(text) > MAX_CHARACTERS:
            raise CorpusError(
                message(
                    "This text has {n} {n:character|characters}; it may have at most {limit}. "
                    "Use a part of it, or count its words first and open the result as a "
                    "word table.",
                    n=len(text),
                    limit=MAX_CHARACTERS,
                )
            )
        return cls(name, kind, text, fingerprint(text.encode("utf-8", "surrogatepass")))

    @property
    def size(self) -> int:
        """Number of characters, plus the bytes of the merges file."""
        return len(self.text) + (self.merges.size if self.merges else 0)

    def to_bytes(self) -> bytes:
        """Return the text as the content of a file that the app reads as the same text."""
        # Opening a file removes one byte order mark.
        mark = "\ufeff" if self.text.startswith("\ufeff") else ""
        return (mark + self.text).encode("utf-8", "replace")


AnyTrainer = Trainer | TopDownTrainer | UnigramTrainer


@dataclass(frozen=True, slots=True)
class Training:
    """A finished training.

    Attributes:
        settings: its settings.
        source_name, kind: name and kind of its corpus.
        steps: its steps, merges or others.
        pre_tokenizer: the pre-tokenizer that splits typed text into words like those of the corpus.
        notes: sentences for the user about the corpus and the training.
        attached: how many steps attach the suffix to the last characters of words, before the
            merges of a file that expects this.
    """

    settings: Settings
    source_name: str | Message
    kind: Kind
    steps: Steps
    pre_tokenizer: str
    notes: tuple[Message, ...] = ()
    attached: int = 0

    @property
    def first_words(self) -> str:
        """The first words of the corpus as text, an example for an empty field."""
        words = self.steps.words[:6]
        if self.pre_tokenizer == "gpt2":  # words are byte symbols, including the space
            return "".join(map(bytes_to_text, words)).strip()
        return " ".join(words)

    @property
    def timeline(self) -> Timeline:
        """Its merges.

        Raises:
            TypeError: its steps are not merges.
        """
        if self.merges is None:
            raise TypeError(f"The steps of {self.settings.recipe} are not merges.")
        return self.merges

    @property
    def merges(self) -> Timeline | None:
        """Its merges; None if its steps are others."""
        return self.steps if isinstance(self.steps, Timeline) else None


OF_WORDS = {"corpus", "normalizer", "pre_tokenizer"}
"""The settings that only affect the words."""

Key = tuple[Settings, str]
"""Settings and the digest of the source. Equal keys give equal trainings."""


def sample_source(settings: Settings) -> Source:
    """Return the source of a sample corpus."""
    return _sample_source(settings.corpus)


@cache
def _sample_source(corpus: str) -> Source:
    # Cached, since every run of a page needs it.
    sample = samples()[corpus]
    return Source(sample.title, sample.kind, sample.text(), digest="")


class ForcedMergeError(WordPieceError):
    """Raised when the next merge, as the user chose it, is a missing row of the score table.

    Attributes:
        index: the 1-based step.
    """

    def __init__(self, index: int, why: Message):
        super().__init__(why)
        self.index = index


def train(settings: Settings, source: Source) -> Training:
    """Make a training at once; the arguments and errors are those of `train_in_slices`."""
    *_, made = train_in_slices(settings, source, inf)
    assert isinstance(made, Training)
    return made


def train_in_slices(
    settings: Settings, source: Source, seconds: float
) -> Iterator[tuple[float, int] | Training]:
    """Make a training, and yield it last.

    Before, yield its progress, 0 to 1, and the number of its steps about every ``seconds``. Merges
    chosen by the user for steps after the training's end have no effect.

    Raises:
        CorpusError: the corpus cannot be split into words and counts.
        VocabularySizeError: the requested vocabulary is smaller than the alphabet.
        ForcedMergeError: a merge chosen by the user does not exist.
    """
    wanted = ALL_RECIPES.get(settings.recipe)  # None for a merges file
    corpus = build(
        source.text,
        source.kind,
        compose(settings.normalizer),
        settings.pre_tokenizer,
        by_language=wanted is not None and wanted.by_language,
    )
    pre_tokenizer = settings.pre_tokenizer
    if source.kind == "table":
        pre_tokenizer = _pre_tokenizer_like(corpus)
    notes, attached = [*corpus.notes, *_on_splitting(settings, source)], 0
    if settings.recipe == REPLAY and source.merges:
        steps, made, attached = _replay(source.merges, corpus)
        notes.append(made)
    else:
        recipe = _recipe(settings)
        shape = getattr(recipe, "shape", "")
        if shape in PRE_TOKENIZERS:  # words get the mark for a space with any pre-tokenizer
            pre_tokenizer = shape
            if source.kind == "text" and "gpt2" == shape != settings.pre_tokenizer:
                notes.append(SPELLED)
        more = {"languages": corpus.languages} if corpus.languages else {}
        trainer = recipe.trainer(corpus.word_frequencies, seed=settings.seed, **more)
        forced = deque(settings.forced)
        while trainer.stop_reason is None:
            until = time.monotonic() + seconds
            while trainer.stop_reason is None and (left := until - time.monotonic()) > 0:
                _make_some_steps(trainer, forced, left)
            yield trainer.progress, trainer.steps_made
        steps = trainer.timeline()
    yield Training(settings, source.name, source.kind, steps, pre_tokenizer, tuple(notes), attached)


def _replay(merges: File, corpus: Corpus) -> tuple[Timeline, Message, int]:
    """Make all merges of a file at once, which is fast, since no pair has to be chosen.

    Returns:
        The merges, a note on them, and how many of them attach the suffix; see `replay`.
    """
    read = read_merges(merges.content, merges.ids)
    timeline, skipped = replay(
        corpus.word_frequencies,
        read.merges,
        marking=read.marking,
        attach_suffix=read.attach_suffix,
    )
    made = len(read.merges) - skipped
    note = message(
        "Merges made from the file: {made}. Merges left out, because no word contained their "
        "pair at that point: {skipped}.",
        made=made,
        skipped=skipped,
    )
    return timeline, note, len(timeline) - made


def _make_some_steps(trainer: AnyTrainer, forced: deque[tuple[int, int]], seconds: float) -> None:
    """Make steps for about ``seconds``, or the merge that the user chose if it is next."""
    if not forced:
        trainer.run_for(seconds)
        return
    made = trainer.steps_made
    step, rank = forced[0]
    if made < step - 1:
        trainer.run_for(seconds, step - 1 - made)
        return
    assert isinstance(trainer, Trainer)  # only merges can be chosen
    table = trainer.timeline().scores(made)
    if rank > len(table):
        why = message(
            "Merge {index} cannot be pair {rank} of the score table: before that merge the table "
            "has {n} {n:pair|pairs}.",
            index=step,
            rank=rank,
            n=len(table),
        )
        raise ForcedMergeError(step, why)
    trainer.step(table.rows(rank - 1, rank)[0].pair)
    forced.popleft()


def _recipe(settings: Settings) -> Any:
    """Return the recipe of a training, with those parameters of the settings that it has."""
    recipe = ALL_RECIPES[settings.recipe]
    parameters = {each.name for each in fields(recipe)} & {each.name for each in fields(settings)}
    changes = {name: getattr(settings, name) for name in parameters - OF_WORDS}
    if isinstance(recipe, Recipe):
        changes["score"] = recipe.score.without_rarer(settings.min_pair_count)
    if settings.recipe in ALGORITHMS:
        # The same special tokens for all, so that vocabularies of equal size are comparable.
        changes["special_tokens"] = BERT_SPECIAL_TOKENS
    return replace(recipe, **changes)


def _on_splitting(settings: Settings, source: Source) -> tuple[Message, ...]:
    """Return a note if the user's own text should be, or is, split into runs of one script."""
    by_scripts = settings.is_own and source.kind == "text" and settings.pre_tokenizer == "scripts"
    if not by_scripts or not is_unspaced(source.text):
        return ()
    single, words = count_words(source.text)
    said = _SPLIT_ALL if len(source.text) <= JUDGED else _SPLIT_BEGINNING
    return (said.fill(single=single, words=words),)


_SPLIT_ALL = message(
    "By BERT's rule, {single} of the {words} words with letters or digits would be single "
    "characters. The text was split into runs of one script instead. You can choose another rule "
    "on Train, in the field “Text is split into words by” under “Advanced”."
)
_SPLIT_BEGINNING = message(
    "By BERT's rule, {single} of the first {words} words with letters or digits would be single "
    "characters. The text was split into runs of one script instead. You can choose another rule "
    "on Train, in the field “Text is split into words by” under “Advanced”."
)


def _pre_tokenizer_like(table: Corpus) -> str:
    """Return the pre-tokenizer that splits typed text into words like those of a word table.

    It is BERT's if that does not split any of the table's words, so that "hugs!" finds "hugs".
    Otherwise only spaces separate words.
    """
    words = list(table.word_frequencies)
    return "bert" if split_words("\n".join(words), "bert") == words else "whitespace"
