"""`File`: the content of an opened vocabulary, not read yet."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakValueDictionary


@dataclass(frozen=True)
class File:
    """The content of an opened vocabulary. Without slots, so that there can be weak references.

    Attributes:
        content: any vocabulary file, or a merges.txt to replay.
        is_merges: it is to be replayed.
        ids: the vocab.json that goes with a merges.txt, if there is one.
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
        """SHA-256 of the contents and of their use, in hexadecimal."""
        parts = (self.content, b"merges" if self.is_merges else b"", self.ids or b"")
        found = hashlib.sha256(repr([*map(len, parts)]).encode())
        for part in parts:
            found.update(part)
        return found.hexdigest()

    def shared(self) -> File:
        """Return the file of the same content that a session has open already, or this one."""
        return _open.setdefault(self.digest, self)


_open: WeakValueDictionary[str, File] = WeakValueDictionary()
