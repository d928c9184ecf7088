"""`SplitSteps`: the pre-tokenizer that a ``tokenizer.json`` spells out as a sequence of steps.

    "It's 1234"  --Split(\\p{L}+|\\p{N}{1,3}, Isolated)-->  It  '  s  ␣  123  4
                 --ByteLevel----------------------------->  It  '  s  Ġ  123  4

Each step cuts the pieces that the one before it left. Qwen, Llama 3 and GPT-4 cut by a regular
expression of their own and spell the pieces by their bytes; so does CLIP.

Source: `Sequence`, `Split` and `ByteLevel` of the `tokenizers` library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from wordpiece.text.patterns import deadline, spans_of
from wordpiece.text.pre_tokenizers import Word, bert, gpt2_byte_level, text_to_bytes, whitespace

__all__ = ["BEHAVIORS", "Behavior", "ByteSpelling", "NamedCut", "Split", "SplitSteps"]

Behavior = Literal["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
"""What becomes of what a pattern matches; see `Split`."""

BEHAVIORS: tuple[Behavior, ...] = (
    "Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous",
)  # fmt: skip
"""What becomes of what a pattern matches."""

_Piece = tuple[int, int, bool]


@dataclass(frozen=True, slots=True)
class Split:
    """Cut where a pattern matches.

    >>> for behavior in BEHAVIORS:
    ...     places = Split("-", behavior, is_regex=False).cut("a--b")
    ...     print(behavior, ["a--b"[start:end] for start, end in places])
    Removed ['a', 'b']
    Isolated ['a', '-', '-', 'b']
    MergedWithPrevious ['a-', '-', 'b']
    MergedWithNext ['a', '-', '-b']
    Contiguous ['a', '--', 'b']

    Attributes:
        pattern: a text, or a regular expression as `wordpiece.text.patterns` translates it.
        behavior: what becomes of a match: it is dropped, is a piece of its own, or joins the piece
            before or after it; or matches in a row are one piece.
        invert: what lies between the matches is meant, not they.
        is_regex: the pattern is a regular expression.
        written: the expression as the file has it.
    """

    pattern: str
    behavior: Behavior = "Isolated"
    invert: bool = False
    is_regex: bool = True
    written: str = ""

    def cut(self, text: str, until: float | None = None) -> list[tuple[int, int]]:
        """Return where the pieces of a text are, none of them empty.

        Raises PatternError if that takes longer than until a time; see `patterns.spans_of`.
        """
        pieces = [*self._pieces(text, until)]
        if self.behavior == "Removed":
            kept = [piece for piece in pieces if not piece[2]]
        elif self.behavior == "Isolated":
            kept = pieces
        elif self.behavior == "MergedWithNext":
            kept = _merged(pieces[::-1], lambda piece, last: piece[2] and not last)[::-1]
        elif self.behavior == "MergedWithPrevious":
            kept = _merged(pieces, lambda piece, last: piece[2] and not last)
        else:
            kept = _merged(pieces, lambda piece, last: piece[2] == last)
        return [(start, end) for start, end, _ in kept if start < end]

    def _pieces(self, text: str, until: float | None) -> Iterator[_Piece]:
        """Yield all of a text in pieces, each with whether it is a match."""
        at = 0
        for start, end in self._matches(text, until):
            if at < start:
                yield at, start, self.invert
            yield start, end, not self.invert
            at = end
        if at < len(text):
            yield at, len(text), self.invert

    def _matches(self, text: str, until: float | None) -> list[tuple[int, int]]:
        if self.is_regex:
            return spans_of(self.pattern, text, until)
        return [match.span() for match in re.finditer(re.escape(self.pattern), text)]


def _merged(pieces: list[_Piece], joins: Callable[[_Piece, bool], bool]) -> list[_Piece]:
    """Join each piece to the last one if it says so, given whether that was a match."""
    made: list[_Piece] = []
    last: bool | None = None
    for piece in pieces:
        if made and last is not None and joins(piece, last):
            start, end, _ = made[-1]
            made[-1] = min(start, piece[0]), max(end, piece[1]), piece[2]
        else:
            made.append(piece)
        last = piece[2]
    return made


@dataclass(frozen=True, slots=True)
class NamedCut:
    """Cut by a rule without settings: the name of one of the library's pre-tokenizers.

    >>> NamedCut("BertPreTokenizer").cut("hug, pug")
    [(0, 3), (3, 4), (5, 8)]
    """

    name: str

    def cut(self, text: str, until: float | None = None) -> list[tuple[int, int]]:
        """Return where the pieces of a text are. It takes no time to speak of."""
        return [(word.start, word.end) for word in NAMED[self.name](text)]


NAMED: Mapping[str, Callable[[str], list[Word]]] = MappingProxyType(
    {
        "BertPreTokenizer": lambda text: bert(text, split_cjk=False),
        "WhitespaceSplit": whitespace,
    }
)
"""The rules that `NamedCut` knows."""


@dataclass(frozen=True, slots=True)
class ByteSpelling:
    """Spell each piece by its bytes.

    >>> [word.text for word in ByteSpelling(cut=False, add_prefix_space=True).words("né b")]
    ['ĠnÃ©Ġb']

    Attributes:
        cut: cut it as GPT-2 does first.
        add_prefix_space: put a space before it first, unless it has one.
    """

    cut: bool = True
    add_prefix_space: bool = False

    def words(self, piece: str) -> list[Word]:
        """Return the words of a piece that is not empty, with their places in it."""
        if self.cut:
            return gpt2_byte_level(piece, self.add_prefix_space)
        space = " " * (self.add_prefix_space and not piece.startswith(" "))
        return [Word(text_to_bytes(space + piece), 0, len(piece))]


@dataclass(frozen=True, slots=True)
class SplitSteps:
    """A pre-tokenizer of several steps.

    Attributes:
        steps: cuts, in order.
        spelling: how the pieces are spelled by their bytes, or None.

    >>> before_spaces = Split(" ", "MergedWithNext", is_regex=False)
    >>> splits = SplitSteps((before_spaces,), ByteSpelling(cut=False))
    >>> [word.text for word in splits("a né b")]
    ['a', 'ĠnÃ©', 'Ġb']

    Calling it raises PatternError if a pattern takes too long.
    """

    steps: tuple[Split | NamedCut, ...]
    spelling: ByteSpelling | None = None

    @property
    def byte_level(self) -> bool:
        """Whether words are spelled by their bytes."""
        return self.spelling is not None

    def __str__(self) -> str:
        parts = [step.name if isinstance(step, NamedCut) else "Split" for step in self.steps]
        return ", ".join(parts + ["ByteLevel"] * self.byte_level)

    def __call__(self, text: str) -> list[Word]:
        pieces = [(0, len(text))] if text else []
        until = deadline(text)  # for all steps and pieces together
        for step in self.steps:
            pieces = [
                (start + first, start + last)
                for start, end in pieces
                for first, last in step.cut(text[start:end], until)
            ]
        if self.spelling is None:
            return [Word(text[start:end], start, end) for start, end in pieces]
        spell = self.spelling.words
        return [
            Word(word.text, start + word.start, start + word.end)
            for start, end in pieces
            for word in spell(text[start:end])
        ]
