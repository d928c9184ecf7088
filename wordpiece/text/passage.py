"""The words of a part of a text, each with the characters of the text that it was made from.

Training counts words of the normalized text. To draw the symbols of a word in the given text, each
character of the word has the part of the given text that the normalizer made it from. Only the
surroundings of a part are read, not the whole text, as they decide where its words begin and end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wordpiece.text.alignment import UNKNOWN, align
from wordpiece.text.normalizers import Normalizer
from wordpiece.text.pre_tokenizers import PreTokenizer, pre_tokenizer_of, text_to_bytes

MARGIN = 2_000
"""Characters that are read before and after a part: twice the longest word of a corpus."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a text.

    Attributes:
        word: the word that training counts: normalized, and spelled as bytes for GPT-2, or
            with a ``▁`` before it.
        start: its position in the text.
        pieces: for each character of ``word`` the part of the text that it was made from; empty if
            that is the part of the character before it. Together they are the word in the text.
    """

    word: str
    start: int
    pieces: tuple[str, ...]

    @property
    def end(self) -> int:
        """The position after its last character in the text."""
        return self.start + sum(map(len, self.pieces))

    def respelled(self, spelling: str) -> PlacedWord | None:
        """Return the word in another spelling: as bytes, or with a mark around it.

        >>> PlacedWord("né", 3, ("n", "é")).respelled("ĠnÃ©")
        PlacedWord(word='ĠnÃ©', start=3, pieces=('n', '', 'é', ''))

        Returns:
            The word, or None if ``spelling`` is not a spelling of it.
        """
        if spelling == self.word:
            return self
        for chars in ([*self.word], [text_to_bytes(char) for char in self.word]):
            before, found, after = spelling.partition("".join(chars))
            if found:
                spelled = [
                    each
                    for char, piece in zip(chars, self.pieces, strict=True)
                    for each in (piece, *[""] * (len(char) - 1))
                ]
                # A mark before the word shares the part of the first character.
                first, *rest = spelled
                pieces = (first, *[""] * len(before), *rest, *[""] * len(after))
                return PlacedWord(spelling, self.start, pieces)
        return None


def place_words(
    text: str, start: int, stop: int, normalizer: Normalizer, pre_tokenizer: PreTokenizer | str
) -> list[PlacedWord]:
    """Return the words of which at least a part is between two positions of a text.

    >>> place_words("A Hug!", 3, 4, str.lower, "bert")
    [PlacedWord(word='hug', start=2, pieces=('H', 'u', 'g'))]

    Args:
        text: the text as it was given.
        start, stop: the positions.
        normalizer, pre_tokenizer: those of the training.

    Raises:
        ValueError: unknown name of a pre-tokenizer.
    """
    pre_tokenizer = pre_tokenizer_of(pre_tokenizer)
    margin = MARGIN
    while True:
        words, is_enough = _words_around(text, start, stop, margin, normalizer, pre_tokenizer)
        if is_enough:
            return words
        margin *= 8


def _words_around(
    text: str,
    start: int,
    stop: int,
    margin: int,
    normalizer: Normalizer,
    pre_tokenizer: PreTokenizer,
) -> tuple[list[PlacedWord], bool]:
    """Return the words of a part of a text, read with margins.

    Returns:
        The words, and whether the margins hold the whole of each word of the part.
    """
    first, last = max(0, start - margin), min(len(text), stop + margin)
    aligned = align(text[first:last], normalizer)
    words: list[PlacedWord] = []
    for word in pre_tokenizer(aligned.text):
        places = aligned.origin[word.start : word.end + 1]
        if UNKNOWN in (places[0], places[-1]) or places[0] == places[-1]:
            continue
        begin, end = first + places[0], first + places[-1]
        if end <= start or stop <= begin:
            continue
        if (first and not word.start) or (last < len(text) and word.end == len(aligned.text)):
            return [], False  # the word may begin before the margin or end after it
        pieces = _pieces(text[first:last], places)
        placed = PlacedWord(aligned.text[word.start : word.end], begin, pieces)
        whole = PlacedWord(word.text, begin, (text[begin:end], *[""] * (len(word.text) - 1)))
        words.append(placed.respelled(word.text) or whole)
    return words, True


def _pieces(text: str, places: Sequence[int]) -> tuple[str, ...]:
    """Return the text from each known position to the next one; empty for an unknown position."""
    pieces = []
    *starts, end = places
    for place in reversed(starts):
        pieces.append("" if place == UNKNOWN else text[place:end])
        end = end if place == UNKNOWN else place
    return tuple(reversed(pieces))
