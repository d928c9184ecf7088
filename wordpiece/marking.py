"""Marking: how a word's starting symbols show where in the word they stand.

====================  ==========================  =======================
marking               "hug" starts as             used by
====================  ==========================  =======================
continuation prefix   ``h ##u ##g``               BERT's WordPiece
leading space         ``Ġ h u g`` (word is Ġhug)  GPT-2's byte-level BPE
end-of-word suffix    ``h u g </w>``              the first BPE for words
underscore            ``h u g _``                 the same, another sign
none                  ``h u g``                   the textbook toy
====================  ==========================  =======================

Whether a symbol is a continuation is known from where it stands, never read off its
spelling: a word may contain ``#``, and then ``##a`` can be a beginning.

>>> for marking in CONTINUATION_PREFIX, END_OF_WORD, UNDERSCORE, NONE:
...     print(*marking.split("hug"))
h ##u ##g
h u g </w>
h u g _
h u g
>>> LEADING_SPACE.split("Ġhug") == NONE.split("Ġhug"), list(MARKINGS)
(True, ['##', 'Ġ', '</w>', '_', 'none'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marking:
    """How words become symbols and symbols become longer symbols.

    >>> Marking("·", prefix="·").split("low"), Marking("@", suffix="@").split("low")
    (('l', '·o', '·w'), ('l', 'o', 'w', '@'))

    Attributes:
        name: what the marking is called in settings and links.
        prefix: put before every symbol except the first of a word.
        suffix: an extra last symbol of every word.
    """

    name: str
    prefix: str = ""
    suffix: str = ""

    def split(self, word: str) -> tuple[str, ...]:
        """Return the starting symbols of a word, one for each character (and the suffix).

        >>> CONTINUATION_PREFIX.split("word")
        ('w', '##o', '##r', '##d')
        >>> END_OF_WORD.split("low")
        ('l', 'o', 'w', '</w>')
        """
        first, rest = word[:1], word[1:]
        symbols = [first, *(self.prefix + char for char in rest)]
        if self.suffix:
            symbols.append(self.suffix)
        return tuple(symbols)

    def join(self, left: str, right: str) -> str:
        """Return the symbol that two neighbours make; the right one's prefix disappears.

        The right part of a pair is never the first of its word, so it has the prefix unless it is
        the suffix alone.

        >>> CONTINUATION_PREFIX.join("h", "##u"), CONTINUATION_PREFIX.join("##g", "##s")
        ('hu', '##gs')
        >>> Marking("both", prefix="##", suffix="</w>").join("hug", "</w>")
        'hug</w>'
        """
        return left + (right if right == self.suffix else right[len(self.prefix) :])

    def word(self, symbols: Sequence[str]) -> str:
        """Return the word that a split stands for: symbols joined, marks dropped.

        >>> CONTINUATION_PREFIX.word(["hu", "##gs"]), END_OF_WORD.word(["low", "</w>"])
        ('hugs', 'low')
        """
        cut = len(self.prefix)
        text = "".join(s if i == 0 or s == self.suffix else s[cut:] for i, s in enumerate(symbols))
        return text[: len(text) - len(self.suffix)]


CONTINUATION_PREFIX = Marking("##", prefix="##")
"""BERT's: ``##`` before every symbol but the first of a word."""

LEADING_SPACE = Marking("Ġ")
"""GPT-2's: the word itself carries a ``Ġ`` for the space before it, so nothing is added."""

END_OF_WORD = Marking("</w>", suffix="</w>")
"""The first BPE's: a symbol ``</w>`` after the last character of every word."""

UNDERSCORE = Marking("_", suffix="_")
"""The same with ``_``."""

NONE = Marking("none")
"""No mark: a symbol does not tell where in its word it stands."""

MARKINGS = {m.name: m for m in (CONTINUATION_PREFIX, LEADING_SPACE, END_OF_WORD, UNDERSCORE, NONE)}
"""Every marking by its name."""


def marking_of(marking: Marking | str | None) -> Marking:
    """Return a marking by its name; None and the empty string mean no marking.

    >>> marking_of("##") is CONTINUATION_PREFIX, marking_of(None) is NONE
    (True, True)
    >>> marking_of("@@")
    Traceback (most recent call last):
        ...
    ValueError: Unknown marking '@@'; choose one of ##, Ġ, </w>, _, none.

    Raises:
        ValueError: the name is not one of ``MARKINGS``.
    """
    if isinstance(marking, Marking):
        return marking
    try:
        return MARKINGS[marking or "none"]
    except (KeyError, TypeError):
        known = ", ".join(MARKINGS)
        raise ValueError(f"Unknown marking {marking!r}; choose one of {known}.") from None
