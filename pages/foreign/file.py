"""A vocabulary that a visitor opens: its content, its description, the limits of its process."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakValueDictionary

from wordpiece.message import Message, message


@dataclass(frozen=True)
class File:
    """The content of an opened vocabulary. It has no slots, so that it allows weak references.

    Attributes:
        content: any vocabulary file, or a merges.txt to replay.
        is_merges: whether to replay it.
        ids: the vocab.json of a merges.txt, if there is one.
    """

    content: bytes
    is_merges: bool = False
    ids: bytes | None = None

    @property
    def size(self) -> int:
        """Size in bytes."""
        return len(self.content) + len(self.ids or b"")

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all attributes, in hexadecimal."""
        parts = (self.content, b"merges" if self.is_merges else b"", self.ids or b"")
        found = hashlib.sha256(repr([*map(len, parts)]).encode())
        for part in parts:
            found.update(part)
        return found.hexdigest()

    def intern(self) -> File:
        """Return an equal file that a session has open already, or this one."""
        return _open.setdefault(self.digest, self)


_open: WeakValueDictionary[str, File] = WeakValueDictionary()


MAX_LISTED = 12
"""The most members of a list in an answer, such as special tokens or remarks."""

MAX_LENGTH = 500
"""The most characters of a token in an answer."""


def short(token: str) -> str:
    """Cut the middle out of a long token."""
    half = MAX_LENGTH // 2
    return token if len(token) <= MAX_LENGTH else f"{token[:half]}…{token[-half:]}"


@dataclass(frozen=True, slots=True)
class Few:
    """The first few of some tokens or names, and the number of all."""

    first: tuple[str, ...]
    count: int

    @classmethod
    def of(cls, tokens: Sequence[str]) -> Few:
        """Take the first tokens."""
        return cls(tuple(map(short, tokens[:MAX_LISTED])), len(tokens))


@dataclass(frozen=True, slots=True)
class Facts:
    """The description of an opened file.

    Attributes:
        kind: "WordPiece", "BPE", "Unigram" or "WordLevel".
        byte_level: whether its symbols are bytes.
        size: the number of tokens.
        special: its special tokens.
        normalizer, pre_tokenizer: the names of their parts, in the order of execution.
        notes: remarks on the file.
        case: "cased" or "uncased" if the file leaves open whether texts are lowercased; else "".
    """

    kind: str
    byte_level: bool
    size: int
    special: Few
    normalizer: Few
    pre_tokenizer: Few
    notes: tuple[Message, ...]
    case: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that a session has open.

    Attributes:
        name: its name on screen.
        file: its content.
        facts: its description.
    """

    name: str
    file: File
    facts: Facts


MAX_ANSWER = 4 * 2**20
"""The most bytes of one answer."""

BUSY = message("The server is busy with other requests at the moment. Try again soon.")

TOO_LONG = message("With this vocabulary, the result is too large to be shown. Try a shorter text.")

STOPPED = message(
    "The program that uses this vocabulary has stopped: it needed too much time or memory, or "
    "crashed. Try another vocabulary or, for encoding, a shorter text."
)


def seconds_for(request: str) -> float:
    """Return the CPU seconds that reading a file, a look at every token, or an answer may take."""
    return {"load": 20.0, "unreachable": 10.0}.get(request, 2.0)
