"""`Facts`: the description of an opened file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pages.foreign.file import File
from wordpiece.message import Message

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
        unk_token: the unknown token, if there is one.
        special: its special tokens.
        normalizer, pre_tokenizer: the names of their parts, in the order of execution.
        notes: remarks on the file.
        case: "cased" or "uncased" if the file leaves open whether texts are lowercased; else "".
    """

    kind: str
    byte_level: bool
    size: int
    unk_token: str | None
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
