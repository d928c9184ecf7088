"""One training, made in slices so that its progress can be shown.

A finished `Training` never changes. `pages.trainings.training_cache` caches trainings. This module
does not draw.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from dataclasses import dataclass, fields, replace
from functools import cache
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
from wordpiece.text.unspaced import count_words, is_unspaced
from wordpiece.topdown.trainer import TopDownTrainer
from wordpiece.training.replay import replay
from wordpiece.training.steps import Steps
from wordpiece.unigram.trainer import UnigramTrainer

SPELLED = message(
    "The words of the corpus were not split by GPT-2's rule, but they are written as bytes, as "
    "in GPT-2. Text that you type on Encode is split by GPT-2's rule."
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
    """

    settings: Settings
    source_name: str | Message
    kind: Kind
    steps: Steps
    pre_tokenizer: str
    notes: tuple[Message, ...] = ()

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


class Job:
    """A training in progress.

    Merges chosen by the user for steps after the training's end have no effect.

    Args:
        key: the settings and the source's digest.
        source: the corpus.

    Raises:
        CorpusError: the corpus cannot be split into words and counts.
        VocabularySizeError: the requested vocabulary is smaller than the alphabet.
    """

    def __init__(self, key: Key, source: Source):
        settings = key[0]
        self.key = key
        self._source = source
        self._replayed: Timeline | None = None
        self._trainer: AnyTrainer
        self._forced = deque(settings.forced)
        wanted = ALL_RECIPES.get(settings.recipe)  # None for a merges file
        corpus = build(
            source.text,
            source.kind,
            compose(settings.normalizer),
            settings.pre_tokenizer,
            by_language=wanted is not None and wanted.by_language,
        )
        self._pre_tokenizer = settings.pre_tokenizer
        if source.kind == "table":
            self._pre_tokenizer = _pre_tokenizer_like(corpus)
        self._notes = (*corpus.notes, *_on_splitting(settings, source))
        if settings.recipe == REPLAY and source.merges:
            self._replay(source.merges, corpus)
            return
        recipe = _recipe(settings)
        shape = getattr(recipe, "shape", "")
        if shape in PRE_TOKENIZERS:  # words get the mark for a space with any pre-tokenizer
            self._pre_tokenizer = shape
            if source.kind == "text" and "gpt2" == shape != settings.pre_tokenizer:
                self._notes = (*self._notes, SPELLED)
        more = {"languages": corpus.languages} if corpus.languages else {}
        self._trainer = recipe.trainer(corpus.word_frequencies, seed=settings.seed, **more)

    def _replay(self, merges: File, corpus: Corpus) -> None:
        """Make all merges of the file at once, which is fast, since no pair has to be chosen."""
        read = read_merges(merges.content, merges.ids)
        self._replayed, skipped = replay(
            corpus.word_frequencies,
            read.merges,
            marking=read.marking,
            attach_suffix=read.attach_suffix,
        )
        made = message(
            "Merges made from the file: {made}. Merges left out, because no word had their "
            "pair when their turn came: {skipped}.",
            made=len(read.merges) - skipped,
            skipped=skipped,
        )
        self._notes = (*self._notes, made)

    def advance(self, seconds: float) -> bool:
        """Train for about ``seconds``, and return whether the training is finished.

        Raises:
            ForcedMergeError: a merge chosen by the user does not exist.
        """
        if self._replayed is not None:
            return True
        until = time.monotonic() + seconds
        while self._trainer.stop_reason is None and (left := until - time.monotonic()) > 0:
            self._make_some_merges(left)
        return self._trainer.stop_reason is not None

    def _make_some_merges(self, seconds: float) -> None:
        """Make merges for about ``seconds``, or the one that the user chose if it is next."""
        if not self._forced:
            self._trainer.run_for(seconds)
            return
        made = self._trainer.steps_made
        step, rank = self._forced[0]
        if made < step - 1:
            self._trainer.run_for(seconds, step - 1 - made)
            return
        assert isinstance(self._trainer, Trainer)  # only merges can be chosen
        table = self._trainer.timeline().scores(made)
        if rank > len(table):
            why = message(
                "Merge {index} cannot be pair {rank} of the score table: before that merge the "
                "table has {n} {n:pair|pairs}.",
                index=step,
                rank=rank,
                n=len(table),
            )
            raise ForcedMergeError(step, why)
        self._trainer.step(table.rows(rank - 1, rank)[0].pair)
        self._forced.popleft()

    @property
    def progress(self) -> float:
        """Share of the training that is done, 0 to 1."""
        return self._trainer.progress

    @property
    def merges(self) -> int:
        """Number of merges made so far."""
        return self._trainer.steps_made

    def result(self) -> Training:
        """Return the training, once it is finished."""
        timeline = self._trainer.timeline() if self._replayed is None else self._replayed
        return Training(
            settings=self.key[0],
            source_name=self._source.name,
            kind=self._source.kind,
            steps=timeline,
            pre_tokenizer=self._pre_tokenizer,
            notes=self._notes,
        )


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
    return (
        message(
            "By BERT's rule, {single} of the first {words} words with letters or digits would "
            "be single characters. The text was split into runs of one script instead. You can "
            "choose another rule on Train, under “Words are split by”.",
            single=single,
            words=words,
        ),
    )


def _pre_tokenizer_like(table: Corpus) -> str:
    """Return the pre-tokenizer that splits typed text into words like those of a word table.

    It is BERT's if that does not split any of the table's words, so that "hugs!" finds "hugs".
    Otherwise only spaces separate words.
    """
    words = list(table.word_frequencies)
    return "bert" if split_words("\n".join(words), "bert") == words else "whitespace"
