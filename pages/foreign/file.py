"""`File`: the content of an opened vocabulary, not read yet."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakValueDictionary


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

    def shared(self) -> File:
        """Return an equal file that a session has open already, or this one."""
        return _open.setdefault(self.digest, self)


_open: WeakValueDictionary[str, File] = WeakValueDictionary()
