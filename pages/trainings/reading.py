"""Vocabularies that visitors open: read by a worker process if they are large, and kept once.

A million lines take seconds to read and hundreds of megabytes to hold. So reading waits in the
queue of the short trainings, what is read comes back in parts, none of which stops the server for
long, and whoever opens the same file has the same object.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from pages.trainings.job import fingerprint
from wordpiece import BPEEncoder, WordPieceEncoder
from wordpiece.files.readers import VocabularyFile, encoder_of, read_merges, read_vocabulary
from wordpiece.records import Pair

AT_ONCE = 100_000
"""Bytes up to which the server reads a file by itself, in some 10 ms."""

PART = 20_000
"""Entries that come back in one message."""


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
        """SHA-256 of the content, and of what kind of file it is."""
        parts = (self.content, b"merges" if self.is_merges else b"", self.ids or b"")
        lengths = repr([*map(len, parts)]).encode()
        return fingerprint(b"".join((lengths, *parts)))

    def read(self) -> VocabularyFile:
        """Return the vocabulary in it.

        Raises:
            VocabularyError: it is no such file, or contradicts itself.
        """
        if self.is_merges:
            return read_merges(self.content, self.ids)
        return read_vocabulary(self.content)


@dataclass(frozen=True)
class Opened:
    """A vocabulary with its encoder; without slots, as there are weak references to it."""

    vocabulary: VocabularyFile
    digest: str

    @cached_property
    def encoder(self) -> WordPieceEncoder | BPEEncoder:
        """The encoder that it describes, made when it is first asked for: that takes long."""
        return encoder_of(self.vocabulary)

    @property
    def nbytes(self) -> int:
        """Approximate size in bytes with its encoder, measured with 300,000 entries."""
        return 260 * len(self.vocabulary.ids) + 330 * len(self.vocabulary.merges)


@dataclass(frozen=True, slots=True)
class Part:
    """Some entries of a vocabulary."""

    ids: dict[str, int]
    merges: tuple[Pair, ...]


def parts(vocabulary: VocabularyFile) -> Iterator[Part | VocabularyFile]:
    """Yield a vocabulary in parts, and at the end the vocabulary without entries."""
    ids, merges = iter(vocabulary.ids.items()), iter(vocabulary.merges)
    while part := dict(islice(ids, PART)):
        yield Part(part, ())
    while some := tuple(islice(merges, PART)):
        yield Part({}, some)
    yield replace(vocabulary, ids={}, merges=())


def whole(rest: VocabularyFile, parts: list[Part]) -> VocabularyFile:
    """Return the vocabulary that `parts` has taken apart."""
    ids: dict[str, int] = {}
    merges: list[Pair] = []
    for part in parts:
        ids.update(part.ids)
        merges += part.merges
    return replace(rest, ids=ids, merges=tuple(merges))
