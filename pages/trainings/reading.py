"""Vocabularies that visitors open.

A million lines take seconds to read and hundreds of megabytes to hold. So a worker reads large
files, in the queue of the short trainings, and sends them back in parts, since unpickling a whole
one would stop the server for too long. `opening` shares what is read between sessions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from pages.trainings.job import fingerprint
from wordpiece import BPEEncoder, Tokenizer, WordPieceEncoder
from wordpiece.files.readers import VocabularyFile, encoder_of, read_merges, read_vocabulary
from wordpiece.records import Pair
from wordpiece.text.normalizers import Normalizer

MAX_READ_IN_SERVER = 100_000
"""Files of at most so many bytes are read in the server, in some 10 ms."""

PART = 20_000
"""Entries in one message from the worker."""


@dataclass(frozen=True, slots=True)
class File:
    """An uploaded vocabulary, not read yet.

    Attributes:
        content: a vocab.txt, tokenizer.json or merges.txt.
        is_merges: it is a merges.txt.
        ids: the vocab.json that goes with a merges.txt, if there is one.
    """

    content: bytes
    is_merges: bool = False
    ids: bytes | None = None

    @property
    def size(self) -> int:
        """Size in bytes."""
        return len(self.content) + len(self.ids or b"")

    @property
    def digest(self) -> str:
        """SHA-256 of the contents and of the kind of file, in hexadecimal."""
        parts = (self.content, b"merges" if self.is_merges else b"", self.ids or b"")
        lengths = repr([*map(len, parts)]).encode()
        return fingerprint(b"".join((lengths, *parts)))

    def read(self) -> VocabularyFile:
        """Return the vocabulary in the file.

        Raises:
            VocabularyError: it is no such file, or contradicts itself.
        """
        if self.is_merges:
            return read_merges(self.content, self.ids)
        return read_vocabulary(self.content)


@dataclass(frozen=True)
class Opened:
    """A vocabulary with its encoder. Without slots, so that there can be weak references to it."""

    vocabulary: VocabularyFile
    digest: str

    @cached_property
    def encoder(self) -> WordPieceEncoder | BPEEncoder:
        """The encoder that the file describes. Making it takes long, so it is made on first use."""
        return encoder_of(self.vocabulary)

    def with_case(self, case: str) -> VocabularyFile:
        """Return the vocabulary with texts "cased" or "uncased", if its file leaves that open."""
        is_other = self.vocabulary.lowercase is not (case == "uncased")
        return self.vocabulary.with_lowercase(case == "uncased") if is_other else self.vocabulary

    def tokenizer(self, case: str = "", normalizer: Normalizer | None = None) -> Tokenizer:
        """Return the tokenizer that the file describes, which shares the encoder.

        Args:
            case: as for `with_case`; empty for what the file is guessed to be.
            normalizer: instead of the file's own.
        """
        found = self.with_case(case) if case else self.vocabulary
        return Tokenizer(
            self.encoder,
            normalizer=normalizer or found.normalizer,
            pre_tokenizer=found.pre_tokenizer,
            decoder=found.decoder,
            added=found.added,
            notes=found.notes,
        )

    @property
    def nbytes(self) -> int:
        """Approximate size in bytes with the encoder, from a measurement with 300,000 entries."""
        return 260 * len(self.vocabulary.ids) + 330 * len(self.vocabulary.merges)


@dataclass(frozen=True, slots=True)
class Part:
    """Some entries of a vocabulary."""

    ids: dict[str, int]
    merges: tuple[Pair, ...]


def to_parts(vocabulary: VocabularyFile) -> Iterator[Part | VocabularyFile]:
    """Yield the entries of a vocabulary in parts, then the vocabulary without its entries."""
    ids, merges = iter(vocabulary.ids.items()), iter(vocabulary.merges)
    while part := dict(islice(ids, PART)):
        yield Part(part, ())
    while some := tuple(islice(merges, PART)):
        yield Part({}, some)
    yield replace(vocabulary, ids={}, merges=())


def from_parts(rest: VocabularyFile, parts: list[Part]) -> VocabularyFile:
    """Return the vocabulary that `to_parts` has split."""
    ids: dict[str, int] = {}
    merges: list[Pair] = []
    for part in parts:
        ids.update(part.ids)
        merges += part.merges
    return replace(rest, ids=ids, merges=tuple(merges))
