"""Longest token first: entries are cut out of a word wherever they occur, the longest first."""

from __future__ import annotations

from collections.abc import Callable

from wordpiece.arguments import check_text
from wordpiece.encoding.encoders.base import Encoder, Entries, ids_of
from wordpiece.marking import NONE, Marking
from wordpiece.records import CutTrace, Piece, Probe


class LongestTokenFirst(Encoder):
    """The method of a Chinese article: cut out the longest entry that occurs in the word.

    The parts before and after it are then encoded in the same way. A stretch in which no entry
    occurs becomes one unknown token. Entries of the same length are tried in the given order.

    >>> table = LongestTokenFirst("errrr</w> tain</w> moun est</w> high the</w> a</w>".split())
    >>> table.encode_word("highest</w>"), table.encode_word("mountain</w>")
    (['high', 'est</w>'], ['moun', 'tain</w>'])

    Args:
        tokens: entries in the order of their ids, or entry to id.
        unk_token: the unknown token.
        suffix: the end-of-word suffix, which counts as one character and is never split.
        attach_suffix: whether to add the suffix to words; otherwise words must end in it.
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
        super().__init__(ids_of(tokens), check_text(unk_token, "unk_token"))
        check_text(suffix, "suffix")
        self._suffix = suffix
        self.marking = Marking(suffix or NONE.name, suffix=suffix)
        self._attach_suffix = attach_suffix
        entries = [token for token in self.ids if token]
        self._table = sorted(entries, key=self._length, reverse=True)  # a stable sort

    @property
    def table(self) -> tuple[str, ...]:
        """The entries in the order in which they are tried."""
        return tuple(self._table)

    def _length(self, token: str) -> int:
        if self._suffix and token.endswith(self._suffix):
            return len(token) - len(self._suffix) + 1
        return len(token)

    def _encode(self, word: str) -> list[Piece]:
        return self._pieces(self._cuts(word))

    def trace(self, word: str) -> CutTrace:
        """Return the cuts in order: an entry, then the part to its left, then that to its right."""
        cuts = self._cuts(word)
        return CutTrace(word, tuple(cuts), tuple(self._pieces(cuts)))

    def _pieces(self, cuts: list[Probe]) -> list[Piece]:
        return [
            Piece(cut.candidate if cut.found else self.unk_token, cut.start, cut.end, not cut.found)
            for cut in sorted(cuts, key=lambda cut: cut.start)
        ]

    def _cuts(self, word: str) -> list[Probe]:
        # A list instead of recursion, as words may be long: each stretch that is to be cut, with
        # the first row of the table that may occur in it.
        length = len(word)
        if word and self._attach_suffix and not word.endswith(self._suffix):
            word += self._suffix

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
        """Return the `str.find` of a word, restricted to matches that do not split its suffix."""
        if not (self._suffix and word.endswith(self._suffix)):
            return word.find
        body, total = len(word) - len(self._suffix), len(word)

        def find(entry: str, left: int, right: int) -> int:
            # A match ends before the suffix or at the end of the word.
            at = word.find(entry, left, min(right, body))
            if at < 0 and right == total and word.endswith(entry):
                at = total - len(entry)
                if not left <= at <= body:
                    at = -1
            return at

        return find
