"""Longest token first: a table of entries sorted by length, each cut out wherever it occurs."""

from __future__ import annotations

from collections.abc import Callable

from wordpiece.arguments import text
from wordpiece.encoding.encoders.base import Encoder, Entries, ids_of
from wordpiece.marking import NONE, Marking
from wordpiece.records import CutTrace, Piece, Probe


class LongestTokenFirst(Encoder):
    """A Chinese article's way: the longest entry that occurs anywhere is cut out first.

    Then the same on what is left of it and on what is right of it. A stretch in which no entry
    occurs becomes one unknown token. Entries of the same length are tried in the order given.

    >>> table = LongestTokenFirst("errrr</w> tain</w> moun est</w> high the</w> a</w>".split())
    >>> table.encode_word("highest</w>"), table.encode_word("mountain</w>")
    (['high', 'est</w>'], ['moun', 'tain</w>'])

    Args:
        tokens: the entries; ids are their places in this order. Of a mapping, its own ids.
        unk_token: what stands for an unknown stretch.
        suffix: counts as one character, and nothing is cut out of the middle of it.
        attach_suffix: words get the suffix here; without that they bring it along.
    """

    unk_token: str

    def __init__(
        self,
        tokens: Entries,
        unk_token: str = "[UNK]",
        *,
        suffix: str = "</w>",
        attach_suffix: bool = False,
    ):
        super().__init__(ids_of(tokens), text(unk_token, "unk_token"))
        text(suffix, "suffix")
        self._suffix = suffix
        self.marking = Marking(suffix or NONE.name, suffix=suffix)
        self._attach_suffix = attach_suffix
        entries = [token for token in self.ids if token]
        self._table = sorted(entries, key=self._length, reverse=True)  # which keeps ties in order

    @property
    def table(self) -> tuple[str, ...]:
        """The entries in the order in which they are tried, the longest first."""
        return tuple(self._table)

    def _length(self, token: str) -> int:
        if self._suffix and token.endswith(self._suffix):
            return len(token) - len(self._suffix) + 1
        return len(token)

    def _encode(self, word: str) -> list[Piece]:
        return self._pieces(self._cuts(word))

    def trace(self, word: str) -> CutTrace:
        """List what is cut out, in that order: an entry, then all of its left, then its right."""
        cuts = self._cuts(word)
        return CutTrace(word, tuple(cuts), tuple(self._pieces(cuts)))

    def _pieces(self, cuts: list[Probe]) -> list[Piece]:
        return [
            Piece(cut.candidate if cut.found else self.unk_token, cut.start, cut.end, not cut.found)
            for cut in sorted(cuts, key=lambda cut: cut.start)
        ]

    def _cuts(self, word: str) -> list[Probe]:
        # A list of what is still to be cut instead of recursion: words may be long. With each
        # stretch goes the first row of the table that may still occur in it.
        length = len(word)
        if word and self._attach_suffix and not word.endswith(self._suffix):
            word += self._suffix  # which is no character of the word

        def cut(start: int, end: int, found: bool) -> Probe:
            return Probe(min(start, length), min(end, length), word[start:end], found)

        find = self._finder(word)
        todo = [(0, len(word), 0)] if word else []
        cuts: list[Probe] = []
        while todo:
            left, right, row = todo.pop()
            at = -1
            while row < len(self._table) and (at := find(self._table[row], left, right)) < 0:
                row += 1
            if at < 0:
                cuts.append(cut(left, right, found=False))
                continue
            end = at + len(self._table[row])
            cuts.append(cut(at, end, found=True))
            if end < right:
                todo.append((end, right, row))
            if left < at:
                todo.append((left, at, row + 1))
        return cuts

    def _finder(self, word: str) -> Callable[[str, int, int], int]:
        """Return a `str.find` on the word that never begins or ends inside its suffix."""
        if not (self._suffix and word.endswith(self._suffix)):
            return word.find
        body, total = len(word) - len(self._suffix), len(word)

        def find(entry: str, left: int, right: int) -> int:
            # Before the suffix; failing that, up to the very end of the word.
            at = word.find(entry, left, min(right, body))
            if at < 0 and right == total and word.endswith(entry):
                at = total - len(entry)
                if not left <= at <= body:
                    at = -1
            return at

        return find
