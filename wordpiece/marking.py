"""Marking: how symbols show whether they begin, continue or end a word.

====================  ==========================  ============================
marking               "hug" starts as             used by
====================  ==========================  ============================
continuation prefix   ``h ##u ##g``               BERT's WordPiece
leading space         ``Ġ h u g`` (word is Ġhug)  GPT-2's byte-level BPE
end-of-word suffix    ``h u g </w>``              the first BPE for words
underscore            ``h u g _``                 the same, with another suffix
none                  ``h u g``                   the toy examples of textbooks
====================  ==========================  ============================

The position of a symbol decides whether it is a continuation, not its spelling: in a word that
contains ``#``, the first symbol can be ``##a``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wordpiece.message import Token, message


@dataclass(frozen=True, slots=True)
class Marking:
    """How words become symbols and symbols become longer symbols.

    >>> Marking("·", prefix="·").split("low"), Marking("@", suffix="@").split("low")
    (('l', '·o', '·w'), ('l', 'o', 'w', '@'))

    Attributes:
        name: its name in settings and links.
        prefix: the continuation prefix of every symbol except the first of a word.
        suffix: an additional last symbol of every word.
    """

    name: str
    prefix: str = ""
    suffix: str = ""

    def split(self, word: str) -> tuple[str, ...]:
        """Return the alphabet symbols of a word: one for each character, then the suffix.

        >>> CONTINUATION_PREFIX.split("hug"), END_OF_WORD.split("hug")
        (('h', '##u', '##g'), ('h', 'u', 'g', '</w>'))
        """
        first, rest = word[:1], word[1:]
        symbols = [first, *(self.prefix + char for char in rest)]
        if self.suffix:
            symbols.append(self.suffix)
        return tuple(symbols)

    def join(self, left: str, right: str) -> str:
        """Return the symbol that a pair becomes; the prefix of the right symbol is dropped.

        The right symbol of a pair never begins its word, so it has the prefix unless it is the
        suffix.

        >>> CONTINUATION_PREFIX.join("h", "##u"), CONTINUATION_PREFIX.join("##g", "##s")
        ('hu', '##gs')
        """
        return left + (right if right == self.suffix else right[len(self.prefix) :])

    def word(self, symbols: Sequence[str]) -> str:
        """Return the word that symbols spell, without prefixes and suffix.

        >>> CONTINUATION_PREFIX.word(["hu", "##gs"]), END_OF_WORD.word(["low", "</w>"])
        ('hugs', 'low')
        """
        cut = len(self.prefix)
        text = "".join(s if i == 0 or s == self.suffix else s[cut:] for i, s in enumerate(symbols))
        return text[: len(text) - len(self.suffix)]


CONTINUATION_PREFIX = Marking("##", prefix="##")
"""BERT's marking: ``##`` before every symbol except the first of a word."""

LEADING_SPACE = Marking("Ġ")
"""GPT-2's marking: a word begins with ``Ġ`` for the space before it, so symbols need no mark."""

END_OF_WORD = Marking("</w>", suffix="</w>")
"""The marking of the first BPE: a symbol ``</w>`` after the last character of every word."""

UNDERSCORE = Marking("_", suffix="_")
"""The same with ``_``."""

NONE = Marking("none")
"""No marking: a symbol does not show its position in a word."""

MARKINGS = {m.name: m for m in (CONTINUATION_PREFIX, LEADING_SPACE, END_OF_WORD, UNDERSCORE, NONE)}
"""Every marking by its name."""


CONTINUES = message(
    "{prefix} marks a symbol that continues a word; a symbol without {prefix} begins a word."
)
"""What a continuation prefix means."""

ENDS = message("{suffix} marks the end of every word.")
"""What an end-of-word suffix means."""

STANDS_FOR_SPACE = message("{mark} stands for a space.")
"""What GPT-2's mark means."""

MEANINGS = {
    CONTINUATION_PREFIX.name: CONTINUES.fill(prefix=Token(CONTINUATION_PREFIX.prefix)),
    END_OF_WORD.name: ENDS.fill(suffix=Token(END_OF_WORD.suffix)),
    LEADING_SPACE.name: STANDS_FOR_SPACE.fill(mark=Token(LEADING_SPACE.name)),
    NONE.name: message("No symbol has a mark such as ## or </w>."),
}
"""What the marks of a marking mean, by its name."""


def marking_of(marking: Marking | str | None) -> Marking:
    """Return the marking of a name; None and the empty string mean `NONE`.

    >>> marking_of("##")
    Marking(name='##', prefix='##', suffix='')

    Raises:
        ValueError: the name is not in `MARKINGS`.
    """
    if isinstance(marking, Marking):
        return marking
    try:
        return MARKINGS[marking or "none"]
    except (KeyError, TypeError):
        known = ", ".join(MARKINGS)
        raise ValueError(f"Unknown marking {marking!r}; choose one of {known}.") from None
